// TypeScript for a registry bundle: an interface for each type version as projection shows it by default, and a codec
// with which to encode and project it.

import type { BundleJson } from "../../turns/types.js";
import { comment, key, lower, Names } from "./names.js";

interface Field {
  name?: string;
  type?: string;
  optional?: boolean;
  tombstone?: boolean;
  enum?: string | null;
  ref?: string;
  semantic?: string;
  items?: string | Field;
  keys?: string | Field;
  values?: string | Field;
}

interface Versions {
  versions: Record<string, { fields: Record<string, Field> }>;
}

/** Of a merged bundle: the versions of nested types that are not the latest, by type, version and nested type. */
type Nested = Record<string, Record<string, Record<string, number>>>;

/** What the program itself calls things. */
const OWN = ["Codec", "Float", "TypedBlob", "bundle", "codec", "encodeTurn", "projectPayload"];
const IMPORTED = ["BundleJson", "ProjectOptions", "Registry", "TypedTurn", "TypeRef"];
/** What it takes from the language; the last three stand in what compilers write of it. */
const GLOBAL = ["Pick", "Record", "Uint8Array", "Array", "ArrayBufferLike", "Map"];

const TIMES = ["unix_ms", "time_ms", "timestamp_ms"];

/** The program. `bundle` has been accepted by a registry. */
export function typescript(bundle: BundleJson): string {
  const names = new Names([...OWN, ...IMPORTED, ...GLOBAL]);
  const types = Object.entries(bundle.types as Record<string, Versions>).map(([id, { versions }]) => {
    const numbers = Object.keys(versions).sort((a, b) => Number(a) - Number(b));
    const all = numbers.map((number) => ({ number, name: names.take(id, `V${number}`), ...versions[number] }));
    return { id, all };
  });
  const enums = Object.entries(bundle.enums ?? {}).map(([id, labels]) => ({ id, labels, name: names.take(id) }));
  const enumNames = new Map(enums.map(({ id, name }) => [id, name]));
  const versions = new Map(types.map(({ id, all }) => [id, all]));
  const { merged } = bundle as { merged?: Nested | null };
  // As projection by the same bundle has it.
  const nested = (outer: string, number: string) => (inner: string) => {
    const told = own(own(own(merged, outer), number), inner);
    const all = versions.get(inner);
    return (all?.find((each) => each.number === String(told)) ?? all?.at(-1))?.name;
  };
  return [
    HEAD.replace("BUNDLE_ID", () => comment(bundle.bundle_id)),
    ...enums.map(
      ({ id, labels, name }) =>
        `/** ${comment(id)}; a number without a label stays a number. */\nexport type ${name} = ${union(Object.values(labels))};\n`,
    ),
    ...types.flatMap(({ id, all }) =>
      all.map(
        ({ name, number, fields = {} }) =>
          `/** ${comment(id)}, version ${number}. */\nexport interface ${name} {\n${members(fields, shower(nested(id, number), enumNames))}}\n\nexport const ${lower(name)} = codec<${name}>(${JSON.stringify(id)}, ${number});\n`,
      ),
    ),
    `/** The bundle itself, for a registry: \`new Registry(bundle)\`. */\nexport const bundle: BundleJson = ${literal(bundle)} as object as BundleJson;\n`,
  ].join("\n");
}

/** What stands in an object of a bundle under a name, which may be one that every object of the language has. */
function own<T>(from: Record<string, T> | null | undefined, name: string): T | undefined {
  return from && Object.hasOwn(from, name) ? from[name] : undefined;
}

/** A key of this name would set what the object inherits, but for brackets around it. Quotes inside of texts are escaped. */
function literal(bundle: BundleJson): string {
  return JSON.stringify(bundle, null, 2).replace(/^( *)"__proto__":/gm, '$1["__proto__"]:');
}

function members(fields: Record<string, Field>, show: (field: Field) => string): string {
  return Object.entries(fields)
    .filter(([, { tombstone }]) => !tombstone)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, field]) => {
      const type = field.optional ? `?: ${show(field)} | null` : `: ${show(field)}`;
      return `  ${key(field.name ?? "")}${type};\n`;
    })
    .join("");
}

/** The type of an integer's text. */
const DIGITS = "`$" + "{bigint}`";

/** How a field shows, by the names that nested types and enums have here. */
function shower(nested: (typeId: string) => string | undefined, enums: Map<string, string>): (field: Field) => string {
  const show = (field: Field): string => {
    const type = (field.type ?? "any")
      .replace(/^uint/, "u")
      .replace(/^int/, "i")
      .replace(/^float/, "f");
    if (field.enum) {
      // A number beyond 2^53 that has no label shows as its digits.
      const wide = type === "u64" || type === "i64" ? ` | ${DIGITS}` : "";
      return `${enums.get(field.enum) ?? "string"} | number${wide}`;
    }
    if (field.semantic !== undefined && TIMES.includes(field.semantic)) return "string | number";
    if (type === "array") return `${within(inner(field.items))}[]`;
    if (type === "map") return `Record<string, ${inner(field.values)}>`;
    if (type === "ref") return nested(field.ref ?? "") ?? "Record<string, unknown>";
    return PLAIN.get(type) ?? nested(field.type ?? "") ?? "unknown";
  };
  const inner = (of: string | Field | undefined) => {
    const field = typeof of === "string" ? { type: of } : (of ?? {});
    return field.optional ? `${show(field)} | null` : show(field);
  };
  return show;
}

const PLAIN = new Map(
  Object.entries({
    bool: "boolean",
    u8: "number",
    u16: "number",
    u32: "number",
    i8: "number",
    i16: "number",
    i32: "number",
    u64: "string",
    i64: "string",
    f32: "Float",
    f64: "Float",
    string: "string",
    bytes: "string",
    typed_blob: "string | TypedBlob",
    timestamp_ms: "string | number",
    unix_ms: "string | number",
    time_ms: "string | number",
    any: "unknown",
  }),
);

function within(type: string): string {
  return type.includes("|") ? `(${type})` : type;
}

function union(labels: string[]): string {
  const each = [...new Set(labels)].map((label) => JSON.stringify(label));
  return each.length === 0 ? "never" : each.join(" | ");
}

/** Where the program gets what it uses. */
const PACKAGE = "vitrine/turns";

const HEAD = `// The types of the registry bundle BUNDLE_ID, as projection shows them by default.
// Written by \`vitrine codegen\`: change the bundle, not this file.

import {
  type BundleJson,
  encodeTurn,
  type ProjectOptions,
  projectPayload,
  type Registry,
  type TypedTurn,
  type TypeRef,
} from ${JSON.stringify(PACKAGE)};

/** A float; JSON has no numbers for the last three. */
export type Float = number | "NaN" | "Infinity" | "-Infinity";

/** A payload inside a payload; its bytes in base64. */
export interface TypedBlob {
  type_id: string;
  type_version: number;
  bytes: string;
}

/** Encodes, projects and recognises one version of a type. The registry must know it: \`new Registry(bundle)\`. */
export interface Codec<Data> {
  readonly type: TypeRef;
  /** The payload of a value. */
  encode(value: Data, registry: Registry): Uint8Array;
  /** The value of a payload, in the default rendering. */
  project(payload: Uint8Array, registry: Registry, options?: Pick<ProjectOptions, "detach">): Data;
  /** Whether a turn was decoded as this version, so that its data has this shape. */
  is(turn: TypedTurn): turn is TypedTurn & { data: Data };
}

export function codec<Data extends object>(typeId: string, typeVersion: number): Codec<Data> {
  const type: TypeRef = { typeId, typeVersion };
  return {
    type,
    encode: (value, registry) => encodeTurn(type, value as Record<string, unknown>, registry),
    project: (payload, registry, options = {}) => projectPayload(payload, type, registry, options).data as Data,
    is: (turn): turn is TypedTurn & { data: Data } =>
      turn.data !== undefined && turn.decoded_as.type_id === typeId && turn.decoded_as.type_version === typeVersion,
  };
}
`;
