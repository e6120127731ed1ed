// The cases of `npm run bench -- uicp`.
import { selectCases } from "../lib/args.mjs";
import { measure } from "../lib/measure.mjs";
import { loadPackage, locatePackage } from "../lib/package.mjs";
import { requireSame } from "../lib/same.mjs";
import { validator as ajv } from "./ajv.mjs";
import { batch } from "./corpus.mjs";
import { validator as valibot } from "./valibot.mjs";
import { PAGE_CASES } from "./workspace.mjs";
import { validator as zod } from "./zod.mjs";

const PEERS = { zod, ajv, valibot };

const NODE_CASES = { "validate-text": fromText, "validate-bytes": fromBytes, "validate-value": fromValue };

/** @returns {Promise<{cases: (() => Promise<object>)[]}>} */
export async function prepare(options) {
  const names = selectCases([...Object.keys(NODE_CASES), ...Object.keys(PAGE_CASES)], options.cases);
  const pkg = options.peersOnly ? null : await locatePackage(options.pkg);
  const vitrine = pkg && (await loadPackage(pkg, ""));
  const row = (name) =>
    name in NODE_CASES ? NODE_CASES[name](vitrine, options) : PAGE_CASES[name]({ ...options, pkg });
  return { cases: names.map((name) => async () => ({ case: name, unit: "ms", ...(await row(name)) })) };
}

function fromText(vitrine, options) {
  const text = JSON.stringify(batch());
  const peer = (validate) => () => validate(JSON.parse(text));
  return timed(`${text.length} characters of JSON text`, text, true, peer, vitrine, options);
}

function fromBytes(vitrine, options) {
  const bytes = new TextEncoder().encode(JSON.stringify(batch()));
  const decoder = new TextDecoder();
  const peer = (validate) => () => validate(JSON.parse(decoder.decode(bytes)));
  return timed(`${bytes.length} bytes of JSON text`, bytes, true, peer, vitrine, options);
}

function fromValue(vitrine, options) {
  const value = batch();
  return timed("a value", value, false, (validate) => () => validate(value), vitrine, options);
}

/** All contestants give the same batch, which is looked at first; Zod puts the keys into the order of its schema. */
function timed(what, input, parsed, peer, vitrine, options) {
  const all = Object.entries(PEERS).map(([name, validator]) => ({ name, run: peer(validator(parsed)) }));
  if (vitrine) all.unshift({ name: "ours", run: () => vitrine.validateBatch(input) });
  const expected = batch();
  for (const { name, run } of all) requireSame(run(), expected, name, false);
  const contestants = all.map((each) => ({ ...each, variant: "", keep: each.run }));
  return { about: `${what} to 64 validated operations`, ...measure(contestants, options) };
}
