import type { ToolCall } from "../data/conventions";
import { isRecord } from "../data/host";
import { FieldTable } from "./FieldTable";
import { Icon } from "./Icon";
import { Output } from "./Output";

/** Arguments written as JSON text are read as such up to this length, in UTF-16 units. */
const JSON_ARGS = 65_536;

/** A call that stands inside a message. */
export function ToolCallCard({ call }: { call: ToolCall }) {
  return (
    <div className="tool">
      <p className="tool-head">
        <Icon name="tool" size={14} />
        <span className="mono">{call.name}</span>
      </p>
      <ToolArguments call={call} />
    </div>
  );
}

export function ToolArguments({ call }: { call: ToolCall }) {
  const args = typeof call.args === "string" ? parsed(call.args) : call.args;
  if (typeof args === "string") return <Output text={args} />;
  const fields = Array.isArray(args) ? { ...args } : args;
  return isRecord(fields) && Object.keys(fields).length > 0 ? <FieldTable fields={fields} /> : null;
}

function parsed(text: string): unknown {
  if (text.length > JSON_ARGS || !text.trimStart().startsWith("{")) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
