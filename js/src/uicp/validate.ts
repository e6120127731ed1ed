// Batches and plans, checked by the core: as values, as JSON text, as its bytes.

import { textInto, unitsInto } from "#env";
import { isBytes, requireBytes } from "../core/arguments.js";
import { refused } from "./errors.js";
import { ui } from "./module.js";
import { read } from "./read.js";
import type { Envelope, Plan } from "./types.js";
import { write } from "./write.js";

/** More than any input may have. */
const MOST = 4 << 20;

const NONE: readonly string[] = [];

/**
 * Checks a batch: an array of at most 64 envelopes, in camelCase or snake_case.
 *
 * @param input a value, JSON text or its UTF-8 bytes; at most 4 MiB, 100,000 values, nested at most 64 deep
 * @returns a new value, in camelCase
 * @throws VitrineNotReadyError before `init()`
 * @throws UICPValidationError with all that is wrong
 */
export function validateBatch(input: unknown): Envelope[] {
  return check(input, false) as Envelope[];
}

/**
 * Checks a plan: `{summary, risks?, batch, actorHints?}`.
 *
 * @param input as that of {@link validateBatch}
 * @throws VitrineNotReadyError before `init()`
 * @throws UICPValidationError with all that is wrong
 */
export function validatePlan(input: unknown): Plan {
  const { batch } = check(input, true) as Plan;
  const { summary, risks, actorHints } = JSON.parse(ui.call((glue) => glue.uicp_about()));
  return { summary, risks, batch, actorHints };
}

/**
 * Checks a batch and leaves it in the module, which queues it with the next call.
 *
 * @throws as {@link validateBatch}
 */
export function admitBatch(input: unknown): void {
  within(() => {
    if (typeof input === "string") ofText(input, false, true);
    else if (isBytes(input)) ofBytes(input, false, true);
    else ofValue(input, false, true);
  });
}

function check(input: unknown, plan: boolean): unknown {
  return within(() => {
    if (typeof input === "string") return read(ofText(input, plan, false), NONE);
    if (isBytes(input)) return read(ofBytes(input, plan, false), NONE);
    const { layout, texts, copy } = ofValue(input, plan, false);
    // Where no word was changed, it is what it was.
    return new Uint32Array(memory(), layout, 7)[6] === 0 ? copy : read(layout, texts);
  });
}

function within<T>(does: () => T): T {
  try {
    return does();
  } catch (thrown) {
    throw refused(thrown);
  }
}

function ofText(text: string, plan: boolean, keep: boolean): number {
  if (text.length > MOST) throw ui.call((glue) => glue.uicp_too_long(text.length));
  return ui.call((glue) => glue.uicp_check_text(textToInput(text), plan, keep));
}

/** Writes the UTF-8 of a text into the module; how many bytes it is. */
function textToInput(text: string): number {
  if (unitsInto === undefined) {
    const place = ui.call((glue) => glue.uicp_input(3 * text.length));
    return textInto(new Uint8Array(memory(), place, 3 * text.length), 0, text);
  }
  const place = ui.call((glue) => glue.uicp_units(text.length));
  unitsInto(memory(), place, text);
  return ui.call((glue) => glue.uicp_input_of_units());
}

function ofBytes(bytes: Uint8Array, plan: boolean, keep: boolean): number {
  requireBytes(bytes, "batch or plan");
  if (bytes.length > MOST) throw ui.call((glue) => glue.uicp_too_long(bytes.length));
  const place = ui.call((glue) => glue.uicp_input(bytes.length));
  new Uint8Array(memory(), place, bytes.length).set(bytes);
  return ui.call((glue) => glue.uicp_check_text(bytes.length, plan, keep));
}

function ofValue(input: unknown, plan: boolean, keep: boolean) {
  ui.requireReady();
  const { words, bytes, texts, odd, copy } = write(input, keep);
  const place = ui.call((glue) => glue.uicp_words(words.length));
  const bytesAt = ui.call((glue) => glue.uicp_input(bytes.length));
  new Uint32Array(memory(), place, words.length).set(words);
  new Uint8Array(memory(), bytesAt, bytes.length).set(bytes);
  return { layout: ui.call((glue) => glue.uicp_check_value(bytes.length, odd, plan, keep)), texts, copy };
}

function memory(): ArrayBuffer {
  return ui.call((glue) => glue.shared_memory()).buffer;
}
