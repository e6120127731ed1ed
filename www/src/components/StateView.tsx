import { useState } from "react";
import { documentPage } from "../state/document";
import { useStore } from "../state/store";
import { ConsoleView } from "./ConsoleView";
import { Icon } from "./Icon";
import { Log } from "./Log";
import { StateConsole } from "./StateConsole";
import { StateFiles } from "./StateFiles";
import { StateGoals } from "./StateGoals";
import { StateTree } from "./StateTree";
import { type Tab, Tabs } from "./Tabs";

const KINDS = { done: "Done", refused: "Refused" };

type Part = "document" | "goals" | "files";

const open = () => documentPage.open();

/** A state document beside a console for the commands that change it. */
export default function StateView() {
  const log = useStore(documentPage.store, (state) => state.log);
  const aside = (
    <>
      <StateConsole />
      <Log lines={log} kinds={KINDS} />
    </>
  );
  return (
    <ConsoleView view="state" title="State" content="document" open={open} aside={aside}>
      <Head />
      <Body />
    </ConsoleView>
  );
}

function Head() {
  const ready = useStore(documentPage.store, (state) => state.ready);
  const files = useStore(documentPage.store, (state) => state.files);
  const bytes = files.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <header className="pane-head">
      <div className="pane-title">
        <h1>State</h1>
        <p className="facts">
          <span>{files.length === 1 ? "1 file" : `${files.length} files`}</span>
          <span>{bytes.toLocaleString("en")} characters</span>
        </p>
      </div>
      <div className="workspace-actions">
        <button type="button" className="button" disabled={!ready} onClick={documentPage.begin}>
          Start over
        </button>
      </div>
    </header>
  );
}

function Body() {
  const [part, setPart] = useState<Part>("document");
  const failure = useStore(documentPage.store, (state) => state.failure);
  const tree = useStore(documentPage.store, (state) => state.tree);
  const goals = useStore(documentPage.store, (state) => state.goals);
  const files = useStore(documentPage.store, (state) => state.files);
  if (failure) {
    return (
      <section className="notice">
        <span className="notice-sign">
          <Icon name="warning" size={20} />
        </span>
        <h2>The state document cannot start</h2>
        <p>{failure}</p>
      </section>
    );
  }
  if (!tree) return null;
  const unseen = goals
    .flatMap(({ subGoals }) => subGoals)
    .reduce((sum, { events }) => sum + events.filter(({ seen }) => !seen).length, 0);
  const tabs: Tab<Part>[] = [
    { id: "document", label: "Document" },
    { id: "goals", label: "Goals", count: unseen },
    { id: "files", label: "Files", count: files.length },
  ];
  return (
    <div className="state-body">
      <Tabs label="Parts of the document" tabs={tabs} selected={part} onSelect={setPart}>
        {part === "document" && <StateTree root={tree} />}
        {part === "goals" && <StateGoals goals={goals} />}
        {part === "files" && <StateFiles files={files} />}
      </Tabs>
    </div>
  );
}
