// The pipeline of requests over one connection, and over the next one when that breaks.
//
// Requests keep the order in which they were made, on the wire and when they are sent again: appends that wait for
// their acks when a connection breaks are repeated in their order, and the host knows by their keys which it has. What a
// host refuses for now goes out again, and all that was made later waits with it.

import { VitrineError } from "../core/errors.js";
import { passes } from "../turns/http.js";
import { abortable, backoff, firstOf, type Retry, sleep } from "../turns/waiting.js";
import { type Address, dial, HELLO_ID, type Line, unreachable } from "./dial.js";
import { encodeFrame, type Frame, granted } from "./frames.js";
import { isAppend, type Message } from "./messages.js";
import { whole } from "./options.js";
import { Outlet } from "./outlet.js";
import { shared } from "./signals.js";

/** What a channel holds itself to. */
export interface ChannelLimits {
  /** Milliseconds that a call may take, all its tries together. */
  timeout: number;
  /**
   * Milliseconds after which the connection is given up, while the host owes an answer and no byte comes from it, nor
   * any more of a request goes to it.
   */
  stall: number;
  /** Requests on the wire at once; further ones wait their turn. */
  requests: number;
  /** Bytes of requests on the wire at once; a larger one goes alone. */
  bytes: number;
  retry: Retry;
}

/** How one request may be treated. */
export interface Asking {
  /** Doing it twice is as doing it once. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
}

interface Job {
  id: bigint;
  frame: Uint8Array;
  type: number;
  repeatable: boolean;
  /** How often the host refused it for now. */
  refusals: number;
  settle(outcome: { reply: Uint8Array } | { error: unknown }): void;
}

/** A connection, with its way out. */
type Way = Line & { outlet: Outlet };

/** Requests in the order in which they were made. */
type Jobs = Map<bigint, Job>;

/** How often in a stall's time it is looked whether anything moves. */
const LOOKS = 4;

export class Channel {
  readonly #address: Address;
  readonly #limits: ChannelLimits;
  /** On the wire, without an answer yet. */
  readonly #sent: Jobs = new Map();
  /** Behind them. */
  #waiting: Jobs = new Map();
  #sentBytes = 0;
  #lastId = HELLO_ID;
  #line: Way | undefined;
  #connecting: Promise<Way> | undefined;
  #closing = new AbortController();
  /** Connections that failed since the host last answered a request. */
  #failures = 0;
  #watch: NodeJS.Timeout | undefined;
  /** Until it fires nothing goes out: the host had no room. */
  #pause: NodeJS.Timeout | undefined;

  constructor(address: Address, limits: ChannelLimits) {
    this.#address = address;
    this.#limits = limits;
  }

  /**
   * The connection's greeting; connects where there is none.
   *
   * @throws VitrineError as {@link ask}
   */
  async greeting({ signal, timeout }: Omit<Asking, "repeatable">): Promise<{ session_id: string; version: number }> {
    this.#closing.signal.throwIfAborted();
    const most = whole("timeout", timeout, this.#limits.timeout);
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(late(most)), most);
    const ends = firstOf([clock.signal, ...(signal ? [shared(signal)] : [])]);
    try {
      const { sessionId, version } = this.#line ?? (await abortable(this.#connect(), ends.signal));
      return { session_id: sessionId, version };
    } finally {
      clearTimeout(timer);
      ends.release();
    }
  }

  /**
   * Sends a request when its turn comes and gives what its reply says.
   *
   * @throws VitrineError `BadRequest` for a timeout that no timer has; the host's refusal; `Unreachable` when the host
   * cannot be reached, or the connection broke with a request under way that may not be repeated; `Timeout`; `Closed`. An
   * abort throws the signal's reason.
   */
  async ask<T>(message: Message<T>, { repeatable, signal, timeout }: Asking): Promise<T> {
    this.#closing.signal.throwIfAborted();
    signal?.throwIfAborted();
    const most = whole("timeout", timeout, this.#limits.timeout);
    this.#lastId += 1n;
    const id = this.#lastId;
    const { type, flags, payload, read } = message;
    const frame = encodeFrame(type, flags, id, payload);
    const reply = await new Promise<Uint8Array>((resolve, reject) => {
      const abort = () => this.#settle(id, { error: signal?.reason });
      const timer = setTimeout(() => this.#settle(id, { error: late(most) }), most);
      shared(signal)?.addEventListener("abort", abort, { once: true });
      const settle: Job["settle"] = (outcome) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        if ("reply" in outcome) resolve(outcome.reply);
        else reject(outcome.error);
      };
      this.#waiting.set(id, { id, frame, type, repeatable, refusals: 0, settle });
      this.#pump();
    });
    return read(reply);
  }

  /** Ends the connection. Requests under way end with `Closed`, and so does all that comes later. */
  close(): void {
    if (this.#closing.signal.aborted) return;
    const error = closed();
    this.#closing.abort(error);
    // A host that does not close its side must not keep the process.
    this.#line?.outlet.end().unref();
    this.#line = undefined;
    this.#giveUp(error);
    clearTimeout(this.#pause);
  }

  /** Writes what waits, as far as the limits and the socket take it. */
  #pump(): void {
    if (this.#pause) return;
    const line = this.#line;
    if (!line) {
      this.#connect().catch(() => {});
      return;
    }
    const { requests, bytes } = this.#limits;
    for (const [id, job] of this.#waiting) {
      this.#startWatch();
      const full = this.#sent.size >= requests || (this.#sent.size > 0 && this.#sentBytes + job.frame.length > bytes);
      if (full || line.outlet.isFull) return;
      this.#waiting.delete(id);
      this.#sent.set(id, job);
      this.#sentBytes += job.frame.length;
      line.outlet.write(job.frame);
    }
  }

  #settle(id: bigint, outcome: Parameters<Job["settle"]>[0]): void {
    const job = this.#takeBack(id);
    (job ?? this.#waiting.get(id))?.settle(outcome);
    this.#waiting.delete(id);
    if (this.#sent.size === 0 && (this.#pause || this.#waiting.size === 0)) this.#stopWatch();
    if (this.#line) this.#pump();
  }

  /** The request, where it was on the wire, which no longer counts it. */
  #takeBack(id: bigint): Job | undefined {
    const job = this.#sent.get(id);
    if (job) {
      this.#sent.delete(id);
      this.#sentBytes -= job.frame.length;
    }
    return job;
  }

  /**
   * Whether a refusal is to be waited out: not of an append with others behind it on the wire, which land before it would,
   * in another order than they were made.
   */
  #isForLater(job: Job, error: unknown): boolean {
    if (!job.repeatable || !passes(error) || job.refusals + 1 >= this.#limits.retry.attempts) return false;
    if (isAppend(job.type))
      for (const { id, type } of this.#sent.values()) if (id > job.id && isAppend(type)) return false;
    return true;
  }

  /** Sends a request again, and before all later ones, when the host has had some time. Its own time goes on. */
  #putOff(job: Job): void {
    this.#takeBack(job.id);
    this.#waiting.set(job.id, job);
    job.refusals += 1;
    if (this.#sent.size === 0) this.#stopWatch();
    // It holds the process: the connection may break meanwhile, and there is a call to answer.
    this.#pause ??= setTimeout(
      () => {
        this.#pause = undefined;
        this.#waiting = new Map([...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1)));
        if (this.#waiting.size > 0) this.#pump();
      },
      backoff(this.#limits.retry, job.refusals),
    );
  }

  #giveUp(error: unknown): void {
    for (const id of [...this.#sent.keys(), ...this.#waiting.keys()]) this.#settle(id, { error });
  }

  #connect(): Promise<Way> {
    this.#connecting ??= this.#dial().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /** Dials until it succeeds or has failed too often in a row. */
  async #dial(): Promise<Way> {
    const { retry } = this.#limits;
    const signal = this.#closing.signal;
    try {
      for (;;) {
        if (this.#failures > 0) await sleep(backoff(retry, this.#failures), signal);
        try {
          const greeted = await dial(this.#address, signal);
          const line = { ...greeted, outlet: new Outlet(greeted.socket, () => this.#pump()) };
          this.#line = line;
          void this.#read(line);
          this.#pump();
          return line;
        } catch (error) {
          // A refused greeting is an answer: another try would be refused as well.
          if (signal.aborted || !isUnreachable(error) || ++this.#failures >= retry.attempts) throw error;
        }
      }
    } catch (error) {
      this.#failures = 0;
      this.#giveUp(error);
      throw error;
    }
  }

  async #read(line: Way): Promise<void> {
    let why: unknown = new Error("the connection was closed");
    try {
      for await (const frame of line.frames) this.#take(frame);
    } catch (error) {
      why = error;
    }
    line.socket.destroy();
    if (this.#line === line) this.#broke(why);
  }

  #take(frame: Frame): void {
    const job = this.#sent.get(frame.request);
    if (!job) {
      // Of a request that was given up; one that was never made is not this protocol.
      if (frame.request <= this.#lastId) return;
      throw new VitrineError("DecodeError", `reply: expected one to a request made, found one to ${frame.request}`);
    }
    this.#failures = 0;
    try {
      this.#settle(frame.request, { reply: granted(job.type, frame) });
    } catch (error) {
      if (this.#isForLater(job, error)) this.#putOff(job);
      else this.#settle(frame.request, { error });
    }
  }

  #broke(why: unknown): void {
    this.#line = undefined;
    this.#stopWatch();
    const lost = unreachable(
      this.#address,
      why,
      "The connection broke with this request under way. It may have been carried out: look before you repeat it.",
    );
    for (const { id, repeatable } of [...this.#sent.values()]) if (!repeatable) this.#settle(id, { error: lost });
    this.#failures += 1;
    if (this.#failures >= this.#limits.retry.attempts) {
      this.#failures = 0;
      this.#giveUp(unreachable(this.#address, why));
    }
    this.#waiting = new Map([...this.#sent, ...this.#waiting]);
    this.#sent.clear();
    this.#sentBytes = 0;
    if (this.#waiting.size > 0) this.#pump();
  }

  /** A host that says nothing, or takes nothing, would hold requests for good. */
  #startWatch(): void {
    if (this.#watch) return;
    const { stall } = this.#limits;
    let seen = this.#line?.outlet.moved;
    let still = 0;
    // By looks, not by the clock: a program that was busy for longer than a stall has yet to read what came meanwhile.
    this.#watch = setInterval(() => {
      const moved = this.#line?.outlet.moved;
      still = moved === seen ? still + 1 : 0;
      seen = moved;
      if (still >= LOOKS) this.#line?.socket.destroy(new Error(`nothing came or went for ${stall} ms`));
    }, stall / LOOKS);
  }

  #stopWatch(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof VitrineError && error.code === "Unreachable";
}

/** What everything ends with that is under way when a client is closed. */
export function closed(): VitrineError {
  return new VitrineError("Closed", "This WireClient is closed. Make another.");
}

function late(timeout: number): VitrineError {
  const message = `expected an answer within ${timeout} ms, found none. Check the host, or give it more time.`;
  return new VitrineError("Timeout", message, { details: { timeout } });
}
