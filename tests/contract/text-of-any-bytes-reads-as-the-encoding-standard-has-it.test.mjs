// Promise: a string is what the Encoding Standard's decoder makes of its bytes, whatever scripts alternate in it, wherever it
// is cut or damaged, and however long it is. The module transcodes by windows, with vectors that native tests do not have.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as vitrine from "vitrine";
import { bundle } from "../support/page.mjs";
import { randomOf } from "../support/random.mjs";

const TYPE = { typeId: "com.example.Note", typeVersion: 1 };
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

let registry;
before(async () => {
  await vitrine.init();
  registry = new vitrine.Registry(bundle);
});

/** Of each length of character the first, the last and one between; what borders on them and is none; and plain words. */
const POINTS = [
  0, 0x41, 0x7f, 0x80, 0x416, 0x7ff, 0x800, 0x4e2d, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x1_0000, 0x1_f642, 0x10_ffff,
];
const GOOD = POINTS.map((point) => [...encoder.encode(String.fromCodePoint(point))]);
// biome-ignore format: a table
const BAD = [
  [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xdf, 0x41], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf], [0xe4, 0xb8],
  [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x99], [0xf4, 0x90, 0x80, 0x80], [0xf5], [0xff],
];
const WORDS = ["the ", "file", "привет ", "мир", "日本語", "文章。", "données ", "— ", "🙂", "a", "é", " "].map(
  (word) => [...encoder.encode(word)],
);

/** @param {number} damage how often a part is none, of 1 */
function drawn(random, damage) {
  const parts = [];
  const kinds = random.pick([
    [GOOD],
    [WORDS],
    [GOOD, WORDS],
    [WORDS.slice(0, 2)],
    [WORDS.slice(2, 4)],
    [WORDS.slice(4, 6)],
    [[[0x61]], WORDS.slice(7)],
  ]);
  for (let count = random.pick([1, 3, 9, 30, 90]); count > 0; count -= 1) {
    const part = random.chance(damage) ? random.pick(BAD) : random.pick(random.pick(kinds));
    const times = random.chance(0.1) ? 2 + random.below(39) : 1;
    for (let time = 0; time < times; time += 1) parts.push(part);
  }
  const bytes = Uint8Array.from(parts.flat());
  return bytes.subarray(
    random.chance(damage) ? random.below(3) : 0,
    bytes.length - (random.chance(damage) ? random.below(3) : 0),
  );
}

/** {2: the string} */
function payloadOf(bytes) {
  return Buffer.concat([Buffer.from([0x81, 2, 0xdb, 0, 0, bytes.length >> 8, bytes.length]), bytes]);
}

function check(bytes) {
  const { data, warnings } = vitrine.projectPayload(payloadOf(bytes), TYPE, registry);
  const expected = decoder.decode(bytes);
  const where = () => Buffer.from(bytes).toString("hex");
  assert.equal(data.text, expected, where());
  assert.equal(warnings !== undefined, Buffer.compare(encoder.encode(expected), bytes) !== 0, where());
}

test("texts of many scripts, whole", () => {
  const random = randomOf(1);
  for (let round = 0; round < 6000; round += 1) check(drawn(random, 0));
});

test("texts that are cut and damaged", () => {
  const random = randomOf(2);
  for (let round = 0; round < 6000; round += 1) check(drawn(random, random.pick([0.02, 0.2, 0.6])));
});

test("every character and what is none, at every place of a text that is longer than a window", () => {
  for (const filler of [[0x61], [0xd0, 0xb6], [0xe4, 0xb8, 0xad], [0xf0, 0x9f, 0x99, 0x82]])
    for (const part of [...GOOD, ...BAD])
      for (let place = 0; place <= 84; place += 1) {
        const around = Array.from({ length: 100 }, () => filler).flat();
        check(
          Uint8Array.from([
            ...around.slice(0, place * filler.length),
            ...part,
            ...around.slice(0, (place * 7) % around.length),
          ]),
        );
      }
});
