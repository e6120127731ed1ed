import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { argumentOf, type Branch, type ItemPath } from "../data/state-tree";
import { documentPage } from "../state/document";
import { Icon } from "./Icon";
import { IconButton } from "./IconButton";

/** The document with the content of its files in their places. Items can be changed and deleted where they stand. */
export function StateTree({ root }: { root: Branch }) {
  return (
    <div className="tree state-tree mono">
      {/* Goals have a tab of their own. */}
      <Children branch={root} closed="GOALS" />
    </div>
  );
}

function Children({ branch, closed }: { branch: Branch; closed?: string }) {
  return (
    <ul>
      {branch.children?.map((child) => (
        <Node key={child.name} branch={child} startsOpen={child.name !== closed} />
      ))}
    </ul>
  );
}

function Node({ branch, startsOpen }: { branch: Branch; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const count = branch.children?.length ?? 0;

  // The focus goes back to the button that the editor stood for.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <li className={branch.mount ? "state-mount" : undefined}>
      <div className="state-row">
        {count > 0 ? (
          <button type="button" className="tree-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name="chevron" size={10} />
            <span className="tree-name">{branch.name}</span>
            <span className="faint">{branch.list ? `[${count}]` : `{${count}}`}</span>
          </button>
        ) : (
          <span className="tree-leaf">
            <span className="tree-name">{branch.name}</span> {!editing && <Scalar branch={branch} />}
          </span>
        )}
        {branch.mount && <Mount branch={branch} />}
        {branch.item && !editing && (
          <Actions
            item={branch.item}
            name={branch.name}
            // Written as one value, what is mounted below would no longer be in its file.
            edit={edit}
            onEdit={branch.holdsMount ? undefined : () => setEditing(true)}
          />
        )}
      </div>
      {editing && branch.item && <Editor branch={branch} item={branch.item} onDone={() => setEditing(false)} />}
      {open && count > 0 && !editing && <Children branch={branch} />}
    </li>
  );
}

function Mount({ branch }: { branch: Branch }) {
  return (
    <span className="state-file" data-missing={branch.missing}>
      <Icon name="file" size={12} />
      {branch.mount}
      {branch.missing && " is not there"}
    </span>
  );
}

function Scalar({ branch }: { branch: Branch }) {
  if (branch.missing) return null;
  if (branch.children) return <span className="faint">{branch.list ? "[]" : "{}"}</span>;
  if (branch.value === "") return <span className="faint">""</span>;
  const text = typeof branch.value === "string" ? branch.value : String(branch.value);
  return <span className={typeof branch.value === "string" ? "tree-string" : "tree-scalar"}>{text}</span>;
}

interface ActionsProps {
  item: ItemPath;
  name: string;
  edit: Ref<HTMLButtonElement>;
  onEdit: (() => void) | undefined;
}

function Actions({ item, name, edit, onEdit }: ActionsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const remove = () => {
    const next = besides(place.current);
    if (documentPage.run(["project", "chat", "delete", "item", ...item.flags, item.path])) next?.focus();
  };
  return (
    <span className="state-actions" ref={place}>
      {onEdit && <IconButton ref={edit} icon="edit" label={`Change ${name}`} onClick={onEdit} />}
      <IconButton icon="close" label={`Delete ${name}`} onClick={remove} />
    </span>
  );
}

/** What takes the focus when the item at `place` goes: a button of the row after it, before it or above it. */
function besides(place: HTMLElement | null): HTMLElement | undefined {
  const row = place?.closest("li");
  const rows = [row?.nextElementSibling, row?.previousElementSibling, row?.parentElement?.closest("li")];
  const buttons = rows.map((each) => each?.querySelector<HTMLElement>(".state-row button"));
  return buttons.find((each) => each) ?? place?.closest<HTMLElement>("[role=tabpanel]") ?? undefined;
}

/** The value of an item as JSON, to be written anew. */
function Editor({ branch, item, onDone }: { branch: Branch; item: ItemPath; onDone: () => void }) {
  const [before] = useState(() => argumentOf(branch));
  const [text, setText] = useState(before);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text === before) return onDone();
    // What was refused stays to be mended; the log says why.
    if (documentPage.run(["project", "chat", "set", "item", ...item.flags, item.path, "--", text])) onDone();
  };
  return (
    <form className="state-editor" onSubmit={onSubmit}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it stands where the button was that asked for it
        autoFocus
        aria-label={`Value of ${branch.name}`}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
      <button type="submit" className="button primary">
        Save
      </button>
      <button type="button" className="button" onClick={onDone}>
        Cancel
      </button>
    </form>
  );
}
