import type { StateFile } from "../state/document";
import { CopyButton } from "./CopyButton";

/** The files as they would lie on a disk. */
export function StateFiles({ files }: { files: readonly StateFile[] }) {
  return (
    <div className="state-files">
      {files.map(({ path, text }) => (
        <section key={path} aria-label={path}>
          <h2>
            {path}
            <CopyButton text={text} label={`Copy ${path}`} />
          </h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by key */}
          <pre tabIndex={0}>{text}</pre>
        </section>
      ))}
    </div>
  );
}
