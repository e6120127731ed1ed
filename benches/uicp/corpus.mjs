// A batch as a language model sends it: 64 operations over 4 windows, 33 KB of JSON, most of it HTML in quotes.
import { llmMarkup } from "../html/corpus.mjs";
import { Random } from "../lib/random.mjs";

const OPERATIONS = 64;
const BYTES = 33_000;
const TITLES = ["Quarterly review", "Notes", "Team board", "Budget — draft", "Open questions", "Status"];
const TYPES = ["table", "form", "card", "chart", "list", "tabs"];
const KEYS = ["filter", "draft", "selection", "rows", "status"];

/** The batch; HTML fills what the other operations leave of its size. */
export function batch(seed = 1) {
  const random = new Random(seed);
  const operations = Array.from({ length: OPERATIONS }, (_, index) => envelope(random, index));
  const markup = operations.filter(({ op }) => op.startsWith("dom."));
  let left = BYTES - JSON.stringify(operations).length;
  markup.forEach(({ params }, index) => {
    const share = left / (markup.length - index);
    params.html = llmMarkup(share / 1.12, seed * 1000 + index);
    left -= JSON.stringify(params.html).length - 2;
  });
  return operations;
}

function envelope(random, index) {
  const windowId = `win-${1 + (index % 4)}`;
  const { op, params } = index < 4 ? create(random, windowId) : operation(random, windowId, index);
  const envelope = random.chance(0.2) ? { id: uuid(random) } : {};
  if (random.chance(0.3)) envelope.traceId = uuid(random);
  if (random.chance(0.2)) envelope.txnId = "txn-7";
  return { ...envelope, op, params };
}

function create(random, id) {
  const place = { x: random.integer(0, 900), y: random.integer(0, 500), width: random.integer(240, 900), height: 420 };
  return { op: "window.create", params: { id, title: random.pick(TITLES), ...place } };
}

function operation(random, windowId, index) {
  const roll = random.next();
  if (roll < 0.55) {
    const op = random.pick(["dom.set", "dom.set", "dom.replace", "dom.append"]);
    return { op, params: { windowId, target: random.pick(["#root", "#main", ".list > li:last-child"]), html: "" } };
  }
  if (roll < 0.7) return { op: "component.render", params: component(random, windowId, index) };
  if (roll < 0.85) {
    const value = random.pick([true, random.integer(0, 99), { query: "open", page: 2 }, ["a", "b", null], 0.25]);
    return { op: "state.set", params: { scope: "window", key: random.pick(KEYS), value, windowId, ttlMs: 60_000 } };
  }
  if (roll < 0.9) return { op: "state.watch", params: { scope: "window", key: random.pick(KEYS), windowId } };
  if (roll < 0.95) return { op: "window.update", params: { id: windowId, title: random.pick(TITLES), zIndex: index } };
  const body = { text: "Show the open ones only", windowId };
  return { op: "api.call", params: { method: "POST", url: "uicp://intent", body } };
}

function component(random, windowId, index) {
  const rows = Array.from({ length: 3 }, (_, row) => ({
    id: row,
    name: random.pick(TITLES),
    share: random.integer(0, 100) / 8,
  }));
  const props = { caption: random.pick(TITLES), columns: ["id", "name", "share"], rows };
  return { id: `part-${index}`, windowId, target: "#main", type: random.pick(TYPES), props };
}

function uuid(random) {
  const hex = (length) => Array.from({ length }, () => random.integer(0, 15).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}
