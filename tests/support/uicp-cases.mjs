// Batches and plans drawn from a seed: every operation, fields that fit, fields that do not, both spellings, names of
// prototypes, and texts that are damaged. Chromium runs this as well as Node: it imports nothing
// but its neighbour.

import { randomOf } from "./random.mjs";

const TEXTS = [
  "",
  "w",
  "win-1",
  "#root",
  "größer",
  "日本語の文章",
  "🚀✅",
  '\u0000\n"\\',
  "x".repeat(130),
  "é".repeat(64),
];
const HTML = [
  '<p class="a">x</p>',
  "",
  "<b>ü</b>".repeat(9),
  '<input data-state-key="k">\n\t"\\',
  "<i>—</i>{{form.a-b}}",
];
const NAMES = ["__proto__", "constructor", "toString", "html", "window_id", "7", "a/b~c", "ключ"];
const KINDS = {
  text: (random) => random.pick(TEXTS),
  name: (random) => random.pick(["w", "win-1", "größer", "🚀"]),
  html: (random) => random.pick(HTML),
  number: (random) => random.pick([0, -1, 1.5, 120, 119.5, 640, 1e21, 0.1, -0.25, 2 ** 53]),
  side: (random) => random.pick([120, 120.5, 480, 9999]),
  integer: (random) => random.pick([1, 2, 7, 60_000]),
  flag: (random) => random.chance(0.5),
  size: (random) => random.pick(["xs", "sm", "md", "lg", "xl"]),
  scope: (random) => random.pick(["window", "workspace", "global"]),
  mode: (random) => random.pick(["replace", "append"]),
  method: (random) => random.pick(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: (random) => random.pick(["uicp://intent", "https://x.example/a", "tauri://fs/writeTextFile", "z:"]),
  json: (random) => json(random, 3),
  object: (random) => object(random, 3),
  texts: (random) => ({ [random.pick(NAMES)]: random.pick(TEXTS) }),
  intent: (random) =>
    random.pick([
      { text: "x" },
      { textPrompt: "?", fields: [{ name: "a", label: "A", type: "select", options: ["b"] }] },
      { text_prompt: "?", fields: [{ name: "a", label: "A", default_value: "x" }], window_id: "w" },
      { text: "x", fields: [] },
      "text",
    ]),
  changes: (random) =>
    Array.from({ length: random.below(4) }, () => ({
      op: random.pick(["set", "merge", "toggle", "setIfNull"]),
      ...(random.chance(0.5) && { path: "/a" }),
      ...(random.chance(0.8) && { value: random.chance(0.5) ? object(random, 1) : json(random, 1) }),
    })),
  ref: (random) => ({ scope: KINDS.scope(random), key: KINDS.name(random), windowId: "w" }),
};

const ID = { id: "name" };
const PLACE = { x: "number?", y: "number?", width: "side?", height: "side?", zIndex: "integer?" };
const DOM = { windowId: "name", target: "name", html: "html", sanitize: "flag?" };
const REF = { scope: "scope", key: "name", windowId: "name?" };
const WATCH = { ...REF, selector: "name?", mode: "mode?" };
const PARAMS = {
  "window.create": { id: "name?", title: "name", ...PLACE, size: "size?" },
  "window.update": { ...ID, title: "name?", ...PLACE },
  "window.close": ID,
  "window.move": { ...ID, x: "number", y: "number" },
  "window.resize": { ...ID, width: "side", height: "side" },
  "window.focus": ID,
  "dom.set": DOM,
  "dom.replace": DOM,
  "dom.append": DOM,
  "component.render": { id: "name?", windowId: "name", target: "name", type: "name", props: "object?" },
  "component.update": { ...ID, props: "object" },
  "component.destroy": ID,
  "state.set": { ...REF, value: "json", ttlMs: "integer?" },
  "state.get": REF,
  "state.patch": { ...REF, ops: "changes" },
  "state.watch": WATCH,
  "state.unwatch": WATCH,
  "api.call": {
    method: "method?",
    url: "url",
    headers: "texts?",
    body: "intent?",
    idempotencyKey: "name?",
    into: "ref?",
  },
  "txn.cancel": { id: "name?" },
};
const HEAD = { id: "name?", idempotencyKey: "name?", traceId: "text?", txnId: "name?", windowId: "name?" };
const PLAN = { risks: "text?", actorHints: "changes?" };

function json(random, depth) {
  const kind = random.below(depth > 0 ? 7 : 5);
  if (kind === 5) return Array.from({ length: random.below(4) }, () => json(random, depth - 1));
  if (kind === 6) return object(random, depth);
  return [null, true, random.pick(TEXTS), KINDS.number(random), false][kind];
}

function object(random, depth) {
  const entries = Array.from({ length: random.below(4) }, () => [
    random.pick(random.chance(0.5) ? NAMES : TEXTS),
    json(random, depth - 1),
  ]);
  return Object.fromEntries(entries);
}

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Entries of those fields: most as they should be, `wrong` of them in some way not. */
function fields(random, kinds, wrong) {
  const entries = [];
  for (const [name, declared] of Object.entries(kinds)) {
    const optional = declared.endsWith("?");
    if (random.chance(optional ? 0.6 : wrong)) continue;
    const kind = random.chance(wrong) ? random.pick(Object.keys(KINDS)) : declared.replace("?", "");
    const spelt = random.chance(0.15) ? snake(name) : name;
    entries.push([spelt, KINDS[kind](random)]);
    if (random.chance(0.03)) entries.push([spelt === name ? snake(name) : name, entries.at(-1)[1]]);
  }
  if (random.chance(wrong)) entries.push([random.pick(NAMES), json(random, 1)]);
  return Object.fromEntries(entries);
}

function envelope(random, wrong) {
  const op = random.pick(Object.keys(PARAMS));
  const name = random.chance(0.1) ? "method" : "op";
  const params = fields(random, PARAMS[op], wrong);
  // Where both are given they have to be the same, which chance would hardly bring about.
  const mirror = params.windowId && random.chance(0.5) ? { windowId: params.windowId } : {};
  const head = random.chance(0.3) ? fields(random, HEAD, wrong) : mirror;
  return { ...head, [name]: random.chance(wrong) ? random.pick(NAMES) : op, params };
}

/** Bits of JSON that end up where they do not belong. */
const DAMAGE = ['"', "{", "}", "[", "]", ",", ":", "\\", "\\u12", "\\ud83d", "null", "1e999", "-", "\u0001", " ", "é"];

function damaged(random, text) {
  // By characters: half of a pair would not come through a pipe.
  const characters = [...text];
  characters.splice(random.below(characters.length + 1), random.below(4), random.pick(DAMAGE));
  return characters.join("");
}

/** The case of a seed: its text, whether it is a plan, and its value, where the text is that value's. */
export function caseOf(seed) {
  const random = randomOf(seed);
  const wrong = random.pick([0, 0, 0.02, 0.1]);
  const batch = Array.from({ length: random.chance(0.02) ? 65 : random.below(6) }, () => envelope(random, wrong));
  const plan = random.chance(0.2);
  const value = plan ? { summary: random.pick(TEXTS), batch, ...fields(random, PLAN, wrong) } : batch;
  if (plan && Array.isArray(value.actorHints)) value.actorHints = value.actorHints.map(({ path }) => ` ${path} `);
  const text = JSON.stringify(value, null, random.pick([undefined, 1]));
  return random.chance(0.1) ? { text: damaged(random, text), plan } : { text, plan, value };
}
