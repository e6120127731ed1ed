import { useEffect, useRef } from "react";
import { useStore } from "../state/store";
import { preferences } from "../state/studio";
import { IconButton } from "./IconButton";

const KEYS: [keys: string[], meaning: string][] = [
  [["j", "↓"], "Next turn"],
  [["k", "↑"], "Previous turn"],
  [["g", "g"], "Beginning of the conversation"],
  [["G"], "Newest turn"],
  [["Enter"], "Open the turn’s details"],
  [["Esc"], "Close the details"],
  [["/"], "Filter contexts"],
  [["r"], "Look for new turns"],
  [["d"], "Light or dark"],
  [["?"], "This sheet"],
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const open = useStore(preferences.store, (state) => state.helpOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={onClose}>
      <header className="sheet-head">
        <h2 id="sheet-title">Keyboard</h2>
        <IconButton icon="close" label="Close" hint="Esc" onClick={onClose} />
      </header>
      <dl className="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>{meaning}</dt>
            <dd>
              {keys.map((key, index) => (
                // The list never changes, and a key may stand in it twice.
                <kbd key={`${key}${index}`}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
