import { Store } from "./store";

export type Theme = "light" | "dark";

/** How the Studio looks to this person on this machine. */
export class Preferences {
  /** `theme` is undefined while the system's own choice is followed. */
  readonly store: Store<{ theme: Theme | undefined; helpOpen: boolean }>;

  constructor() {
    this.store = new Store({ theme: stored(), helpOpen: false });
    apply(this.store.get().theme);
  }

  readonly toggleTheme = (): void => {
    const shown = this.store.get().theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const theme = shown === "dark" ? "light" : "dark";
    this.store.set({ theme });
    apply(theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Storage is off: the choice lasts until the page is left.
    }
  };

  readonly showHelp = (helpOpen: boolean): void => this.store.set({ helpOpen });
}

const KEY = "vitrine.studio.theme";

function stored(): Theme | undefined {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : undefined;
  } catch {
    return undefined;
  }
}

function apply(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
