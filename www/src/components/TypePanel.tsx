import { useEffect, useState } from "react";
import type { TypedTurn } from "vitrine";
import { isRecord } from "../data/host";
import { isAbort, type Problem, problemOf } from "../state/problem";
import { library } from "../state/studio";
import { JsonTree } from "./JsonTree";

type Found = { state: "loading" } | { state: "found"; descriptor: unknown } | { state: "failed"; problem: Problem };

/** What the writer declared, what the turn was decoded as, and what the registry says of that. */
export function TypePanel({ turn }: { turn: TypedTurn }) {
  const { declared_type, decoded_as } = turn;
  const found = useDescriptor(decoded_as.type_id, decoded_as.type_version);
  return (
    <>
      <dl className="type-refs">
        <dt>Declared</dt>
        <dd className="mono">
          {declared_type.type_id || "none"} <span className="faint">v{declared_type.type_version}</span>
        </dd>
        <dt>Decoded as</dt>
        <dd className="mono">
          {decoded_as.type_id || "none"} <span className="faint">v{decoded_as.type_version}</span>
        </dd>
      </dl>
      {found.state === "loading" && <p className="panel-note">Reading the registry…</p>}
      {found.state === "failed" && <p className="panel-note">{found.problem.message}</p>}
      {found.state === "found" && found.descriptor === undefined && (
        <p className="panel-note">
          No bundle on the host knows this type and version. Publish one, and its turns are shown by name.
        </p>
      )}
      {found.state === "found" && found.descriptor !== undefined && (
        <>
          <Fields descriptor={found.descriptor} />
          <h3 className="panel-title">Descriptor</h3>
          <JsonTree value={found.descriptor} openTo={1} />
        </>
      )}
    </>
  );
}

function Fields({ descriptor }: { descriptor: unknown }) {
  const fields = isRecord(descriptor) && isRecord(descriptor.fields) ? descriptor.fields : undefined;
  if (!fields) return null;
  const rows = Object.entries(fields).toSorted(([a], [b]) => Number(a) - Number(b));
  return (
    <table className="type-fields">
      <caption className="panel-title">Fields</caption>
      <thead>
        <tr>
          <th scope="col">Tag</th>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([tag, field]) => (
          <tr key={tag}>
            <td className="mono faint">{tag}</td>
            <th scope="row" className="mono">
              {isRecord(field) ? String(field.name ?? "") : ""}
            </th>
            <td className="mono">
              {typeText(field)}
              {isRecord(field) && field.optional === true && <span className="faint"> optional</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A field's type on one line: `array of Attachment`, `u8 · Role`. */
function typeText(field: unknown): string {
  if (typeof field === "string") return field;
  if (!isRecord(field)) return "";
  const type = String(field.type ?? "");
  const last = (id: unknown) => String(id).split(".").at(-1) ?? "";
  if (type === "array" && field.items !== undefined) return `array of ${typeText(field.items)}`;
  if (type === "map" && field.values !== undefined) return `map to ${typeText(field.values)}`;
  if (field.ref !== undefined) return last(field.ref);
  if (field.enum !== undefined) return `${type} · ${last(field.enum)}`;
  return field.semantic === undefined ? type : `${type} · ${String(field.semantic)}`;
}

function useDescriptor(typeId: string, version: number): Found {
  const key = `${typeId} ${version}`;
  const [read, setRead] = useState<{ key: string; found: Found }>();
  useEffect(() => {
    let left = false;
    const load = async () => {
      try {
        const descriptor = await library.host.descriptor(typeId, version);
        if (!left) setRead({ key, found: { state: "found", descriptor } });
      } catch (error) {
        if (left || isAbort(error)) return;
        setRead({ key, found: { state: "failed", problem: problemOf(error, "read the registry", library.host.url) } });
      }
    };
    void load();
    return () => {
      left = true;
    };
  }, [key, typeId, version]);
  return read?.key === key ? read.found : { state: "loading" };
}
