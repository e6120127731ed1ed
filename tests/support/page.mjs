// One turn as a host sends it, written out by hand, with the bundle that explains it and what it must come out as.

const TYPE = "com.example.Note";
// A byte order mark, ASCII, CJK and a pair of surrogates: each of them has been lost by some decoder.
const TEXT = "\uFEFFHello, 漢字 🙂";
// {1: "user", 2: TEXT}
const PAYLOAD = Buffer.concat([Buffer.from("8201a47573657202b5", "hex"), Buffer.from(TEXT)]);
const HASH = "4050ad213f8b2defc3a507c43d6385eff75222f1d69df6b631df7b2671897af9";

/** The registry bundle. */
export const bundle = {
  registry_version: 1,
  bundle_id: "example-1",
  types: {
    [TYPE]: {
      versions: { 1: { fields: { 1: { name: "role", type: "string" }, 2: { name: "text", type: "string" } } } },
    },
  },
};

/** The one turn, projected with the default options. */
export const projected = {
  turn_id: "7",
  parent_turn_id: "0",
  depth: 0,
  declared_type: { type_id: TYPE, type_version: 1 },
  decoded_as: { type_id: TYPE, type_version: 1 },
  content_hash_b3: HASH,
  verified: true,
  data: { role: "user", text: TEXT },
};

const u32 = (value) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value) => Buffer.concat([u32(value), u32(0)]);

/** The payload of a GET_LAST reply with these turns in it: msgpack, not compressed, of version 1 of their types. */
export function pageOf(turns) {
  const items = turns.map(({ id, parent, depth, typeId, hash, payload }) =>
    Buffer.concat([
      u64(id),
      u64(parent),
      u32(depth),
      u32(typeId.length),
      Buffer.from(typeId),
      u32(1), // type version
      u32(1), // encoding: msgpack
      u32(0), // compression: none
      u32(payload.length), // uncompressed length
      hash,
      u32(payload.length),
      payload,
    ]),
  );
  return new Uint8Array(Buffer.concat([u32(turns.length), ...items]));
}

/** The payload of a GET_LAST reply with that turn in it. */
export function page() {
  return pageOf([{ id: 7, parent: 0, depth: 0, typeId: TYPE, hash: Buffer.from(HASH, "hex"), payload: PAYLOAD }]);
}
