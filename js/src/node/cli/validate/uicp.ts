// `vitrine validate uicp`: a batch of operations.

import { hintFor, UICPValidationError } from "../../../uicp/errors.js";
import { validateBatch } from "../../../uicp/validate.js";
import { locate, position } from "./locate.js";
import { counted, type Report } from "./report.js";

/** Holds a batch to the rules. */
export function validateUicp(file: string, bytes: Uint8Array): Report {
  try {
    return { file, counted: counted(validateBatch(bytes).length, "operation"), faults: [] };
  } catch (error) {
    if (!(error instanceof UICPValidationError)) throw error;
    const { issues } = error;
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const text = decoder.decode(bytes);
    const pointers = issues.map(({ path }) => path.map((step) => `/${escaped(step)}`).join(""));
    const places = locate(text, pointers);
    const offsetOf = (message: string, pointer: string) => {
      // What is no JSON has no pointer; the core says at which byte.
      const [, byte] = (pointer === "" && / at byte (\d+)$/.exec(message)) || [];
      return byte === undefined ? (places.get(pointer) ?? 0) : decoder.decode(bytes.subarray(0, Number(byte))).length;
    };
    const faults = issues.map(({ code, message }, at) => ({
      severity: "error" as const,
      code: `UICP_${code.toUpperCase()}`,
      ...position(text, offsetOf(message, pointers[at] as string)),
      pointer: pointers[at] as string,
      message,
      // There is one for all of it.
      hint: at === 0 ? hintFor(error) : "",
    }));
    return { file, counted: "a batch that is refused whole", faults };
  }
}

function escaped(step: string | number): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}
