// The table of codes, and an application's own.

import { kindOf } from "../core/arguments.js";
import { mismatch, VitrineError } from "../core/errors.js";
import { RULES } from "./rules.js";
import type { Recovery } from "./types.js";

/** A row of the error registry. */
export interface ErrorRule {
  /** The code, stable. */
  readonly code: string;
  /** What the code begins with: `A2UI_S2C_BEGIN`, … */
  readonly family: string;
  /** What a server does about it. */
  readonly recovery: Recovery | null;
  /** The HTTP status, for what comes from clients. */
  readonly http: number | null;
  /** A sentence for the person in front of the page. */
  readonly message: string;
  /** What the developer does about it. */
  readonly hint: string;
}

/** What an application says of a code; of a known one only what differs. */
export type ErrorOverride = Partial<Omit<ErrorRule, "code">>;

const RECOVERIES: unknown[] = ["FATAL", "SURFACE_FAIL", "EPOCH_RESET", "SOFT_FAIL", null];
const KEYS = ["family", "recovery", "http", "message", "hint"];

/** The codes of this package: `docs/a2ui-errors.md`. */
export const errorRegistry: readonly ErrorRule[] = /* @__PURE__ */ frozen(/* @__PURE__ */ rows(RULES));

/**
 * The table with an application's changes: recoveries and sentences of known codes, and codes of its own, which need a
 * `message`. The table of the package stays as it is.
 *
 * @param overrides by code
 * @throws VitrineError `BadRequest` for a code of another form than `A_B1`, a field that is not known or of another type
 */
export function createErrorRegistry(overrides: Record<string, ErrorOverride> = {}): readonly ErrorRule[] {
  if (typeof overrides !== "object" || overrides === null)
    throw mismatch("BadRequest", "createErrorRegistry", "an object of codes", kindOf(overrides));
  const rows = new Map(errorRegistry.map((row) => [row.code, row]));
  for (const [code, override] of Object.entries(overrides)) {
    check(code, override);
    const known = rows.get(code);
    if (!known && override.message === undefined)
      throw refuse(code, "message", "a sentence, because the code is new", "none");
    rows.set(code, { ...(known ?? blank(code)), ...override });
  }
  return frozen(rows.values());
}

/** The rows of a registry that an application gave, by code; none without one. @throws VitrineError `BadRequest` */
export function byCode(registry: readonly ErrorRule[] | undefined): ReadonlyMap<string, ErrorRule> {
  if (registry !== undefined && !Array.isArray(registry))
    throw mismatch("BadRequest", "registry", "rows of createErrorRegistry", kindOf(registry), "/registry");
  return new Map(registry?.map((row) => [row?.code, row]));
}

/** A code of an application. Its family is the longest one that it begins with, else all before its last `_`. */
function blank(code: string): ErrorRule {
  const families = errorRegistry.map((row) => row.family).filter((family) => code.startsWith(`${family}_`));
  const family = families.sort((a, b) => b.length - a.length)[0] ?? code.replace(/_[^_]*$/, "");
  return { code, family, recovery: null, http: null, message: "", hint: "" };
}

function check(code: string, override: ErrorOverride): void {
  if (!/^[A-Z][A-Z0-9_]{0,127}$/.test(code))
    throw new VitrineError("BadRequest", `A code has capitals, digits and _, found ${JSON.stringify(code)}`);
  if (typeof override !== "object" || override === null) throw refuse(code, "", "an object", kindOf(override));
  for (const [key, value] of Object.entries(override)) {
    if (!KEYS.includes(key)) throw refuse(code, key, `one of ${KEYS.join(", ")}`, JSON.stringify(key));
    if (key === "recovery" && !RECOVERIES.includes(value))
      throw refuse(code, key, "FATAL, SURFACE_FAIL, EPOCH_RESET, SOFT_FAIL or null", String(value));
    const isStatus = Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599;
    if (key === "http" && value !== null && !isStatus) throw refuse(code, key, "a status or null", String(value));
    const isText = key === "family" || key === "message" || key === "hint";
    if (isText && typeof value !== "string") throw refuse(code, key, "a string", kindOf(value));
  }
}

function refuse(code: string, key: string, expected: string, found: string): VitrineError {
  return mismatch("BadRequest", `${code}${key && `.${key}`}`, expected, found, `/${code}${key && `/${key}`}`);
}

/** The rows that the core wrote down. */
function rows(lines: string): ErrorRule[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [code = "", family = "", recovery = "", http = "", message = "", hint = ""] = line.split("|");
      return {
        code,
        family,
        recovery: (recovery || null) as Recovery | null,
        http: http ? Number(http) : null,
        message,
        hint,
      };
    });
}

function frozen(rows: Iterable<ErrorRule>): readonly ErrorRule[] {
  return Object.freeze(Array.from(rows, (row) => Object.freeze({ ...row })));
}
