// One connection to a host: dialled, and greeted where there is something to say.

import { type Socket, connect as tcp } from "node:net";
import { type ConnectionOptions, connect as tls } from "node:tls";
import { mismatch, VitrineError } from "../core/errors.js";
import { type Token, tokenOf } from "../turns/call.js";
import { encodeFrame, type Frame, FrameReader, granted } from "./frames.js";
import { hello } from "./messages.js";

/** Where a host is, and what it must be told. */
export interface Address {
  host: string;
  port: number;
  /** `true`, or what `node:tls` takes (a certificate authority of one's own, say). */
  tls: boolean | ConnectionOptions;
  token: Token | undefined;
  /** Milliseconds until dialling and greeting are given up. */
  connectTimeout: number;
  acceptsZstd: boolean;
  /** What this client calls itself; a host may keep it with the contexts that the client makes. */
  tag: string;
}

/** A connection that a host has greeted back on. */
export interface Line {
  socket: Socket;
  frames: AsyncGenerator<Frame, void>;
  sessionId: string;
  version: number;
}

/** The request id of the greeting; the others start behind it. */
export const HELLO_ID = 1n;

/**
 * Dials and greets.
 *
 * @throws VitrineError `Unreachable` when nobody answers in time; the host's own refusal (`Unauthorized`)
 */
export async function dial(address: Address, signal?: AbortSignal): Promise<Line> {
  const token = await tokenOf(address.token);
  signal?.throwIfAborted();
  const socket = open(address);
  const late = AbortSignal.timeout(address.connectTimeout);
  const stop = () =>
    socket.destroy(late.aborted ? new Error(`no greeting in ${address.connectTimeout} ms`) : undefined);
  late.addEventListener("abort", stop);
  signal?.addEventListener("abort", stop);
  try {
    const greeting = hello(address.tag, {
      ...(token === undefined ? {} : { token }),
      ...(address.acceptsZstd ? { accept: ["zstd"] } : {}),
    });
    // Before the socket is connected it keeps what is written to it.
    socket.write(encodeFrame(greeting.type, 0, HELLO_ID, greeting.payload));
    const frames = framesOf(socket);
    const first = await frames.next();
    if (first.done) throw new Error("the connection was closed");
    const welcome = greeting.read(granted(greeting.type, first.value));
    const { request } = first.value;
    if (request !== HELLO_ID) throw mismatch("DecodeError", "reply to the greeting", `id ${HELLO_ID}`, `id ${request}`);
    return { socket, frames, ...welcome };
  } catch (cause) {
    socket.destroy();
    if (signal?.aborted) throw signal.reason;
    throw cause instanceof VitrineError ? cause : unreachable(address, cause);
  } finally {
    late.removeEventListener("abort", stop);
    signal?.removeEventListener("abort", stop);
  }
}

const ADVICE = "Check that the host runs there and that this is its binary protocol's port.";

/** The error of a connection that could not be made, or broke. */
export function unreachable({ host, port }: Address, cause: unknown, rest = ""): VitrineError {
  const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
  // Our own errors are whole sentences, which say what to do.
  const told = cause instanceof VitrineError ? why : `${why}. ${rest ? "" : ADVICE}`.trimEnd();
  return new VitrineError("Unreachable", `No answer from tcp://${host}:${port}: ${told} ${rest}`.trimEnd(), {
    cause,
    details: { host, port },
  });
}

function open({ host, port, tls: secure }: Address): Socket {
  const socket = secure ? tls({ ...(secure === true ? {} : secure), host, port }) : tcp({ host, port });
  // Whoever reads the frames gets the error; without a listener it would end the process.
  socket.on("error", () => {});
  return socket.setNoDelay(true);
}

/** The frames of a socket as they come. It is read only as fast as they are taken. */
async function* framesOf(socket: Socket): AsyncGenerator<Frame, void> {
  const reader = new FrameReader();
  for await (const chunk of socket) yield* reader.take(chunk);
}
