// What a batch is on the way to the core.

import type { Envelope } from "./types.js";

/** Most operations, and most UTF-16 units of their JSON, of one batch of a log: below the budgets of any batch. */
const OPERATIONS = 64;

/** A batch as JSON text. */
export function textOf(batch: unknown): string {
  return typeof batch === "string" ? batch : JSON.stringify(batch);
}

/** The longest HTML that a batch of a log is filled up to; one operation may be longer by itself. */
const HTML = 64 << 10;

/** A log in batches that keep the budgets if its operations do. */
export function chunks(log: Envelope[]): string[] {
  const batches: Envelope[][] = [];
  let html = 0;
  for (const envelope of log) {
    const text = envelope?.params?.html;
    const bytes = typeof text === "string" ? text.length * 3 : 0;
    const last = batches.at(-1);
    if (last === undefined || last.length === OPERATIONS || html + bytes > HTML) {
      batches.push([envelope]);
      html = bytes;
    } else {
      last.push(envelope);
      html += bytes;
    }
  }
  return batches.map((batch) => JSON.stringify(batch));
}
