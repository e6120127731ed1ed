// Promise: server-sent events are read as the HTML standard says (section 9.2.6), in every spelling and from any cut of
// the bytes.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { pkg } from "../../scripts/build/paths.mjs";

const { serverEvents } = createRequire(import.meta.url)(`${pkg}/cjs/src/turns/events.js`);

const TEXT =
  "\uFEFF: a comment\r\n\r\nevent: one\rdata: a\r\rid: 7\ndata:b\ndata: c\r\nunknown: x\n\ndata\nretry: 5\n\nid: 8\n\nevent: none\n\ndata: é漢\n\ndata: cut";
const EVENTS = [
  { type: "one", data: "a", id: "" },
  { type: "message", data: "b\nc", id: "7" },
  { type: "message", data: "", id: "7", retry: 5 },
  { type: "message", data: "é漢", id: "8" },
];

test("every spelling, whole and in pieces of any size", async () => {
  const bytes = new TextEncoder().encode(TEXT);
  for (let size = 1; size <= bytes.length; size++) {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const found = [];
    for await (const event of serverEvents(body, "")) found.push(event);
    assert.deepEqual(found, EVENTS, `in pieces of ${size}`);
  }
});

test("a line without end is refused", async () => {
  const chunk = new Uint8Array(1 << 16).fill(120);
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
  await assert.rejects(async () => {
    for await (const _ of serverEvents(body, ""));
  }, /1048576 characters/);
});
