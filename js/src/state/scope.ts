// Items of a state document as a scope of values: what `createAdapter({ global })` takes.

import { VitrineError } from "../core/errors.js";
import type { StateDocument } from "./document.js";
import type { StateOutcome } from "./types.js";

const KEY = /^[A-Z]+(-[A-Z]+)*$/;
const REFERENCE = "ref file://";

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
 * refused: it would mount a file.
 *
 * @example
 * createAdapter({ root, global: documentScope(document, { path: "UI/GLOBAL", onWrite: store }) });
 */
export function documentScope(document: StateDocument, { path, onWrite }: DocumentScopeOptions): DocumentScope {
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
      const { exitCode, stdout } = item("get", path);
      // What was never written to is empty.
      const value: unknown = exitCode === 0 ? JSON.parse(stdout) : {};
      return isObject(value) ? Object.entries(value) : [];
    },
    save(key, value) {
      storable(key, KEY.test(key));
      if (value === undefined) {
        if (item("get", `${path}/${key}`).exitCode === 0) done(item("delete", `${path}/${key}`));
        return;
      }
      inside(value);
      done(item("set", `${path}/${key}`, JSON.stringify(value)));
    },
  };
}

/** Refuses what the document would change or follow. */
function inside(value: unknown): void {
  if (typeof value === "string") storable(value, !value.startsWith(REFERENCE));
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (!Array.isArray(value)) storable(key, KEY.test(key));
    inside(child);
  }
}

function storable(text: string, is: boolean): void {
  if (is) return;
  const what = JSON.stringify(text.slice(0, 60));
  const expected = `expected keys such as MY-KEY and no text that begins with ${JSON.stringify(REFERENCE)}`;
  throw new VitrineError("Unprocessable", `A value of the document: ${expected}, found ${what}`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
