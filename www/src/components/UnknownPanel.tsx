import type { TypedTurn } from "vitrine";
import { JsonTree } from "./JsonTree";

export function UnknownPanel({ turn }: { turn: TypedTurn }) {
  const unknown = turn.unknown ?? {};
  if (turn.error) return <p className="panel-note">The turn could not be decoded, so its fields are not known.</p>;
  if (Object.keys(unknown).length === 0) {
    return <p className="panel-note">Every field of this turn is in its type’s descriptor.</p>;
  }
  return (
    <>
      <p className="panel-note">
        The descriptor of {turn.decoded_as.type_id} version {turn.decoded_as.type_version} names no field for these
        tags. They are kept as they were written.
      </p>
      <JsonTree value={unknown} />
    </>
  );
}
