// A log in batches.

import type { Envelope } from "../types.js";

/** Most operations of a batch. */
const OPERATIONS = 64;
/** The most bytes of HTML that a batch is filled up to; one operation may have more by itself. */
const HTML = 64 << 10;

/** A log in batches that keep the budgets if its operations do. */
export function chunks(log: Envelope[]): Envelope[][] {
  const batches: Envelope[][] = [];
  let html = 0;
  for (const envelope of log) {
    const bytes = bytesOf(envelope);
    const last = batches.at(-1);
    if (last === undefined || last.length === OPERATIONS || html + bytes > HTML) {
      batches.push([envelope]);
      html = bytes;
    } else {
      last.push(envelope);
      html += bytes;
    }
  }
  return batches;
}

/** No less than the HTML of an operation takes. What is no operation is the checker's to refuse. */
function bytesOf(envelope: Envelope | null): number {
  const { html } = (envelope?.params ?? {}) as { html?: unknown };
  return typeof html === "string" ? 3 * html.length : 0;
}
