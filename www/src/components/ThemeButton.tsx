import { useStore } from "../state/store";
import { preferences } from "../state/studio";
import { IconButton } from "./IconButton";
import { useMedia } from "./useMedia";

/** Light or dark; `hint` is the key that does the same. */
export function ThemeButton({ hint }: { hint: string | undefined }) {
  const theme = useStore(preferences.store, (state) => state.theme);
  const systemDark = useMedia("(prefers-color-scheme: dark)");
  const dark = theme ? theme === "dark" : systemDark;
  return (
    <IconButton
      icon={dark ? "sun" : "moon"}
      label={dark ? "Use light colours" : "Use dark colours"}
      hint={hint}
      onClick={preferences.toggleTheme}
    />
  );
}
