import { useEffect, useState } from "react";
import { blake3, type TypedTurn } from "vitrine";
import { hexText } from "../data/bytes";
import { isAbort, type Problem, problemOf } from "../state/problem";
import { library } from "../state/studio";

export type Raw =
  | { state: "idle" | "loading" }
  | { state: "loaded"; bytes: Uint8Array; hash: string }
  | { state: "failed"; problem: Problem };

/** A turn's stored bytes and the hash that they have now, read from the host while `wanted`. */
export function useRaw(turn: TypedTurn, wanted: boolean): Raw {
  const hash = turn.content_hash_b3;
  const [read, setRead] = useState<{ hash: string; raw: Raw }>();

  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const load = async () => {
      try {
        const bytes = await library.host.blob(hash, abort.signal);
        setRead({ hash, raw: { state: "loaded", bytes, hash: hexText(blake3(bytes)) } });
      } catch (error) {
        if (isAbort(error)) return;
        const problem = problemOf(error, "read the stored bytes", library.host.url);
        setRead({ hash, raw: { state: "failed", problem } });
      }
    };
    void load();
    return () => abort.abort();
  }, [hash, wanted]);

  if (read?.hash === hash) return read.raw;
  return { state: wanted ? "loading" : "idle" };
}
