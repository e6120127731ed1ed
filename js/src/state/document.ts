// The state document: commands on a root and its shards, which stay in the module's memory.

import type * as glue from "../../generated/state.js";
import { fieldsOf, kindOf, requireNames, requireString } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { Handle } from "../core/handle.js";
import { state } from "./module.js";
import type { StateExitCode, StateInput, StateOptions, StateOutcome } from "./types.js";

/**
 * One validated JSON document with verbiage keys, sharded by references, changed by the commands of `vitrine-state`.
 *
 * Every command validates the whole document, all shards included. One that fails changes nothing.
 *
 * @example
 * const document = new StateDocument({ shards: { "OPS.json": '{ "JOBS": [] }' } });
 * document.run(["project", "chat", "set", "item", "ops", "ref file://OPS.json"]);
 * document.run(["project", "chat", "set", "item", "ops/owner", "Ada"]).writes; // [{ path: "OPS.json", text: … }]
 */
export class StateDocument {
  readonly #handle: Handle<typeof glue, glue.CoreState>;

  /**
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `BadRequest` where a text or a path is no string, or two paths are of one file, and for other names
   */
  constructor(options: StateOptions = {}) {
    const named = fieldsOf(options, "StateDocument");
    requireNames(named, "StateDocument", ["root", "shards", "path"]);
    const { root, shards: given = {}, path = "state.json" } = named;
    const shards = fieldsOf(given, "StateDocument: shards");
    const name = text("path", path);
    this.#handle = new Handle(state, "StateDocument", (glue) => new glue.CoreState(name));
    for (const [path, shard] of Object.entries(shards)) {
      const what = `shards[${JSON.stringify(path)}]`;
      if (this.#put(path, text(what, shard))) {
        throw mismatch(
          "BadRequest",
          `StateDocument: ${what}`,
          "one text for each file",
          "another path of the same file",
        );
      }
    }
    // After the shards: what is called as the root is called is the root.
    if (root !== undefined) this.#put(name, text("root", root));
  }

  /**
   * Runs a command line of `vitrine-state`, without the name of the program, and takes over what it writes.
   *
   * There is neither jq nor a network here: `--jq` ends with 2, `chat state dump` without `--from` with 3.
   *
   * @param args as a shell would divide them, such as `["project", "chat", "set", "item", "--global", "ALPHA/BETA", "5"]`
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `BadRequest` where an argument or a text is no string, and for an input of another name; what is
   * wrong with a command is an exit code; `StaleHandle` after `reinit()` or `free()`
   */
  run(args: readonly string[], input: StateInput = {}): StateOutcome {
    const named = fieldsOf(input, "StateDocument: input");
    requireNames(named, "StateDocument: input", ["stdin", "files", "now"]);
    const { stdin, now, files = {} } = named;
    if (!Array.isArray(args)) throw mismatch("BadRequest", "StateDocument: args", "a list of strings", kindOf(args));
    const line = [...args].map((arg, index) => text(`args[${index}]`, arg));
    const given = Object.entries(fieldsOf(files, "StateDocument: files")).flatMap(([path, file]) => [
      path,
      text(`files[${JSON.stringify(path)}]`, file),
    ]);
    const [code, stdout = "", stderr = "", ...written] = this.#handle.call((core) =>
      core.run(line, maybe("stdin", stdin), maybe("now", now), given),
    );
    return { exitCode: Number(code) as StateExitCode, stdout, stderr, writes: pairs(written) };
  }

  /** The text of the root; undefined where nothing was written to it yet. */
  get root(): string | undefined {
    const path = this.#handle.call((core) => core.path());
    return this.#files().find((file) => file.path === path)?.text;
  }

  /** The texts of all other files by path. */
  get shards(): Record<string, string> {
    const root = this.#handle.call((core) => core.path());
    const shards = this.#files().filter(({ path }) => path !== root);
    return Object.fromEntries(shards.map(({ path, text }) => [path, text]));
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #files() {
    return pairs(this.#handle.call((core) => core.files()));
  }

  #put(path: string, file: string): boolean {
    return this.#handle.call((core) => core.put(path, file));
  }
}

/** Path, text, path, text and so on. */
function pairs(flat: string[]): { path: string; text: string }[] {
  return Array.from({ length: flat.length / 2 }, (_, index) => {
    const [path = "", text = ""] = flat.slice(2 * index, 2 * index + 2);
    return { path, text };
  });
}

function maybe(what: string, value: unknown): string | undefined {
  return value === undefined ? undefined : text(what, value);
}

function text(what: string, value: unknown): string {
  requireString(value, `StateDocument: ${what}`);
  return value;
}
