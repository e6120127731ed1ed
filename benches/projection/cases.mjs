// The cases of `npm run bench -- projection`: what each reads, who takes part, and that all give the same. Runs in Node
// and in a page.
import { Decoder } from "@msgpack/msgpack";
import { interleave } from "../lib/interleave.mjs";
import { measure } from "../lib/measure.mjs";
import { requireSame } from "../lib/same.mjs";
import { bundle } from "./bundle.mjs";
import * as contestants from "./contestants.mjs";
import { conversation, getLastPayload, noise } from "./corpus.mjs";
import { encodeOurs, encodePeers } from "./encode.mjs";
import { hashPeers } from "./hashes.mjs";
import { MsgpackWriter } from "./msgpack-writer.mjs";
import { reference } from "./reference.mjs";

const CASES = {
  "mixed-1k": (setting) => projection(setting, { kind: "mixed", turns: 1000 }),
  "mixed-10k": (setting) => projection(setting, { kind: "mixed", turns: 10_000 }),
  "ascii-1k": (setting) => projection(setting, { kind: "ascii", turns: 1000 }),
  "cjk-1k": (setting) => projection(setting, { kind: "cjk", turns: 1000 }),
  "first-50-of-10k": (setting) => projection(setting, { kind: "mixed", turns: 10_000, first: 50 }),
  "verified-10k": (setting) => projection(setting, { kind: "mixed", turns: 10_000, verify: true }),
  "encode-1k": (setting) => encoding(setting, 1000),
  "blake3-64k": (setting) => hashing(setting, 64 << 10),
  "blake3-1m": (setting) => hashing(setting, 1 << 20),
};

export const CASE_NAMES = Object.keys(CASES);

/**
 * Runs one case.
 * @param {object | null} vitrine the module `turns` of the package, ready for use; without it, the peers alone
 * @param {{runs: number, variants: boolean}} options
 * @returns {Promise<object>} its row
 */
export async function runCase(name, vitrine, { runs, variants }) {
  const registry = vitrine && new vitrine.Registry(bundle);
  return { case: name, unit: "ms", ...(await CASES[name]({ vitrine, registry, runs, variants })) };
}

async function projection(setting, { kind, turns, first = turns, verify = false }) {
  const bytes = await getLastPayload(conversation(kind, turns));
  const expected = reference(bytes, verify).slice(0, first);
  const hash = verify ? await fastestHash() : null;
  const task = { expected, opened: first < turns, hash: hash?.hash ?? null };
  const all = await contestants.peers(bytes, task);
  if (setting.vitrine) all.unshift(contestants.ours(setting.vitrine, setting.registry, bytes, task));
  for (const contestant of all) checkTurns(contestant, expected);
  const about = `${first} of ${turns} turns, ${megabytes(bytes.length)}${hash ? `, peers verify with ${hash.name}` : ""}`;
  return { about, ...measure(all, setting) };
}

/** Same values, same order of fields. Reads every field of every turn, so that nothing lazy goes uncounted. */
function checkTurns({ name, variant, run }, expected) {
  const turns = run();
  requireSame(turns.length, expected.length, `${name} ${variant}: number of turns`);
  for (const [i, turn] of turns.entries()) requireSame(turn, expected[i], `${name} ${variant}: turn ${i}`);
}

async function fastestHash() {
  const peers = await hashPeers();
  const sample = noise(1500);
  const times = interleave(
    peers.map(({ name, hash }) => ({ name, run: () => hash(sample), keep: () => null })),
    5,
  );
  return peers.reduce((best, peer) => (times.get(peer.name).median < times.get(best.name).median ? peer : best));
}

async function encoding(setting, count) {
  const turns = conversation("mixed", count).map(({ typeId, fields }) => {
    fields.delete(200); // a typed value has no unknown fields
    return { typeId, fields };
  });
  const values = reference(await getLastPayload(turns), false).map((turn) => turn.data);
  const all = encodePeers(turns, values);
  if (setting.vitrine) all.unshift(encodeOurs(setting.vitrine, setting.registry, turns, values));
  const writer = new MsgpackWriter();
  const decoder = new Decoder({ useBigInt64: true });
  const expected = turns.map(({ fields }) => decoder.decode(writer.encode(fields)));
  for (const { name, variant, run } of all) {
    for (const [i, encoded] of run().entries()) {
      // A view of its own: the decoder would give bytes as Buffer where it is given a Buffer.
      const bytes = new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.byteLength);
      // Ours writes keys in the order that makes its bytes deterministic, whatever the value's.
      requireSame(decoder.decode(bytes), expected[i], `${name} ${variant}: turn ${i}`, false);
    }
  }
  return { about: `${count} turns`, ...measure(all, setting) };
}

async function hashing(setting, length) {
  const bytes = noise(length);
  const { vitrine } = setting;
  const hashes = await hashPeers();
  if (vitrine) hashes.unshift({ name: "ours", hash: (input) => vitrine.blake3(input) });
  const all = hashes.map(({ name, hash }) => ({ name, variant: "", run: () => hash(bytes), keep: () => null }));
  const expected = Uint8Array.from(all[0].run());
  for (const { name, run } of all) requireSame(Uint8Array.from(run()), expected, name);
  return { about: `${length} bytes`, ...measure(all, setting) };
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
