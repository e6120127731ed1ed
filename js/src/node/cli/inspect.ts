// `vitrine inspect`: a context of a host, or a file, as a person reads it.

import { existsSync } from "node:fs";
import { VitrineError } from "../../core/errors.js";
import { TurnBatch } from "../../turns/batch.js";
import { VitrineClient } from "../../turns/client.js";
import { projectPayload } from "../../turns/payload.js";
import { Registry } from "../../turns/registry.js";
import type { ProjectOptions, TypedTurn, TypeRef } from "../../turns/types.js";
import { ByteWriter } from "../../turns/wire/bytes.js";
import { json, line, turnText, valueText } from "./show.js";
import { read, readBytes, readText, readToken, UsageError } from "./usage.js";

const OPTIONS = {
  host: { type: "string" },
  limit: { type: "string" },
  before: { type: "string" },
  "token-file": { type: "string" },
  bundle: { type: "string" },
  type: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

const OF_CONTEXTS = ["limit", "before", "token-file"] as const;
const OF_FILES = ["bundle", "type"] as const;

/** All that is known of a turn, with bytes that a person need not decode. */
const FOR_PEOPLE: ProjectOptions = { includeUnknown: true, bytesRender: "view" };
const FOR_PROGRAMS: ProjectOptions = { includeUnknown: true };

/** Prints a context or a file. */
export async function inspect(args: string[]): Promise<void> {
  const { values, words } = read(args, OPTIONS, [args.includes("--host") ? "CONTEXT" : "FILE"]);
  const subject = words[0] as string;
  const other = values.host === undefined ? OF_CONTEXTS : OF_FILES;
  const stray = other.find((name) => values[name] !== undefined);
  if (stray !== undefined)
    throw new UsageError(
      `--${stray} is for ${other === OF_FILES ? "files" : "contexts of a host, which --host names"}`,
    );
  const project = values.json ? FOR_PROGRAMS : FOR_PEOPLE;
  const text =
    values.host === undefined
      ? file(subject, values, project)
      : await context(subject, { ...values, host: values.host }, project);
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

interface FromHost {
  host: string;
  limit?: string | undefined;
  before?: string | undefined;
  "token-file"?: string | undefined;
  json: boolean;
}

async function context(id: string, from: FromHost, project: ProjectOptions): Promise<string> {
  const token = readToken(from["token-file"]);
  const client = new VitrineClient({ baseUrl: from.host, ...(token === undefined ? {} : { token }) });
  const { limit = "20" } = from;
  if (!/^\d+$/.test(limit)) throw new UsageError(`--limit: expected a number, found ${limit}`);
  const before = from.before === undefined ? {} : { beforeTurnId: from.before };
  const page = await client.turns(id, { ...project, limit: Number(limit), ...before });
  if (from.json) return json(page);
  const { meta, turns, next_before_turn_id } = page;
  const bundle = meta.registry_bundle_id === null ? "no bundle" : `bundle ${line(meta.registry_bundle_id)}`;
  const head = meta.head_turn_id === "0" ? "empty" : `head ${meta.head_turn_id} at depth ${meta.head_depth}`;
  const older = next_before_turn_id === null ? [] : [`… older ones: --before ${next_before_turn_id}`];
  return [`context ${meta.context_id}   ${head}   ${bundle}`, ...older, ...turns.map(turnText)].join("\n\n");
}

interface FromFile {
  bundle?: string | undefined;
  type?: string | undefined;
  json: boolean;
}

/** A page of turns, or one payload; without a bundle or a type, as plain values. */
function file(path: string, from: FromFile, project: ProjectOptions): string {
  if (/^\d+$/.test(path) && !existsSync(path))
    throw new UsageError(`${path} is no file; for a context, name its host: --host http://127.0.0.1:9010`);
  const type = from.type === undefined ? undefined : typeOf(from.type);
  if (type && from.bundle === undefined)
    throw new UsageError("--type needs the bundle that describes it: --bundle FILE");
  const bytes = readBytes(path);
  const registry = new Registry(from.bundle === undefined ? undefined : readText(from.bundle));
  const page = pageOf(bytes);
  if (page) {
    if (type) throw new UsageError(`--type is for a payload alone; ${path} is a page of turns, which name their own`);
    const turns = from.bundle === undefined ? raw(page) : page.project(registry, project);
    return from.json ? json({ turns }) : turns.map(turnText).join("\n\n");
  }
  if (!type) return shown(single(bytes).decode(0, { verify: false }), from.json);
  const { data, unknown, warnings } = projectPayload(bytes, type, registry, project);
  if (from.json) return json({ data, unknown, ...(warnings ? { warnings } : {}) });
  return turnText({ data, unknown, warnings });
}

function shown(value: unknown, asJson: boolean): string {
  return asJson ? json(value) : valueText(value);
}

/** A file with a payload is no page, and one with a page no payload: every length in it would have to fit. */
function pageOf(bytes: Uint8Array): TurnBatch | undefined {
  try {
    return new TurnBatch(bytes);
  } catch {
    return undefined;
  }
}

/** A page with nothing but this payload, whose hash is not known, because pages are what raw mode reads. */
function single(payload: Uint8Array): TurnBatch {
  const fields = new ByteWriter().u32(1).u64(1n).u64(0n).u32(0).text("").u32(0).u32(1).u32(0).u32(payload.length);
  return new TurnBatch(fields.raw(new Uint8Array(32)).counted(payload).done());
}

/** Without a registry: plain values by tag, and of each turn what its head says. */
function raw(page: TurnBatch): Partial<TypedTurn>[] {
  const heads = page.project(new Registry());
  return heads.map(({ error: _, ...head }, at) => {
    try {
      return { ...head, data: { payload: page.decode(at) } };
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      return { ...head, error: { code: error.code, message: error.message } };
    }
  });
}

function typeOf(text: string): TypeRef {
  const [, typeId, version] = /^(.+)@([1-9]\d{0,9})$/.exec(text) ?? [];
  if (typeId === undefined) throw new UsageError(`--type: expected TYPE_ID@VERSION, found ${text}`);
  return { typeId, typeVersion: Number(version) };
}
