// The cases of `npm run bench -- host`.
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { alternate } from "../lib/alternate.mjs";
import { selectCases } from "../lib/args.mjs";
import { lines } from "../lib/measure.mjs";
import { requireSame } from "../lib/same.mjs";
import { quantile, summarise } from "../lib/stats.mjs";
import { turnSource } from "./corpus.mjs";
import { Http } from "./http.mjs";
import { millionTurns } from "./million.mjs";
import { buildHost, counter, withFolder, withHost } from "./process.mjs";
import { append, Connection, createContext, getBlob, getLast, payloadsOf } from "./wire.mjs";

const TURN_BYTES = 10_000;
const BLOB_BYTES = 60_000;
const PAGE = 64;
const WRITERS = 64;

const CASES = {
  "append-1": appendOne,
  "append-64": appendMany,
  "get-last-64": getLastPage,
  "get-blob": getBlobFile,
  "http-turns": httpTurns,
  "million-turns": millionTurns,
};

/** @returns {Promise<{cases: (() => Promise<object>)[], env: object}>} */
export async function prepare(options) {
  const names = selectCases(Object.keys(CASES), options.cases);
  await buildHost();
  const setting = { makeTurn: await turnSource(), ...options };
  const run = (name) => withFolder((folder) => CASES[name]({ ...setting, folder }));
  return { cases: names.map((name) => async () => ({ case: name, unit: "ms", ...(await run(name)) })), env: {} };
}

/** Durable appends on one connection, one at a time, and between them the same bytes to a bare file. */
function appendOne({ folder, makeTurn, runs, variants }) {
  return connected(folder, async (connection, context) => {
    const rounds = runs * 20;
    const turns = Array.from({ length: rounds * 2 }, () => makeTurn(TURN_BYTES));
    const frames = turns.map(({ payload, hash }) => append(context, payload, hash));
    const file = openSync(join(folder, "bare"), "a");
    const contestants = [
      { name: "ours", variant: "", run: (round) => connection.ask(frames[round]) },
      { name: "write-fsync", variant: "", run: (round) => writeAndSync(file, turns[round].payload) },
    ];
    try {
      const times = await alternate(keyed(contestants), rounds);
      return { about: `${TURN_BYTES} bytes, ${rounds} appends`, ...lines(contestants, times, variants) };
    } finally {
      closeSync(file);
    }
  });
}

function writeAndSync(file, bytes) {
  writeSync(file, bytes);
  fsyncSync(file);
}

/** Connections that each append as soon as the append before is acknowledged. */
function appendMany({ folder, makeTurn, runs }) {
  return withHost(join(folder, "data"), async (host) => {
    const each = runs * 8;
    const connections = await Promise.all(Array.from({ length: WRITERS }, () => Connection.open(host.wire)));
    const queues = await Promise.all(
      connections.map(async (connection) => {
        const context = (await connection.ask(createContext())).readBigUInt64LE(0);
        const frames = Array.from({ length: each }, () => makeTurn(TURN_BYTES));
        return { connection, frames: frames.map(({ payload, hash }) => append(context, payload, hash)) };
      }),
    );
    const before = await counter(host, "vitrine_commits_total");
    const samples = [];
    const start = performance.now();
    await Promise.all(
      queues.map(async ({ connection, frames }) => {
        for (const frame of frames) {
          const sent = performance.now();
          await connection.ask(frame);
          samples.push(performance.now() - sent);
        }
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    const commits = (await counter(host, "vitrine_commits_total")) - before;
    for (const connection of connections) connection.close();
    const figures = {
      appends_per_fsync: samples.length / commits,
      p99_ms: quantile(samples, 0.99),
      appends_per_second: samples.length / seconds,
    };
    return { about: `${WRITERS} connections, ${each} appends of ${TURN_BYTES} bytes each`, figures, ...alone(samples) };
  });
}

/** A page of the newest turns over the binary protocol. */
function getLastPage({ folder, makeTurn, runs }) {
  return connected(folder, async (connection, context) => {
    const turns = await fill(connection, context, makeTurn);
    const frame = getLast(context, PAGE);
    samePayloads(payloadsOf(await connection.ask(frame)), turns, "get-last");
    const times = await alternate([{ name: "ours", run: () => connection.ask(frame) }], runs * 20);
    return { about: `${PAGE} turns of ${TURN_BYTES} bytes`, ...only(times) };
  });
}

/** A payload that is a file of its own in the host's folder. */
function getBlobFile({ folder, makeTurn, runs }) {
  return connected(folder, async (connection, context) => {
    const { payload, hash } = makeTurn(BLOB_BYTES);
    await connection.ask(append(context, payload, hash));
    const frame = getBlob(hash);
    samePayloads([(await connection.ask(frame)).subarray(4)], [payload], "get-blob");
    const times = await alternate([{ name: "ours", run: () => connection.ask(frame) }], runs * 20);
    return { about: `${BLOB_BYTES} bytes`, ...only(times) };
  });
}

/** The same page over HTTP, until its payloads are in hand: read in place, and from JSON. */
function httpTurns({ folder, makeTurn, runs, variants }) {
  return connected(folder, async (connection, context, host) => {
    const turns = await fill(connection, context, makeTurn);
    const path = `/v1/contexts/${context}/turns?limit=${PAGE}&view=raw`;
    const http = await Http.open(host.http);
    const batch = () => http.get(path, "application/vnd.vitrine.turns");
    const json = () => http.get(path, "application/json");
    const contestants = [
      { name: "ours", variant: "", run: async () => payloadsOf(await batch()) },
      { name: "raw-json", variant: "", run: async () => payloadsInJson(await json()) },
      { name: "raw-json-received", variant: "", run: json },
    ];
    try {
      for (const { name, run } of contestants.slice(0, 2)) samePayloads(await run(), turns, name);
      const times = await alternate(keyed(contestants), runs * 8);
      const row = lines(contestants, times, variants);
      const megabytes = (PAGE * TURN_BYTES) / 1e6;
      const figures = { ours_mb_per_second: (megabytes / row.ours.median) * 1000 };
      return { about: `${PAGE} turns of ${TURN_BYTES} bytes on one connection`, figures, ...row };
    } finally {
      http.close();
    }
  });
}

const payloadsInJson = (body) =>
  JSON.parse(body.toString("latin1")).turns.map((turn) => Buffer.from(turn.bytes_b64, "base64"));

/** Gives `work` one connection to a fresh host, and a context of it. */
function connected(folder, work) {
  return withHost(join(folder, "data"), async (host) => {
    const connection = await Connection.open(host.wire);
    const context = (await connection.ask(createContext())).readBigUInt64LE(0);
    try {
      return await work(connection, context, host);
    } finally {
      connection.close();
    }
  });
}

/** Appends a page of turns; gives their payloads. */
async function fill(connection, context, makeTurn) {
  const turns = Array.from({ length: PAGE }, () => makeTurn(TURN_BYTES));
  await Promise.all(turns.map(({ payload, hash }) => connection.ask(append(context, payload, hash))));
  return turns.map(({ payload }) => payload);
}

function samePayloads(found, expected, where) {
  const text = (payloads) => payloads.map((payload) => Buffer.from(payload).toString("latin1"));
  requireSame(text(found), text(expected), where);
}

const keyed = (contestants) => contestants.map(({ name, run }) => ({ name: `${name}/`, run }));
const alone = (samples) => only(new Map([["ours", summarise(samples)]]));
const only = (times) => ({ ours: { name: "ours", variant: "", ...times.get("ours") }, peers: [], all: [] });
