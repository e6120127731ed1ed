#!/usr/bin/env node
// The command line: `npx vitrine COMMAND`.

import { VitrineError } from "../../core/errors.js";
import { packageVersion } from "../../core/version.js";
import { turns } from "../../turns/module.js";
import { codegen } from "./codegen.js";
import { gateway } from "./gateway.js";
import { inspect } from "./inspect.js";
import { UsageError } from "./usage.js";
import { validate } from "./validate.js";

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = { gateway, codegen, inspect, validate };

const HELP = `Usage: vitrine COMMAND

  gateway --host URL [--listen 127.0.0.1:9011] [--token-file FILE] [--cors-origin ORIGIN]…
      Serves typed JSON over a raw host: every route of the turn store's HTTP surface.

  codegen BUNDLE.json --ts [--out FILE]
      Writes TypeScript for a registry bundle: types, and helpers that encode and project them.

  inspect CONTEXT --host URL [--limit N] [--before TURN] [--token-file FILE] [--json]
  inspect FILE [--bundle BUNDLE.json] [--type TYPE_ID@VERSION] [--json]
      Shows a context of a host, or a file with a payload or a page of turns, as a person reads it.

  validate a2ui FILE.jsonl [--mode lenient] [--catalog FILE] [--format text|json|sarif]
  validate uicp FILE.json [--format text|json|sarif]
      Holds a stream of A2UI messages or a batch of UICP operations to the rules. FILE may be - for standard input.
      Exits with 1 where anything is an error, with 2 where the command is wrong or a file cannot be used.

  --help, --version
`;

const isHelp = (word: string) => word === "--help" || word === "-h";

async function main([name, ...args]: string[]): Promise<void> {
  const known = name !== undefined && Object.hasOwn(COMMANDS, name);
  if (name === undefined || name === "help" || isHelp(name) || (known && args.some(isHelp))) {
    process.stdout.write(HELP);
    return;
  }
  if (name === "--version") {
    process.stdout.write(`${packageVersion}\n`);
    return;
  }
  const command = known ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`expected a command: ${Object.keys(COMMANDS).join(", ")}; found ${name}`);
  await turns.init();
  await command(args);
}

// A reader that has seen enough, such as `head`, is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

main(process.argv.slice(2)).catch((error: unknown) => {
  const usage = error instanceof UsageError;
  const known = usage || error instanceof VitrineError;
  const message = known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  const code = error instanceof VitrineError ? `${error.code}: ` : "";
  process.stderr.write(`vitrine: ${code}${message}\n${usage ? "\nvitrine --help says how it is used.\n" : ""}`);
  // For validate, 1 is what it found; a file that cannot be read was not looked at.
  process.exitCode = usage || process.argv[2] === "validate" ? 2 : 1;
});
