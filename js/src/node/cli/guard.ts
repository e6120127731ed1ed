// Who may use a gateway that listens on loopback, where every page that the user opens can reach it. As the host does,
// it closes the two ways past a browser's own rules: a foreign name that resolves to loopback, and a write that needs
// no permission beforehand.

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { addressOf } from "../../core/address.js";
import { VitrineError } from "../../core/errors.js";
import { UsageError } from "./usage.js";

/** @throws VitrineError `BadRequest` for a foreign name, `Unauthorized` for a write from a foreign page */
export function admit(origins: string[], { headers, method = "GET" }: IncomingMessage): void {
  const host = headers.host ?? "";
  const name = host.startsWith("[") ? host.slice(1, host.indexOf("]")) : (host.split(":")[0] ?? "");
  if (name.toLowerCase() !== "localhost" && isIP(name) === 0)
    throw new VitrineError("BadRequest", `Host header: expected localhost or an IP address, found ${host}`);
  const { origin } = headers;
  const reads = ["GET", "HEAD", "OPTIONS"].includes(method);
  if (origin === undefined || reads || allows(origins, origin)) return;
  throw new VitrineError("Unauthorized", `pages of ${origin} may not write: allow them with --cors-origin ${origin}`);
}

/** What a browser must be told before its page may read the answer; undefined for a page that may not. */
export function corsHeaders(origins: string[], { headers: { origin } }: IncomingMessage) {
  if (origin === undefined || !allows(origins, origin)) return undefined;
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": "GET, PUT, POST",
    "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, Range",
    "Access-Control-Expose-Headers":
      "ETag, Content-Range, Vitrine-Head, Vitrine-Head-Depth, Vitrine-Bundle, Vitrine-Next-Before",
  };
}

/**
 * The origins that were named, as browsers write them: in lower case, without the port that the scheme has anyway.
 *
 * @throws UsageError for what is no origin
 */
export function readOrigins(texts: string[]): string[] {
  return texts.map((text) => {
    if (text === "*") return text;
    const url = ORIGIN.test(text) ? addressOf(text.toLowerCase()) : undefined;
    // `url.origin` is "null" of the schemes that apps make up.
    if (url) return `${url.protocol}//${url.host}`;
    throw new UsageError(`--cors-origin: expected scheme://host or scheme://host:port without a path, found ${text}`);
  });
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+$/i;

function allows(origins: string[], origin: string): boolean {
  return origins.includes("*") || origins.includes(origin);
}
