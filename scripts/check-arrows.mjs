#!/usr/bin/env node
// Holds the import arrows of ARCHITECTURE.md: who may know whom. The tables below are the rule; a room
// or folder that is not in them is refused, so that a new one is placed before it is used.
//
//   node scripts/check-arrows.mjs [FOLDER]

import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { sources } from "./lib/files.mjs";
import { root } from "./lib/process.mjs";
import { jsCode, lineAt, rustCode, rustPaths, specifiers } from "./lib/source-paths.mjs";

const GROUND = ["pointer", "error", "limits", "json", "map", "text"];

/** What each room of the core may use besides itself and the ground floor. */
const ROOMS = {
  turns: [],
  html: [],
  zstd: [],
  uicp: ["html"],
  a2ui: ["html"],
  directives: [],
  state: [],
  session: ["directives", "a2ui", "uicp", "html"],
  wasm: ["turns", "html", "zstd", "uicp", "a2ui", "directives", "state", "session"],
};

/** Only src/wasm may name these crates. */
const BINDINGS = ["wasm_bindgen", "wasm_bindgen_futures", "js_sys", "web_sys", "serde_wasm_bindgen"];

/** The core is a function of its input: no files, network, clock, threads, processes, chance. */
const IMPURE = ["fs", "net", "time", "thread", "process", "env", "os"];
const IMPURE_NAMES = /\b(SystemTime|Instant|rand|getrandom|chrono|tokio)\b/g;

/** What the host's library may use of the core: frames, hashing and registry rules. */
const HOST_USES = [["turns", "wire"], ["turns", "blob"], ["turns", "registry"], ...GROUND.map((name) => [name])];

/** What the command line of the state document may use of the core. */
const CLI_USES = [["state"], ...GROUND.map((name) => [name])];

/** JavaScript folders: where relative imports may lead, and which packages may be named. */
const SCRIPTS = [
  {
    folder: "js/src",
    within: ["js/src", "js/generated"],
    packages: (file) => (/(^|\/)node[./]/.test(file) ? ["#env", "node:"] : ["#env"]),
  },
  {
    folder: "www",
    within: ["www"],
    packages: (file) => [...(file.startsWith("www/src/") ? [] : ["node:"]), ...dependencies("www/package.json")],
  },
];

const base = process.argv[2] ?? root;
const faults = [
  ...core(),
  ...user("host/src", "the host", HOST_USES),
  ...user("cli/src", "vitrine-state", CLI_USES),
  ...scripts(),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`\n${faults.length} imports go the wrong way; ARCHITECTURE.md says which way they go.`);
  process.exitCode = 1;
}

function core() {
  return sources(base, "src", [".rs"]).flatMap((file) => {
    const code = rustCode(readFileSync(join(base, file), "utf8"));
    const modules = modulePath(file);
    const room = modules[0];
    if (room === undefined) return [...arrows(file, code, modules, [...GROUND, ...ROOMS.wasm]), ...purity(file, code)];
    if (room === "wasm") return arrows(file, code, modules, [...GROUND, "wasm", ...ROOMS.wasm]);
    if (GROUND.includes(room)) return [...arrows(file, code, modules, GROUND), ...purity(file, code)];
    if (room in ROOMS)
      return [...arrows(file, code, modules, [...GROUND, room, ...ROOMS[room]]), ...purity(file, code)];
    return [
      `${file}: src/${room} is no room of the table in scripts/check-arrows.mjs; expected one of ${[...GROUND, ...Object.keys(ROOMS)].join(", ")}`,
    ];
  });
}

/** src/turns/wire/mod.rs is the module ["turns", "wire"]; src/lib.rs is []. */
function modulePath(file) {
  const parts = file.replace(/\.rs$/, "").split("/").slice(1);
  return ["mod", "lib"].includes(parts.at(-1)) ? parts.slice(0, -1) : parts;
}

/** Paths into other rooms, written from the crate or climbing out of the room with `super`. */
function arrows(file, code, modules, allowed) {
  const up = (levels) => `(?:self\\s*::\\s*)?${Array(levels).fill("super").join("\\s*::\\s*")}`;
  const climbs =
    modules.length > 0 ? [...rustPaths(code, up(modules.length)), ...rustPaths(code, up(modules.length + 1))] : [];
  // A climb of one `super` too few ends in the room itself, whose modules share no name with a room.
  const known = new Set([...GROUND, ...Object.keys(ROOMS)]);
  const reached = [...rustPaths(code, "\\$?crate"), ...climbs.filter(({ path }) => known.has(path[0]))];
  return [
    ...reached
      .filter(({ path }) => !allowed.includes(path[0]) && (known.has(path[0]) || path[0] === "*"))
      .map(
        ({ path, line }) => `${file}:${line}: uses crate::${path.join("::")}; it may use only ${allowed.join(", ")}`,
      ),
    ...renames(file, code, "crate"),
  ];
}

function purity(file, code) {
  const bindings = BINDINGS.flatMap((name) =>
    [...code.matchAll(new RegExp(`\\b${name}\\b`, "g"))].map(
      ({ index }) => `${file}:${lineAt(code, index)}: names ${name}; only src/wasm may`,
    ),
  );
  const impure = rustPaths(code, "std")
    .filter(({ path }) => IMPURE.includes(path[0]) || path[0] === "*")
    .map(({ path, line }) => `${file}:${line}: uses std::${path.join("::")}; the core does no I/O and knows no clock`);
  const names = [...code.matchAll(IMPURE_NAMES)].map(
    ({ 0: name, index }) =>
      `${file}:${lineAt(code, index)}: names ${name}; the core does no I/O and knows no clock or chance`,
  );
  return [...bindings, ...impure, ...names];
}

/** What a crate that uses the core names of it. */
function user(folder, who, uses) {
  return sources(base, folder, [".rs"]).flatMap((file) => {
    const code = rustCode(readFileSync(join(base, file), "utf8"));
    const allowed = uses.map((path) => path.join("::")).join(", ");
    return [
      ...rustPaths(code, "vitrine")
        .filter(({ path }) => !uses.some((use) => use.every((name, at) => path[at] === name)))
        .map(({ path, line }) => `${file}:${line}: uses vitrine::${path.join("::")}; ${who} may use only ${allowed}`),
      ...renames(file, code, "vitrine"),
    ];
  });
}

/** A crate under another name would be invisible to this check. */
function renames(file, code, crate) {
  return [...code.matchAll(new RegExp(`\\b(use|extern\\s+crate)\\s+(${crate}|self)\\s+as\\b`, "g"))].map(
    ({ index }) =>
      `${file}:${lineAt(code, index)}: gives ${crate} another name; the import check would not see through it`,
  );
}

function scripts() {
  return SCRIPTS.flatMap(({ folder, within, packages }) =>
    sources(base, folder, [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".css"]).flatMap((file) => {
      const named = packages(file);
      return specifiers(jsCode(readFileSync(join(base, file), "utf8")))
        .filter(({ name }) => !(name.startsWith(".") ? leadsInto(file, name, within) : isNamed(name, named)))
        .map(({ name, line }) => {
          const may = [...within.map((each) => `files in ${each}`), ...named].join(", ");
          return `${file}:${line}: imports "${name}"; it may import only ${may}`;
        });
    }),
  );
}

function leadsInto(file, specifier, folders) {
  const path = posix.join(posix.dirname(file), specifier);
  return folders.some((folder) => path.startsWith(`${folder}/`));
}

/** "react" allows react and react/…; "node:" allows every built-in. */
function isNamed(specifier, names) {
  return names.some((name) => specifier === name || specifier.startsWith(name.endsWith(":") ? name : `${name}/`));
}

/** The packages that a manifest declares. */
function dependencies(manifest) {
  const path = join(base, manifest);
  if (!existsSync(path)) return [];
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(path, "utf8"));
  // The package itself is unpacked into node_modules by the build, not installed from a registry.
  return ["vitrine", ...Object.keys(dependencies), ...Object.keys(devDependencies)];
}
