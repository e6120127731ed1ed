// Promise: an import that goes against the arrows of ARCHITECTURE.md does not pass.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const script = (name) => fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url));

const PACKAGE = { "www/package.json": '{"dependencies":{"react":"19"}}' };

/** Writes the files into an empty folder and runs a check over it. */
function check(name, files) {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-arrows-"));
  try {
    for (const [path, text] of Object.entries({ ...PACKAGE, ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [script(name), folder], { encoding: "utf8" });
    return { status, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const REFUSED = {
  "a room uses another": ["src/turns/text.rs", "use crate::html::Policy;"],
  "a room uses another inside braces": ["src/html/mod.rs", "use crate::{error::Code, state::{Doc, Key}};"],
  "a room climbs out to another": ["src/turns/text.rs", "use super::super::html::Policy;"],
  "a room climbs out through self": ["src/turns/mod.rs", "use self::super::html::Policy;"],
  "a test module climbs out to another": ["src/turns/text.rs", "mod tests { use super::super::super::html::Policy; }"],
  "a room uses another without a use": ["src/turns/text.rs", "fn f() { crate :: a2ui::compile(); }"],
  "a macro of a room names another": ["src/turns/text.rs", "macro_rules! m { () => { $crate::uicp::f() } }"],
  "a room takes all of the crate": ["src/turns/text.rs", "use crate::*;"],
  "the crate gets another name": ["src/turns/text.rs", "use crate as all;"],
  "the ground floor uses a room": ["src/json.rs", "use crate::turns::wire::Frame;"],
  "the core uses the bindings room": ["src/turns/text.rs", "use crate::wasm::Batch;"],
  "the core names wasm_bindgen": ["src/turns/text.rs", "use wasm_bindgen::prelude::*;"],
  "lib.rs names js_sys": ["src/lib.rs", "fn now() -> f64 { js_sys::Date::now() }"],
  "the core reads files": ["src/turns/text.rs", "use std::{fmt, fs::File};"],
  "the core knows the time": ["src/turns/text.rs", "fn f() { let _ = std::time::Instant::now(); }"],
  "the core knows a clock by a name brought in": ["src/turns/text.rs", "fn f(at: SystemTime) {}"],
  "the core throws dice": ["src/turns/text.rs", "fn f() { rand::random::<u8>(); }"],
  "a room that is in no table": ["src/cellar/mod.rs", "pub fn f() {}"],
  "the host projects": ["host/src/http.rs", "use vitrine::turns::project::Projector;"],
  "the host takes all turns": ["host/src/http.rs", "use vitrine::turns::{self, blob};"],
  "the command line of the state document uses another room": ["cli/src/run.rs", "use vitrine::turns::blob;"],
  "the host renames the core": ["host/src/http.rs", "use vitrine as core;"],
  "the package reads outside itself": ["js/src/index.ts", 'import { x } from "../../www/src/x";'],
  "the package takes a dependency": ["js/src/index.ts", 'import { pack } from "msgpackr";'],
  "browser code uses a Node built-in": ["js/src/env/web.ts", 'import fs from "node:fs";'],
  "the Studio reads the package's source": ["www/src/app.tsx", 'import { init } from "../../js/src/index";'],
  "the Studio reads the built package by path": [
    "www/src/app.tsx",
    'const url = new URL("../../pkg/turns.wasm", import.meta.url);',
  ],
  "the Studio imports lazily from outside": ["www/src/app.tsx", 'const core = await import("../../js/src/index");'],
  "the Studio re-exports from outside": ["www/src/app.tsx", 'export * from "../../js/src/index";'],
  "the Studio uses what it does not declare": ["www/src/app.tsx", 'import _ from "lodash";'],
  "the Studio uses a Node built-in": ["www/src/app.tsx", 'import fs from "node:fs";'],
  "the Studio's styles read outside": ["www/src/app.css", '@import "../../js/src/theme.css";'],
};

for (const [name, [file, text]] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, () => {
    const { status, stderr } = check("check-arrows.mjs", { [file]: `\n${text}\n` });
    assert.equal(status, 1, stderr);
    const at = name.startsWith("a room that is in no table") ? `${file}: ` : `${file}:2: `;
    assert.ok(stderr.startsWith(at), `the first line names ${at}: ${stderr}`);
  });
}

test("accepted: imports that follow the arrows, and words in comments and strings", () => {
  const { status, stderr } = check("check-arrows.mjs", {
    "src/lib.rs": 'pub mod error;\n#[cfg(feature = "wasm")]\nmod wasm;\n',
    "src/error.rs": "use crate::pointer::Pointer;\nuse std::fmt;\n",
    "src/turns/mod.rs":
      '// crate::html is a neighbour\nuse super::error::Error;\nconst S: &str = "crate::html and std::fs";\n',
    "src/turns/text.rs":
      "use crate::{json::Json, turns::wire::{Frame, Item}};\nuse super::wire;\nfn f<'a>(c: &'a str) {}\n",
    "src/uicp/mod.rs": "use crate::html::Policy;\n",
    "src/wasm/batch.rs": "use wasm_bindgen::prelude::*;\nuse crate::turns::wire;\n",
    "host/src/http.rs": "use vitrine::{error::{Code, Error}, turns::{blob, wire::{Frame}}};\nuse std::fs;\n",
    "cli/src/run.rs": "use vitrine::state::{self, Plan};\nuse vitrine::json::Json;\nuse std::fs;\n",
    "host/examples/sample/main.rs": "use vitrine::turns::project::Projector;\n",
    "js/src/index.ts": 'import { x } from "./core/module.ts";\nimport { defaultSource } from "#env";\n',
    "js/src/core/module.ts": 'import * as glue from "../../generated/turns.js";\n',
    "js/src/env/node.ts": 'import { readFileSync } from "node:fs";\n',
    "www/src/app.tsx":
      '// import "../../js"\nimport { init } from "vitrine";\nimport { useState } from "react";\nimport "./app.css";\n',
    "www/vite.config.ts": 'import { join } from "node:path";\n',
  });
  assert.equal(stderr, "");
  assert.equal(status, 0);
});

test("refused: a file that has grown past its length", () => {
  const line = "// one\n";
  assert.equal(check("check-length.mjs", { "src/turns/long.rs": line.repeat(450) }).status, 0);
  const { status, stderr } = check("check-length.mjs", { "src/turns/long.rs": line.repeat(451) });
  assert.equal(status, 1);
  assert.match(stderr, /^src\/turns\/long\.rs: 451 lines; at most 450/);
});
