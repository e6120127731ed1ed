import { hexText, sizeText } from "../data/bytes";
import { isRecord } from "../data/host";
import { Output } from "./Output";

/** More fields than this are left to the details pane. */
const ROWS = 24;
/** Nested values are written out on one line up to this length, in UTF-16 units. */
const INLINE = 80;
/** Entries of a nested value get a line each, up to this many and this long, in UTF-16 units. */
const LINES = 16;
const LINE = 160;

/** Any fields, by name: what a turn, a call or a result of unknown shape is shown as. */
export function FieldTable({ fields }: { fields: Record<string, unknown> }) {
  const entries = Object.entries(fields);
  return (
    <dl className="fields">
      {entries.slice(0, ROWS).map(([name, value]) => (
        <div key={name} className="field">
          <dt>{name}</dt>
          <dd>
            <FieldValue value={value} />
          </dd>
        </div>
      ))}
      {entries.length > ROWS && (
        <div className="field">
          <dt />
          <dd className="faint">and {entries.length - ROWS} more</dd>
        </div>
      )}
    </dl>
  );
}

function FieldValue({ value }: { value: unknown }) {
  if (typeof value === "string") {
    return value.includes("\n") || value.length > 160 ? <Output text={value} lines={6} /> : value;
  }
  if (value instanceof Uint8Array) return <span className="faint">{bytesLine(value)}</span>;
  if (value === null || typeof value !== "object") return <span className="scalar">{String(value)}</span>;
  const lines = linesOf(value);
  if (!lines) return <Output text={jsonText(value)} lines={6} />;
  if (lines.join(", ").length <= INLINE) return lines.join(", ") || <span className="faint">empty</span>;
  return (
    <ul className="field-lines">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

/** A line for every entry where each fits on one; undefined for what is nested deeper or longer. */
function linesOf(value: object): string[] | undefined {
  const lines = Array.isArray(value)
    ? value.map((item) => flat(item) ?? (isRecord(item) ? entriesText(item) : undefined))
    : Object.entries(value).map(([name, item]) => keyed(name, flat(item)));
  const fit = lines.filter((line) => line !== undefined && line.length <= LINE);
  return lines.length <= LINES && fit.length === lines.length ? fit.map(String) : undefined;
}

function entriesText(record: Record<string, unknown>): string | undefined {
  const parts = Object.entries(record).map(([name, item]) => keyed(name, flat(item)));
  return parts.every((part) => part !== undefined) ? parts.join(" · ") : undefined;
}

function keyed(name: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${name}: ${text}`;
}

/** A value without parts, on one line. */
function flat(value: unknown): string | undefined {
  if (typeof value === "string") return value.includes("\n") ? undefined : value;
  if (value instanceof Uint8Array) return sizeText(value.length);
  return value === null || typeof value !== "object" ? String(value) : undefined;
}

function bytesLine(bytes: Uint8Array): string {
  const head = hexText(bytes.subarray(0, 12)).replace(/(..)(?=.)/g, "$1 ");
  return `${sizeText(bytes.length)}${bytes.length > 0 ? ` · ${head}${bytes.length > 12 ? " …" : ""}` : ""}`;
}

/** One line where that is readable, indented otherwise; bytes by their size. */
export function jsonText(value: unknown): string {
  const line = JSON.stringify(value, plain) ?? String(value);
  return line.length <= INLINE ? line : (JSON.stringify(value, plain, 2) ?? line);
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes, ${sizeText(value.length)}`;
  return typeof value === "bigint" ? value.toString() : value;
}
