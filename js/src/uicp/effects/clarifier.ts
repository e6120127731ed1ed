// A window that asks a person for more: a form made by calls of the DOM, so that no text in it is ever markup.

import { VitrineError } from "../../core/errors.js";
import type { Shell } from "../shell/types.js";
import type { Clarifier, Question } from "./intent-body.js";

/** What was asked and how to answer. */
export interface Asking {
  /** Dispatches the answers; what it throws is shown, and the form stays. */
  answer(data: Record<string, string>): Promise<void>;
  cancel(): void;
  /** The window was closed, by whomever, answered or not. */
  closed(): void;
}

/** The size of a clarifier that names none, in CSS pixels. */
export function sizeOf({ width = 420, height, fields, textPrompt, description }: Clarifier) {
  const rows = fields.reduce((sum, { type }) => sum + (type === "textarea" ? 118 : 78), 0);
  return { width, height: height ?? Math.min(560, 90 + rows + (textPrompt ? 34 : 0) + (description ? 34 : 0)) };
}

/**
 * Fills a window's island with the form.
 *
 * @throws VitrineError `UICP_WINDOW_NOT_FOUND` where the window is gone already
 */
export function showClarifier(shell: Shell, windowId: string, clarifier: Clarifier, asking: Asking): void {
  const content = shell.content(windowId);
  if (content === null) {
    throw new VitrineError("UICP_WINDOW_NOT_FOUND", `The window ${JSON.stringify(windowId)} of the question is gone.`);
  }
  const document = content.ownerDocument;
  const make = <K extends keyof HTMLElementTagNameMap>(name: K, text = "", className = "") => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  const form = make("form", "", "vitrine-clarifier");
  if (clarifier.textPrompt) form.append(make("p", clarifier.textPrompt));
  if (clarifier.description) form.append(make("p", clarifier.description, "mark"));
  for (const question of clarifier.fields) form.append(labelled(question, make));
  const problem = make("p");
  problem.setAttribute("role", "alert");
  const submit = make("button", clarifier.submit);
  const cancel = make("button", clarifier.cancel);
  cancel.type = "button";
  const actions = make("div", "", "actions");
  actions.append(submit, cancel);
  form.append(problem, actions);

  cancel.addEventListener("click", () => asking.cancel());
  content.addEventListener("close", () => asking.closed(), { once: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    problem.textContent = "";
    const data = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    asking.answer(data).catch((error: unknown) => {
      submit.disabled = false;
      problem.textContent = error instanceof Error ? error.message : String(error);
    });
  });
  content.replaceChildren(form);
}

type Make = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  text?: string,
  className?: string,
) => HTMLElementTagNameMap[K];

function labelled(question: Question, make: Make): HTMLElement {
  const label = make("label");
  const caption = make("span", question.label);
  caption.append(" ", make("span", question.required ? "(required)" : "(optional)", "mark"));
  label.append(caption, control(question, make));
  return label;
}

function control(question: Question, make: Make): HTMLElement {
  const { name, type, placeholder, defaultValue, required } = question;
  const made = type === "select" ? select(question, make) : make(type === "textarea" ? "textarea" : "input");
  made.name = name;
  made.required = required;
  if (!(made instanceof HTMLSelectElement)) {
    made.defaultValue = defaultValue ?? "";
    if (placeholder) made.placeholder = placeholder;
  }
  if (made instanceof HTMLTextAreaElement) made.rows = 3;
  return made;
}

/** Without a default nothing is chosen, so that a required choice is one that was made. */
function select({ options, placeholder, defaultValue }: Question, make: Make): HTMLSelectElement {
  const made = make("select");
  const offer = (text: string, value: string) => {
    const option = make("option", text);
    option.value = value;
    option.defaultSelected = value === defaultValue;
    made.append(option);
  };
  if (defaultValue === undefined) offer(placeholder || "Choose …", "");
  for (const option of options) offer(option, option);
  return made;
}
