// What was refused, and how the core's words become the error.

import { kindOf } from "../core/arguments.js";
import { mismatch, VitrineError } from "../core/errors.js";
import type { UICPIssue } from "./issues.js";

/** What the core says about a batch that it refused. */
interface Refusal {
  message: string;
  pointer: string;
  issues: UICPIssue[];
  hint: string;
}

/**
 * A batch or plan that was refused, whole: nothing of it was applied. Code `Unprocessable`; `details.hint` is what
 * {@link hintFor} gives.
 */
export class UICPValidationError extends VitrineError {
  override readonly name: string = "UICPValidationError";
  /** An RFC 6901 pointer to the first invalid field, in the spelling of the input; empty for the input itself. */
  override readonly pointer: string;
  /** All that is wrong, in the order of the input. Assignable to Zod 4's issues. */
  readonly issues: UICPIssue[];

  constructor({ message, pointer, issues, hint }: Refusal) {
    super("Unprocessable", message, { details: { pointer, hint } });
    this.pointer = pointer;
    this.issues = issues;
  }
}

/** A friendly sentence about the first thing that is wrong: what it is, and what to do. */
export function hintFor(error: UICPValidationError): string {
  if (!(error instanceof UICPValidationError))
    throw mismatch("BadRequest", "hintFor", "a UICPValidationError", kindOf(error));
  return (error.details as Pick<Refusal, "hint">).hint;
}

/** What the module threw, as an error; what is none of its refusals is passed through. */
export function refused(thrown: unknown): unknown {
  return typeof thrown === "string" ? new UICPValidationError(JSON.parse(thrown)) : thrown;
}
