// Reads very many turns page by page, in a process of its own with --expose-gc, and prints as JSON what was held after the
// first pages and after all. The phase is the argument.

import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { blake3, encodeTurn, init, projectPayload, Registry, TurnBatch } from "vitrine";

const require = createRequire(import.meta.url);
const { turns } = require(join(require.resolve("vitrine/package.json"), "../cjs/src/turns/module.js"));

const TURNS = 500;
const BLOCK = 20 << 20;
const NOTE = { typeId: "t.Note", typeVersion: 1 };
const FIELDS = {
  1: { name: "title", type: "string" },
  2: { name: "text", type: "string" },
  3: { name: "at", type: "unix_ms" },
  4: { name: "id", type: "u64" },
  5: { name: "more", type: "any" },
};
const bundle = { registry_version: 1, bundle_id: "flat", types: { "t.Note": { versions: { 1: { fields: FIELDS } } } } };

await init();
const memory = turns.call((glue) => glue.shared_memory());
const registry = new Registry(bundle);

const note = (page, turn) => ({
  title: `page ${String(page).padStart(8, "0")}, turn ${String(turn).padStart(8, "0")}`,
  text: `${"words of an answer ".repeat(1 + (turn % 20))}${turn % 3 === 0 ? "größer, 日本語 🚀" : ""}`,
  at: 1_750_000_000_000 + turn,
  id: String(2n ** 60n + BigInt(page * TURNS + turn)),
  more: { path: `file-${turn}`, list: [1, null, "two"], page },
});

/** A page of payloads, each of its own type; `ids` are the places of the turns' ids, for whoever writes them anew. */
function pageOf(turns) {
  const u32 = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  const parts = [u32(turns.length)];
  const ids = [];
  let at = 4;
  for (const { typeId, payload } of turns) {
    const id = Buffer.from(typeId);
    // Id and parent, depth; then version, encoding, compression.
    const item = Buffer.concat([
      u32(0, 0, 0, 0, 0, id.length),
      id,
      u32(1, 1, 0, payload.length),
      blake3(payload),
      u32(payload.length),
      payload,
    ]);
    ids.push(at);
    at += item.length;
    parts.push(item);
  }
  // One block of memory, none that is let go: by those the C library learns to keep memory.
  const bytes = new Uint8Array(at);
  let to = 0;
  for (const part of parts) {
    bytes.set(part, to);
    to += part.length;
  }
  return { bytes, ids };
}

/** Some pages; reading them goes round, with other turn ids each time. */
const PAGES = Array.from({ length: 24 }, (_, page) =>
  pageOf(
    Array.from({ length: TURNS - page }, (_, turn) => ({
      typeId: NOTE.typeId,
      payload: encodeTurn(NOTE, note(page, turn), registry),
    })),
  ),
);

let turnsRead = 0;

/** Reads the next page; `free` as a reader should, or left to the collector. */
function readPage(number, options, free = true) {
  const { bytes, ids } = PAGES[number % PAGES.length];
  const view = new DataView(bytes.buffer);
  for (const at of ids) {
    view.setBigUint64(at + 8, BigInt(turnsRead), true);
    turnsRead += 1;
    view.setBigUint64(at, BigInt(turnsRead), true);
  }
  const batch = new TurnBatch(bytes);
  const read = batch.project(registry, options);
  if (free) batch.free();
  const last = read.at(-1);
  if (!read.every((turn) => turn.verified && turn.data) || last.turn_id !== String(turnsRead))
    throw new Error(`page ${number} was read wrongly`);
  return read;
}

const sweeper = new FinalizationRegistry((tell) => tell());

/** Until what is collected has been given back, of which the engine tells in a task of its own, late where it is busy. */
async function swept() {
  let gone = false;
  const tell = () => {
    gone = true;
  };
  sweeper.register({}, tell);
  while (!gone) {
    globalThis.gc();
    await sleep(1);
  }
}

/** Bytes held: by the module, and by the engine after a full collection. */
async function held() {
  for (let i = 0; i < 3; i += 1) await swept();
  const { heapUsed, external } = process.memoryUsage();
  return { wasm: memory.buffer.byteLength, heap: heapUsed + external - memory.buffer.byteLength };
}

const PHASES = {
  /** Page after page, under options that change. */
  async pages() {
    const sets = [{}, { includeUnknown: true }, { detach: true }, { bytesRender: "hex", timeRender: "unix_ms" }];
    const some = (from, to) => {
      for (let page = from; page < to; page += 1) readPage(page, sets[page % sets.length]);
    };
    some(0, 96);
    const first = await held();
    some(96, 800);
    return { first, all: await held(), turns: turnsRead };
  },

  /** The same without a word from the reader: collected pages give back what they had. */
  async unfreed() {
    const some = async (from, to) => {
      for (let page = from; page < to; page += 1) {
        readPage(page, {}, false);
        if (page % 8 === 0) await held();
      }
    };
    await some(0, 48);
    const first = await held();
    await some(48, 240);
    return { first, all: await held(), turns: turnsRead };
  },

  /** Pages full of names that no page before had: of fields in free values, and of types. */
  async strangers() {
    const read = (from, to) => {
      for (let page = from; page < to; page += 1) {
        const name = (turn, i) => [`field-${page}-${turn}-${i}`, i];
        const items = Array.from({ length: 50 }, (_, turn) => {
          const more = Object.fromEntries(Array.from({ length: 20 }, (_, i) => name(turn, i)));
          const typeId = turn % 2 ? NOTE.typeId : `t.Stranger-${page}-${turn}`;
          return { typeId, payload: encodeTurn(NOTE, { ...note(0, turn), more }, registry) };
        });
        const batch = new TurnBatch(pageOf(items).bytes);
        const turns = batch.project(registry);
        batch.free();
        const known = turns.filter(({ data }) => data !== undefined).length;
        if (known !== 25) throw new Error(`page ${page}: ${known} turns were read`);
      }
    };
    read(0, 200);
    const first = await held();
    read(200, 800);
    return { first, all: await held() };
  },

  /** Turns of one type, each with other fields of it than all before. */
  async shapes() {
    const tags = Array.from({ length: 20 }, (_, bit) => bit + 1);
    const fields = Object.fromEntries(tags.map((tag) => [tag, { name: `f${tag}`, type: "u8", optional: true }]));
    const types = { "t.Odd": { versions: { 1: { fields } } } };
    const odd = new Registry({ ...bundle, bundle_id: "odd", types });
    const read = (from, to) => {
      for (let mask = from; mask < to; mask += 1) {
        const present = tags.filter((tag) => (mask >> (tag - 1)) & 1);
        const payload = Uint8Array.from([0xde, 0, present.length, ...present.flatMap((tag) => [tag, 7])]);
        const { data } = projectPayload(payload, { typeId: "t.Odd", typeVersion: 1 }, odd);
        if (Object.keys(data).length !== present.length) throw new Error(`${mask} was read wrongly`);
      }
    };
    read(0, 4000);
    const first = await held();
    read(4000, 24_000);
    return { first, all: await held() };
  },

  /** Every call of the module, again and again on the same input. */
  async calls() {
    const payload = encodeTurn(NOTE, note(1, 1), registry);
    const { bytes } = PAGES[0];
    const open = new TurnBatch(bytes);
    const call = (i) => {
      new TurnBatch(bytes).free();
      open.project(registry, {}, { start: i % 400, end: (i % 400) + 40 });
      open.decode(i % TURNS);
      open.payload(i % TURNS);
      projectPayload(payload, NOTE, registry);
      encodeTurn(NOTE, note(1, i), registry);
      blake3(bytes);
      new Registry(bundle).free();
    };
    for (let i = 0; i < 100; i += 1) call(i);
    const first = await held();
    for (let i = 0; i < 1000; i += 1) call(i);
    return { first, all: await held() };
  },

  /** After a page of some MB: the faults of a second block of memory where a first one was let go, as texts are. */
  async large() {
    const page = Array.from({ length: 400 }, (_, turn) => ({
      typeId: NOTE.typeId,
      payload: encodeTurn(NOTE, { ...note(0, turn), text: "words of an answer ".repeat(210) }, registry),
    }));
    new TurnBatch(pageOf(page).bytes).project(registry);
    await swept();
    const faults = async () => {
      const before = process.resourceUsage().minorPageFault;
      Buffer.allocUnsafeSlow(BLOCK).fill(1);
      const after = process.resourceUsage().minorPageFault;
      await swept();
      return after - before;
    };
    const held = { wasm: 0, heap: 0 };
    return { first: held, all: held, fresh: await faults(), again: await faults() };
  },

  /** One short text of each page stays; the rest of the page goes. */
  detached: () => keepTitles({ detach: true }),
  attached: () => keepTitles({}),
};

async function keepTitles(options) {
  for (let page = 0; page < 24; page += 1) readPage(page, options);
  const kept = [];
  const first = await held();
  for (let page = 0; page < 200; page += 1) kept.push(readPage(page, options)[7].data.title);
  const all = await held();
  return { first, all, kept: kept.length };
}

console.log(JSON.stringify(await PHASES[process.argv[2]]()));
