// @msgpack/msgpack with one reused decoder, which keeps its cache of keys.
import { Decoder } from "@msgpack/msgpack";

export async function variants(hash) {
  const query = `?msgpack-msgpack&verify=${hash !== null}`;
  const decoder = new Decoder({ useBigInt64: true });
  const unpack = (buffer, start, end) => decoder.decode(buffer.subarray(start, end));
  const { createDecoder } = await import(`./tagged-objects.mjs${query}`);
  const { open, createRange } = await import(`./envelope.mjs${query}`);
  return [{ name: "msgpack-msgpack", variant: "", open, range: createRange(createDecoder(unpack), hash) }];
}
