// Small turns, as a stream of text leaves them, read as the one message that they make up.

import { found, reading } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import type { Registry } from "./registry.js";
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
export function coalesce({ type, into, field }: Coalesce, turns: TypedTurn[], registry: Registry): TypedTurn[] {
  const isText = textual(registry, field);
  const result: TypedTurn[] = [];
  let last = "";
  let run: Run | undefined;
  for (const turn of turns) {
    // Writers leave out what is empty.
    const text = turn.data && (turn.data[field] ?? "");
    const { type_id } = turn.declared_type;
    const fits = (type_id === type || type_id === into) && typeof text === "string" && isText(turn);
    if (fits && type_id === type && run && turn.parent_turn_id === last) {
      run.add(turn, text);
    } else {
      run?.end();
      run = fits ? new Run(result, turn, field) : undefined;
      if (!run) result.push(turn);
    }
    last = turn.turn_id;
  }
  run?.end();
  return result;
}

/** Whether the field of what a turn was decoded as is text: bytes, times and large integers only show as such. */
function textual(registry: Registry, field: string): (turn: TypedTurn) => boolean {
  const known = new Map<string, boolean>();
  return ({ decoded_as: { type_id, type_version } }) => {
    const version = `${type_version} ${type_id}`;
    let is = known.get(version);
    if (is === undefined) {
      const { fields } = registry.descriptor(type_id, type_version) as Descriptor;
      is = Object.values(fields).some(({ name, type }) => name === field && type === "string");
      known.set(version, is);
    }
    return is;
  };
}

interface Descriptor {
  fields: Record<string, { name?: string; type?: string }>;
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
