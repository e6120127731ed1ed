// A hand-written projection of what a msgpack library gives with maps as objects: {1: …, 2: …}.
// Imported once per contestant (with a query), so that each library's shapes have code of their own.
import { base64 } from "#platform";
import { MESSAGE, TOOL_CALL } from "./bundle.mjs";
import { isoTime } from "./render.mjs";

const ROLES = ["system", "user", "assistant", "tool"];
const STATUSES = ["pending", "running", "succeeded", "failed"];
const KINDS = ["file", "image", "audio"];
const MESSAGE_TAGS = 8;
const TOOL_CALL_TAGS = 7;

/** @param {(buffer: Uint8Array, start: number, end: number) => object} unpack the library's decoder, for one payload */
export function createDecoder(unpack) {
  let rest = {};

  function data(buffer, _view, type, start, end) {
    const value = unpack(buffer, start, end);
    const result = type === 0 ? message(value) : toolCall(value);
    // The payload's own count of fields tells whether any is unknown, without a walk over the keys.
    const known = type === 0 ? countMessage(value) : countToolCall(value);
    rest = fieldCount(buffer, start) === known ? {} : unknown(value, type === 0 ? MESSAGE_TAGS : TOOL_CALL_TAGS);
    return result;
  }

  return { typeIds: [MESSAGE, TOOL_CALL], data, unknown: () => rest };
}

const fieldCount = (buffer, start) =>
  buffer[start] === 0xde ? (buffer[start + 1] << 8) | buffer[start + 2] : buffer[start] & 0x0f;

const countMessage = (value) => 5 + (value[6] !== undefined) + (value[7] !== undefined) + (value[8] !== undefined);
const countToolCall = (value) => 6 + (value[6] !== undefined);

function unknown(value, tags) {
  const result = {};
  for (const tag of Object.keys(value)) if (tag > tags) result[tag] = value[tag];
  return result;
}

// One literal per combination of optional fields that occurs: objects are made with their final shape at once.
function message(value) {
  const role = ROLES[value[1]] ?? value[1];
  const text = value[2];
  const id = `${value[3]}`;
  const created_at = isoTime(Number(value[4]));
  const attachments = value[5].length === 0 ? [] : value[5].map(attachment);
  const parent = value[6];
  const model = value[7];
  if (model !== undefined && value[8] !== undefined) {
    const usage = { input: value[8][1], output: value[8][2], cost: value[8][3] };
    if (parent === undefined) return { role, text, id, created_at, attachments, model, usage };
    return { role, text, id, created_at, attachments, parent_id: `${parent}`, model, usage };
  }
  if (parent === undefined) return { role, text, id, created_at, attachments };
  return { role, text, id, created_at, attachments, parent_id: `${parent}` };
}

function attachment(value) {
  const bytes = value[3];
  const data = base64(bytes, 0, bytes.length);
  return { name: value[1], mime: value[2], data, size: value[4], kind: KINDS[value[5]] ?? value[5] };
}

function toolCall(value) {
  const id = `${value[1]}`;
  const created_at = isoTime(Number(value[2]));
  const status = STATUSES[value[4]] ?? value[4];
  if (value[6] === undefined) {
    return { id, created_at, tool_name: value[3], status, args: value[5], duration_ms: value[7] };
  }
  return { id, created_at, tool_name: value[3], status, args: value[5], result: value[6], duration_ms: value[7] };
}
