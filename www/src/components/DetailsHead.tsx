import type { TypedTurn } from "vitrine";
import { shortType } from "../data/conventions";
import { conversation } from "../state/studio";
import { CopyButton } from "./CopyButton";
import { HashMark, markOf } from "./HashMark";
import { IconButton } from "./IconButton";
import type { Raw } from "./useRaw";

/** What the turn is, where it hangs in its branch, and whether its bytes are what they should be. */
export function DetailsHead({ turn, raw }: { turn: TypedTurn; raw: Raw }) {
  const { turn_id, parent_turn_id, depth, declared_type, content_hash_b3 } = turn;
  const mark = markOf(turn, raw);
  const root = parent_turn_id === "0";
  return (
    <header className="details-head">
      <div className="details-title">
        <h2>
          Turn <span className="mono">{turn_id}</span>
        </h2>
        <HashMark mark={mark} />
        <span className="spring" />
        <IconButton icon="close" label="Close details" hint="Esc" onClick={conversation.closeDetails} />
      </div>
      <dl className="details-facts">
        <div>
          <dt>Type</dt>
          <dd title={declared_type.type_id}>
            {shortType(declared_type.type_id)} <span className="faint">v{declared_type.type_version}</span>
          </dd>
        </div>
        <div>
          <dt>Depth</dt>
          <dd className="mono">{depth}</dd>
        </div>
        <div>
          <dt>Parent</dt>
          <dd className="mono">
            {root ? (
              <span className="faint">none, this is the root</span>
            ) : (
              <button
                type="button"
                className="link"
                title="Go to the parent (k)"
                onClick={() => void conversation.move(-1)}
              >
                {parent_turn_id}
              </button>
            )}
          </dd>
        </div>
        <div>
          <dt>BLAKE3</dt>
          <dd className="mono hash-line">
            <span className="hash" title={content_hash_b3}>
              {content_hash_b3}
            </span>
            <CopyButton text={content_hash_b3} label="Copy the hash" />
          </dd>
        </div>
      </dl>
      {mark === "mismatch" && (
        <dl className="mismatch">
          <dt>Stored under</dt>
          <dd className="mono">{content_hash_b3}</dd>
          <dt>The bytes hash to</dt>
          <dd className="mono">{raw.state === "loaded" ? raw.value.hash : "…"}</dd>
        </dl>
      )}
    </header>
  );
}
