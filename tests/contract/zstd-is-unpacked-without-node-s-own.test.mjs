// Promise: where Node has no zstd, the package's own unpacks what a host packed: exactly, within bounds, and loaded only
// when something comes packed.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import test from "node:test";
import { promisify } from "node:util";
import { init, WireClient } from "vitrine/node";
import { frame, scripted } from "../support/wire-hosts.mjs";

const TYPE = Buffer.from("com.example.Note");
/** {1: "user", 2: 1000 times x}, and its frame: the bytes before the run as they are, the run as one byte repeated. */
const START = Buffer.from("8201a47573657202da03e8", "hex");
const PAYLOAD = Buffer.concat([START, Buffer.alloc(1000, "x")]);

function packed(declared = PAYLOAD.length) {
  const head = Buffer.from("28b52ffda000000000", "hex");
  head.writeUInt32LE(declared, 5);
  const block = (last, type, size) => {
    const header = Buffer.alloc(3);
    header.writeUIntLE((size << 3) | (type << 1) | last, 0, 3);
    return header;
  };
  return Buffer.concat([head, block(0, 0, START.length), START, block(1, 1, 1000), Buffer.from("x")]);
}

/** A page of one turn whose payload is `bytes`, said to be `length` bytes when it is unpacked. */
function page(bytes, length) {
  const item = Buffer.alloc(4 + 24 + TYPE.length + 52);
  item.writeUInt32LE(1, 0);
  item.writeBigUInt64LE(1n, 4);
  item.writeUInt32LE(TYPE.length, 24);
  TYPE.copy(item, 28);
  const at = 28 + TYPE.length;
  for (const [index, word] of [1, 1, 1, length].entries()) item.writeUInt32LE(word, at + 4 * index);
  item.writeUInt32LE(bytes.length, at + 48);
  return Buffer.concat([item, bytes]);
}

/** What a client without Node's zstd makes of a page: its first payload, and whether the module was loaded. */
async function read(t, bytes, options = "{}") {
  const server = await scripted(t, ({ type, id }, socket) => socket.write(frame(type, id, bytes)));
  const script = `
    const zlib = require("node:zlib");
    delete zlib.zstdDecompressSync;
    let compiled = 0;
    const { Module } = WebAssembly;
    WebAssembly.Module = class extends Module { constructor(bytes) { super(bytes); compiled += 1; } };
    Object.defineProperty(WebAssembly.Module, Symbol.hasInstance, { value: (value) => value instanceof Module });
    const { init, WireClient } = require("vitrine/node");
    init().then(async () => {
      const client = new WireClient({ host: "${server.host}", port: ${server.port}, ...${options} });
      const before = compiled;
      const batch = await client.last("1");
      const again = await client.last("1");
      client.close();
      const same = Buffer.compare(batch.payload(0), again.payload(0)) === 0;
      console.log(JSON.stringify({ payload: Buffer.from(batch.payload(0)).toString("hex"), loaded: compiled - before, same }));
    });`;
  const folder = new URL("..", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: folder });
  return JSON.parse(stdout);
}

test("what was packed is read; the module is loaded once, and not for what is plain", async (t) => {
  const hex = PAYLOAD.toString("hex");
  assert.deepEqual(await read(t, page(packed(), PAYLOAD.length)), { payload: hex, loaded: 1, same: true });
  assert.deepEqual(await read(t, page(packed(), PAYLOAD.length), "{ zstd: false }"), {
    payload: packed().toString("hex"),
    loaded: 0,
    same: true,
  });
});

test("what does not hold what its item declares stays packed", async (t) => {
  for (const [bytes, length] of [
    [packed(), PAYLOAD.length - 1],
    [packed(), PAYLOAD.length + 1],
    [packed(), 2 ** 32 - 1],
    [packed().subarray(0, -1), PAYLOAD.length],
    [Buffer.from("not zstd"), 8],
    [Buffer.from("28b52ffd00a8010000", "hex"), 0],
  ]) {
    const { payload } = await read(t, page(bytes, length));
    assert.equal(payload, bytes.toString("hex"), `${bytes.length} bytes for ${length}`);
  }
});

test("what declares more than a page may take is not even tried", async (t) => {
  await init();
  for (const [length, tried] of [
    [256 << 20, 1],
    [(256 << 20) + 1, 0],
  ]) {
    const bytes = page(packed(), length);
    const server = await scripted(t, ({ type, id }, socket) => socket.write(frame(type, id, bytes)));
    let calls = 0;
    const decompress = () => {
      calls += 1;
      throw new Error("no");
    };
    const client = new WireClient({
      host: server.host,
      port: server.port,
      zstd: { compress: (each) => each, decompress },
    });
    t.after(() => client.close());
    await client.last("1");
    assert.equal(calls, tried, `${length} bytes`);
  }
});
