// `vitrine validate a2ui`: a stream of messages, one a line, as one response.

import { errorRegistry, type Finding, type Validator } from "../../../a2ui/index.js";
import { locate } from "./locate.js";
import { counted, type Fault, type Report } from "./report.js";

const NO_JSON = "A2UI_S2C_ENVELOPE_JSON";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Holds every line to the rules. */
export function validateA2ui(file: string, bytes: Uint8Array, validator: Validator): Report {
  const lines = linesOf(bytes);
  /** The line of each message. */
  const places: number[] = [];
  const faults: Fault[] = [];
  const tell = (at: number, findings: Finding[]) => {
    if (findings.length > 0) faults.push(...told(lines[at] ?? new Uint8Array(), at + 1, findings));
  };
  for (const [at, line] of lines.entries()) {
    if (isBlank(line)) continue;
    places.push(at);
    tell(at, validator.push(line));
  }
  // What is wrong with the response as a whole, by the message that is to blame.
  const late = new Map<number, Finding[]>();
  for (const finding of validator.finish()) {
    const at = places[finding.messageIndex ?? places.length - 1] ?? 0;
    late.set(at, [...(late.get(at) ?? []), finding]);
  }
  for (const [at, findings] of late) tell(at, findings);
  faults.sort((a, b) => a.line - b.line);
  return { file, counted: counted(places.length, "message"), faults };
}

function told(bytes: Uint8Array, number: number, findings: Finding[]): Fault[] {
  const places = locate(
    decoder.decode(bytes),
    findings.map(({ pointer }) => pointer),
  );
  return findings.map(({ code, severity, pointer, message }) => {
    const where = / at line 1 column (\d+)$/.exec(code === NO_JSON ? message : "");
    // The core counts bytes, and its lines begin with the message.
    const before = where ? decoder.decode(bytes.subarray(0, Number(where[1]) - 1)).length : places.get(pointer);
    return {
      severity,
      code,
      line: number,
      column: (before ?? 0) + 1,
      pointer,
      message: where ? message.slice(0, where.index) : message,
      hint: errorRegistry.find((rule) => rule.code === code)?.hint ?? "",
    };
  });
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  // As the parser of streams does, it passes over a byte order mark at the start.
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let from = start; from <= bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end;
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return lines;
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 9 || byte === 13);
}
