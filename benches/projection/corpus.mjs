// The input of the projection benchmark: conversations drawn from a seed, the same on every machine.
import { createBLAKE3 } from "hash-wasm";
import { Random } from "../lib/random.mjs";
import { MESSAGE, TOOL_CALL } from "./bundle.mjs";
import { MsgpackWriter } from "./msgpack-writer.mjs";

const ENGLISH = (
  "the model returns a list of values and then we parse it with one function const let await async return import " +
  "from error handler request response token stream buffer user system file path server client data type schema " +
  "field because however therefore example result output input test value object array string number when where " +
  "which would could about into over after before between under again further once here there every other some"
).split(" ");
const CJK = [
  "これは試験です",
  "日本語の文章",
  "你好世界",
  "数据处理",
  "返回结果",
  "関数を呼び出す",
  "파일을 읽기",
  "模型输出",
];
const FOREIGN = [...CJK, "привет мир", "функция возвращает", "données créées", "größer als"];
const SPRINKLES = [" — ", "’", "“", "”", " → ", " • ", " 🚀", " ✅", "é", "…"];
const MODELS = ["large-5", "medium-9-preview", "local-7b-q4"];
const MIMES = ["image/png", "text/plain", "application/pdf", "application/json"];

/** How a text is written: plain English, English with typographic signs, half foreign words, nothing but CJK. */
const SCRIPTS = {
  ascii: (random) => random.pick(ENGLISH),
  light: (random) => random.pick(ENGLISH) + (random.chance(0.03) ? random.pick(SPRINKLES) : ""),
  heavy: (random) => random.pick(random.chance(0.6) ? FOREIGN : ENGLISH),
  cjk: (random) => random.pick(CJK),
};

/** The kinds of corpus, by which script each text gets. */
const KINDS = {
  mixed: (random) => {
    const draw = random.next();
    return draw < 0.1 ? SCRIPTS.heavy : draw < 0.45 ? SCRIPTS.light : SCRIPTS.ascii;
  },
  ascii: () => SCRIPTS.ascii,
  cjk: () => SCRIPTS.cjk,
};

/**
 * `count` turns of one kind.
 * @param {"mixed" | "ascii" | "cjk"} kind
 * @returns {{typeId: string, fields: Map<number, unknown>}[]} tagged maps, ready for a msgpack writer
 */
export function conversation(kind, count, seed = 20_240_229) {
  const random = new Random(seed);
  const script = KINDS[kind];
  const clock = { id: (1n << 60n) + 12_345n, ms: 1_750_000_000_000 };
  return Array.from({ length: count }, () => {
    clock.id += BigInt(random.integer(1, 5000));
    clock.ms += random.integer(10, 90_000);
    const turn = random.chance(0.3) ? toolCall(random, script, clock) : message(random, script, clock);
    if (random.chance(0.05)) {
      turn.fields.set(200, { x: random.integer(0, 100), note: text(random, SCRIPTS.ascii, 10, 50), list: [1, 2, 3] });
    }
    return turn;
  });
}

function message(random, script, clock) {
  const assistant = random.chance(0.6);
  const fields = new Map([
    [1, assistant ? 2 : random.chance(0.1) ? 0 : 1],
    [2, text(random, script(random), 50, 4000)],
    [3, clock.id],
    [4, BigInt(clock.ms)],
    [5, Array.from({ length: random.chance(0.6) ? 0 : random.integer(1, 3) }, () => attachment(random))],
  ]);
  if (random.chance(0.9)) fields.set(6, clock.id - 77n);
  if (assistant) {
    fields.set(7, random.pick(MODELS));
    fields.set(
      8,
      new Map([
        [1, random.integer(10, 90_000)],
        [2, random.integer(1, 4000)],
        [3, fraction(random, 0.3)],
      ]),
    );
  }
  return { typeId: MESSAGE, fields };
}

function attachment(random) {
  const data = Uint8Array.from({ length: random.integer(0, 2048) }, () => random.integer(0, 255));
  return new Map([
    [1, `${random.pick(ENGLISH)}-${random.integer(1, 9999)}.png`],
    [2, random.pick(MIMES)],
    [3, data],
    [4, data.length],
    [5, random.integer(0, 2)],
  ]);
}

function toolCall(random, script, clock) {
  const tool = random.pick(TOOL_NAMES);
  const fields = new Map([
    [1, clock.id],
    [2, BigInt(clock.ms)],
    [3, tool],
    [4, random.integer(0, 3)],
    [5, TOOLS[tool](random)],
  ]);
  if (random.chance(0.8)) fields.set(6, text(random, script(random), 50, 2000));
  fields.set(7, random.integer(1, 60_000));
  return { typeId: TOOL_CALL, fields };
}

/** A tool's arguments have the names and the order of its schema, some of them optional; values are of every plain kind. */
const TOOLS = {
  read_file: (random) => ({ path: path(random), ...optional(random, { offset: line(random), limit: line(random) }) }),
  write_file: (random) => ({
    path: path(random),
    content: text(random, SCRIPTS.ascii, 50, 800),
    append: random.chance(0.2),
  }),
  shell: (random) => ({
    command: text(random, SCRIPTS.ascii, 8, 200),
    ...optional(random, {
      cwd: path(random),
      timeout: fraction(random, 100),
      env: { CI: true, LANG: "C", TERM: null },
    }),
  }),
  search: (random) => ({
    query: text(random, SCRIPTS.ascii, 8, 60),
    filters: { globs: [`*.${random.pick(ENGLISH)}`, path(random)], size: { min: line(random) - 1000, max: null } },
    ...optional(random, { recursive: random.chance(0.5), limit: line(random) }),
  }),
  http_get: (random) => ({
    url: `https://example.com/${path(random)}`,
    headers: [
      ["accept", "text/html"],
      ["x-request", random.integer(0, 1e9)],
    ],
    ...optional(random, { timeout: fraction(random, 30) }),
  }),
};
const TOOL_NAMES = Object.keys(TOOLS);

const path = (random) => `${random.pick(ENGLISH)}/${random.pick(ENGLISH)}/${random.pick(ENGLISH)}.ts`;
const line = (random) => random.integer(1, 100_000);
const optional = (random, fields) => Object.fromEntries(Object.entries(fields).filter(() => random.chance(0.4)));

/** Never a whole number, so that a float stays a float in every writer. */
const fraction = (random, below) => (Math.floor(random.next() * 1e9) + 0.5) * (below / 1e9);

/** Text of a length drawn evenly on a logarithmic scale, in UTF-16 units (a word more at most). */
function text(random, script, shortest, longest) {
  const target = Math.floor(shortest * (longest / shortest) ** random.next());
  let result = "";
  for (let words = 1; result.length < target; words += 1) {
    result += script(random);
    result += words % 17 !== 0 ? " " : random.chance(0.5) ? ".\n" : random.chance(0.2) ? ' "quoted", ' : ", ";
  }
  return result;
}

/** The turns as the host would answer them: a GET_LAST payload. */
export async function getLastPayload(turns) {
  const hasher = await createBLAKE3();
  const writer = new MsgpackWriter();
  const utf8 = new TextEncoder();
  const items = turns.map(({ typeId, fields }) => {
    const payload = writer.encode(fields);
    return { typeId: utf8.encode(typeId), payload, hash: hasher.init().update(payload).digest("binary") };
  });
  const size = items.reduce((sum, item) => sum + 76 + item.typeId.length + item.payload.length, 4);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, items.length, true);
  let at = 4;
  for (const [index, { typeId, payload, hash }] of items.entries()) {
    view.setBigUint64(at, BigInt(index + 1), true);
    view.setBigUint64(at + 8, BigInt(index), true);
    view.setUint32(at + 16, index, true);
    view.setUint32(at + 20, typeId.length, true);
    bytes.set(typeId, at + 24);
    at += 24 + typeId.length;
    view.setUint32(at, 1, true); // type version
    view.setUint32(at + 4, 1, true); // encoding: msgpack
    view.setUint32(at + 8, 0, true); // compression: none
    view.setUint32(at + 12, payload.length, true);
    bytes.set(hash, at + 16);
    view.setUint32(at + 48, payload.length, true);
    bytes.set(payload, at + 52);
    at += 52 + payload.length;
  }
  return bytes;
}

/** Bytes without a pattern, for hashing. */
export function noise(length, seed = 7) {
  const random = new Random(seed);
  return Uint8Array.from({ length }, () => random.integer(0, 255));
}
