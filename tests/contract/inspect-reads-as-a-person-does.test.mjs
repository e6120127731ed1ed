// Promise: `vitrine inspect` shows a context and a file typed, complete and in words, and nothing that a turn says
// reaches the terminal as a command.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { before } from "node:test";
import { encodeTurn, init, Registry, VitrineClient, WireClient } from "vitrine/node";
import { vitrine } from "../support/command.mjs";
import { realHost } from "../support/notes.mjs";
import { page, bundle as pageBundle } from "../support/page.mjs";

const TYPE = { typeId: "com.example.Message", typeVersion: 1 };
const bundle = {
  registry_version: 1,
  bundle_id: "messages-1",
  types: {
    [TYPE.typeId]: {
      versions: {
        1: {
          fields: {
            1: { name: "role", type: "u8", enum: "Role" },
            2: { name: "text", type: "string" },
            3: { name: "image", type: "bytes" },
            4: { name: "labels", type: "map", values: "string" },
            5: { name: "steps", type: "array", items: "string" },
            6: { name: "at", type: "timestamp_ms" },
          },
        },
      },
    },
  },
  enums: { Role: { 1: "user" } },
};

before(() => init());

async function setUp(t) {
  const host = await realHost(t);
  await new VitrineClient({ baseUrl: host.http }).putBundle(bundle);
  const client = new WireClient({ ...host.at, registry: new Registry(bundle) });
  t.after(() => client.close());
  return { host, client, context: await client.createContext() };
}

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "vitrine-inspect-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return (name, content) => {
    writeFileSync(join(path, name), content);
    return join(path, name);
  };
}

test("a context, as a person reads it", async (t) => {
  const { host, client, context } = await setUp(t);
  await client.append(context, TYPE, {
    role: "user",
    text: "two\nlines",
    image: new Uint8Array(30),
    labels: { mood: "calm" },
    steps: ["one", "two"],
    at: 0,
  });
  // {1: 1, 2: 7, 9: "?"}: a wrong type in one field, and a tag without a name.
  await client.append(context, TYPE, new Uint8Array(Buffer.from("830101020709a13f", "hex")));
  await client.append(context, TYPE, new Uint8Array([0xc1]));
  const { code, stdout } = await vitrine("inspect", context, "--host", host.http);
  assert.equal(code, 0);
  const [first, second, third] = (await client.last(context)).project(new Registry(bundle));
  assert.equal(
    stdout,
    `context 1   head 3 at depth 2   bundle messages-1

── turn 1   com.example.Message v1   depth 0, after 0   verified
   role    user
   text
     two
     lines
   image   <30 bytes: ${"00 ".repeat(23)}00 …>
   labels
     mood  calm
   steps
     - one
     - two
   at      1970-01-01T00:00:00.000Z

── turn 2   com.example.Message v1   depth 1, after 1   verified
   role  user
   text  7
   without a name:
     9  ?
   ~ ${second.warnings[0].pointer}: expected ${second.warnings[0].expected}, found ${second.warnings[0].found}

── turn 3   com.example.Message v1   depth 2, after 2   verified
   ! DecodeError: ${third.error.message}
`,
  );
  assert.equal(first.turn_id, "1");

  const older = await vitrine("inspect", context, "--host", host.http, "--limit", "1");
  assert.match(older.stdout, /older ones: --before 3/);
  const back = await vitrine("inspect", context, "--host", host.http, "--limit", "1", "--before", "3");
  assert.match(back.stdout, /── turn 2 /);
});

test("the same for programs", async (t) => {
  const { host, client, context } = await setUp(t);
  await client.append(context, TYPE, { role: "user", text: "x", image: new Uint8Array([1, 2]) });
  const { stdout } = await vitrine("inspect", context, "--host", host.http, "--json");
  const { meta, turns, next_before_turn_id } = JSON.parse(stdout);
  assert.deepEqual([meta.head_turn_id, next_before_turn_id], ["1", null]);
  assert.deepEqual(turns[0].data, { role: "user", text: "x", image: "AQI=" });
});

test("files: a payload typed and untyped, a page with and without its bundle", async (t) => {
  const file = folder(t);
  const payload = file("turn.msgpack", encodeTurn(TYPE, { role: "user", text: "hello" }, new Registry(bundle)));
  const types = file("bundle.json", JSON.stringify(bundle));
  const typed = await vitrine("inspect", payload, "--bundle", types, "--type", `${TYPE.typeId}@1`);
  assert.equal(typed.stdout, "   role  user\n   text  hello\n");
  assert.equal((await vitrine("inspect", payload)).stdout, "1  1\n2  hello\n");
  assert.deepEqual(JSON.parse((await vitrine("inspect", payload, "--json")).stdout), [
    [1, 1],
    [2, "hello"],
  ]);
  const pages = file("page.bin", page());
  const described = await vitrine("inspect", pages, "--bundle", file("other.json", JSON.stringify(pageBundle)));
  assert.match(described.stdout, /── turn 7 {3}com\.example\.Note v1 .* verified\n {3}role {2}user\n/);
  assert.match((await vitrine("inspect", pages)).stdout, /payload\n {5}1 {2}user\n/);
});

test("control characters and marks of direction come out as escapes", async (t) => {
  const { host, client, context } = await setUp(t);
  const evil = "\u001b[2J\u001b]0;title\u0007 \u009b31m \u202egpj.exe \u2066x\u0000\rgone";
  await client.append(context, TYPE, { role: "user", text: evil, labels: { "\u001b[1m\nkey": evil } });
  await client.append(context, { typeId: "\u001b[7mtype\n", typeVersion: 1 }, new Uint8Array([0x80]));
  const { stdout } = await vitrine("inspect", context, "--host", host.http);
  const forbidden = /[^\P{Cc}\n]|\p{Bidi_Control}/u;
  assert.doesNotMatch(stdout, forbidden);
  assert.match(stdout, /\\u001b\[2J/);
  assert.match(stdout, /\\u202egpj\.exe/);
  const asJson = await vitrine("inspect", context, "--host", host.http, "--json");
  assert.doesNotMatch(asJson.stdout, forbidden);
  assert.equal(JSON.parse(asJson.stdout).turns[0].data.text, evil, "the value is the same");
});

test("what cannot be shown is said in a sentence", async (t) => {
  const { host } = await setUp(t);
  const file = folder(t);
  const fails = async (code, message, ...args) => {
    const found = await vitrine("inspect", ...args);
    assert.equal(found.code, code, found.stderr);
    assert.match(found.stderr, message);
    assert.doesNotMatch(found.stderr, /\n {4}at /, "no stack");
  };
  await fails(1, /NotFound: .*context 999/, "999", "--host", host.http);
  await fails(1, /Unreachable: .*127\.0\.0\.1:1/, "1", "--host", "http://127.0.0.1:1");
  await fails(1, /NotFound: nowhere/, "nowhere");
  await fails(1, /DecodeError/, file("junk", Buffer.from([0xc1])));
  await fails(2, /TYPE_ID@VERSION/, file("x", Buffer.from([0x80])), "--type", "a.B");
  await fails(2, /FILE/);
  await fails(2, /--colour/, "x", "--colour");
});

test("what is missing is asked for, and what means nothing is refused", async (t) => {
  const file = folder(t)("page.bin", page());
  const types = folder(t)("bundle.json", JSON.stringify(pageBundle));
  for (const [args, said] of [
    [[file, "--limit", "1"], /--limit is for contexts of a host/],
    [["1", "--host", "http://127.0.0.1:1", "--bundle", types], /--bundle is for files/],
    [[file, "--bundle", types, "--type", "a.B@1"], /--type is for a payload alone; .*page\.bin is a page of turns/],
    [["12345"], /12345 is no file; for a context, name its host: --host/],
    [[folder(t)("payload.bin", new Uint8Array([0x80])), "--type", "a.B@1"], /--type needs the bundle .* --bundle FILE/],
  ]) {
    const { code, stderr } = await vitrine("inspect", ...args);
    assert.equal(code, 2);
    assert.match(stderr, said);
  }
});
