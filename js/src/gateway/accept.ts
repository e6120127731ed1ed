// What a caller would rather have, by the rule of the host: `host/src/http/wishes.rs`.

import { TURNS } from "../turns/page.js";

/** What JSON is named by, the nearest name first. */
const JSON_NAMES = ["application/json", "application/*", "*/*"];

/** Whether the batch is asked for by name, and JSON not rather (RFC 9110, section 12.5.1). */
export function wantsBatch({ headers }: Request): boolean {
  const accept = headers.get("accept") ?? "";
  const batch = weight(accept, TURNS) ?? 0;
  const [json = 0] = JSON_NAMES.map((name) => weight(accept, name)).filter((found) => found !== undefined);
  return batch > 0 && batch >= json;
}

/** The weight of a name; undefined where the header does not name it. 0 refuses, 1 is what counts where no number is said. */
function weight(header: string, name: string): number | undefined {
  for (const wish of header.split(",")) {
    const [named, ...others] = wish.split(";").map((part) => part.trim());
    if (named?.toLowerCase() !== name) continue;
    const said = Number(others.find((part) => /^q=./i.test(part))?.slice(2));
    return Number.isNaN(said) ? 1 : said;
  }
  return undefined;
}
