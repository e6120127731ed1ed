// `vitrine gateway`: the gateway as an HTTP server.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { VitrineError } from "../../core/errors.js";
import { refusalAnswer } from "../../gateway/answer.js";
import { createGateway } from "../../gateway/index.js";
import { admit, corsHeaders, readOrigins } from "./guard.js";
import { read, readToken, UsageError } from "./usage.js";

/** Longest body that is passed on: a frame of the binary protocol. */
const BODY_BYTES = 64 << 20;

const OPTIONS = {
  host: { type: "string" },
  listen: { type: "string", default: "127.0.0.1:9011" },
  "token-file": { type: "string" },
  "cors-origin": { type: "string", multiple: true, default: [] as string[] },
} as const;

/** Serves until it is told to stop. */
export async function gateway(args: string[]): Promise<void> {
  const { values } = read(args, OPTIONS, []);
  if (values.host === undefined) throw new UsageError("expected --host URL, the HTTP address of a host");
  const token = readToken(values["token-file"]);
  const { name, port } = address(values.listen);
  const origins = readOrigins(values["cors-origin"]);
  const handle = createGateway({ baseUrl: values.host, ...(token === undefined ? {} : { token }) });
  const server = createServer((request, response) => void serve(handle, origins, request, response));
  // Who has asked and closed its own side waits for the answer, as at the host. Node has this by no option; a test holds it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.listen(port, name);
  await once(server, "listening").catch((cause) => {
    throw new VitrineError("Unreachable", `cannot listen on ${values.listen}: ${cause.message}`, { cause });
  });
  const bound = server.address() as AddressInfo;
  const shown = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  process.stdout.write(`http http://${shown}:${bound.port}\nready\n`);
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await stopped;
  server.close();
  server.closeAllConnections();
}

type Handler = ReturnType<typeof createGateway>;

async function serve(handle: Handler, origins: string[], incoming: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const cors = corsHeaders(origins, incoming);
  let answer: Response;
  try {
    admit(origins, incoming);
    answer =
      incoming.method === "OPTIONS" && cors
        ? new Response(null, { status: 204 })
        : (notTaken(incoming) ?? (await handle(await requestOf(incoming, gone.signal))));
  } catch (error) {
    if (gone.signal.aborted) return;
    answer = refusalAnswer(error);
  }
  // Also where this page may not read it: a cache would give it to one that may.
  const headers = Object.fromEntries(answer.headers);
  const { vary = "" } = headers;
  if (origins.length > 0 && !/\borigin\b/i.test(vary)) headers.vary = vary ? `${vary}, Origin` : "Origin";
  response.writeHead(answer.status, { ...headers, ...cors });
  if (!answer.body) return response.end();
  const body = Readable.fromWeb(answer.body as ReadableStream);
  // The host went away in the middle; the reader learns it by the end that is missing.
  body.on("error", () => response.destroy());
  response.on("close", () => body.destroy());
  return body.pipe(response);
}

/** The refusal of the method that no `Request` can have; others that a route does not take, the host refuses. */
function notTaken({ method = "", url = "" }: IncomingMessage): Response | undefined {
  if (method !== "TRACE") return undefined;
  const [path] = url.split("?");
  const message = `${path} does not take ${method}; the Allow header says what it takes`;
  return refusalAnswer(new VitrineError("BadRequest", message), 405, { Allow: "GET, HEAD, OPTIONS, POST, PUT" });
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined && !name.startsWith(":")) headers.set(name, String(value));
  const body = method === "GET" || method === "HEAD" ? undefined : await bodyOf(incoming);
  // The name does not matter here, neither in the absolute form, which proxies send: the path is what is asked for.
  const target = url.replace(/^https?:\/\/[^/?#]*(?=$|[/?])/i, "");
  return new Request(`http://gateway${target.startsWith("/") ? target : target.startsWith("?") ? `/${target}` : "/"}`, {
    method,
    headers,
    signal,
    ...(body?.length ? { body } : {}),
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Of what is too long the rest is read too, and dropped: who is still sending would get a reset, and not the error.
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > BODY_BYTES)
    throw new VitrineError("Unprocessable", `body: expected at most ${BODY_BYTES} bytes, found ${size}`);
  return new Uint8Array(Buffer.concat(chunks));
}

function address(text: string): { name: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const name = bracketed ?? plain;
  if (name === undefined || Number(port) > 65_535)
    throw new UsageError(`--listen: expected ADDRESS:PORT, found ${text}`);
  if (!["localhost", "::1"].includes(name) && !/^127\./.test(name))
    throw new UsageError(
      `--listen: expected an address of this machine's own (127.0.0.1, ::1), found ${name}. Whoever reaches the gateway may do what its token allows; for others, put a server before it that asks who they are.`,
    );
  return { name, port: Number(port) };
}
