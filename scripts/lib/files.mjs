// Walking source folders.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const NOT_OURS = new Set(["node_modules", "generated", "dist", "target"]);

/** Paths below `folder` of files with one of the extensions, relative to `base`, with forward slashes. */
export function sources(base, folder, extensions) {
  if (!existsSync(join(base, folder))) return [];
  return readdirSync(join(base, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : sources(base, path, extensions);
      return extensions.some((extension) => entry.name.endsWith(extension)) ? [path] : [];
    })
    .sort();
}
