import { useEffect, useState } from "react";
import { isAbort, type Problem, problemOf } from "../state/problem";
import { library, onConnected } from "../state/studio";

/** What is read from the host, as far as it has come. */
export type Read<T> =
  | { state: "idle" | "loading" }
  | { state: "loaded"; value: T }
  | { state: "failed"; problem: Problem };

/**
 * What `read` gives for `key`, while it is `wanted`. What failed is read again when the host is back.
 * `doing` says in the words of a failure what was tried; `read` must be the same function for the same key.
 */
export function useRead<T>(
  key: string,
  wanted: boolean,
  doing: string,
  read: (key: string, signal: AbortSignal) => Promise<T>,
): Read<T> {
  const [got, setGot] = useState<{ key: string; result: Read<T> }>();
  const [returns, setReturns] = useState(0);
  const result = got?.key === key ? got.result : undefined;
  const done = result?.state === "loaded";

  useEffect(() => library.store.subscribe(onConnected(() => setReturns((count) => count + 1))), []);

  // A host that is back (`returns`) is asked again for what is not there yet.
  useEffect(() => {
    if (!wanted || done) return;
    const abort = new AbortController();
    const load = async () => {
      try {
        const value = await read(key, abort.signal);
        if (!abort.signal.aborted) setGot({ key, result: { state: "loaded", value } });
      } catch (error) {
        if (isAbort(error) || abort.signal.aborted) return;
        const problem = problemOf(error, doing, library.host.url);
        setGot({ key, result: { state: "failed", problem } });
        // Who finds the host away tells the rest of the page, which looks for it from then on.
        if (problem.code === "Unreachable") void library.refresh();
      }
    };
    void load();
    return () => abort.abort();
  }, [key, wanted, done, read, doing, returns]);

  return result ?? { state: wanted ? "loading" : "idle" };
}
