/** Something that went wrong, in the words shown for it. */
export interface Problem {
  code: string;
  title: string;
  message: string;
  /** What to do next. */
  advice: string;
}

/** Whether this only says that a newer request has taken the place of an older one. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

const ADVICE = new Map<string, string>(
  Object.entries({
    NotFound: "It may belong to another host. Choose another context on the left.",
    Conflict: "The context has moved to another branch since. Reload it.",
    BadRequest: "Check the address in the bar, then try again.",
    DecodeError: "Host and Studio may be of different versions. Check both, then try again.",
    Storage: "Look at what the host printed, then try again.",
  }),
);

export function problemOf(error: unknown, doing: string, hostUrl: string): Problem {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "Error";
  const message = error instanceof Error ? error.message : String(error);
  if (code === "Unreachable") {
    return { code, title: `No host answers at ${hostUrl}`, message, advice: "" };
  }
  return { code, title: `Could not ${doing}`, message, advice: ADVICE.get(code) ?? "Try again." };
}
