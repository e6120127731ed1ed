// A million small turns in one context: what the host's process weighs then, how fast it answers, how soon it is back.
import { join } from "node:path";
import { alternate } from "../lib/alternate.mjs";
import { memory, withHost } from "./process.mjs";
import { appendBatch, Connection, createContext, getLast, payloadsOf } from "./wire.mjs";

const TURNS = 1_000_000;
const BATCH = 2_000;
const TURN_BYTES = 100;
const PAGE = 64;

export async function millionTurns({ folder, makeTurn, runs }) {
  const data = join(folder, "data");
  const written = await withHost(data, (host) => write(host, makeTurn));
  const start = performance.now();
  return withHost(data, async (host) => {
    const reopen_ms = performance.now() - start;
    const connection = await Connection.open(host.wire);
    const frame = getLast(written.context, PAGE);
    const found = payloadsOf(await connection.ask(frame));
    if (found.length !== PAGE || !found.at(-1).equals(written.last)) throw new Error("the newest turns are not there");
    const times = await alternate([{ name: "ours", run: () => connection.ask(frame) }], runs * 20);
    connection.close();
    const { rss_mb: reopened_rss_mb } = memory(host);
    const figures = { ...written.memory, reopened_rss_mb, reopen_ms, append_seconds: written.seconds };
    const about = `GET_LAST of ${PAGE} among ${TURNS} turns of ${TURN_BYTES} bytes`;
    return { about, figures, ours: { name: "ours", variant: "", ...times.get("ours") }, peers: [], all: [] };
  });
}

/** Appends them in batches, two of which are under way at any time. */
async function write(host, makeTurn) {
  const connection = await Connection.open(host.wire);
  const context = (await connection.ask(createContext())).readBigUInt64LE(0);
  const start = performance.now();
  let before = Promise.resolve();
  let last;
  for (let done = 0; done < TURNS; done += BATCH) {
    const turns = Array.from({ length: BATCH }, () => makeTurn(TURN_BYTES));
    const sent = connection.ask(appendBatch(context, turns));
    await before;
    before = sent;
    last = turns.at(-1).payload;
  }
  await before;
  const seconds = (performance.now() - start) / 1000;
  await connection.ask(getLast(context, PAGE));
  connection.close();
  return { context, last, seconds, memory: memory(host) };
}
