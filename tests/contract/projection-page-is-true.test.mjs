// Promise: every example of docs/projection.md is what projection shows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { before } from "node:test";
import { init, projectPayload, Registry } from "vitrine";

const page = readFileSync(new URL("../../docs/projection.md", import.meta.url), "utf8");

const point = { 1: { name: "left", type: "u8" }, 2: { name: "top", type: "u8", optional: true } };
const tombstone = { 3: { name: "gone", type: "u8", tombstone: true } };
const types = {
  Point: {
    versions: {
      1: { fields: { ...point, ...tombstone } },
      2: { fields: { ...point, 1: { name: "x", type: "u8" }, ...tombstone } },
    },
  },
  Other: { versions: { 1: { fields: {} } } },
};
const enums = { Role: { 2: "user" } };
const registryOf = (more = {}) =>
  new Registry({ registry_version: 1, bundle_id: "page", types: { ...types, ...more }, enums });

/** The rows of the table under a heading, each cell without its backticks. */
function rows(heading) {
  const section = page.split(`\n## ${heading}\n`)[1].split("\n## ")[0];
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) => {
    const cells = line.split("|").slice(1, -1);
    return cells.map((cell) => cell.trim().replace(/^`|`$/g, ""));
  });
}

const bytes = (hex) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const parsed = (text) => JSON.parse(text || "{}");

before(() => init());

for (const [rule, field, value, options, shows] of rows("Values")) {
  test(`value: ${rule}`, () => {
    const known = registryOf({ Row: { versions: { 1: { fields: { 1: { name: "it", ...parsed(field) } } } } } });
    const payload = bytes(`8101${value}`);
    const { data, warnings } = projectPayload(payload, { typeId: "Row", typeVersion: 1 }, known, parsed(options));
    assert.deepEqual([data.it, warnings], [JSON.parse(shows), undefined]);
  });
}

for (const [rule, payload, options, result] of rows("Payloads")) {
  test(`payload: ${rule}`, () => {
    const read = () =>
      projectPayload(bytes(payload), { typeId: "Point", typeVersion: 1 }, registryOf(), parsed(options));
    const { error, ...expected } = JSON.parse(result);
    if (error) assert.throws(read, { code: error });
    else assert.deepEqual(read(), expected);
  });
}

test("the tables were found", () => {
  assert.ok(rows("Values").length > 30 && rows("Payloads").length > 15);
});
