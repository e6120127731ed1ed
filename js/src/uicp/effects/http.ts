// `http://` and `https://`: a request to the page's own origin, or to one that the page allows.

import { addressOf } from "../../core/address.js";
import { permit } from "./permit.js";
import { type ApiCall, EffectError, type EffectPorts, type EffectResult, wrong } from "./types.js";

/** How long a call may take, answer included. */
const MOST_MS = 30_000;
/** The longest answer that is read. */
const MOST_BYTES = 4 << 20;

/** Carries out a call over HTTP. */
export async function request(call: ApiCall, ports: EffectPorts): Promise<EffectResult> {
  const { method = "GET", headers: named = {}, body } = call.params;
  const url = readUrl(call.params.url);
  const own = globalThis.location?.origin;
  const { allowOrigins = [], fetch = globalThis.fetch } = ports;
  if (!isAllowed(url, own, allowOrigins)) {
    const message = `${url.origin} is not among the origins that may be asked: the page's own, and those of allowOrigins.`;
    throw new EffectError("UICP_EFFECT_DENIED", message);
  }
  if (method === "GET" && body !== undefined) throw wrong("params.body", "nothing with the method GET", body);
  await permit("http", call, ports);

  const headers = new Headers(named);
  if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  // By hand: `AbortSignal.timeout` and `AbortSignal.any` are younger than the engines that the package runs in.
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    leave();
  }, MOST_MS);
  ports.signal?.addEventListener("abort", leave);
  if (ports.signal?.aborted) leave();
  try {
    const response = await fetch(url.href, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: url.origin === own ? "same-origin" : "omit",
      // Where not every origin is allowed, a redirect could lead to one that is not.
      redirect: allowOrigins === "*" ? "follow" : "manual",
      signal: leaving.signal,
    });
    return { status: "ready", data: await answerOf(response, url) };
  } catch (error) {
    if (ports.signal?.aborted) throw new EffectError("UICP_EFFECT_CANCELLED", `${url.href} was given up.`);
    if (!isLate) throw error;
    throw new EffectError("UICP_EFFECT_FAILED", `${url.href} did not answer within ${MOST_MS / 1000} s.`);
  } finally {
    clearTimeout(timer);
    ports.signal?.removeEventListener("abort", leave);
  }
}

async function answerOf(response: Response, url: URL): Promise<unknown> {
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    throw new EffectError("UICP_EFFECT_FAILED", `${url.href} leads elsewhere; call the address that it leads to.`);
  }
  if (!response.ok) {
    throw new EffectError(
      "UICP_EFFECT_FAILED",
      `${url.href} answered ${response.status} ${response.statusText}`.trim(),
    );
  }
  return read(response, url.href);
}

/** Whether an address may be asked. */
export function isAllowed({ origin }: URL, own: string | undefined, allowed: string[] | "*"): boolean {
  // Pages without an origin have "null" for one, and it is nobody's own.
  if (allowed === "*" || (own !== undefined && own !== "null" && origin === own)) return true;
  return allowed.some((each) => addressOf(each)?.origin === origin);
}

function readUrl(text: string): URL {
  const url = addressOf(text);
  if (!url) throw wrong("params.url", "an address", text);
  return url;
}

/** JSON as what it says, anything else as text. */
async function read(response: Response, address: string): Promise<unknown> {
  const text = await readText(response, address);
  const type = response.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new EffectError("UICP_EFFECT_FAILED", `${address} says that it answers JSON, and does not.`);
  }
}

async function readText(response: Response, address: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > MOST_BYTES) {
      await reader?.cancel();
      throw new EffectError("UICP_EFFECT_FAILED", `${address} answers more than ${MOST_BYTES} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
