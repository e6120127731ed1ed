// The values of form controls, as the state holds them and as templates read them.

import { closest } from "./elements.js";

/** A control that has a value of its own. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const BUTTONS = ["button", "submit", "reset", "image"];

/** Whether it is a control with a value: buttons are none. */
export function isControl(element: EventTarget | null): element is Control {
  return (
    (element instanceof HTMLInputElement && !BUTTONS.includes(element.type)) ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** Whether a person writes or drags in it, so that its value has states in between. */
export function isWritten(control: Control): boolean {
  return !(control instanceof HTMLSelectElement || isTicked(control));
}

/** Whether it is a button that submits a form. */
export function isSubmitter(element: Element): element is HTMLButtonElement | HTMLInputElement {
  if (element instanceof HTMLButtonElement) return element.type === "submit";
  return element instanceof HTMLInputElement && (element.type === "submit" || element.type === "image");
}

/** The value for the state: a checkbox is true or false, a choice of many a list, anything else text. */
export function read(control: Control): string | boolean | string[] {
  if (isTicked(control) && control.type === "checkbox") return control.checked;
  if (control instanceof HTMLSelectElement && control.multiple) return selected(control);
  return control.value;
}

/** The value for `{{value}}`. */
export function text(element: Element): string {
  if (!isControl(element)) {
    return element instanceof HTMLButtonElement || element instanceof HTMLInputElement ? element.value : "";
  }
  const value = read(element);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** Shows a value of the state. What is shown already is left alone, and with it where the person's cursor is. */
export function write(control: Control, value: unknown): void {
  if (isTicked(control)) {
    control.checked = isOn(control, value);
  } else if (control instanceof HTMLSelectElement && control.multiple) {
    const chosen = new Set((Array.isArray(value) ? value : [value]).map(written));
    for (const option of control.options) option.selected = chosen.has(option.value);
  } else if (control.value !== written(value)) {
    control.value = written(value);
  }
}

/** The values of the form around an element by name; those that `submitter` adds among them. */
export function formValues(element: Element): Record<string, string> {
  const form = closest(element, "form");
  if (!(form instanceof HTMLFormElement)) return {};
  const values = new Map<string, string>();
  // The browser's own list of what a form holds: no name of a control can confuse it.
  for (const [name, value] of new FormData(form, isSubmitter(element) ? element : null)) {
    if (typeof value !== "string") continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(values);
}

function isTicked(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");
}

function isOn(control: HTMLInputElement, value: unknown): boolean {
  if (control.type === "radio") return written(value) === control.value;
  if (Array.isArray(value)) return value.map(written).includes(control.value);
  return value === true || value === "true" || value === "on";
}

function selected(control: HTMLSelectElement): string[] {
  return [...control.selectedOptions].map((option) => option.value);
}

function written(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
