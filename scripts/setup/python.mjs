// Python 3, for the client in tests/python that was written from the protocol's table alone. Its standard library will do.

import { output, Stop, which } from "../lib/process.mjs";
import { canInstall, install } from "./debian.mjs";

export const python = {
  name: "python",
  title: "Python 3",
  takes: "half a minute",
  probe() {
    const path = which("python3");
    // A shim may be there without what it stands for.
    const version = path && output(path, ["--version"]);
    return version && { found: version, path };
  },
  async install() {
    if (!canInstall()) throw new Stop("The host's tests need python3 (3.9 or newer) on the path. Install it.");
    await install("python3");
  },
};
