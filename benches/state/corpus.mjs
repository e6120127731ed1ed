// A document of 5 MB in 200 shards: what many agents keep about their work.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../lib/random.mjs";

const SHARDS = 200;
const SHARD_BYTES = 27_500;
const WORDS = "queue owner build review note deploy branch ticket result agent window step input model".split(" ");

/** A number as a key: digits are no letters. */
export const word = (number) => String(number).replace(/\d/g, (digit) => "ABCDEFGHIJ"[digit]);

/** The name of a shard's file. */
export const shardName = (number) => `${word(number)}.json`;

/** Writes the document into a folder; the root mounts each shard. Returns how many bytes it has. */
export function writeDocument(folder) {
  const draw = new Random(4711);
  const content = {};
  let bytes = 0;
  mkdirSync(join(folder, "shards"), { recursive: true });
  for (let number = 0; number < SHARDS; number += 1) {
    const name = shardName(number);
    content[word(number)] = `ref file://shards/${name}`;
    const text = pretty(shard(draw));
    bytes += text.length;
    writeFileSync(join(folder, "shards", name), text);
  }
  const root = {
    "ACTIVE-PROJECT": { TITLE: null, "PROJECT-ID": null },
    GOALS: {},
    ITEMS: { GLOBAL: { META: {}, CONTENT: content }, PROJECTS: [] },
  };
  writeFileSync(join(folder, "state.json"), pretty(root));
  return bytes + pretty(root).length;
}

/** As the command line writes JSON. */
export const pretty = (value) => `${JSON.stringify(value, null, 2)}\n`;

function shard(draw) {
  const entries = { LEAF: 0 };
  for (let size = 0, number = 0; size < SHARD_BYTES; number += 1) {
    const entry = {
      OWNER: draw.pick(WORDS),
      COUNT: draw.integer(0, 99_999),
      DONE: draw.chance(0.5),
      NOTES: Array.from({ length: draw.integer(0, 3) }, () => sentence(draw)),
      "LAST-RESULT": {
        STATUS: "OPEN",
        TEXT: sentence(draw),
        SCORES: [draw.integer(0, 99), draw.integer(0, 99)],
        NEXT: null,
      },
    };
    entries[`ENTRY-${word(number)}`] = entry;
    size += pretty(entry).length + 100;
  }
  return entries;
}

function sentence(draw) {
  return Array.from({ length: draw.integer(4, 23) }, () => draw.pick(WORDS)).join(" ");
}
