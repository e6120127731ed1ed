// The shapes of the turns room. Field names of results are those of the turn store's JSON (client specification,
// section 5.2.2), so that what the core computes and what the JSON gateway answers are the same.

/** A type by its name and version. */
export interface TypeRef {
  typeId: string;
  /** From 1. */
  typeVersion: number;
}

/** A registry bundle (client specification, section 4.1). */
export interface BundleJson {
  /** Version of the bundle format. */
  registry_version: number;
  bundle_id: string;
  /** Descriptors by type id. */
  types: Record<string, unknown>;
  /** Labels by number, by the enum's name. */
  enums?: Record<string, Record<string, string>>;
}

/** What {@link ProjectOptions} let the caller choose: how a payload is read and how its values are shown. */
export interface ProjectOptions {
  /**
   * Which descriptor reads a turn: the declared type and version (`inherit`, the default), the newest version of the
   * declared type (`latest`), or the one that `as` names (`explicit`).
   */
  typeHintMode?: "inherit" | "latest" | "explicit";
  /** The type to read as; belongs to `explicit` alone. */
  as?: TypeRef;
  /** Also give the fields that no descriptor names, as `unknown`. Default: false. */
  includeUnknown?: boolean;
  /** Bytes as base64 (standard, padded; the default), as hex, as their number, or as a `Uint8Array`. */
  bytesRender?: "base64" | "hex" | "len_only" | "view";
  /** 64-bit integers as decimal strings (the default), as numbers where these are exact, or as `bigint`. */
  u64Format?: "string" | "number" | "bigint";
  /** Enums as label (the default), as number, or as `{label, value}`; a number without a label stays a number. */
  enumRender?: "label" | "number" | "both";
  /** Times as ISO 8601 in UTC with milliseconds (the default), or as milliseconds since 1970. */
  timeRender?: "iso" | "unix_ms";
  /** Check each payload against its BLAKE3 hash before it is decoded. Default: true. */
  verify?: boolean;
  /**
   * Hashes got elsewhere, in hex by turn id, for callers who must not trust the host's own: a turn that has another is an
   * error. Payloads are then verified whatever `verify` says.
   */
  expect?: Record<string, string>;
  /** Copy strings out of the page that they were read from, for objects that live much longer than the rest of it. */
  detach?: boolean;
  /**
   * Merge runs of small turns of type `type` into the turn of type `into` that they follow, whose text `field` they
   * continue (client specification, section 9, way 1). The merged turn names them in `coalesced`.
   */
  coalesce?: { type: string; into: string; field: string };
}

/** How bytes that have a hash are read without a registry. */
export interface DecodeOptions {
  /** Check them against their BLAKE3 hash. Default: true. */
  verify?: boolean;
}

/** A type and version as results name it. */
export interface TypeName {
  type_id: string;
  type_version: number;
}

/** A turn, decoded. Either `data` or `error` is there. */
export interface TypedTurn {
  /** A decimal u64. */
  turn_id: string;
  /** A decimal u64; "0" at a root. */
  parent_turn_id: string;
  /** Distance from the root, which has 0. */
  depth: number;
  /** The type that the writer declared. */
  declared_type: TypeName;
  /** The type whose descriptor read it. */
  decoded_as: TypeName;
  /** BLAKE3 of the payload as the host gives it, 64 hex digits. */
  content_hash_b3: string;
  /** Whether the payload was found to have that hash, here. */
  verified: boolean;
  /** Fields by name, in the order of their tags. */
  data?: Record<string, unknown>;
  /** With `includeUnknown`: fields that the descriptor does not name, by their own key. */
  unknown?: Record<string, unknown>;
  /** What was odd without being fatal: `{turn_id, tag, expected, found}`. */
  warnings?: unknown[];
  /** With `coalesce`: the turns that were merged into this one, in their order. */
  coalesced?: string[];
  /** Why it could not be decoded. */
  error?: { code: string; message: string; details?: Record<string, unknown> };
}

/** A context, which is a head that moves. */
export interface ContextHead {
  /** A decimal u64. */
  context_id: string;
  /** A decimal u64; "0" in an empty context. */
  head_turn_id: string;
  head_depth: number;
  /** What its writer called itself, where it did; of contexts that are listed. */
  tag?: string;
}

/** What a page says of the context that it is from. */
export interface TurnsMeta extends ContextHead {
  /** The host's newest registry bundle; null when it has none. */
  registry_bundle_id: string | null;
}

/** A page of turns, the oldest first. */
export interface TurnsPage {
  meta: TurnsMeta;
  turns: TypedTurn[];
  /** What to pass as `beforeTurnId` for the page before this one; null when the root is in it. */
  next_before_turn_id: string | null;
}
