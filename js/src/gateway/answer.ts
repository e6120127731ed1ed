// Answers that the gateway makes itself.

import { VitrineError } from "../core/errors.js";
import { blake3 } from "../turns/hash.js";
import { toHex } from "../turns/wire/bytes.js";
import type { Failure } from "./views.js";

/** The HTTP status of each code (client specification, section 8). */
const STATUS = new Map<string, number>(
  Object.entries({
    BadRequest: 400,
    Unauthorized: 401,
    NotFound: 404,
    Conflict: 409,
    PreconditionFailed: 412,
    MissingTypeHint: 422,
    Unprocessable: 422,
    FailedDependency: 424,
    DecodeError: 500,
    Storage: 500,
    Unreachable: 502,
  }),
);

/** JSON with an ETag of its content, 304 where the caller has it; with the status of `failure` where there is one. */
export function jsonAnswer(request: Request, body: object, failure?: Failure): Response {
  const text = JSON.stringify(failure ? { error: { details: {}, ...failure }, ...body } : body);
  const tag = `"${toHex(blake3(new TextEncoder().encode(text))).slice(0, 32)}"`;
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache", ETag: tag, Vary: "Accept" };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  if (!failure && (known.includes(tag) || known.includes("*"))) return new Response(null, { status: 304, headers });
  const status = failure ? statusOf(failure.code) : 200;
  return new Response(request.method === "HEAD" ? null : text, { status, headers });
}

/** What went wrong, as HTTP says it; `status` and headers where they are not the code's own. */
export function refusalAnswer(error: unknown, status?: number, more: Record<string, string> = {}): Response {
  const { code, message, details } =
    error instanceof VitrineError ? error : new VitrineError("DecodeError", String(error));
  const body = JSON.stringify({ error: { code, message, details: details ?? {} } });
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store", ...more };
  return new Response(body, { status: status ?? statusOf(code), headers });
}

function statusOf(code: string): number {
  return STATUS.get(code) ?? 500;
}
