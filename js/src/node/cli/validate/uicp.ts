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
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const pointers = issues.map(({ path }) => path.map((step) => `/${escaped(step)}`).join(""));
    const places = locate(text, pointers);
    const faults = issues.map(({ code, message }, at) => ({
      severity: "error" as const,
      code: `UICP_${code.toUpperCase()}`,
      ...position(text, places.get(pointers[at] as string) ?? 0),
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
