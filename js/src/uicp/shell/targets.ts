// Where operations go: targets are looked up inside one window's island, and nowhere else.

import { VitrineError } from "../../core/errors.js";

/** The longest target in UTF-16 units: selectors take time to match. */
const LONGEST = 1024;
/** An id after `#`, without anything that a selector could go on with. */
const ONLY_ID = /^#[^\s.:#>+~*,()[\]\\|]+$/;

/** See `Shell.resolve`. */
export function resolve(content: ShadowRoot, target: string): Element | ShadowRoot | null {
  if (target === "#root") return content;
  const named = content.getElementById(target.startsWith("#") ? target.slice(1) : target);
  if (named !== null || ONLY_ID.test(target)) return named;
  if (target.length > LONGEST) throw invalid(`one of at most ${LONGEST} characters`, `${target.length}`);
  try {
    return content.querySelector(target);
  } catch {
    throw invalid("#root, an id or a CSS selector", JSON.stringify(target));
  }
}

function invalid(expected: string, found: string): VitrineError {
  return new VitrineError("UICP_TARGET_INVALID", `target: expected ${expected}, found ${found}`, {
    details: { expected, found },
  });
}
