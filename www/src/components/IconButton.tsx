import type { Ref } from "react";
import { Icon, type IconName } from "./Icon";

interface Props {
  icon: IconName;
  label: string;
  /** The key that does the same, as shown to people. */
  hint?: string | undefined;
  onClick: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, hint, onClick, disabled = false, ref }: Props) {
  return (
    <button
      ref={ref}
      type="button"
      className="icon-button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      onClick={onClick}
      disabled={disabled}
    >
      <Icon name={icon} />
    </button>
  );
}
