// Promise: `vitrine validate` says of a stream or batch what is wrong with it, where, and what to do; its exit status says
// whether anything is; its SARIF is what SARIF 2.1.0 asks for.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { BIN, vitrine } from "../support/command.mjs";

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "vitrine-validate-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return (name, content) => {
    writeFileSync(join(path, name), content);
    return join(path, name);
  };
}

const update = (component, id = "root") =>
  JSON.stringify({ surfaceUpdate: { surfaceId: "main", components: [{ id, component }] } });
const begin = JSON.stringify({ beginRendering: { surfaceId: "main", root: "root" } });
const text = (literalString) => update({ Text: { text: { literalString } } });

const GOOD = `${text("Hello")}\n${begin}\n`;
/** Wrong in line 1 (twice), 3 (no JSON) and, seen at the end, 5. */
const BAD = [
  update({ Text: { text: { path: "name" }, usageHint: "h9" } }, "ü"),
  "",
  '{"ü": nope}',
  "\t",
  update({ Card: { child: "gone" } }),
  begin,
].join("\n");

test("a byte order mark at the start of a stream is passed over", async (t) => {
  const { code, stdout } = await vitrine("validate", "a2ui", folder(t)("marked.jsonl", `\ufeff${GOOD}`));
  assert.equal(code, 0, stdout);
});

test("a stream, as a person reads it", async (t) => {
  const file = folder(t);
  const bad = file("bad.jsonl", BAD);
  const { code, stdout } = await vitrine("validate", "a2ui", bad);
  const column = (line, part) => BAD.split("\n")[line - 1].indexOf(part) + 1;
  const places = [...stdout.matchAll(/^(.*):(\d+):(\d+): (error|warning) (\w+)(?: at (.*))?$/gm)];
  assert.deepEqual(
    places.map(([, name, line, at, severity, rule, pointer]) => [name, +line, +at, severity, rule, pointer]),
    [
      [
        bad,
        1,
        column(1, '"name"'),
        "error",
        "A2UI_S2C_PATH_NOT_CANONICAL",
        "/surfaceUpdate/components/0/component/Text/text/path",
      ],
      [
        bad,
        1,
        column(1, '"h9"'),
        "error",
        "A2UI_S2C_COMPONENT_PROPERTY_ENUM",
        "/surfaceUpdate/components/0/component/Text/usageHint",
      ],
      [bad, 3, column(3, "nope"), "error", "A2UI_S2C_ENVELOPE_JSON", undefined],
      [
        bad,
        5,
        column(5, '"gone"'),
        "error",
        "A2UI_S2C_COMPONENT_CHILD_MISSING",
        "/surfaceUpdate/components/0/component/Card/child",
      ],
    ],
  );
  assert.equal(stdout.match(/^ {2}.*expected .+$/gm).length, 4, "what was expected");
  assert.equal(stdout.match(/^ {2}hint: .+$/gm).length, 4, "what to do");
  assert.ok(stdout.endsWith(`\n${bad}: 4 messages, 4 errors, 0 warnings\n`), stdout);
  assert.equal(code, 1);

  const good = file("good.jsonl", GOOD);
  const fine = await vitrine("validate", "a2ui", good);
  assert.deepEqual([fine.code, fine.stdout], [0, `${good}: 2 messages, nothing to say\n`]);
});

test("lenient mode warns, and warnings are no failure", async (t) => {
  const file = folder(t)("loose.jsonl", `${update({ Text: { text: { path: "name" } } })}\n${begin}`);
  assert.equal((await vitrine("validate", "a2ui", file)).code, 1);
  const { code, stdout } = await vitrine("validate", "a2ui", file, "--mode", "lenient");
  assert.equal(code, 0, stdout);
  assert.match(stdout, /: warning A2UI_S2C_PATH_NOT_CANONICAL /);
  assert.match(stdout, /0 errors, 1 warning\n$/);
});

test("a catalog of one's own", async (t) => {
  const file = folder(t);
  const stream = file("own.jsonl", `${update({ Gauge: { level: 3 } })}\n${begin}`);
  const catalog = file(
    "catalog.json",
    JSON.stringify({
      components: {
        Gauge: {
          type: "object",
          additionalProperties: false,
          properties: { level: { type: "number" } },
          required: ["level"],
        },
      },
    }),
  );
  assert.match((await vitrine("validate", "a2ui", stream)).stdout, /COMPONENT_UNKNOWN_TYPE/);
  const { code, stdout } = await vitrine("validate", "a2ui", stream, "--catalog", catalog);
  assert.equal(code, 0, stdout);
});

test("for programs: JSON", async (t) => {
  const bad = folder(t)("bad.jsonl", BAD);
  const { code, stdout } = await vitrine("validate", "a2ui", bad, "--format", "json");
  const { file, errors, warnings, findings } = JSON.parse(stdout);
  assert.deepEqual([code, file, errors, warnings, findings.length], [1, bad, 4, 0, 4]);
  for (const finding of findings) {
    const { severity, code, line, column, pointer, message, hint } = finding;
    assert.deepEqual(Object.keys(finding), ["severity", "code", "line", "column", "pointer", "message", "hint"]);
    assert.ok(severity === "error" && line > 0 && column > 0 && [code, message, hint].every(Boolean));
    assert.equal(typeof pointer, "string");
  }
});

test("for code hosts: SARIF 2.1.0", async (t) => {
  const file = folder(t);
  for (const [kind, name, content, faults] of [
    ["a2ui", "bad stream ü.jsonl", BAD, 4],
    ["a2ui", "good.jsonl", GOOD, 0],
    ["uicp", "bad.json", '[{"op":"nope"}]', 2],
  ]) {
    const { stdout } = await vitrine("validate", kind, file(name, content), "--format", "sarif");
    const log = JSON.parse(stdout);
    assert.equal(log.version, "2.1.0");
    assert.equal(new URL(log.$schema).protocol, "https:");
    assert.equal(log.runs.length, 1);
    const [{ tool, results, columnKind }] = log.runs;
    assert.equal(columnKind, "utf16CodeUnits");
    const { name: driver, semanticVersion, rules } = tool.driver;
    assert.equal(driver, "vitrine");
    assert.match(semanticVersion, /^\d+\.\d+\.\d+/);
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length, "each rule once");
    for (const { id, shortDescription, help } of rules)
      assert.ok(id && shortDescription.text && typeof help.text === "string");
    assert.equal(results.length, faults);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      assert.equal(rules[ruleIndex].id, ruleId);
      assert.ok(["none", "note", "warning", "error"].includes(level));
      assert.ok(message.text.length > 0);
      const [{ physicalLocation, logicalLocations = [] }] = locations;
      const { artifactLocation, region } = physicalLocation;
      assert.match(artifactLocation.uri, /^[\w\-.~!$&'()*+,;=:@%/]+$/, "a URI reference (RFC 3986)");
      assert.ok(Number.isInteger(region.startLine) && region.startLine >= 1);
      assert.ok(Number.isInteger(region.startColumn) && region.startColumn >= 1);
      for (const { fullyQualifiedName } of logicalLocations) assert.match(fullyQualifiedName, /^\//);
    }
  }
});

test("a batch of UICP, in the file's own lines", async (t) => {
  const file = folder(t);
  const bad = file("bad.json", '[\n  { "op": "window.create",\n    "params": { "title": 7 } }\n]\n');
  const { code, stdout } = await vitrine("validate", "uicp", bad);
  assert.equal(code, 1);
  assert.ok(
    stdout.startsWith(`${bad}:3:26: error UICP_INVALID_TYPE at /0/params/title\n  title: expected a string`),
    stdout,
  );
  assert.match(stdout, /hint: In operation 1/);
  const bare = await vitrine("validate", "uicp", file("bare.json", '[{"op":"dom.set"}]'));
  assert.match(bare.stdout, /hint: In operation 1, "params" is missing; it has to be an object\./);
  const good = file("good.json", '[{"op":"window.create","params":{"title":"x"}}]');
  const fine = await vitrine("validate", "uicp", good);
  assert.deepEqual([fine.code, fine.stdout], [0, `${good}: 1 operation, nothing to say\n`]);
});

test("text that is no JSON, at the place where it stops being some", async (t) => {
  const file = folder(t);
  for (const [text, place] of [
    ["Here is\nyour batch:\n[]\n", "1:1"],
    ['[\n {"op":"dom.set",\n  "params": {,}}]', "3:14"],
    ['["ü",\n nope]', "2:2"],
  ]) {
    const path = file("bad.json", text);
    const { code, stdout } = await vitrine("validate", "uicp", path);
    assert.equal(code, 1);
    assert.ok(stdout.startsWith(`${path}:${place}: error UICP_INVALID_FORMAT`), stdout);
  }
});

test("standard input", async () => {
  for (const [input, expected] of [
    [GOOD, 0],
    [BAD, 1],
  ]) {
    const child = spawn(process.execPath, [BIN, "validate", "a2ui", "-"], { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end(input);
    let stdout = "";
    for await (const chunk of child.stdout) stdout += chunk;
    const code = child.exitCode ?? (await new Promise((resolve) => child.once("close", resolve)));
    assert.equal(code, expected, stdout);
    assert.match(stdout, /^-: \d messages, /m);
  }
});

test("what a stream says does not reach the terminal as a command", async (t) => {
  const file = folder(t)("evil.jsonl", `{"\u202e\u001b]0;x\u0007":1}\n${update({ "\u001b[2J": {} })}\n\u001b[1m`);
  const { stdout } = await vitrine("validate", "a2ui", file);
  assert.doesNotMatch(stdout, /[^\P{Cc}\n]|\p{Bidi_Control}/u);
});

test("a command that is wrong and a file that cannot be used exit with 2: nothing was looked at", async (t) => {
  const file = folder(t)("good.jsonl", GOOD);
  const fails = async (code, message, ...args) => {
    const found = await vitrine("validate", ...args);
    assert.equal(found.code, code, found.stderr);
    assert.match(found.stderr, message);
    assert.doesNotMatch(found.stderr, /\n {4}at /, "no stack");
  };
  await fails(2, /a2ui\|uicp FILE/);
  await fails(2, /a2ui or uicp, found html/, "html", file);
  await fails(2, /--mode: expected strict or lenient, found loose/, "a2ui", file, "--mode", "loose");
  await fails(2, /--format: expected text, json or sarif, found xml/, "a2ui", file, "--format", "xml");
  await fails(2, /--format/, "a2ui", file, "--format", "__proto__");
  await fails(2, /--mode and --catalog are for a2ui/, "uicp", file, "--mode", "lenient");
  await fails(2, /--colour/, "a2ui", file, "--colour");
  await fails(2, /NotFound: nowhere/, "a2ui", "nowhere");
  await fails(2, /BadRequest: .* cannot be read/, "a2ui", dirname(file));
  await fails(2, /BadRequest: .*expected JSON/, "a2ui", file, "--catalog", file);
  const catalog = folder(t)("catalog.json", JSON.stringify({ components: { A: { properties: {} } } }));
  await fails(2, /catalog\.json at \/components\/A.*expected/, "a2ui", file, "--catalog", catalog);
});
