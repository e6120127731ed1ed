import { sizeText } from "../data/bytes";
import { HexDump } from "./HexDump";
import type { Raw } from "./useRaw";

export function RawPanel({ raw }: { raw: Raw }) {
  if (raw.state === "failed") {
    return (
      <div className="failure">
        <p>
          <span className="code-chip">{raw.problem.code}</span> {raw.problem.message}
        </p>
      </div>
    );
  }
  if (raw.state !== "loaded") return <p className="panel-note">Reading the stored bytes…</p>;
  const { bytes } = raw.value;
  return (
    <>
      <p className="panel-note">
        {sizeText(bytes.length)} of MessagePack, as stored
        {bytes.length >= 1000 && ` (${bytes.length.toLocaleString("en")} bytes)`}
      </p>
      <HexDump bytes={bytes} />
    </>
  );
}
