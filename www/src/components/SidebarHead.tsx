import { preferences } from "../state/studio";
import { Brand } from "./Brand";
import { IconButton } from "./IconButton";
import { ThemeButton } from "./ThemeButton";

/** The top of every view's side; `themeKey` is the key for light or dark, where the view has one. */
export function SidebarHead({ themeKey }: { themeKey?: string }) {
  return (
    <header className="sidebar-head">
      <Brand />
      <div className="actions">
        <ThemeButton hint={themeKey} />
        <IconButton icon="keyboard" label="Keyboard shortcuts" hint="?" onClick={() => preferences.showHelp(true)} />
      </div>
    </header>
  );
}
