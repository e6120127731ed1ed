import type { TypedTurn } from "vitrine";
import { Icon, type IconName } from "./Icon";
import type { Raw } from "./useRaw";

export type Mark = "verified" | "mismatch" | "unverified";

const SHOWN: Record<Mark, { icon: IconName; word: string; meaning: string }> = {
  verified: {
    icon: "check",
    word: "Verified",
    meaning: "The bytes were hashed here, in your browser, and match BLAKE3.",
  },
  mismatch: {
    icon: "cross",
    word: "Corrupted",
    meaning: "The bytes were hashed here, in your browser, and do not match.",
  },
  unverified: { icon: "warning", word: "Not verified", meaning: "There were no bytes to hash." },
};

/** Bytes read just now outweigh what was found when the page of turns came. */
export function markOf(turn: TypedTurn, raw: Raw): Mark {
  if (raw.state === "loaded") return raw.value.hash === turn.content_hash_b3 ? "verified" : "mismatch";
  return turn.verified ? "verified" : "unverified";
}

export function HashMark({ mark }: { mark: Mark }) {
  const { icon, word, meaning } = SHOWN[mark];
  return (
    <span className="hash-mark" data-mark={mark} title={meaning}>
      <Icon name={icon} size={12} />
      {word}
    </span>
  );
}
