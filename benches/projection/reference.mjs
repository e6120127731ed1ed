// The plainest possible projection, written to be read and not to be fast: what every contestant must equal.
import { Decoder } from "@msgpack/msgpack";
import { bundle } from "./bundle.mjs";

const decoder = new Decoder({ useBigInt64: true });

/** All turns of a GET_LAST payload, typed, with the default rendering and the unknown fields. */
export function reference(bytes, verified) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const turns = [];
  let at = 4;
  for (let left = view.getUint32(0, true); left > 0; left -= 1) {
    const typeIdLength = view.getUint32(at + 20, true);
    const typeId = new TextDecoder().decode(bytes.subarray(at + 24, at + 24 + typeIdLength));
    const rest = at + 24 + typeIdLength;
    const end = rest + 52 + view.getUint32(rest + 48, true);
    const type = { type_id: typeId, type_version: view.getUint32(rest, true) };
    turns.push({
      turn_id: String(view.getBigUint64(at, true)),
      parent_turn_id: String(view.getBigUint64(at + 8, true)),
      depth: view.getUint32(at + 16, true),
      declared_type: type,
      decoded_as: { ...type },
      content_hash_b3: hex(bytes.subarray(rest + 16, rest + 48)),
      verified,
      ...project(decoder.decode(bytes.subarray(rest + 52, end)), type),
    });
    at = end;
  }
  return turns;
}

function project(value, { type_id, type_version }) {
  const { fields } = bundle.types[type_id].versions[type_version];
  const data = {};
  const unknown = {};
  for (const [tag, item] of Object.entries(value)) {
    const field = fields[tag];
    if (field === undefined) unknown[tag] = item;
    else data[field.name] = render(item, field);
  }
  return { data, unknown };
}

function render(value, field) {
  if (field.enum !== undefined) return bundle.enums[field.enum][value] ?? value;
  if (field.type === "u64") return String(value);
  if (field.type === "unix_ms") return new Date(Number(value)).toISOString();
  if (field.type === "bytes") return btoa(String.fromCharCode(...value));
  if (field.type === "ref") return project(value, { type_id: field.ref, type_version: 1 }).data;
  if (field.type === "array") return value.map((item) => render(item, field.items));
  return value;
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
