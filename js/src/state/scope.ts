// Items of a state document as a scope of values: what `createAdapter({ global })` takes.

import {
  fieldsOf,
  found,
  jsonText,
  kindOf,
  lossless,
  requireFunction,
  requireNames,
  requireString,
  withoutHalves,
} from "../core/arguments.js";
import { mismatch, VitrineError } from "../core/errors.js";
import { StateDocument } from "./document.js";
import type { StateOutcome } from "./types.js";

const KEY = /^[A-Z]+(-[A-Z]+)*$/;
const REFERENCE = "ref file://";
/** As many arrays and objects may stand in each other. */
const MOST_DEPTH = 127;

/** What a scope of items may be told, and where it is. */
export interface DocumentScopeOptions {
  /** The path of the item whose members are the values, such as `UI/GLOBAL`; it is created where it is new. */
  path: string;
  /** Is told of files that changed, to store them: shards first, the root last. */
  onWrite?: (writes: StateOutcome["writes"]) => void;
}

/** Values by key that are read once and written as they change. */
export interface DocumentScope {
  load(): [key: string, value: unknown][];
  save(key: string, value: unknown): void;
}

/**
 * Makes an item of a document, an object, a scope of values: its members are the values, so that what agents set in
 * windows is seen by commands on the document, and the other way round when it is loaded.
 *
 * Keys, also those inside of values, are held to the rule of the document, and a text that begins like a reference is
 * refused: it would mount a file. Half of a surrogate pair in a text becomes U+FFFD.
 *
 * Reading and writing throw `Unprocessable` with what the document said, `details.exitCode` among it; what JSON cannot hold
 * is `BadRequest`, and so is what it would lose (NaN, a Map).
 *
 * @example
 * createAdapter({ root, global: documentScope(document, { path: "UI/GLOBAL", onWrite: store }) });
 */
export function documentScope(document: StateDocument, options: DocumentScopeOptions): DocumentScope {
  if (!(document instanceof StateDocument))
    throw mismatch("BadRequest", "documentScope: document", "a StateDocument", kindOf(document));
  const given = fieldsOf(options, "documentScope: options");
  requireNames(given, "documentScope: options", ["path", "onWrite"]);
  const { path, onWrite } = given;
  requireString(path, "documentScope: path");
  if (onWrite !== undefined) requireFunction(onWrite, "documentScope: onWrite");
  const item = (verb: string, ...rest: string[]) => {
    const outcome = document.run(["project", "chat", verb, "item", "--", ...rest]);
    if (outcome.writes.length > 0) onWrite?.(outcome.writes);
    return outcome;
  };
  const done = ({ exitCode, stderr }: StateOutcome) => {
    if (exitCode !== 0) throw new VitrineError("Unprocessable", stderr.trimEnd(), { details: { exitCode } });
  };
  return {
    load() {
      const outcome = item("get", path);
      // What was never written to is empty.
      if (isNew(outcome)) return [];
      done(outcome);
      const value: unknown = JSON.parse(outcome.stdout);
      return isObject(value) ? Object.entries(value) : [];
    },
    save(key, value) {
      storable(key, typeof key === "string" && KEY.test(key));
      if (value === undefined) {
        const outcome = item("delete", `${path}/${key}`);
        if (!isNew(outcome)) done(outcome);
        return;
      }
      // What is looked at is what is written: a getter may give something else each time.
      const text = withoutHalves(jsonText(value, `the value of ${key}`, lossless));
      inside(JSON.parse(text), 0);
      done(item("set", `${path}/${key}`, text));
    },
  };
}

/** Whether an item was asked for that is not there, in a document where nothing is wrong. */
function isNew({ exitCode, stderr }: StateOutcome): boolean {
  return exitCode === 3 && stderr.startsWith("there is no item ");
}

/** Refuses what the document would change or follow. */
function inside(value: unknown, depth: number): void {
  if (typeof value === "string") storable(value, !value.startsWith(REFERENCE));
  if (typeof value !== "object" || value === null) return;
  if (depth === MOST_DEPTH)
    throw mismatch(
      "Unprocessable",
      "a value of the document",
      `at most ${MOST_DEPTH} nested arrays and objects`,
      "more",
    );
  for (const [key, child] of Object.entries(value)) {
    if (!Array.isArray(value)) storable(key, KEY.test(key));
    inside(child, depth + 1);
  }
}

function storable(text: unknown, is: boolean): void {
  if (is) return;
  const what = found(typeof text === "string" ? text.slice(0, 60) : text);
  const expected = `expected keys such as MY-KEY and no text that begins with ${JSON.stringify(REFERENCE)}`;
  throw new VitrineError("Unprocessable", `A value of the document: ${expected}, found ${what}`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
