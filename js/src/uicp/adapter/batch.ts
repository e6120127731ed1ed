// A log in batches.

import { jsonText, kindOf } from "../../core/arguments.js";
import { mismatch } from "../../core/errors.js";
import type { Envelope } from "../types.js";
import { weigh } from "./weight.js";

/** What a batch is filled up to: one operation may weigh more by itself, up to the limits of a batch. */
const FILLED = { operations: 64, html: 64 << 10, bytes: 2 << 20, values: 50_000 };

/** A log in batches that keep the budgets if its operations do. @throws VitrineError `BadRequest` for what is no list */
export function chunks(log: Envelope[]): Envelope[][] {
  if (!Array.isArray(log)) throw mismatch("BadRequest", "log", "a list of operations", kindOf(log));
  const batches: Envelope[][] = [];
  let sum = { operations: 0, html: 0, bytes: 0, values: 0 };
  for (const envelope of log) {
    const { bytes, values } = weigh(jsonText(envelope ?? null, "operation of a log"));
    const own = { operations: 1, html: htmlIn(envelope), bytes, values };
    const all = {
      operations: sum.operations + 1,
      html: sum.html + own.html,
      bytes: sum.bytes + bytes,
      values: sum.values + values,
    };
    const last = batches.at(-1);
    const fits = (Object.keys(FILLED) as (keyof typeof FILLED)[]).every((name) => all[name] <= FILLED[name]);
    if (last !== undefined && fits) {
      last.push(envelope);
      sum = all;
    } else {
      batches.push([envelope]);
      sum = own;
    }
  }
  return batches;
}

/** No less than the HTML in an operation takes, at any depth. What is no operation is the checker's to refuse. */
function htmlIn(value: unknown, name = "", depth = 0): number {
  if (typeof value === "string") return name === "html" ? 3 * value.length : 0;
  // Deeper ones are refused.
  if (typeof value !== "object" || value === null || depth > 64) return 0;
  return Object.entries(value).reduce((sum, [key, inside]) => sum + htmlIn(inside, key, depth + 1), 0);
}
