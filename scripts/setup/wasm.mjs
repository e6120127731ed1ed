// The wasm32 standard library and linker.
//
// Three ways, in this order: a toolchain that has the target is used as it is; on Debian as root the
// distribution's compiler, its library sources and its linker make one (linked into rustup as
// `vitrine-wasm`); elsewhere rustup fetches the target. Debian ships no wasm32 library for this
// compiler, which is why its sources are built here, once. They are built with bitcode, because
// without it link-time optimisation is refused, and small: every browser loads what the core uses of them, and no
// hot path runs through them.

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { must, output, root, Stop, tools, which } from "../lib/process.mjs";
import { canInstall, install, offers } from "./debian.mjs";

const TARGET = "wasm32-unknown-unknown";
const TOOLCHAIN = "vitrine-wasm";
const PREFIX = "/usr";
const STAMP = join(PREFIX, "lib/rustlib", TARGET, "vitrine-std.txt");

/** How the library is built. It belongs to the stamp: another recipe means another build. */
const RECIPE = {
  manifest:
    '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n[profile.release]\nopt-level = "s"\n',
  args: ["-Zbuild-std=std,panic_abort,test", "-Zbuild-std-features=optimize_for_size"],
};

export const wasm = {
  name: "wasm",
  title: `Rust target ${TARGET}`,
  takes: "1 to 4 minutes",
  probe() {
    const own = standardLibrary("rustc", []);
    if (own) return { found: "in the default toolchain", command: "cargo", args: [] };
    if (!debianLibraryIsCurrent()) return undefined;
    if (!which("rustup")) {
      return { found: "in Debian's toolchain", command: join(PREFIX, "bin/cargo"), args: [] };
    }
    if (!standardLibrary("rustc", [`+${TOOLCHAIN}`])) return undefined;
    return { found: `in the toolchain ${TOOLCHAIN}`, command: "cargo", args: [`+${TOOLCHAIN}`] };
  },
  async install() {
    if (canInstall() && (await offers("rust-web-src"))) return fromDebian();
    if (which("rustup")) return must("rustup-target", "rustup", ["target", "add", TARGET], { tries: 2 });
    throw new Stop(
      `The Rust target ${TARGET} is missing. Install rustup (https://rustup.rs) and run: rustup target add ${TARGET}`,
    );
  },
};

/** The folder of the target's libraries, when it holds a standard library. */
function standardLibrary(rustc, args) {
  const folder = output(rustc, [...args, "--print", "target-libdir", "--target", TARGET]);
  if (!folder || !existsSync(folder)) return undefined;
  return readdirSync(folder).some((file) => /^libstd.*\.rlib$/.test(file)) ? folder : undefined;
}

/** What the compiler under PREFIX says of itself; a library serves only the compiler that built it. */
function compiler() {
  return output(join(PREFIX, "bin/rustc"), ["-vV"]);
}

function debianLibraryIsCurrent() {
  const self = existsSync(STAMP) ? compiler() : undefined;
  return self !== undefined && readFileSync(STAMP, "utf8") === stamp(self) && existsSync(linker(self));
}

function stamp(self) {
  return `${self}${JSON.stringify(RECIPE)}\n`;
}

function linker(self) {
  const host = self.match(/^host: (.+)$/m)?.[1];
  return join(PREFIX, "lib/rustlib", host, "bin/rust-lld");
}

async function fromDebian() {
  console.log("      Debian's compiler and its library sources");
  await install("rustc-web", "cargo-web", "rust-web-src");
  const self = compiler();
  const llvm = self?.match(/^LLVM version: (\d+)/m)?.[1];
  if (!llvm)
    throw new Stop(
      `${PREFIX}/bin/rustc does not say which LLVM it uses: expected a line "LLVM version: N" from rustc -vV`,
    );
  console.log(`      the linker of LLVM ${llvm}`);
  await install(`lld-${llvm}`);
  link(join(PREFIX, `bin/lld-${llvm}`), linker(self));
  console.log("      building the standard library");
  await buildLibrary(self);
  if (which("rustup")) await must("rustup-link", "rustup", ["toolchain", "link", TOOLCHAIN, PREFIX]);
}

function link(target, path) {
  mkdirSync(join(path, ".."), { recursive: true });
  if (lstatSync(path, { throwIfNoEntry: false })) rmSync(path);
  symlinkSync(target, path);
}

/** Builds std from an empty crate and copies it to where the compiler looks. */
async function buildLibrary(self) {
  const crate = join(tools, "wasm-std");
  rmSync(crate, { recursive: true, force: true });
  mkdirSync(join(crate, "src"), { recursive: true });
  writeFileSync(join(crate, "Cargo.toml"), RECIPE.manifest);
  writeFileSync(join(crate, "src/lib.rs"), "");

  const env = {
    ...process.env,
    // Debian's rustc has to come before rustup's.
    PATH: `${join(PREFIX, "bin")}:${process.env.PATH}`,
    RUSTC_BOOTSTRAP: "1",
    // The library's own dependencies are in the builder's home, which is nobody's business.
    RUSTFLAGS: `-Cembed-bitcode=yes --remap-path-prefix=${process.env.CARGO_HOME ?? join(homedir(), ".cargo")}=cargo`,
    CARGO_TARGET_DIR: join(crate, "target"),
  };
  delete env.RUSTUP_TOOLCHAIN;
  const args = ["build", "--release", "--target", TARGET, ...RECIPE.args];
  await must("wasm-std", join(PREFIX, "bin/cargo"), args, { cwd: crate, env, tries: 2 });

  const built = join(crate, "target", TARGET, "release/deps");
  const home = join(PREFIX, "lib/rustlib", TARGET, "lib");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const file of readdirSync(built)) {
    if (file.endsWith(".rlib") && !file.startsWith("libempty-")) cpSync(join(built, file), join(home, file));
  }
  writeFileSync(STAMP, stamp(self));
  rmSync(crate, { recursive: true, force: true });
  // Objects that were compiled against the old library cannot be linked with the new one.
  rmSync(join(root, "target/wasm"), { recursive: true, force: true });
  for (const target of [join(root, "target"), process.env.CARGO_TARGET_DIR]) {
    if (target) rmSync(join(target, TARGET), { recursive: true, force: true });
  }
}
