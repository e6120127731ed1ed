// Writers: ours takes a typed value, as a program has it. msgpackr is given the tagged map ready-made, and in a second row
// the same typed value as ours, which it has to turn into a tagged map first.

import { Packr } from "msgpackr";
import { fromBase64 } from "#platform";
import { MESSAGE } from "./bundle.mjs";

const SETTINGS = [
  { variant: "default", options: { useRecords: false } },
  { variant: "variableMapSize", options: { useRecords: false, variableMapSize: true } },
];

/** @param {{typeId: string, fields: Map<number, unknown>}[]} turns @param {object[]} values their typed values */
export function encodePeers(turns, values) {
  const tagged = turns.map((turn) => turn.fields);
  return SETTINGS.flatMap(({ variant, options }) => {
    const packr = new Packr(options);
    const pack = (map) => packr.pack(map);
    return [
      peer("msgpackr", variant, () => tagged.map(pack)),
      peer("msgpackr-from-value", variant, () =>
        values.map((value, i) => packr.pack(turns[i].typeId === MESSAGE ? message(value) : toolCall(value))),
      ),
    ];
  });
}

const peer = (name, variant, run) => ({ name, variant, run, keep: run });

/** @returns a contestant */
export function encodeOurs(vitrine, registry, turns, values) {
  const types = turns.map(({ typeId }) => ({ typeId, typeVersion: 1 }));
  return peer("ours", "", () => values.map((value, i) => vitrine.encodeTurn(types[i], value, registry)));
}

const ROLES = { system: 0, user: 1, assistant: 2, tool: 3 };
const STATUSES = { pending: 0, running: 1, succeeded: 2, failed: 3 };
const KINDS = { file: 0, image: 1, audio: 2 };

const time = (iso) => BigInt(Date.parse(iso));

function message(value) {
  const map = new Map();
  map.set(1, ROLES[value.role]);
  map.set(2, value.text);
  map.set(3, BigInt(value.id));
  map.set(4, time(value.created_at));
  map.set(5, value.attachments.map(attachment));
  if (value.parent_id !== undefined) map.set(6, BigInt(value.parent_id));
  if (value.model !== undefined) map.set(7, value.model);
  if (value.usage !== undefined) {
    const usage = new Map();
    usage.set(1, value.usage.input);
    usage.set(2, value.usage.output);
    usage.set(3, value.usage.cost);
    map.set(8, usage);
  }
  return map;
}

function attachment(value) {
  const map = new Map();
  map.set(1, value.name);
  map.set(2, value.mime);
  map.set(3, fromBase64(value.data));
  map.set(4, value.size);
  map.set(5, KINDS[value.kind]);
  return map;
}

function toolCall(value) {
  const map = new Map();
  map.set(1, BigInt(value.id));
  map.set(2, time(value.created_at));
  map.set(3, value.tool_name);
  map.set(4, STATUSES[value.status]);
  map.set(5, value.args);
  if (value.result !== undefined) map.set(6, value.result);
  map.set(7, value.duration_ms);
  return map;
}
