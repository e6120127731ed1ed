// Values as a person reads them. What turns say goes to a terminal, which obeys control characters: none gets through.

import type { TypedTurn } from "../../turns/types.js";

/** Bytes shown of a binary value. */
const BYTES = 24;

/** A turn: a line of what it is, then its fields. What only some turns have stands only there. */
export function turnText(turn: Partial<TypedTurn>): string {
  const { turn_id, parent_turn_id, depth, declared_type, decoded_as, verified, content_hash_b3 } = turn;
  const lines: string[] = [];
  if (turn_id !== undefined) {
    const name = declared_type ? `${line(declared_type.type_id) || "(no type)"} v${declared_type.type_version}` : "";
    const read =
      decoded_as && decoded_as.type_version !== declared_type?.type_version
        ? ` read as v${decoded_as.type_version}`
        : "";
    const checked = verified ? "verified" : "not verified";
    lines.push(`── turn ${turn_id}   ${name}${read}   depth ${depth}, after ${parent_turn_id}   ${checked}`);
    if (!verified) lines.push(`   hash ${content_hash_b3}`);
  }
  if (turn.error) lines.push(`   ! ${turn.error.code}: ${line(turn.error.message)}`);
  if (turn.data) lines.push(...fields(turn.data, "   "));
  if (turn.unknown && Object.keys(turn.unknown).length > 0)
    lines.push("   without a name:", ...fields(turn.unknown, "     "));
  for (const warning of turn.warnings ?? []) {
    const { pointer, tag, expected, found } = warning as Record<string, unknown>;
    lines.push(
      `   ~ ${line(String(pointer ?? tag))}: expected ${line(String(expected))}, found ${line(String(found))}`,
    );
  }
  return lines.join("\n");
}

/** Any value, over as many lines as it takes. */
export function valueText(value: unknown): string {
  return block(value, "").join("\n");
}

/** Text in one line, without what a terminal would obey. */
export function line(text: string): string {
  return clean(text).replace(/[\n\t]/g, (each) => (each === "\n" ? "\\n" : "\\t"));
}

/** JSON of what projection and raw mode give: BigInt as a string, bytes in base64, maps as lists of pairs. */
export function json(value: unknown): string {
  const plain = (_: string, each: unknown) => {
    if (typeof each === "bigint") return each.toString();
    if (each instanceof Uint8Array) return Buffer.from(each).toString("base64");
    return each instanceof Map ? [...each] : each;
  };
  // JSON keeps what it is escaped or not; what JSON writes as it is, a terminal may obey.
  return JSON.stringify(value, plain, 2).replace(CONTROLS, escaped);
}

function fields(entries: object, indent: string): string[] {
  const all: [unknown, unknown][] = entries instanceof Map ? [...entries] : Object.entries(entries);
  if (all.length === 0) return [`${indent}(empty)`];
  const names = all.map(([name]) => (typeof name === "string" ? line(name) : scalar(name)));
  const width = Math.min(Math.max(...names.map(({ length }) => length)), 24);
  return all.flatMap(([, value], at) => {
    const name = names[at] ?? "";
    const inner = block(value, `${indent}  `);
    // What fits a line stands beside its name, the rest below.
    if (inner.length === 1 && !isOpen(value)) return [`${indent}${name.padEnd(width)}  ${inner[0]?.trim()}`];
    return [`${indent}${name}`, ...inner];
  });
}

function isOpen(value: unknown): boolean {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array) && Object.keys(value).length > 0;
}

function block(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${indent}[]`];
    return value.flatMap((each) => {
      const [first = "", ...rest] = block(each, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  if (typeof value === "string")
    return clean(value)
      .split("\n")
      .map((each) => `${indent}${each}`);
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) return fields(value, indent);
  return [`${indent}${scalar(value)}`];
}

function scalar(value: unknown): string {
  if (!(value instanceof Uint8Array)) return line(String(value));
  const shown = Buffer.from(value.subarray(0, BYTES))
    .toString("hex")
    .replace(/(..)(?=.)/g, "$1 ");
  return `<${value.length} bytes${value.length > 0 ? `: ${shown}` : ""}${value.length > BYTES ? " …" : ""}>`;
}

/** Text with controls as escapes. */
function clean(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROLS, escaped);
}

/** Controls but for line ends and tabs, and the marks that turn the direction of text around. */
const CONTROLS = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

function escaped(each: string): string {
  return `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
