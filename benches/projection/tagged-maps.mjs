// A hand-written projection of what a msgpack library gives with maps as Map: for payloads only, since tool arguments
// have to end as plain objects. Imported once per contestant (with a query), as tagged-objects.mjs is.
import { base64 } from "#platform";
import { MESSAGE, TOOL_CALL } from "./bundle.mjs";
import { isoTime } from "./render.mjs";

const ROLES = ["system", "user", "assistant", "tool"];
const STATUSES = ["pending", "running", "succeeded", "failed"];
const KINDS = ["file", "image", "audio"];

/** @param {(buffer: Uint8Array, start: number, end: number) => Map} unpack the library's decoder, for one payload */
export function createDecoder(unpack) {
  let rest = {};

  function data(buffer, _view, type, start, end) {
    const value = unpack(buffer, start, end);
    let known;
    let result;
    if (type === 0) {
      known = 5 + value.has(6) + value.has(7) + value.has(8);
      result = message(value);
    } else {
      known = 6 + value.has(6);
      result = toolCall(value);
    }
    rest = value.size === known ? {} : unknown(value, type === 0 ? 8 : 7);
    return result;
  }

  return { typeIds: [MESSAGE, TOOL_CALL], data, unknown: () => rest };
}

function plain(value) {
  if (value instanceof Map) {
    const result = {};
    for (const [key, item] of value) result[key] = typeof item === "object" ? plain(item) : item;
    return result;
  }
  if (Array.isArray(value)) return value.map(plain);
  return value;
}

function unknown(value, tags) {
  const result = {};
  for (const [tag, item] of value) if (tag > tags) result[tag] = plain(item);
  return result;
}

function message(value) {
  const role = ROLES[value.get(1)] ?? value.get(1);
  const text = value.get(2);
  const id = `${value.get(3)}`;
  const created_at = isoTime(Number(value.get(4)));
  const attachments = value.get(5).map(attachment);
  const parent = value.get(6);
  const model = value.get(7);
  const used = value.get(8);
  if (model !== undefined && used !== undefined) {
    const usage = { input: used.get(1), output: used.get(2), cost: used.get(3) };
    if (parent === undefined) return { role, text, id, created_at, attachments, model, usage };
    return { role, text, id, created_at, attachments, parent_id: `${parent}`, model, usage };
  }
  if (parent === undefined) return { role, text, id, created_at, attachments };
  return { role, text, id, created_at, attachments, parent_id: `${parent}` };
}

function attachment(value) {
  const bytes = value.get(3);
  const data = base64(bytes, 0, bytes.length);
  return {
    name: value.get(1),
    mime: value.get(2),
    data,
    size: value.get(4),
    kind: KINDS[value.get(5)] ?? value.get(5),
  };
}

function toolCall(value) {
  const id = `${value.get(1)}`;
  const created_at = isoTime(Number(value.get(2)));
  const status = STATUSES[value.get(4)] ?? value.get(4);
  const args = plain(value.get(5));
  const result = value.get(6);
  const tool_name = value.get(3);
  const duration_ms = value.get(7);
  if (result === undefined) return { id, created_at, tool_name, status, args, duration_ms };
  return { id, created_at, tool_name, status, args, result, duration_ms };
}
