// Following a context: the host's events say that something was appended, and the turns are read as always.
//
// An event is only a bell. What was appended is read from the head back to the last turn that was seen, so that nothing
// is lost or seen twice, whatever happened to the connection in between.

import { VitrineError } from "../core/errors.js";
import { type ServerEvent, serverEvents } from "./events.js";
import { type HttpHost, passes, query } from "./http.js";
import type { TurnsPage, TypedTurn } from "./types.js";
import { backoff, sleep } from "./waiting.js";

/** Which context, from where, and how its pages are read. */
export interface Following {
  contextId: string;
  after: string | undefined;
  signal: AbortSignal | undefined;
  page(limit: number, beforeTurnId?: string): Promise<TurnsPage>;
}

/** For a host that went away. It is waited for as long as the caller waits. */
const RETRY = { attempts: Number.POSITIVE_INFINITY, minDelay: 250, maxDelay: 15_000 };

/** Turns read at a time. */
const PAGE = 64;

/** Calls `onTurn` for each turn that is appended, the oldest first, until the signal aborts. */
export async function followContext(
  host: HttpHost,
  { contextId, after, signal, page }: Following,
  onTurn: (turn: TypedTurn) => void,
): Promise<void> {
  let seen = after;
  // One that the host's store does not have would be waited for without a word.
  let known = after === undefined || after === "0";
  // What the caller throws is the caller's, whatever code it has.
  let thrown = false;
  const catchUp = async () => {
    const { met, turns } = await newTurns(page, seen ?? "0");
    // It may lie on a branch that the head has left.
    if (!known && !met) await requireTurn(host, seen as string, signal);
    known = true;
    for (const turn of turns) {
      if (signal?.aborted) return;
      seen = turn.turn_id;
      thrown = true;
      onTurn(turn);
      thrown = false;
    }
  };
  let lastId = "";
  let wait = RETRY;
  for (let failures = 0; !signal?.aborted; ) {
    try {
      seen ??= (await page(1)).meta.head_turn_id;
      for await (const event of bell(host, contextId, lastId, signal)) {
        failures = 0;
        if (event === "open") await catchUp();
        else {
          lastId = event.id;
          if (event.retry !== undefined) wait = { ...RETRY, minDelay: Math.max(event.retry, 1) };
          if (isNew(event, BigInt(seen))) await catchUp();
        }
      }
      failures += 1;
    } catch (error) {
      if (thrown) throw error;
      if (signal?.aborted) return;
      const code = error instanceof VitrineError ? error.code : undefined;
      // An event that the host does not know, since its store is another now; or a page that the head has left for
      // another branch. What was missed is read from the head that there is.
      if (code === "Conflict") lastId = "";
      else if (!passes(error)) throw error;
      failures += 1;
    }
    await sleep(backoff(wait, failures), signal).catch(() => {});
  }
}

/** The host's events from one connection; first "open", when it can be relied on. */
async function* bell(
  host: HttpHost,
  contextId: string,
  lastId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent | "open"> {
  const headers = { Accept: "text/event-stream", ...(lastId === "" ? {} : { "Last-Event-ID": lastId }) };
  const response = await host.open(`v1/events${query({ context_id: contextId })}`, { headers, signal });
  yield "open";
  if (!response.body) return;
  // Errors of the stream are told from those of whoever takes its events.
  const events = serverEvents(response.body, lastId);
  try {
    for (;;) {
      const next = await events.next().catch((cause: unknown) => {
        throw new VitrineError("Unreachable", `The host's events broke off: ${cause}`, { cause });
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await events.return(undefined);
  }
}

/** Whether an event may be of a turn that was not seen. One whose data is not understood may be. */
function isNew({ type, data }: ServerEvent, seen: bigint): boolean {
  if (type !== "turn_appended") return type !== "context_created";
  try {
    return BigInt(JSON.parse(data).turn_id) > seen;
  } catch {
    return true;
  }
}

/** @throws VitrineError `NotFound` where the host has no such turn */
async function requireTurn(host: HttpHost, turnId: string, signal: AbortSignal | undefined): Promise<void> {
  const { body } = await host.open(`v1/turns/${turnId}?view=raw`, { signal });
  await body?.cancel();
}

/** The turns from the head back to `seen`, oldest first, and whether it was there. Ids rise along every branch. */
async function newTurns(page: Following["page"], seen: string): Promise<{ met: boolean; turns: TypedTurn[] }> {
  let met = false;
  const found: TypedTurn[][] = [];
  for (let before: string | undefined; ; ) {
    const { turns, next_before_turn_id } = await page(PAGE, before);
    const fresh = turns.filter(({ turn_id }) => BigInt(turn_id) > BigInt(seen));
    met ||= turns.some(({ turn_id }) => turn_id === seen);
    found.push(fresh);
    if (fresh.length < turns.length || next_before_turn_id === null) break;
    before = next_before_turn_id;
  }
  return { met, turns: found.reverse().flat() };
}
