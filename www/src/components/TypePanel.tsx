import type { TypedTurn } from "vitrine";
import { isRecord } from "../data/host";
import { library } from "../state/studio";
import { JsonTree } from "./JsonTree";
import { useRead } from "./useRead";

/** What the writer declared, what the turn was decoded as, and what the registry says of that. */
export function TypePanel({ turn }: { turn: TypedTurn }) {
  const { declared_type, decoded_as } = turn;
  const found = useRead(`${decoded_as.type_id} ${decoded_as.type_version}`, true, "read the registry", descriptor);
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
      {found.state === "loaded" && found.value === undefined && (
        <p className="panel-note">
          No bundle on the host knows this type and version. Publish one, and its turns are shown by name.
        </p>
      )}
      {found.state === "loaded" && found.value !== undefined && (
        <>
          <Fields descriptor={found.value} />
          <h3 className="panel-title">Descriptor</h3>
          <JsonTree value={found.value} openTo={1} />
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

/** The descriptor of `TYPE_ID VERSION`. */
function descriptor(key: string): Promise<unknown> {
  const space = key.lastIndexOf(" ");
  return library.host.descriptor(key.slice(0, space), Number(key.slice(space + 1)));
}
