// Reading arguments and files of the command line.

import { readFileSync, writeFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { VitrineError } from "../../core/errors.js";

/** A command that was written wrongly. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** What options of that description come to. */
export type Values<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>["values"];

/** The options and words of a command. @throws UsageError */
export function read<T extends Options>(
  args: string[],
  options: T,
  expected: string[],
): { values: Values<T>; words: string[] } {
  const { positionals: words, values } = parsed(args, options);
  if (words.length === expected.length) return { values, words };
  throw new UsageError(`expected ${expected.join(" ") || "no words"}, found ${words.join(" ") || "none"}`);
}

function parsed<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A file's bytes. @throws VitrineError `NotFound`, or `BadRequest` where it is there and cannot be read */
export function readBytes(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    throw new VitrineError(codeOf(cause), `${path} cannot be read: ${why(cause)}`, { cause });
  }
}

/** Writes a file. @throws VitrineError `NotFound` without its folder, `BadRequest` where it cannot be written */
export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new VitrineError(codeOf(cause), `${path} cannot be written: ${why(cause)}`, { cause });
  }
}

function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException | null)?.code === "ENOENT" ? "NotFound" : "BadRequest";
}

function why(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** A file's text. @throws as {@link readBytes} */
export function readText(path: string): string {
  return new TextDecoder().decode(readBytes(path));
}

/** A token, which is a file's only line. @throws VitrineError `NotFound`, `BadRequest` */
export function readToken(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const token = readText(path).trim();
  if (/^\S+$/.test(token)) return token;
  throw new VitrineError("BadRequest", `${path}: expected a token, one line without spaces, found none`);
}
