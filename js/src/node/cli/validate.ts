// `vitrine validate`: what an agent sent, held to the rules before anybody shows it.

import { createValidator, type Mode, type Validator } from "../../a2ui/index.js";
import { VitrineError } from "../../core/errors.js";
import { ui } from "../../uicp/module.js";
import { read, readBytes, readText, UsageError } from "./usage.js";
import { validateA2ui } from "./validate/a2ui.js";
import { failed, json, type Report, text } from "./validate/report.js";
import { sarif } from "./validate/sarif.js";
import { validateUicp } from "./validate/uicp.js";

const OPTIONS = {
  mode: { type: "string" },
  catalog: { type: "string" },
  format: { type: "string", default: "text" },
} as const;

const FORMATS: Record<string, (report: Report) => string> = { text, json, sarif };

/** Prints what is wrong with a file. Exits with 1 where anything is an error, with 2 where it could not be held to the rules. */
export async function validate(args: string[]): Promise<void> {
  const { values, words } = read(args, OPTIONS, ["a2ui|uicp", "FILE"]);
  const [kind, file] = words as [string, string];
  const format = Object.hasOwn(FORMATS, values.format) ? FORMATS[values.format] : undefined;
  if (!format) throw new UsageError(`--format: expected text, json or sarif, found ${values.format}`);
  await ui.init();
  const report = await judged(kind, file, values.mode, values.catalog);
  process.stdout.write(format(report));
  if (failed(report)) process.exitCode = 1;
}

async function judged(kind: string, file: string, mode: string | undefined, catalog: string | undefined) {
  switch (kind) {
    case "a2ui": {
      const chosen = modeNamed(mode);
      const validator = validatorOf(chosen, catalog);
      return validateA2ui(file, await input(file), validator);
    }
    case "uicp":
      if (mode !== undefined || catalog !== undefined)
        throw new UsageError("--mode and --catalog are for a2ui; batches of UICP have neither");
      return validateUicp(file, await input(file));
    default:
      throw new UsageError(`expected a2ui or uicp, found ${kind}`);
  }
}

/** A validator, by the catalog in a file where there is one; what is wrong with it names the file and the place. */
function validatorOf(mode: Mode, catalog: string | undefined): Validator {
  if (catalog === undefined) return createValidator({ mode });
  const given = object(catalog);
  try {
    return createValidator({ mode, catalog: given });
  } catch (cause) {
    if (!(cause instanceof VitrineError)) throw cause;
    const place = cause.pointer?.replace(/^\/catalog\b/, " at ") ?? "";
    throw new VitrineError(cause.code, `${catalog}${place}: ${cause.message}`, { cause });
  }
}

function modeNamed(mode = "strict"): Mode {
  if (mode === "strict" || mode === "lenient") return mode;
  throw new UsageError(`--mode: expected strict or lenient, found ${mode}`);
}

/** A file's bytes, or those of standard input. */
async function input(file: string): Promise<Uint8Array> {
  if (file !== "-") return readBytes(file);
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function object(file: string): object {
  const content = readText(file);
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new VitrineError("BadRequest", `${file}: expected JSON, found something else: ${why}`, { cause });
  }
  throw new VitrineError("BadRequest", `${file}: expected a catalog, a JSON object`);
}
