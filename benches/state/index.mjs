// The cases of `npm run bench -- state`.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { must, root, Stop } from "../../scripts/lib/process.mjs";
import { alternate } from "../lib/alternate.mjs";
import { selectCases } from "../lib/args.mjs";
import { keyed, lines } from "../lib/measure.mjs";
import { requireSame } from "../lib/same.mjs";
import { summarise } from "../lib/stats.mjs";
import { shardName, word, writeDocument } from "./corpus.mjs";
import { readAllWriteOne } from "./plain.mjs";

const WRITERS = 8;
const BUILT = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "host");
const OURS = join(BUILT, "vitrine-state");
const PEER = join(BUILT, "examples", "read_all_write_one");

const CASES = { "set-leaf-5mb": setLeaf, "eight-writers": eightWriters };

/** @returns {Promise<{cases: (() => Promise<object>)[], env: object}>} */
export async function prepare(options) {
  const names = selectCases(Object.keys(CASES), options.cases);
  const crate = ["--profile", "host", "--package", "vitrine-state"];
  await must("build-state", "cargo", ["build", ...crate, "--bins", "--example", "read_all_write_one"]);
  const run = (name) => withFolder((folder) => CASES[name]({ ...options, folder }));
  return { cases: names.map((name) => async () => ({ case: name, unit: "ms", ...(await run(name)) })), env: {} };
}

/** One leaf in one of 200 shards; a process each, ours and the plainest that there is, and the same in this process. */
async function setLeaf({ folder, runs, variants }) {
  const bytes = writeDocument(join(folder, "ours"));
  for (const peer of ["serde", "node"]) cpSync(join(folder, "ours"), join(folder, peer), { recursive: true });
  const item = (round) => `${word(round % 200)}/LEAF`;
  const contestants = [
    {
      name: "ours",
      variant: "",
      run: (round) => set(join(folder, "ours"), item(round), round),
    },
    {
      name: "read-all-write-one",
      variant: "serde_json, a process",
      run: (round) => done(PEER, [join(folder, "serde"), shardName(round % 200), String(round)], {}),
    },
    {
      name: "read-all-write-one",
      variant: "JSON.parse, in this process",
      run: (round) => readAllWriteOne(join(folder, "node"), shardName(round % 200), round),
    },
  ];
  const times = await alternate(contestants.map(keyed), runs * 4);
  const [ours, ...others] = ["ours", "serde", "node"].map((name) => contents(join(folder, name)));
  for (const other of others) requireSame(other, ours, "set-leaf-5mb");
  return { about: `${bytes} bytes, 201 files, ${runs * 4} sets`, ...lines(contestants, times, variants) };
}

/** Eight at a time, each 200 sets with the usual --runs; then every value has to be there. */
async function eightWriters({ folder, runs }) {
  const each = runs * 8;
  const samples = [];
  const start = performance.now();
  const writer = async (number) => {
    for (let round = 0; round < each; round += 1) {
      const before = performance.now();
      await set(folder, `${word(number)}/${word(round)}`, round);
      samples.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  const seconds = (performance.now() - start) / 1000;
  const { ITEMS } = JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
  const values = (of) => Object.fromEntries(Array.from({ length: of }, (_, round) => [word(round), round]));
  const expected = Object.fromEntries(Array.from({ length: WRITERS }, (_, number) => [word(number), values(each)]));
  requireSame(ITEMS.GLOBAL.CONTENT, expected, "eight-writers", false);
  const figures = { sets_per_s: (WRITERS * each) / seconds, lost: 0 };
  return {
    about: `${WRITERS} x ${each} sets`,
    ours: { name: "ours", ...summarise(samples) },
    peers: [],
    all: [],
    figures,
  };
}

function set(folder, item, value) {
  const args = ["project", "chat", "set", "item", item, String(value)];
  return done(OURS, args, { STATE_PATH: join(folder, "state.json"), STATE_LOCK_TIMEOUT_MS: "60000" });
}

/** Runs a program to its end. */
function done(program, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Stop(`${program}: exit code ${code}`))));
  });
}

/** All shards by name. */
function contents(folder) {
  const shards = join(folder, "shards");
  return Object.fromEntries(
    readdirSync(shards)
      .sort()
      .map((name) => [name, readFileSync(join(shards, name), "utf8")]),
  );
}

/** Gives `work` a folder on the disk that holds the repository, which is removed afterwards. */
async function withFolder(work) {
  const parent = join(root, "target", "bench");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "state-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
