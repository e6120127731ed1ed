// Turns to write: a msgpack map of one text, no two alike, so that the host never finds a payload that it has.
import { createBLAKE3 } from "hash-wasm";
import { Random } from "../lib/random.mjs";

const SEED = 20_260;
const LETTERS = Buffer.from("etaoin shrdlu cmfwyp vbgkqj xz ETAOIN");

/** @returns {Promise<(bytes: number) => {payload: Buffer, hash: Uint8Array}>} the next turn, of that many bytes */
export async function turnSource() {
  const hasher = await createBLAKE3();
  const random = new Random(SEED);
  const noise = Buffer.from(Array.from({ length: 1 << 16 }, () => random.pick(LETTERS)));
  let count = 0;
  return (bytes) => {
    count += 1;
    const payload = Buffer.alloc(bytes);
    // {1: text}, the text with a 16-bit length.
    payload.set([0x81, 0x01, 0xda]);
    payload.writeUInt16BE(bytes - 5, 3);
    noise.copy(payload, 5, random.integer(0, noise.length - bytes));
    payload.write(`${count} `, 5);
    return { payload, hash: hasher.init().update(payload).digest("binary") };
  };
}
