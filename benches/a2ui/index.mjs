// The cases of `npm run bench -- a2ui`.
import { selectCases } from "../lib/args.mjs";
import { loadPackage, locatePackage } from "../lib/package.mjs";
import { addRows, init, update } from "./client.mjs";
import { heal60k } from "./heal.mjs";
import { validate1001 } from "./validate.mjs";

const CASES = {
  "init-1001": (vitrine, options) => init(vitrine, options, 1001),
  "update-1001": (vitrine, options) => update(vitrine, options, 1001),
  "update-5001": (vitrine, options) => update(vitrine, options, 5001),
  "rows-2000": (vitrine, options) => addRows(vitrine, options, 2000),
  "heal-60k": heal60k,
  "validate-1001": validate1001,
};

/** @returns {Promise<{cases: (() => Promise<object>)[]}>} */
export async function prepare(options) {
  const names = selectCases(Object.keys(CASES), options.cases);
  const vitrine = options.peersOnly ? undefined : await loadPackage(await locatePackage(options.pkg), "");
  return {
    cases: names.map((name) => async () => ({ case: name, unit: "ms", ...(await CASES[name](vitrine, options)) })),
  };
}
