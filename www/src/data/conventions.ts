// What a turn means to a reader, told from the names of its fields. No type is known by name: any
// registry works, and a turn that fits no convention is shown as its typed fields.

import type { TypedTurn } from "vitrine";
import { isRecord } from "./host";

/** For each meaning the field names that carry it, the most telling first. */
const NAMES = {
  role: ["role", "author", "speaker", "sender", "from"],
  text: ["text", "content", "message", "body", "markdown", "caption"],
  thinking: ["thinking", "reasoning", "thought"],
  toolName: ["tool_name", "tool", "function_name", "function"],
  toolCalls: ["tool_calls", "calls"],
  args: ["args", "arguments", "input", "params", "parameters"],
  result: ["result", "output", "response", "stdout", "content"],
  callId: ["call_id", "tool_call_id", "call"],
  status: ["status", "outcome", "state"],
  failure: ["error", "stderr", "failure"],
  attachments: ["attachments", "files", "images", "media"],
  name: ["name", "filename", "file_name", "title", "path"],
  mime: ["mime", "mime_type", "media_type", "content_type"],
  data: ["data", "bytes", "blob", "content"],
  size: ["size", "size_bytes", "byte_length", "length"],
  createdAt: ["created_at", "timestamp", "sent_at", "started_at", "time", "at"],
  duration: ["duration_ms", "elapsed_ms", "took_ms"],
  model: ["model", "model_name"],
  usage: ["usage", "tokens", "token_usage"],
  tokensIn: ["input_tokens", "prompt_tokens", "tokens_in", "input"],
  tokensOut: ["output_tokens", "completion_tokens", "tokens_out", "output"],
} as const;

type Meaning = keyof typeof NAMES;

export type Role = "user" | "assistant" | "system" | "tool" | "other";
export type Status = "ok" | "failed" | "running" | "unknown";

export interface Attachment {
  name: string;
  mime: string;
  /** Bytes, or base64 text; undefined when only its description was stored. */
  data: Uint8Array | string | undefined;
  size: number | undefined;
}

export interface ToolCall {
  name: string;
  args: unknown;
}

export interface Reading {
  kind: "message" | "call" | "result" | "fields";
  role: Role;
  /** The role as it was written, for people. */
  roleLabel: string;
  text: string | undefined;
  thinking: string | undefined;
  calls: ToolCall[];
  toolName: string | undefined;
  result: unknown;
  failure: string | undefined;
  status: Status;
  statusLabel: string | undefined;
  durationMs: number | undefined;
  attachments: Attachment[];
  createdAt: Date | undefined;
  model: string | undefined;
  /** Tokens read and written, for people. */
  usage: string | undefined;
}

const ROLES = new Map<string, Role>(
  Object.entries({
    user: "user",
    human: "user",
    customer: "user",
    assistant: "assistant",
    agent: "assistant",
    model: "assistant",
    ai: "assistant",
    system: "system",
    developer: "system",
    tool: "tool",
    function: "tool",
  }),
);

const STATUSES = new Map<string, Status>(
  Object.entries({
    ok: "ok",
    success: "ok",
    succeeded: "ok",
    done: "ok",
    completed: "ok",
    passed: "ok",
    error: "failed",
    failed: "failed",
    failure: "failed",
    timeout: "failed",
    timed_out: "failed",
    cancelled: "failed",
    denied: "failed",
    running: "running",
    pending: "running",
    in_progress: "running",
  }),
);

/** Reads a decoded turn by the conventions above. */
export function readTurn(turn: TypedTurn): Reading {
  const fields = turn.data ?? {};
  const type = turn.decoded_as.type_id;
  const roleName = textOf(pick(fields, "role"));
  const toolName = textOf(pick(fields, "toolName"));
  const args = pick(fields, "args");
  const result = pick(fields, "result");
  const failure = textOf(pick(fields, "failure"));
  const ofTool = toolName !== undefined || has(fields, "callId");
  const isResult = ofTool && (failure !== undefined || result !== undefined);
  const isCall = !isResult && toolName !== undefined;
  const text = textOf(pick(fields, "text"));
  const thinking = textOf(pick(fields, "thinking"));
  const calls = isCall ? [{ name: toolName, args }] : nestedCalls(pick(fields, "toolCalls"));
  const attachments = attachmentsOf(fields);
  const statusLabel = textOf(pick(fields, "status"));
  const isMessage = roleName !== undefined || text !== undefined || thinking !== undefined || attachments.length > 0;
  const kind = isCall ? "call" : isResult ? "result" : isMessage || calls.length > 0 ? "message" : "fields";
  return {
    kind,
    role: roleOf(roleName, kind),
    roleLabel: roleName ?? (kind === "message" || kind === "fields" ? shortType(type) : "tool"),
    text: isResult && text === result ? undefined : text,
    thinking,
    calls,
    toolName,
    result: isResult ? result : undefined,
    failure,
    status: statusOf(statusLabel, failure),
    statusLabel,
    durationMs: numberOf(pick(fields, "duration")),
    attachments,
    createdAt: dateOf(pick(fields, "createdAt")),
    model: textOf(pick(fields, "model")),
    usage: usageOf(pick(fields, "usage")),
  };
}

/** The fields without those that a turn's head shows already. */
export function headless(fields: Record<string, unknown>): Record<string, unknown> {
  const times: readonly string[] = NAMES.createdAt;
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !times.includes(name) || !dateOf(value)));
}

/** Whether a message has nothing that a card shows. */
export function isEmpty({ kind, text, thinking, failure, calls, attachments }: Reading): boolean {
  return kind === "message" && !(text ?? thinking ?? failure) && calls.length + attachments.length === 0;
}

/** The last part of a dotted type id: what people call the type. */
export function shortType(typeId: string): string {
  return typeId.slice(typeId.lastIndexOf(".") + 1) || "untyped";
}

function pick(fields: Record<string, unknown>, meaning: Meaning): unknown {
  for (const name of NAMES[meaning]) {
    const value = fields[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function has(fields: Record<string, unknown>, meaning: Meaning): boolean {
  return pick(fields, meaning) !== undefined;
}

function nestedCalls(value: unknown): ToolCall[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((call) => {
    const inner = isRecord(call.function) ? call.function : call;
    return {
      name: textOf(pick(inner, "toolName")) ?? textOf(pick(inner, "name")) ?? "tool",
      args: pick(inner, "args"),
    };
  });
}

/** A list of attachments, or the turn itself when it is one: it names its MIME type and holds the data. */
function attachmentsOf(fields: Record<string, unknown>): Attachment[] {
  const list = pick(fields, "attachments");
  if (Array.isArray(list)) return list.map(attachmentOf).filter((each) => each !== undefined);
  if (has(fields, "mime") && has(fields, "data")) {
    const self = attachmentOf(fields);
    return self ? [self] : [];
  }
  return [];
}

function attachmentOf(value: unknown): Attachment | undefined {
  if (value instanceof Uint8Array) {
    return { name: "attachment", mime: "application/octet-stream", data: value, size: value.length };
  }
  if (!isRecord(value)) return undefined;
  const data = pick(value, "data");
  const bytes = data instanceof Uint8Array || typeof data === "string" ? data : undefined;
  return {
    name: textOf(pick(value, "name")) ?? "attachment",
    mime: textOf(pick(value, "mime")) ?? "application/octet-stream",
    data: bytes,
    size: bytes instanceof Uint8Array ? bytes.length : numberOf(pick(value, "size")),
  };
}

function roleOf(name: string | undefined, kind: Reading["kind"]): Role {
  if (kind === "call" || kind === "result") return "tool";
  return (name && ROLES.get(name.toLowerCase())) || "other";
}

function statusOf(label: string | undefined, failure: string | undefined): Status {
  if (failure !== undefined) return "failed";
  return (label && STATUSES.get(label.toLowerCase())) || "unknown";
}

function usageOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const tokensIn = numberOf(pick(value, "tokensIn"));
  const tokensOut = numberOf(pick(value, "tokensOut"));
  if (tokensIn === undefined || tokensOut === undefined) return undefined;
  return `${tokensIn.toLocaleString("en")} tokens in, ${tokensOut.toLocaleString("en")} out`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A number, or the decimal text that a u64 is projected to. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  return undefined;
}

function dateOf(value: unknown): Date | undefined {
  const time = typeof value === "string" ? Date.parse(value) : numberOf(value);
  return time === undefined || Number.isNaN(time) ? undefined : new Date(time);
}
