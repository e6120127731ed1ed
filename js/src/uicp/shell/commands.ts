// `data-command`: what fires it, and where it was fired. What it says is the core's business.

import { formValues, isControl, isSubmitter, text } from "./controls.js";
import { all, attribute, closest, contains, matches, setAttribute } from "./elements.js";
import type { ShellHooks } from "./types.js";

/** What fires. */
export const COMMAND = "[data-command]";
/** What the keyboard reaches and works by itself. */
const NATIVE = "button, input, select, textarea, a[href], summary";

/** Listens in the island of a window. */
export function listenForCommands(content: ShadowRoot, windowId: string, hooks: ShellHooks): void {
  const fire = (element: Element, source = element) => {
    const componentId = closest(element, "[data-component-id]");
    hooks.fire(attribute(element, "data-command") ?? "", {
      windowId,
      ...(componentId && { componentId: attribute(componentId, "data-component-id") ?? "" }),
      value: text(source),
      form: formValues(source),
    });
  };

  content.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const element = closest(event.target, COMMAND);
    if (element === null || !isClicked(element, event.target)) return;
    // A link with a command leads nowhere else.
    if (matches(element, "a")) event.preventDefault();
    // The browser says what is missing in the form.
    if (isSubmitter(element) && isIncomplete(element)) return;
    fire(element);
  });

  content.addEventListener("change", ({ target }) => {
    if (!isControl(target)) return;
    const element = closest(target, `${COMMAND}, label`);
    if (element && matches(element, COMMAND) && (element === target || labelled(element) === target))
      fire(element, target);
  });

  content.addEventListener("submit", (event) => {
    event.preventDefault();
    const { target, submitter } = event as SubmitEvent;
    // A button with a command of its own has fired that when it was clicked.
    if (!(target instanceof Element) || !matches(target, COMMAND) || (submitter && matches(submitter, COMMAND))) return;
    fire(target, submitter ?? target);
  });

  content.addEventListener("keydown", (event) => {
    const { target, key, repeat } = event as KeyboardEvent;
    if ((key !== "Enter" && key !== " ") || repeat || !(target instanceof Element)) return;
    if (!matches(target, COMMAND) || matches(target, `${NATIVE}, form`)) return;
    // The space bar would scroll.
    event.preventDefault();
    fire(target);
  });
}

/** Lets the keyboard reach an element with a command that it would pass by. */
export function prepareCommand(element: Element): void {
  if (matches(element, `${NATIVE}, form`) || labelled(element)) return;
  if (attribute(element, "role") === null) setAttribute(element, "role", "button");
  if (attribute(element, "tabindex") === null) setAttribute(element, "tabindex", "0");
}

/** Whether a click on `target` is one on `element`, which is around it. */
function isClicked(element: Element, target: Element): boolean {
  const control = labelled(element);
  // A click on a label is followed by one on its control, which is the one that counts where that is a button. Any
  // other fires when it is changed.
  if (control) return !isControl(control) && contains(control, target);
  if (matches(element, "form")) return false;
  // Clicking into a field is no click on what is around it.
  return closest(target, "input, select, textarea") === null || (element === target && !isControl(element));
}

/** The control in a label. */
function labelled(element: Element): Element | undefined {
  return matches(element, "label") ? all(element, "input, select, textarea, button")[0] : undefined;
}

function isIncomplete({ form }: HTMLButtonElement | HTMLInputElement): boolean {
  return form !== null && !HTMLFormElement.prototype.checkValidity.call(form);
}
