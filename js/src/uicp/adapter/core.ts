// The workspace of the core: what crosses, with its types. All that is to be decided is decided there.

import type { CoreWorkspace } from "../../../generated/ui.js";
import { found, jsonText, lossless, requireString, withoutHalves } from "../../core/arguments.js";
import { mismatch, VitrineError } from "../../core/errors.js";
import { apply, type Texts } from "../../html/builder.js";
import { textsAt, withRemoved, wordsAt } from "../../html/core.js";
import type { Choice } from "../../html/options.js";
import type { Removed } from "../../html/types.js";
import type { ApiCall } from "../effects/index.js";
import { ui } from "../module.js";
import type { Box, FireContext, SlotStatus } from "../shell/index.js";
import type { Envelope } from "../types.js";
import { admitBatch } from "../validate.js";
import type { Outcome, WorkspaceEvent } from "./types.js";
import { MOST, weigh } from "./weight.js";

/** Who asked for something: the order is the core's. */
export const Origin = { Agent: 0, Page: 1, Replay: 2, Adapter: 3 } as const;

/** One of {@link Origin}. */
export type OriginNumber = (typeof Origin)[keyof typeof Origin];

/** What the core wants done: `Command` in src/uicp/command.rs. */
export type Command =
  | ({ do: "open"; id: string; title: string; z: number } & Box)
  | ({ do: "change"; id: string; title?: string; z?: number; focus?: boolean } & Partial<Box>)
  | { do: "close"; id: string }
  | { do: "markup"; window: string; target: string; place: number }
  | { do: "component"; id: string; window: string; target?: string }
  | { do: "remove"; id: string; window: string }
  | ShowCommand
  | { do: "unwatch"; watch: number }
  | { do: "bound"; scope: string; key: string; window?: string; value?: unknown }
  | { do: "effect"; ticket: number; envelope: ApiCall }
  | { do: "abort"; ticket: number };

/** A watched value is to be shown. `value` is there where it is a text, a number or the like. */
export interface ShowCommand {
  do: "show";
  watch: number;
  window: string;
  target: string;
  append: boolean;
  status: SlotStatus;
  value?: unknown;
}

/** How many numbers lay out what a command shows. */
const LAYOUT = 11;

/** What is in an instance of the module. */
interface Made {
  handle: CoreWorkspace;
  /** Of the instance. */
  generation: number;
  /** Elements that those of later commands are copies of. */
  models: { generation: number; kept: Element[] };
  /** Texts of several commands, by their number. */
  texts: Texts & { number: number };
}

/** A workspace in the memory of the module. */
export class Core {
  readonly #choice: Choice;
  /** Nothing where the instance went and none has been needed since. */
  #made: Made | undefined;
  #freed = false;

  /** @param choice the options of all markup; its context means nothing */
  constructor(choice: Choice) {
    this.#choice = choice;
    this.#made = this.#make();
  }

  #make(): Made {
    const { flags, origins } = this.#choice;
    return {
      handle: ui.call((glue) => new glue.CoreWorkspace(flags, origins)),
      generation: ui.generation,
      models: { generation: 0, kept: [] },
      texts: { number: 0, ascii: "", wide: "" },
    };
  }

  /** Whether all that was queued and applied is still there: a fault of the module takes it away, and so does `reinit()`. */
  get isWhole(): boolean {
    return this.#made !== undefined && ui.holds(this.#made.generation);
  }

  #current(): Made {
    if (this.#freed) throw destroyed();
    this.#made ??= this.#make();
    ui.requireCurrent(this.#made.generation, "adapter");
    return this.#made;
  }

  #call<T>(use: (handle: CoreWorkspace) => T): T {
    const { handle } = this.#current();
    return ui.call(() => use(handle));
  }

  /**
   * Checks a batch and queues it; its number.
   *
   * @throws UICPValidationError when any of it is wrong
   */
  enqueue(batch: unknown, origin: OriginNumber): number {
    // What cannot be queued here is not to be left in the module.
    this.#call(() => undefined);
    admitBatch(batch);
    return this.#call((handle) => handle.enqueue(origin, Date.now()));
  }

  /** The batch of a `data-command` that fired, as JSON text. */
  fill(command: string, context: FireContext): string {
    return this.#call((handle) => handle.fill(command, JSON.stringify(context)));
  }

  /** Whether there is anything to do now. */
  isDue(): boolean {
    return this.#call((handle) => handle.is_due(Date.now()));
  }

  /** When there is something to do without anybody asking, as `Date.now()` counts; infinite if never. */
  wakes(): number {
    return this.#call((handle) => handle.wakes());
  }

  /** Begins a run that weighs no more than that: a KiB for each operation, and the bytes of its markup. */
  run(weight: number): Command[] {
    return list(this.#call((handle) => handle.run(Date.now(), weight)));
  }

  /**
   * Builds what a command of the run shows, at the first of `nodes`; what was removed.
   *
   * @param context the number of the element that will hold it
   */
  build(place: number, context: number, nodes: Node[]): Removed[] {
    const made = this.#current();
    const at = ui.call(() => made.handle.render(place, context));
    const { buffer } = ui.call((glue) => glue.shared_memory()) as { buffer: ArrayBuffer };
    const layout = new Uint32Array(buffer, at, LAYOUT);
    const [removals, generation, texts, ascii, wide] = layout.subarray(6) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ];
    if (generation !== made.models.generation) made.models = { generation, kept: [] };
    if (texts !== made.texts.number) made.texts = { number: texts, ...textsAt(buffer, layout) };
    const [words, report] = withRemoved(wordsAt(buffer, layout), removals);
    apply({ words, texts: made.texts, ascii, wide }, nodes, made.models.kept);
    return report;
  }

  /** What a watch shows now, and the place that it has in the run from here. */
  follow(watch: number): [number, ShowCommand] | undefined {
    const text = this.#call((handle) => handle.follow(watch, Date.now()));
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Ends a run, in which the commands of these places failed. */
  settle(failures: [place: number, code: string, message: string][]): void {
    const text = failures.length === 0 ? "" : JSON.stringify(failures);
    this.#call((handle) => handle.settle(text, Date.now()));
  }

  effectWaits(ticket: number): void {
    this.#call((handle) => handle.effect_waits(ticket, Date.now()));
  }

  effectSucceeded(ticket: number, data: unknown): void {
    const text = data === undefined ? "" : keepable(data, "answer of an effect");
    this.#call((handle) => handle.effect_succeeded(ticket, text, Date.now()));
  }

  effectFailed(ticket: number, code: string, message: string): void {
    this.#call((handle) => handle.effect_failed(ticket, code, message, Date.now()));
  }

  /** What has come to its end, and what has happened since the last call. */
  news(): [outcomes: (Outcome & { batch: number })[], events: WorkspaceEvent[]] {
    if (this.#made === undefined) return [[], []];
    const text = this.#call((handle) => handle.news());
    return text === "" ? [[], []] : JSON.parse(text);
  }

  /** A value of the state. */
  state(scope: string, key: string, window?: string): unknown {
    requirePlace(scope, key, window);
    const text = this.#call((handle) => handle.state(scope, key, window, Date.now()));
    return text === "" ? undefined : JSON.parse(text);
  }

  setState(scope: string, key: string, window: string | undefined, value: unknown, origin: OriginNumber): void {
    requirePlace(scope, key, window);
    if (key === "") throw mismatch("BadRequest", "key of the state", "at least one character", '""');
    if (scope === "window" && !window)
      throw mismatch("BadRequest", "window of the state", "a window's id", found(window));
    const text = value === undefined ? "null" : keepable(value, "value of the state");
    this.#call((handle) => handle.set_state(scope, key, window, text, origin, Date.now()));
  }

  windows(): { id: string; title: string }[] {
    return JSON.parse(this.#call((handle) => handle.windows()));
  }

  /** A number that is another one when the log is another one. */
  logChanges(): number {
    return this.#call((handle) => handle.log_changes());
  }

  log(): Envelope[] {
    return JSON.parse(this.#call((handle) => handle.log()));
  }

  /** Begins anew: where what there was has gone, in the instance that there is when it is used next. */
  reset(): void {
    if (this.isWhole) this.#call((handle) => handle.reset(Date.now()));
    else this.#made = undefined;
  }

  free(): void {
    this.#freed = true;
    if (this.isWhole) this.#made?.handle.free();
  }
}

/** The refusal of what was destroyed. */
export function destroyed(): VitrineError {
  return new VitrineError("Destroyed", "This adapter was destroyed. Create another one.");
}

/** JSON text of a value that may go to the log: one operation with it keeps the limits of a batch. */
function keepable(value: unknown, what: string): string {
  const text = withoutHalves(jsonText(value, what, lossless));
  const { bytes, values, depth } = weigh(text);
  if (bytes > MOST.bytes) throw mismatch("Unprocessable", what, `at most ${MOST.bytes} bytes as JSON`, String(bytes));
  if (values > MOST.values) throw mismatch("Unprocessable", what, `at most ${MOST.values} values`, "more");
  if (depth > MOST.depth)
    throw mismatch("Unprocessable", what, `at most ${MOST.depth} nested arrays and objects`, String(depth));
  return text;
}

function requirePlace(scope: unknown, key: unknown, window: unknown): void {
  requireString(scope, "scope of the state");
  requireString(key, "key of the state");
  if (window !== undefined) requireString(window, "window of the state");
}

function list<T>(text: string): T[] {
  return text === "" ? [] : JSON.parse(text);
}
