// The two shapes of what `uicp://intent` is called with: a text, or a form that asks for more.

import { type Fields, field, object, pixels, text, words } from "./body.js";
import { wrong } from "./types.js";

/** A question of a clarifier. */
export interface Question {
  name: string;
  label: string;
  type: "text" | "textarea" | "select";
  placeholder?: string;
  /** What a select offers. */
  options: string[];
  defaultValue?: string;
  required: boolean;
}

/** A form that asks for more. */
export interface Clarifier {
  title: string;
  textPrompt?: string;
  description?: string;
  fields: Question[];
  submit: string;
  cancel: string;
  width?: number;
  height?: number;
}

/** What a call says. */
export type IntentBody = { windowId?: string } & ({ text: string } | { clarifier: Clarifier });

const TYPES = ["text", "textarea", "select"] as const;
const MOST_FIELDS = 32;
const MOST_OPTIONS = 256;

/** Reads the body of a call. */
export function readIntent(body: unknown): IntentBody {
  const fields = object(body, "body");
  const windowId = words(fields, "windowId");
  const about = windowId === undefined ? {} : { windowId };
  const asks = field(fields, "textPrompt") !== undefined || field(fields, "fields") !== undefined;
  if (field(fields, "text") !== undefined) {
    if (asks) throw wrong("body", "text, or textPrompt and fields, not both", "both");
    return { text: words(fields, "text") as string, ...about };
  }
  if (!asks) throw wrong("body", "text, or textPrompt, or fields", "none of them");
  return { clarifier: readClarifier(fields), ...about };
}

function readClarifier(fields: Fields): Clarifier {
  const textPrompt = words(fields, "textPrompt");
  const questions = readQuestions(field(fields, "fields"));
  return {
    title: words(fields, "title") ?? "A question",
    ...given("textPrompt", textPrompt),
    ...given("description", text(fields, "description")),
    // A prompt alone is a question by itself.
    fields: questions ?? [{ name: "answer", label: "Answer", type: "textarea", options: [], required: true }],
    submit: words(fields, "submit") ?? "Submit",
    cancel: words(fields, "cancel") ?? "Cancel",
    ...given("width", pixels(fields, "width")),
    ...given("height", pixels(fields, "height")),
  };
}

function readQuestions(list: unknown): Question[] | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length < 1 || list.length > MOST_FIELDS) {
    throw wrong("body.fields", `a list of 1 to ${MOST_FIELDS} fields`, list);
  }
  const names = new Set<string>();
  return list.map((each, index) => {
    const question = readQuestion(each, `body.fields[${index}]`);
    if (names.has(question.name)) throw wrong(`body.fields[${index}].name`, "a name of its own", question.name);
    names.add(question.name);
    return question;
  });
}

function readQuestion(value: unknown, what: string): Question {
  const fields = object(value, what);
  const type = text(fields, "type", `${what}.type`) ?? "text";
  if (!TYPES.some((each) => each === type)) throw wrong(`${what}.type`, TYPES.join(", "), type);
  const options = readOptions(field(fields, "options"), `${what}.options`, type === "select");
  const defaultValue = text(fields, "defaultValue", `${what}.defaultValue`);
  if (type === "select" && defaultValue !== undefined && !options.includes(defaultValue)) {
    throw wrong(`${what}.defaultValue`, "one of the options", defaultValue);
  }
  const required = field(fields, "required") ?? true;
  if (typeof required !== "boolean") throw wrong(`${what}.required`, "true or false", required);
  return {
    name: needed(words(fields, "name", `${what}.name`), `${what}.name`),
    label: needed(words(fields, "label", `${what}.label`), `${what}.label`),
    type: type as Question["type"],
    ...given("placeholder", text(fields, "placeholder", `${what}.placeholder`)),
    options,
    ...given("defaultValue", defaultValue),
    required,
  };
}

function readOptions(list: unknown, what: string, needs: boolean): string[] {
  if (list === undefined && !needs) return [];
  const most = `a list of 1 to ${MOST_OPTIONS} texts`;
  if (!Array.isArray(list) || list.length < 1 || list.length > MOST_OPTIONS) throw wrong(what, most, list);
  for (const each of list) if (typeof each !== "string") throw wrong(what, most, each);
  return list;
}

function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw wrong(what, "a text that is not empty", value);
  return value;
}

function given<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]?: V });
}
