import type { TypedTurn } from "vitrine";
import { CopyButton } from "./CopyButton";
import { jsonText } from "./FieldTable";
import { JsonTree } from "./JsonTree";

export function TypedPanel({ turn }: { turn: TypedTurn }) {
  const { data, warnings, error } = turn;
  return (
    <>
      {error && (
        <div className="failure">
          <p>
            <span className="code-chip">{error.code}</span> {error.message}
          </p>
        </div>
      )}
      {warnings && warnings.length > 0 && (
        <section className="warnings">
          <h3>
            {warnings.length === 1 ? "One value is" : `${warnings.length} values are`} not what the descriptor says
          </h3>
          <JsonTree value={warnings} />
        </section>
      )}
      {data && (
        <>
          <div className="panel-tools">
            <CopyButton text={jsonText(data)} label="Copy as JSON" />
          </div>
          <JsonTree value={data} />
        </>
      )}
    </>
  );
}
