// From pkg/ to a tarball, and from the tarball to where the Studio and the tests import it: what they use is
// what a user would install.

import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { must, root } from "../lib/process.mjs";
import { pkg, tarball, version } from "./paths.mjs";

const USERS = ["www", "tests"];

/** Stamps the templates, packs, unpacks. */
export async function pack(steps) {
  const templates = join(root, "pkg-templates");
  const licence = join(root, "LICENSE");
  const settings = { version: version() };
  const outputs = ["package.json", "README.md", "LICENSE"].map((name) => join(pkg, name));
  await steps.step("package: templates", { inputs: [templates, licence], settings, outputs }, () => {
    mkdirSync(pkg, { recursive: true });
    cpSync(templates, pkg, { recursive: true });
    cpSync(licence, join(pkg, "LICENSE"));
    const manifest = JSON.parse(readFileSync(join(templates, "package.json"), "utf8"));
    writeFileSync(join(pkg, "package.json"), `${JSON.stringify({ ...manifest, version: version() }, null, 2)}\n`);
  });

  await steps.step("package: tarball", { inputs: [pkg], outputs: [tarball], sizes: [tarball] }, async () => {
    const folder = dirname(tarball);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await must("npm-pack", "npm", ["pack", pkg, "--pack-destination", folder]);
    renameSync(join(folder, `vitrine-${version()}.tgz`), tarball);
  });

  for (const user of USERS) {
    const modules = join(root, user, "node_modules");
    const installed = join(modules, "vitrine");
    const about = { inputs: [tarball], outputs: [join(installed, "package.json")] };
    await steps.step(`package: unpacked for ${user}/`, about, async () => {
      rmSync(installed, { recursive: true, force: true });
      // Vite keeps what it made of the old one, and looks only at versions.
      rmSync(join(modules, ".vite"), { recursive: true, force: true });
      mkdirSync(installed, { recursive: true });
      await must("unpack", "tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
    });
  }
}
