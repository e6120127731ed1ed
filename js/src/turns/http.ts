// One request to a host: address, token, failure. What the answer means is the caller's to know.

import { requestHeaders } from "#env";
import { fieldsOf, found, kindOf, requireFunction, requireNames } from "../core/arguments.js";
import { fromJson, isErrorJson, mismatch, VitrineError } from "../core/errors.js";
import { requireToken, type Token, tokenOf } from "./call.js";

/** How to reach a host. */
export interface HostOptions {
  /** Where the host's HTTP listener is, e.g. `http://127.0.0.1:9010`; in a page it may be relative to the page. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`; a function is asked for each request. */
  token?: Token;
  /** What to use in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** What a request is beside its path. */
export interface HttpRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal | undefined;
}

/** An answer that grants the request: its status is 2xx. */
export interface HttpAnswer {
  url: string;
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

const HEADER_TEXT = /^[ -~\u00a0-\u00ff]*$/;

/** A host, spoken to over HTTP. */
export class HttpHost {
  readonly #base: string;
  readonly #token: Token | undefined;
  readonly #fetch: typeof fetch;

  /** @throws VitrineError `BadRequest` when `baseUrl` is not a URL or has a password, and for other options that cannot be */
  constructor(options: HostOptions) {
    const given = fieldsOf(options, "options");
    requireNames(given, "options", ["baseUrl", "token", "fetch"]);
    const { baseUrl, token, fetch: own } = given;
    requireToken(token);
    if (own !== undefined) requireFunction(own, "fetch");
    this.#base = absolute(baseUrl);
    this.#token = token;
    // Called without a receiver: the global one refuses any other than the global object.
    this.#fetch = own ?? ((input, init) => fetch(input, init));
  }

  /**
   * Sends one request and reads its whole answer.
   *
   * @param path relative to the base, without a slash before it
   * @throws VitrineError of the host's own code; `Unreachable` when no whole answer came; `DecodeError` when the
   * answer is not of a Vitrine host. An abort throws the signal's reason.
   */
  async request(path: string, request: HttpRequest = {}): Promise<HttpAnswer> {
    const url = this.#base + path;
    const response = await this.open(path, request);
    const body = await reached(url, request.signal, () => response.arrayBuffer());
    return { url, status: response.status, headers: response.headers, body };
  }

  /** As {@link request}, for an answer that is read as it comes. */
  async open(path: string, request: HttpRequest = {}): Promise<Response> {
    const response = await this.send(path, request);
    if (response.ok) return response;
    const url = this.#base + path;
    const body = await reached(url, request.signal, () => response.text());
    throw refusal(request.method ?? "GET", url, response.status, body);
  }

  /** Sends a request and gives whatever comes back, refusals too. */
  async send(path: string, { method = "GET", headers = {}, body, signal }: HttpRequest = {}): Promise<Response> {
    const token = await tokenOf(this.#token);
    // Told without it: a token is not for logs.
    if (token !== undefined && !HEADER_TEXT.test(token))
      throw mismatch("BadRequest", "token", "text that a header can hold, in one line", "other characters");
    const bearer: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const init: RequestInit = { method, headers: { ...requestHeaders, ...headers, ...bearer } };
    if (body !== undefined) init.body = body;
    if (signal) init.signal = signal;
    const url = this.#base + path;
    const send = this.#fetch;
    const response: unknown = await reached(url, signal, () => send(url, init));
    if (typeof response === "object" && response !== null) return response as Response;
    throw mismatch("BadRequest", "what the option fetch gives", "a Response", kindOf(response));
  }
}

/** What `work` gives, or `Unreachable` where the network breaks it. */
async function reached<T>(url: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new VitrineError(
      "Unreachable",
      `No answer from ${url}: ${why}. Check that the host runs there and, from a page of another origin, that its --cors-origin names this page's.`,
      { cause, details: { url } },
    );
  }
}

/** Answers of what stands before a host, and of a host that has no room: they pass. */
const PASSING: unknown[] = [429, 502, 503, 504];

/** Whether what failed may be well when it is tried again: nobody answered, or who did said so. */
export function passes(error: unknown): boolean {
  if (!(error instanceof VitrineError)) return false;
  const { retry, status } = (error.details ?? {}) as Record<string, unknown>;
  return error.code === "Unreachable" || retry === true || (error.code === "DecodeError" && PASSING.includes(status));
}

/** The JSON of an answer. @throws VitrineError `DecodeError` */
export function json(answer: HttpAnswer): unknown {
  const text = new TextDecoder().decode(answer.body);
  try {
    return JSON.parse(text);
  } catch {
    throw notPromised(answer, "JSON", excerpt(text));
  }
}

/** The error for an answer that is not what the route promises. */
export function notPromised(answer: { url: string }, expected: string, found: string): VitrineError {
  return new VitrineError(
    "DecodeError",
    `${answer.url}: expected ${expected}, found ${found}. Check that a Vitrine host answers there.`,
    { details: { expected, found, url: answer.url } },
  );
}

function refusal(method: string, url: string, status: number, text: string): VitrineError {
  const error = errorIn(text);
  if (error) return fromJson(error);
  return new VitrineError(
    "DecodeError",
    `${method} ${url} answered ${status} with ${excerpt(text)}, where a Vitrine host gives {"error":…}. Check what answers there.`,
    { details: { status, url } },
  );
}

function errorIn(text: string) {
  try {
    const error: unknown = JSON.parse(text)?.error;
    return isErrorJson(error) ? error : undefined;
  } catch {
    return undefined;
  }
}

function excerpt(text: string): string {
  if (text === "") return "an empty body";
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function absolute(baseUrl: string): string {
  let url: URL;
  try {
    // Relative to a page, anything else would be a path.
    if (typeof baseUrl !== "string" && !((baseUrl as unknown) instanceof URL)) throw new TypeError("no text");
    url = new URL(baseUrl, globalThis.location?.href);
  } catch (cause) {
    throw new VitrineError(
      "BadRequest",
      `baseUrl: expected a URL like http://127.0.0.1:9010, found ${found(baseUrl)}`,
      { cause },
    );
  }
  // No request could be made with them.
  if (url.username + url.password !== "")
    throw new VitrineError(
      "BadRequest",
      "baseUrl: expected a URL without user name and password; give a token instead",
    );
  url.hash = url.search = "";
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

/** The values that are there, as a query. */
export function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}
