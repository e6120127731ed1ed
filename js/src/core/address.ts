// Addresses. `URL.canParse` and `URL.parse` are younger than the engines that the package runs in.

/** The address that `text` is; undefined where it is none. */
export function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
