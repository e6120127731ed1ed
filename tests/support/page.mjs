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

/** The payload of a GET_LAST reply with that turn in it. */
export function page() {
  const u32 = (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const u64 = (value) => Buffer.concat([u32(value), u32(0)]);
  return new Uint8Array(
    Buffer.concat([
      u32(1), // count
      u64(7), // turn
      u64(0), // parent
      u32(0), // depth
      u32(TYPE.length),
      Buffer.from(TYPE),
      u32(1), // type version
      u32(1), // encoding: msgpack
      u32(0), // compression: none
      u32(PAYLOAD.length), // uncompressed length
      Buffer.from(HASH, "hex"),
      u32(PAYLOAD.length),
      PAYLOAD,
    ]),
  );
}
