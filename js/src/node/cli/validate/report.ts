// What was found wrong with a file: for people, and as JSON.

import { line as clean } from "../show.js";

/** Something that is wrong with a file. */
export interface Fault {
  severity: "error" | "warning";
  code: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** An RFC 6901 pointer into the message or batch. */
  pointer: string;
  /** What was expected, and what was found. */
  message: string;
  /** What to do about it; empty where another one says it. */
  hint: string;
}

/** What became of a file. */
export interface Report {
  /** The file's name, or `-`. */
  file: string;
  /** What was counted, with its number: `3 messages`. */
  counted: string;
  faults: Fault[];
}

/** As a person reads it: where, what kind, the sentence, what to do; at last the sum. */
export function text({ file, counted, faults }: Report): string {
  const lines = faults.flatMap(({ severity, code, line, column, pointer, message, hint }) => [
    `${clean(file)}:${line}:${column}: ${severity} ${code}${pointer === "" ? "" : ` at ${clean(pointer)}`}`,
    `  ${clean(message)}`,
    ...(hint === "" ? [] : [`  hint: ${clean(hint)}`]),
    "",
  ]);
  return [...lines, `${clean(file)}: ${counted}, ${sum(faults)}`, ""].join("\n");
}

/** `{file, errors, warnings, findings}` */
export function json({ file, faults }: Report): string {
  const [errors, warnings] = [count(faults, "error"), count(faults, "warning")];
  return `${JSON.stringify({ file, errors, warnings, findings: faults }, null, 2)}\n`;
}

/** Whether anything of it is an error. */
export function failed({ faults }: Report): boolean {
  return faults.some(({ severity }) => severity === "error");
}

/** A number of things. */
export function counted(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}

function sum(faults: Fault[]): string {
  const [errors, warnings] = [count(faults, "error"), count(faults, "warning")];
  if (errors + warnings === 0) return "nothing to say";
  return `${counted(errors, "error")}, ${counted(warnings, "warning")}`;
}

function count(faults: Fault[], severity: Fault["severity"]): number {
  return faults.filter((fault) => fault.severity === severity).length;
}
