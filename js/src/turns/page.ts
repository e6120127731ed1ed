// A page of turns over HTTP: the bytes of a GET_LAST payload, and in the headers what they are a page of.

import { type HttpAnswer, type HttpHost, notPromised, query } from "./http.js";
import type { TurnsMeta } from "./types.js";
import { bitsOf, idText } from "./wire/bytes.js";

/** The content type of a GET_LAST payload. */
export const TURNS = "application/vnd.vitrine.turns";

/** The turn to ask for the page before; there is none before the root. */
const NEXT = "vitrine-next-before";

/** A page as it came. */
export interface PageBytes {
  meta: TurnsMeta;
  bytes: Uint8Array;
  next_before_turn_id: string | null;
}

/** Which page. */
export interface PageQuery {
  limit?: number | string | undefined;
  before_turn_id?: string | undefined;
}

/** Asks a host for a page. @throws VitrineError as `HttpHost.request` does; `BadRequest` for what is no id */
export async function fetchPage(
  host: HttpHost,
  contextId: string,
  { limit, before_turn_id }: PageQuery,
  signal?: AbortSignal,
): Promise<PageBytes> {
  const path = `v1/contexts/${idText("context id", contextId)}/turns${query({ limit, before_turn_id })}`;
  const answer = await host.request(path, { headers: { Accept: TURNS }, ...(signal ? { signal } : {}) });
  const type = answer.headers.get("content-type");
  if (type !== TURNS) throw notPromised(answer, TURNS, type ?? "no content type");
  return {
    meta: metaOf(contextId, answer),
    bytes: new Uint8Array(answer.body),
    next_before_turn_id: answer.headers.get(NEXT) ? number(answer, NEXT, 1n) : null,
  };
}

function metaOf(contextId: string, answer: HttpAnswer): TurnsMeta {
  return {
    context_id: idText("context id", contextId),
    head_turn_id: number(answer, "vitrine-head"),
    head_depth: Number(number(answer, "vitrine-head-depth")),
    registry_bundle_id: bundleOf(answer),
  };
}

/** Header values are ASCII, so a bundle's id comes percent-encoded. */
function bundleOf(answer: HttpAnswer): string | null {
  const value = answer.headers.get("vitrine-bundle");
  if (!value) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    throw notPromised(answer, "a percent-encoded bundle id in Vitrine-Bundle", value);
  }
}

/** @throws VitrineError `DecodeError` where the header is not there, or holds no decimal number of 64 bits from `least` on */
function number(answer: HttpAnswer, name: string, least = 0n): string {
  const value = answer.headers.get(name);
  if (value === null) throw notPromised(answer, `a header ${name}, exposed to this origin`, "none");
  if ((bitsOf(value) ?? -1n) >= least) return value;
  throw notPromised(answer, `a whole number from ${least} in ${name}`, value);
}
