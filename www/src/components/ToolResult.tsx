import type { Reading } from "../data/conventions";
import { isRecord } from "../data/host";
import { FieldTable } from "./FieldTable";
import { Output } from "./Output";

/** What a tool gave back, in the form that its shape asks for. */
export function ToolResult({ reading }: { reading: Reading }) {
  const { result, failure } = reading;
  return (
    <>
      {failure && <Output text={failure} />}
      {typeof result === "string" && <Output text={result} />}
      {(typeof result === "number" || typeof result === "boolean") && <Output text={String(result)} />}
      {isRecord(result) && <FieldTable fields={result} />}
      {Array.isArray(result) && <FieldTable fields={{ ...result }} />}
      {result instanceof Uint8Array && <FieldTable fields={{ bytes: result }} />}
    </>
  );
}
