// Everyone who projects turns: ours and the peers, each over the same bytes.
import { createDecoder } from "./codegen.mjs";
import { createReader } from "./codegen-reader.mjs";
import * as json from "./json.mjs";
import * as msgpackMsgpack from "./msgpack-msgpack.mjs";
import * as msgpackr from "./msgpackr.mjs";

/** Turns whose results stay alive during a measurement, so that the shapes of objects stay known to the engine. */
const KEPT_TURNS = 1000;

/**
 * @typedef {object} Contestant
 * @property {string} name as in the row; several variants may share one
 * @property {string} variant
 * @property {() => object[]} run one whole run, from bytes to turns
 * @property {() => unknown} keep a smaller run, whose result the caller holds on to
 */

/**
 * @param {Uint8Array} bytes a GET_LAST payload
 * @param {object} task
 * @param {object[]} task.expected the turns to give, as the reference makes them
 * @param {boolean} task.opened whether the payload is indexed beforehand, outside of the measured time
 * @param {((bytes: Uint8Array) => Uint8Array) | null} task.hash BLAKE3, if the peers are to verify
 * @returns {Promise<Contestant[]>}
 */
export async function peers(bytes, { expected, opened, hash }) {
  const decoders = [...(await msgpackr.variants(hash)), ...(await msgpackMsgpack.variants(hash)), await codegen(hash)];
  const count = expected.length;
  const contestants = decoders.map(({ name, variant, open, range }) => {
    const held = open(bytes);
    const kept = Math.min(KEPT_TURNS, count);
    return {
      name,
      variant,
      run: opened ? () => range(held, 0, count) : () => range(open(bytes), 0, count),
      keep: () => [held, range(held, 0, kept)],
    };
  });
  // JSON arrives with whatever its server checked: it has no part in a comparison of clients that verify.
  return hash === null ? [...contestants, ...json.variants(expected, KEPT_TURNS)] : contestants;
}

async function codegen(hash) {
  const query = `?js-codegen&verify=${hash !== null}`;
  const { open, createRange } = await import(`./envelope.mjs${query}`);
  return { name: "js-codegen", variant: "", open, range: createRange(createDecoder(createReader), hash) };
}

/** @returns {Contestant} */
export function ours(vitrine, registry, bytes, { expected, opened, hash }) {
  const options = { verify: hash !== null, includeUnknown: true };
  const held = new vitrine.TurnBatch(bytes);
  const count = expected.length;
  const whole = () => {
    const batch = new vitrine.TurnBatch(bytes);
    const turns = batch.project(registry, options);
    batch.free();
    return turns;
  };
  const range = (end) => held.project(registry, options, { start: 0, end });
  return {
    name: "ours",
    variant: "",
    run: opened ? () => range(count) : whole,
    keep: () => range(Math.min(KEPT_TURNS, count)),
  };
}
