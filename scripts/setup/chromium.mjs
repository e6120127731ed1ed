// A Chromium for the browser tests. One that is there is used; none is downloaded from elsewhere.

import { existsSync } from "node:fs";
import { Stop, which } from "../lib/process.mjs";
import { canInstall, install } from "./debian.mjs";

const MACOS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export const chromium = {
  name: "chromium",
  title: "Chromium",
  takes: "1 minute",
  probe() {
    const path =
      named() ?? which("chromium", "chromium-browser", "google-chrome") ?? MACOS.find((each) => existsSync(each));
    return path && { found: path, path };
  },
  async install() {
    if (!canInstall()) {
      throw new Stop(
        "The browser tests need Chromium and none was found. Install it (the package chromium on Debian and Fedora, Google Chrome elsewhere), or set CHROMIUM to its path.",
      );
    }
    await install("chromium");
  },
};

function named() {
  const path = process.env.CHROMIUM;
  if (path && !existsSync(path)) throw new Stop(`CHROMIUM names ${path}, which does not exist.`);
  return path || undefined;
}
