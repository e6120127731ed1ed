import { useState } from "react";
import { hexText, sizeText } from "../data/bytes";
import { Icon } from "./Icon";

/** A container with more children than this starts closed. */
const OPEN_UP_TO = 40;
/** So many children are shown at a time. */
const STEP = 200;
/** A longer string starts cut, in UTF-16 units. */
const STRING = 600;
const BYTES = 32;

interface TreeProps {
  value: unknown;
  /** Containers above this level start open. */
  openTo?: number;
}

/** A decoded value as nested lists that open and close. */
export function JsonTree({ value, openTo = 3 }: TreeProps) {
  return (
    <div className="tree mono">
      <Children value={value} level={0} openTo={openTo} />
    </div>
  );
}

function Children({ value, level, openTo }: { value: unknown; level: number; openTo: number }) {
  const [shown, setShown] = useState(STEP);
  const entries = entriesOf(value);
  return (
    <ul>
      {entries.slice(0, shown).map(([name, child]) => (
        <Node key={name} name={name} value={child} level={level} openTo={openTo} />
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" className="link" onClick={() => setShown(shown + STEP)}>
            {entries.length - shown} more
          </button>
        </li>
      )}
    </ul>
  );
}

function Node({ name, value, level, openTo }: { name: string; value: unknown; level: number; openTo: number }) {
  const count = isContainer(value) ? entriesOf(value).length : 0;
  const [open, setOpen] = useState(level < openTo && count <= OPEN_UP_TO);
  if (!isContainer(value) || count === 0) {
    return (
      <li className="tree-leaf">
        <span className="tree-name">{name}</span> <Scalar value={value} />
      </li>
    );
  }
  return (
    <li>
      <button type="button" className="tree-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="chevron" size={10} />
        <span className="tree-name">{name}</span>
        <span className="faint">{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>
      </button>
      {open && <Children value={value} level={level + 1} openTo={openTo} />}
    </li>
  );
}

function Scalar({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false);
  if (typeof value === "string") {
    const cut = !whole && value.length > STRING;
    return (
      <>
        <span className="tree-string">{cut ? `${value.slice(0, STRING)}…` : value}</span>
        {cut && (
          <button type="button" className="link" onClick={() => setWhole(true)}>
            all {value.length.toLocaleString("en")} characters
          </button>
        )}
      </>
    );
  }
  if (value instanceof Uint8Array) {
    const head = hexText(value.subarray(0, BYTES));
    return (
      <span className="tree-bytes">
        {sizeText(value.length)} {head}
        {value.length > BYTES && "…"}
      </span>
    );
  }
  if (typeof value === "object" && value !== null)
    return <span className="faint">{Array.isArray(value) ? "[]" : "{}"}</span>;
  return <span className="tree-scalar">{String(value)}</span>;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array);
}

function entriesOf(value: unknown): [string, unknown][] {
  if (!isContainer(value)) return [];
  if (value instanceof Map) return [...value].map(([key, child]) => [String(key), child]);
  return Object.entries(value);
}
