import { useEffect, useState } from "react";
import { Icon } from "./Icon";

/** How long the sign says that the text was copied, in milliseconds. */
const SAYS_SO = 1600;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), SAYS_SO);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  const said = { ready: label, copied: "Copied", refused: "The browser refused" }[state];
  return (
    <button type="button" className="icon-button" aria-label={label} title={said} data-state={state} onClick={copy}>
      <Icon name={state === "copied" ? "check" : state === "refused" ? "cross" : "copy"} size={14} />
      {state !== "ready" && (
        <span className="visually-hidden" role="status">
          {said}
        </span>
      )}
    </button>
  );
}
