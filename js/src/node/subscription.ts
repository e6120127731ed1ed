// SUBSCRIBE: a connection of its own, on which a host says what is appended, until it ends.

import { VitrineError } from "../core/errors.js";
import { passes } from "../turns/http.js";
import { backoff, type Retry, sleep } from "../turns/waiting.js";
import { type Address, dial, HELLO_ID, type Line, unreachable } from "./dial.js";
import { encodeFrame, granted } from "./frames.js";
import { subscribe } from "./messages.js";

const ID = HELLO_ID + 1n;

/** What a host pushes: a turn of a context, as an item. */
export interface Pushed {
  contextId: string;
  turnId: string;
  item: Uint8Array;
}

/**
 * The turns appended to a context (`"0"`: to any) after the turn `after`, as they come. A connection that breaks is
 * made again, and goes on after the last turn that came; for all contexts at once, what came in between is not seen.
 *
 * @throws VitrineError the host's refusal; `Unreachable` when connecting failed too often in a row. An abort throws
 * the signal's reason.
 */
export async function* subscription(
  address: Address,
  retry: Retry,
  { contextId, after, signal }: { contextId: string; after: string; signal: AbortSignal },
): AsyncGenerator<Pushed, void> {
  let last = after;
  for (let failures = 0; ; ) {
    let greeted = Number.POSITIVE_INFINITY;
    let why: unknown;
    try {
      const line = await dial(address, signal);
      greeted = performance.now();
      for await (const pushed of listen(line, contextId, last, signal)) {
        if (contextId !== "0") last = pushed.turnId;
        failures = 0;
        yield pushed;
      }
      why = unreachable(address, new Error("the connection was closed"));
    } catch (error) {
      if (error instanceof VitrineError && !passes(error)) throw error;
      why = error instanceof VitrineError ? error : unreachable(address, error);
    }
    signal.throwIfAborted();
    // A connection that lasted was a good one, however quiet, and so was one that brought anything.
    failures = performance.now() - greeted > retry.maxDelay ? 1 : failures + 1;
    if (failures >= retry.attempts) throw why;
    await sleep(backoff(retry, failures), signal);
  }
}

async function* listen(line: Line, contextId: string, after: string, signal: AbortSignal): AsyncGenerator<Pushed> {
  const abort = () => line.socket.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const message = subscribe(contextId, after);
    line.socket.write(encodeFrame(message.type, 0, ID, message.payload));
    for await (const frame of line.frames) {
      const { contextId, item } = message.read(granted(message.type, frame));
      yield { contextId, turnId: turnIdOf(item), item };
    }
  } finally {
    signal.removeEventListener("abort", abort);
    line.socket.destroy();
  }
}

/** An item starts with its turn's id. */
function turnIdOf(item: Uint8Array): string {
  if (item.length < 8)
    throw new VitrineError("DecodeError", `pushed turn: expected an item, found ${item.length} bytes`);
  return new DataView(item.buffer, item.byteOffset).getBigUint64(0, true).toString();
}
