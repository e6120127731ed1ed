// `vitrine validate a2ui`: a stream of messages, one a line, as one response.

import { createValidator, errorRegistry, type Finding, type Mode } from "../../../a2ui/index.js";
import { locate } from "./locate.js";
import { counted, type Fault, type Report } from "./report.js";

/** Holds every line to the rules. */
export function validateA2ui(file: string, bytes: Uint8Array, mode: Mode, catalog: object | undefined): Report {
  const validator = createValidator({ mode, ...(catalog === undefined ? {} : { catalog }) });
  const lines = linesOf(bytes);
  /** The line of each message. */
  const places: number[] = [];
  const faults: Fault[] = [];
  const tell = (at: number, findings: Finding[]) => faults.push(...told(lines[at] ?? "", at + 1, findings));
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    places.push(at);
    tell(at, validator.push(line));
  }
  // What is wrong with the response as a whole, by the message that is to blame.
  for (const finding of validator.finish()) tell(places[finding.messageIndex ?? places.length - 1] ?? 0, [finding]);
  faults.sort((a, b) => a.line - b.line);
  return { file, counted: counted(places.length, "message"), faults };
}

function told(line: string, number: number, findings: Finding[]): Fault[] {
  if (findings.length === 0) return [];
  const places = locate(
    line,
    findings.map(({ pointer }) => pointer),
  );
  return findings.map(({ code, severity, pointer, message }) => ({
    severity,
    code,
    line: number,
    column: (places.get(pointer) ?? 0) + 1,
    pointer,
    message,
    hint: errorRegistry.find((rule) => rule.code === code)?.hint ?? "",
  }));
}

/** A byte that is no UTF-8 becomes U+FFFD outside of any string, so that its line is no JSON. */
function linesOf(bytes: Uint8Array): string[] {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const loose = new TextDecoder();
  const lines: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end;
    const line = bytes.subarray(from, to);
    try {
      lines.push(strict.decode(line));
    } catch {
      lines.push(`\ufffd${loose.decode(line)}`);
    }
    from = to + 1;
  }
  return lines;
}
