// One request to a host: address, token, failure. What the answer means is the caller's to know.

import { fromJson, isErrorJson, VitrineError } from "../core/errors.js";

/** How to reach a host. */
export interface HostOptions {
  /** Where the host's HTTP listener is, e.g. `http://127.0.0.1:9010`; in a page it may be relative to the page. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`; a function is asked for each request. */
  token?: string | (() => string | Promise<string>);
  /** What to use in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** What a request is beside its path. */
export interface HttpRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
}

/** An answer that grants the request: its status is 2xx. */
export interface HttpAnswer {
  url: string;
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

/** A host, spoken to over HTTP. */
export class HttpHost {
  readonly #base: string;
  readonly #token: HostOptions["token"];
  readonly #fetch: typeof fetch;

  /** @throws VitrineError `BadRequest` when `baseUrl` is not a URL */
  constructor({ baseUrl, token, fetch: own }: HostOptions) {
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
  async request(path: string, { method = "GET", headers = {}, body, signal }: HttpRequest = {}): Promise<HttpAnswer> {
    const url = this.#base + path;
    const token = typeof this.#token === "function" ? await this.#token() : this.#token;
    const init: RequestInit = {
      method,
      headers: token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` },
    };
    if (body !== undefined) init.body = body;
    if (signal) init.signal = signal;

    const answer = await this.#exchange(url, init);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw refusal(method, answer);
  }

  async #exchange(url: string, init: RequestInit): Promise<HttpAnswer> {
    const send = this.#fetch;
    try {
      const response = await send(url, init);
      return { url, status: response.status, headers: response.headers, body: await response.arrayBuffer() };
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new VitrineError(
        "Unreachable",
        `No answer from ${url}: ${why}. Check that the host runs there and, from a page of another origin, that its --cors-origin names this page's.`,
        { cause, details: { url } },
      );
    }
  }
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
export function notPromised(answer: HttpAnswer, expected: string, found: string): VitrineError {
  return new VitrineError(
    "DecodeError",
    `${answer.url}: expected ${expected}, found ${found}. Check that a Vitrine host answers there.`,
    { details: { expected, found, url: answer.url } },
  );
}

function refusal(method: string, answer: HttpAnswer): VitrineError {
  const text = new TextDecoder().decode(answer.body);
  const error = errorIn(text);
  if (error) return fromJson(error);
  return new VitrineError(
    "DecodeError",
    `${method} ${answer.url} answered ${answer.status} with ${excerpt(text)}, where a Vitrine host gives {"error":…}. Check what answers there.`,
    { details: { status: answer.status, url: answer.url } },
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
    url = new URL(baseUrl, globalThis.location?.href);
  } catch (cause) {
    throw new VitrineError(
      "BadRequest",
      `baseUrl: expected a URL like http://127.0.0.1:9010, found ${JSON.stringify(baseUrl)}`,
      { cause },
    );
  }
  url.hash = url.search = "";
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}
