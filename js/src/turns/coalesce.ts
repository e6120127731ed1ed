// Small turns, as a stream of text leaves them, read as the one message that they make up.

import { found, reading } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import type { ProjectOptions, TypedTurn } from "./types.js";

/** What to merge: {@link ProjectOptions.coalesce}. */
type Coalesce = NonNullable<ProjectOptions["coalesce"]>;

/** @throws VitrineError `BadRequest` unless all three names are there. */
export function requireCoalesce(coalesce: unknown): asserts coalesce is Coalesce {
  for (const key of ["type", "into", "field"] as const) {
    const name = reading("project option coalesce", () => (coalesce as Partial<Coalesce> | null)?.[key]);
    if (typeof name === "string" && name !== "") continue;
    throw mismatch("BadRequest", `project option coalesce.${key}`, "a name", found(name), `/coalesce/${key}`);
  }
}

/**
 * The turns, each run of `type` merged into the turn of type `into` that it follows, whose `field` it continues. A run that
 * follows none, since its page begins inside it, is merged into its own first turn. A run goes from parent to child; a turn
 * that could not be decoded, or whose `field` is no text, ends it and stays as it is.
 */
export function coalesce({ type, into, field }: Coalesce, turns: TypedTurn[]): TypedTurn[] {
  const result: TypedTurn[] = [];
  let last = "";
  let run: Run | undefined;
  for (const turn of turns) {
    const text = turn.data?.[field];
    const isDelta = turn.declared_type.type_id === type && typeof text === "string";
    if (isDelta && run && turn.parent_turn_id === last) {
      run.add(turn, text);
    } else {
      run?.end();
      const begins =
        isDelta || (turn.declared_type.type_id === into && (text === undefined || typeof text === "string"));
      run = begins && turn.data ? new Run(result, turn, field) : undefined;
      if (!run) result.push(turn);
    }
    last = turn.turn_id;
  }
  run?.end();
  return result;
}

/** A turn and those that continue it. */
class Run {
  readonly #result: TypedTurn[];
  readonly #first: TypedTurn;
  readonly #field: string;
  readonly #texts: string[] = [];
  readonly #ids: string[] = [];
  readonly #warnings: unknown[] = [];
  #verified: boolean;

  constructor(result: TypedTurn[], first: TypedTurn, field: string) {
    this.#result = result;
    this.#first = first;
    this.#field = field;
    this.#verified = first.verified;
  }

  add(turn: TypedTurn, text: string): void {
    this.#ids.push(turn.turn_id);
    this.#texts.push(text);
    this.#warnings.push(...(turn.warnings ?? []));
    this.#verified &&= turn.verified;
  }

  end(): void {
    const first = this.#first;
    if (this.#ids.length === 0) {
      this.#result.push(first);
      return;
    }
    const text = [first.data?.[this.#field] ?? "", ...this.#texts].join("");
    const merged: TypedTurn = {
      ...first,
      verified: this.#verified,
      data: { ...first.data, [this.#field]: text },
      coalesced: this.#ids,
    };
    const warnings = [...(first.warnings ?? []), ...this.#warnings];
    if (warnings.length > 0) merged.warnings = warnings;
    this.#result.push(merged);
  }
}
