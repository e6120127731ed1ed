// What is wrong with a batch, in the shape of Zod 4's issues.

interface Issue<Code extends string> {
  /** The kind of issue. */
  readonly code: Code;
  /** Where: keys, in the spelling of the input, and places in lists. */
  path: (string | number)[];
  /** What was expected, and what was found. */
  message: string;
}

/** Another type was expected; or the value is missing. */
export interface InvalidType extends Issue<"invalid_type"> {
  expected: "string" | "number" | "int" | "boolean" | "array" | "object" | "record" | "unknown";
}

/** Keys that are not known there. */
export interface UnrecognizedKeys extends Issue<"unrecognized_keys"> {
  keys: string[];
}

/** One of these values was expected. */
export interface InvalidValue extends Issue<"invalid_value"> {
  values: string[];
}

/** A number, or a number of characters, below its minimum. */
export interface TooSmall extends Issue<"too_small"> {
  origin: "string" | "number";
  minimum: number;
  inclusive: boolean;
}

/** Too many characters, bytes of HTML, operations or hints. */
export interface TooBig extends Issue<"too_big"> {
  origin: "string" | "array";
  maximum: number;
  inclusive: boolean;
}

/** None of several types. */
export interface InvalidUnion extends Issue<"invalid_union"> {
  errors: [];
}

/** A text that is not JSON. */
export interface InvalidFormat extends Issue<"invalid_format"> {
  format: "json";
}

/** The right type, and yet it cannot be here: two spellings that say different things, a limit. */
export interface Custom extends Issue<"custom"> {}

/** Something that is wrong with a batch or plan. Assignable to Zod 4's issues. */
export type UICPIssue =
  | InvalidType
  | UnrecognizedKeys
  | InvalidValue
  | TooSmall
  | TooBig
  | InvalidUnion
  | InvalidFormat
  | Custom;
