// What a state document is made of, what its commands are given and what they give.

/** The files of a document. */
export interface StateOptions {
  /** The text of the root document; the default shape without it. */
  root?: string;
  /**
   * The texts of its shards by path, from where `path` starts: with the default `path` as references have it, with
   * `docs/state.json` as `docs/OPS.json` for `ref file://OPS.json`.
   */
  shards?: Record<string, string>;
  /**
   * The path of the root, whose folder is the base of references; `state.json` without it. Where that folder is called
   * `state`, references that begin with `state/` start at its parent.
   */
  path?: string;
}

/** What a command may read beside the document. */
export interface StateInput {
  /** What `chat state apply -` reads. */
  stdin?: string;
  /** Texts by path, as the arguments name them: what `apply FILE` and `dump --from FILE` read. */
  files?: Record<string, string>;
  /** The time in RFC 3339, for CREATED-AT of events that come without; null is stored where it is left out. */
  now?: string;
}

/** How a command ends: done, bad input, bad document or no such thing, in flight, no lock (never here), no JSON. */
export type StateExitCode = 0 | 2 | 3 | 4 | 5 | 7;

/** What a command came to. */
export interface StateOutcome {
  /** 0 where it did what it was asked; with every other one nothing has changed. */
  exitCode: StateExitCode;
  /** What the command line prints; empty where the exit code is not 0. */
  stdout: string;
  /** One line where the exit code is not 0. */
  stderr: string;
  /** The files that changed, with all of their new text: shards before those that mount them, the root last. */
  writes: { path: string; text: string }[];
}
