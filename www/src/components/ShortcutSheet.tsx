import { useEffect, useRef } from "react";
import type { View } from "../state/route";
import { useStore } from "../state/store";
import { preferences } from "../state/studio";
import { IconButton } from "./IconButton";

type Keys = [keys: string[], meaning: string][];

const SHEET: Keys[number] = [["?"], "This sheet"];

/** The keys of each view. */
const KEYS: Record<View, Keys> = {
  turns: [
    [["j", "↓"], "Next turn"],
    [["k", "↑"], "Previous turn"],
    [["g", "g"], "Beginning of the conversation"],
    [["G"], "Newest turn"],
    [["Enter"], "Open the turn’s details"],
    [["Esc"], "Close the details"],
    [["/"], "Filter contexts"],
    [["r"], "Look for new turns"],
    [["d"], "Light or dark"],
    SHEET,
  ],
  workspace: [
    [["Ctrl", "Enter"], "Apply the batch"],
    [["←", "↑", "→", "↓"], "Move the window that has the focus"],
    [["Shift", "←", "↑", "→", "↓"], "Change its size"],
    SHEET,
  ],
  state: [
    [["Enter"], "Run the command"],
    [["Shift", "Enter"], "A new line in the command"],
    [["←", "→"], "Document, goals, files: from tab to tab"],
    [["Esc"], "Leave a value as it was"],
    SHEET,
  ],
};

/** What keys there are in a view. */
export function ShortcutSheet({ view }: { view: View }) {
  const onClose = () => preferences.showHelp(false);
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
        {KEYS[view].map(([keys, meaning]) => (
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
