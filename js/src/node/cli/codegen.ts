// `vitrine codegen`: TypeScript for a registry bundle.

import { Registry } from "../../turns/registry.js";
import { typescript } from "../codegen/typescript.js";
import { read, readText, UsageError, writeText } from "./usage.js";

const OPTIONS = { ts: { type: "boolean" }, out: { type: "string" } } as const;

/** Prints the program, or writes it to `--out`. */
export async function codegen(args: string[]): Promise<void> {
  const { values, words } = read(args, OPTIONS, ["BUNDLE.json"]);
  if (!values.ts) throw new UsageError("expected --ts, the only language so far");
  const text = readText(words[0] as string);
  // Says with a pointer what is wrong with a bundle that is none.
  new Registry(text).free();
  const program = typescript(JSON.parse(text));
  if (values.out === undefined) process.stdout.write(program);
  else writeText(values.out, program);
}
