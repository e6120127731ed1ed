// The command line that all benchmarks share.
import { parseArgs } from "node:util";

export class UsageError extends Error {}

export const usage = (names) => `usage: npm run bench -- NAME [options]
  NAME           ${names.join(", ")}
  --case A,B     only these cases
  --runs N       measured rounds per case (default 25)
  --pkg DIR      a built package to measure instead of the one under tests/node_modules
  --browser      in a page of Chromium instead of Node (projection; html is there in any case)
  --peers-only   leave ours out, so nothing is built
  --variants     show every variant of a peer, not only its best
  --json         one JSON object as the last line`;

/**
 * Reads the arguments after `npm run bench --`.
 * @returns {{name: string, cases: string[] | null, runs: number, pkg?: string, browser: boolean, peersOnly: boolean, variants: boolean, json: boolean}}
 */
export function readArguments(argv, names) {
  const { values, positionals } = parse(argv);
  const [name] = positionals;
  if (positionals.length !== 1 || !names.includes(name)) {
    throw new UsageError(`expected the name of one benchmark, found ${JSON.stringify(positionals.join(" "))}`);
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > 10_000) {
    throw new UsageError(`--runs: expected a whole number from 1 to 10000, found ${JSON.stringify(values.runs)}`);
  }
  return {
    name,
    cases: values.case === undefined ? null : values.case.split(","),
    runs,
    pkg: values.pkg,
    browser: values.browser,
    peersOnly: values["peers-only"],
    variants: values.variants,
    json: values.json,
  };
}

function parse(argv) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        case: { type: "string" },
        runs: { type: "string", default: "25" },
        pkg: { type: "string" },
        browser: { type: "boolean", default: false },
        "peers-only": { type: "boolean", default: false },
        variants: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

/** The cases that --case asks for, in the benchmark's own order; a name that is not one is an error. */
export function selectCases(all, wanted) {
  if (wanted === null) return all;
  for (const name of wanted) {
    if (!all.includes(name))
      throw new UsageError(`--case: expected one of ${all.join(", ")}, found ${JSON.stringify(name)}`);
  }
  return all.filter((name) => wanted.includes(name));
}
