// The parameters of the routes that give turns (client specification, section 5.2.2), read strictly: what is not understood is
// refused, never replaced.

import { mismatch, VitrineError } from "../core/errors.js";
import type { PageQuery } from "../turns/page.js";
import type { ProjectOptions } from "../turns/types.js";

/** What the caller wants to see of a page. */
export interface View {
  view: "typed" | "raw" | "both";
  /** Of the raw view's payloads. */
  bytes: "base64" | "hex" | "len_only";
  project: ProjectOptions;
}

/** Which page, and what of it. */
export interface PageRequest extends View {
  page: PageQuery;
}

/** Names that take one of a few words; the first is the default. */
const CHOICES = {
  view: ["typed", "raw", "both"],
  type_hint_mode: ["inherit", "explicit", "latest"],
  include_unknown: ["0", "1"],
  bytes_render: ["base64", "hex", "len_only"],
  bytes_format: ["base64", "hex", "len_only"],
  u64_format: ["string", "number"],
  enum_render: ["label", "number", "both"],
  time_render: ["iso", "unix_ms"],
} as const;

/** Of a turn. */
const NAMES = ["as_type_id", "as_type_version", ...Object.keys(CHOICES)];
/** What is merged (section 9): a turn's type, the type of those that it continues, and the field. */
const COALESCE = ["coalesce_type", "coalesce_into", "coalesce_field"];
/** Of a page. */
const PAGE_NAMES = ["limit", "before_turn_id", ...COALESCE, ...NAMES];
const MOST_TURNS = 1000;

type Choices = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

/** @throws VitrineError `BadRequest` */
export function readPageQuery(query: URLSearchParams): PageRequest {
  const view = readView(query, PAGE_NAMES);
  const limit = query.get("limit");
  if (limit !== null && !(/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= MOST_TURNS))
    throw bad("limit", `1 to ${MOST_TURNS}`, limit);
  const page = { limit: limit ?? undefined, before_turn_id: query.get("before_turn_id") ?? undefined };
  const coalesce = readCoalesce(query, view.view);
  return { ...view, page, project: { ...view.project, ...(coalesce ? { coalesce } : {}) } };
}

/** @throws VitrineError `BadRequest` */
export function readTurnQuery(query: URLSearchParams): View {
  return readView(query, NAMES);
}

function readView(query: URLSearchParams, names: string[]): View {
  const seen = new Set<string>();
  for (const name of query.keys()) {
    if (!names.includes(name)) throw bad("query parameter", names.join(", "), name);
    if (seen.has(name)) throw new VitrineError("BadRequest", `query: expected ${name} once, found it twice`);
    seen.add(name);
  }
  const chosen = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, choice(query, name)])) as Choices;
  const { view, type_hint_mode } = chosen;
  if (seen.has("bytes_format") && view === "typed")
    throw bad("bytes_format with view=typed", "bytes_render", "bytes_format");
  const as = explicitType(query, type_hint_mode);
  return {
    view,
    bytes: seen.has("bytes_format") ? chosen.bytes_format : chosen.bytes_render,
    project: {
      typeHintMode: type_hint_mode,
      ...(as ? { as } : {}),
      includeUnknown: chosen.include_unknown === "1",
      bytesRender: chosen.bytes_render,
      u64Format: chosen.u64_format,
      enumRender: chosen.enum_render,
      timeRender: chosen.time_render,
    },
  };
}

function choice(query: URLSearchParams, name: string): string {
  const [first, ...others] = CHOICES[name as keyof typeof CHOICES];
  const found = query.get(name);
  if (found === null || found === first) return first;
  if ((others as string[]).includes(found)) return found;
  throw bad(name, [first, ...others].join(", "), found);
}

/** `as_type_id` and `as_type_version`: both in the explicit mode, none in another. */
function explicitType(query: URLSearchParams, mode: string) {
  const typeId = query.get("as_type_id");
  const version = query.get("as_type_version");
  if (mode !== "explicit") {
    for (const [name, value] of Object.entries({ as_type_id: typeId, as_type_version: version }))
      if (value !== null) throw bad(name, "type_hint_mode=explicit beside it", `type_hint_mode=${mode}`);
    return undefined;
  }
  if (typeId === null || typeId === "") throw bad("as_type_id", "a type id, with type_hint_mode=explicit", typeId);
  if (version === null || !/^[1-9]\d{0,9}$/.test(version) || Number(version) >= 2 ** 32)
    throw bad("as_type_version", "a version: a decimal number from 1, with type_hint_mode=explicit", version);
  return { typeId, typeVersion: Number(version) };
}

/** All three names or none, and of turns that are shown typed: a merged one has no bytes of its own. */
function readCoalesce(query: URLSearchParams, view: View["view"]): ProjectOptions["coalesce"] {
  const [type, into, field] = COALESCE.map((name) => query.get(name));
  if (type === null && into === null && field === null) return undefined;
  if (view !== "typed") throw bad("coalesce_type", "view=typed beside it", `view=${view}`);
  if (type && into && field) return { type, into, field };
  const missing = COALESCE.find((name) => !query.get(name)) as string;
  throw bad(missing, `a name, since ${COALESCE.join(", ")} go together`, query.get(missing));
}

function bad(what: string, expected: string, found: string | null): VitrineError {
  return mismatch("BadRequest", what, expected, found === null ? "none" : JSON.stringify(found));
}
