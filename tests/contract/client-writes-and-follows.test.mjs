// Promise: VitrineClient appends each turn once, whatever happens to its requests, and follows a context without losing
// or repeating a turn, whatever happens to the events.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import test, { before } from "node:test";
import { init, VitrineClient, VitrineError } from "vitrine";
import { WireClient } from "vitrine/node";
import { endsWhenAborted } from "../support/following.mjs";
import { NOTE, notes, realHost } from "../support/notes.mjs";
import { until } from "../support/until.mjs";

before(() => init());

const note = (text) => ({ role: "user", text });
const waitFor = async (done) => {
  assert.ok(await until(done), "it did not come");
};

async function setUp(t, options = {}) {
  const host = await realHost(t);
  const client = new VitrineClient({ baseUrl: host.http, ...options });
  await client.putBundle(notes);
  return { host, client, context: await client.createContext() };
}

const texts = async (client, context) => (await client.turns(context)).turns.map(({ data }) => data.text);

/** Follows into a list until it is stopped, or the test ends. */
function following(t, client, context, options = {}) {
  const controller = new AbortController();
  t.after(() => controller.abort());
  const seen = [];
  const take = (turn) => seen.push(turn.data.text);
  const done = client.follow(context, take, { signal: controller.signal, ...options });
  return { seen, done, stop: () => controller.abort() };
}

test("create, append, fork", async (t) => {
  const { client, context } = await setUp(t);
  const first = await client.append(context, NOTE, note("one"));
  assert.equal(first.depth, 0);
  assert.match(first.content_hash, /^[0-9a-f]{64}$/);
  assert.equal((await client.turns(context)).turns[0].content_hash_b3, first.content_hash);
  const second = await client.append(context, NOTE, note("two"));
  const fork = await client.fork(context, first.turn_id);
  await client.append(fork, NOTE, note("fork"));
  assert.deepEqual(await texts(client, fork), ["one", "fork"]);
  assert.deepEqual(await texts(client, await client.createContext(second.turn_id)), ["one", "two"]);
  await client.append(context, NOTE, note("beside"), { parentTurnId: first.turn_id });
  assert.deepEqual(await texts(client, context), ["one", "beside"]);
});

test("values are encoded by the host's registry as it is now; refusals have the host's codes", async (t) => {
  const { host, client, context } = await setUp(t);
  await client.append(context, NOTE, note("known"));
  const next = structuredClone(notes);
  next.bundle_id = "notes-2";
  next.types[NOTE.typeId].versions[2] = { fields: { 3: { name: "mood", type: "string" } } };
  await new VitrineClient({ baseUrl: host.http }).putBundle(next);
  await client.append(context, { ...NOTE, typeVersion: 2 }, { mood: "calm" });
  assert.deepEqual((await client.turns(context, { limit: 1 })).turns[0].data, { mood: "calm" });

  const refused = (code, call) => assert.rejects(call, { code });
  await refused("FailedDependency", client.append(context, { typeId: "a.B", typeVersion: 1 }, {}));
  await refused("Unprocessable", client.append(context, NOTE, { mood: "no" }));
  await refused("NotFound", client.append("999", NOTE, note("x")));
  await refused("NotFound", client.append(context, NOTE, note("x"), { parentTurnId: "999" }));
  await refused("BadRequest", client.append("not an id", NOTE, note("x")));
  const key = { idempotencyKey: "k" };
  const ack = await client.append(context, NOTE, note("a"), key);
  assert.deepEqual(await client.append(context, NOTE, note("a"), key), ack);
  await refused("Conflict", client.append(context, NOTE, note("b"), key));
});

test("an append whose answer was lost is sent again, and lands once", async (t) => {
  let sent = 0;
  const lossy = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== "POST" || !String(input).endsWith("/turns")) return answer;
    sent += 1;
    if (sent % 2 === 1) throw new TypeError("the network broke");
    return answer;
  };
  const { host, client, context } = await setUp(t, { fetch: lossy });
  const ack = await client.append(context, NOTE, note("once"));
  assert.deepEqual([sent, ack.depth], [2, 0]);
  assert.deepEqual(await texts(new VitrineClient({ baseUrl: host.http }), context), ["once"]);

  const reason = new Error("enough");
  const away = new VitrineClient({ baseUrl: "http://127.0.0.1:1" });
  const signal = AbortSignal.timeout(150);
  await assert.rejects(away.append(context, NOTE, new Uint8Array([0x80]), { signal }), { name: "TimeoutError" });
  const aborted = away.append(context, NOTE, new Uint8Array([0x80]), { signal: AbortSignal.abort(reason) });
  await assert.rejects(aborted, (error) => error === reason);
});

test("follow: from now on, or after a turn, in order, and only of its context", async (t) => {
  const { client, context } = await setUp(t);
  const other = await client.createContext();
  const { turn_id } = await client.append(context, NOTE, note("old"));
  await client.append(context, NOTE, note("missed"));
  const live = following(t, client, context);
  const late = following(t, client, context, { after: turn_id });
  await waitFor(() => late.seen.length === 1);
  for (let i = 0; i < 80; i++) {
    await client.append(context, NOTE, note(`new ${i}`));
    if (i % 10 === 0) await client.append(other, NOTE, note("elsewhere"));
  }
  const expected = Array.from({ length: 80 }, (_, i) => `new ${i}`);
  await waitFor(() => late.seen.length === 81 && live.seen.length === 80);
  assert.deepEqual(live.seen, expected);
  assert.deepEqual(late.seen, ["missed", ...expected]);
  live.stop();
  late.stop();
  await Promise.all([live.done, late.done]);
});

test("follow: events that break off, repeat themselves or come from another store lose nothing", async (t) => {
  const asked = [];
  let mode = "cut";
  const breaking = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes("/v1/events")) return answer;
    asked.push(init.headers["Last-Event-ID"]);
    if (mode !== "cut") return answer;
    // Every stream ends after its second piece.
    let left = 2;
    const cut = new TransformStream({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        left -= 1;
        if (left === 0) controller.error(new Error("cut"));
      },
    });
    return new Response(answer.body.pipeThrough(cut), answer);
  };
  const { client, context } = await setUp(t, { fetch: breaking });
  const { seen, done, stop } = following(t, client, context);
  await waitFor(() => asked.length > 0);
  for (let i = 0; i < 6; i++) {
    await client.append(context, NOTE, note(`new ${i}`));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  mode = "whole";
  await waitFor(() => seen.length === 6);
  assert.deepEqual(
    seen,
    Array.from({ length: 6 }, (_, i) => `new ${i}`),
  );
  assert.ok(asked.length > 1 && asked.slice(1).some((id) => /^\d+$/.test(id)), `asked with ${asked}`);
  stop();
  await done;
});

test("follow: an id that the host does not know starts anew; a refusal and a throw end it", async (t) => {
  const ids = [];
  let first = true;
  const lying = async (input, init) => {
    const { headers } = init ?? {};
    if (!String(input).includes("/v1/events")) return fetch(input, init);
    ids.push(headers["Last-Event-ID"]);
    if (!first) return fetch(input, init);
    first = false;
    return new Response("id: 999999\nevent: turn_appended\ndata: {}\n\n", {
      headers: { "content-type": "text/event-stream" },
    });
  };
  const { host, client, context } = await setUp(t, { fetch: lying });
  const { seen, done, stop } = following(t, client, context);
  await waitFor(() => ids.length === 3);
  assert.deepEqual(ids, [undefined, "999999", undefined]);
  await client.append(context, NOTE, note("after all"));
  await waitFor(() => seen.length === 1);
  stop();
  await done;

  const plain = new VitrineClient({ baseUrl: host.http });
  await assert.rejects(
    plain.follow("999", () => {}),
    { code: "NotFound" },
  );
  // What would be waited for if the host had said it is the caller's own here.
  for (const mine of [
    new Error("mine"),
    new VitrineError("Conflict", "mine"),
    new VitrineError("Unreachable", "mine"),
  ]) {
    const throwing = () => {
      throw mine;
    };
    const options = { after: "0", signal: AbortSignal.timeout(5000) };
    await assert.rejects(plain.follow(context, throwing, options), (error) => error === mine);
  }
});

test("follow: a head that goes to another branch between two pages is followed there", async (t) => {
  const { host, client, context } = await setUp(t);
  const root = await client.append(context, NOTE, note("root"));
  for (let i = 0; i < 70; i++) await client.append(context, NOTE, note(`left ${i}`));
  let answers = 0;
  const moving = async (url, init) => {
    if (/before_turn_id/.test(url) && answers++ === 0)
      await client.append(context, NOTE, note("beside"), { parentTurnId: root.turn_id });
    return fetch(url, init);
  };
  const reader = new VitrineClient({ baseUrl: host.http, fetch: moving });
  const { seen, done, stop } = following(t, reader, context, { after: "0" });
  await waitFor(() => seen.length === 2);
  assert.deepEqual(seen, ["root", "beside"]);
  assert.ok(answers > 0, "a second page was asked for");
  stop();
  await done;
});

test("follow waits for a host that went away, and sends the token each time", async (t) => {
  const { host, client, context } = await setUp(t);
  const tokens = [];
  let up = true;
  const flaky = async (input, init) => {
    tokens.push(init.headers.Authorization);
    if (!up) throw new TypeError("away");
    return fetch(input, init);
  };
  let count = 0;
  const reader = new VitrineClient({ baseUrl: host.http, fetch: flaky, token: () => `t${++count}` });
  const { seen, done, stop } = following(t, reader, context);
  await waitFor(() => tokens.length > 1);
  up = false;
  await client.append(context, NOTE, note("while away"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  up = true;
  await waitFor(() => seen.length === 1);
  assert.deepEqual(seen, ["while away"]);
  assert.deepEqual(
    tokens,
    tokens.map((_, i) => `Bearer t${i + 1}`),
  );
  stop();
  await done;
});

test("events in every spelling that the format allows", async (t) => {
  const { host, client, context } = await setUp(t);
  const { turn_id } = await client.append(context, NOTE, note("start"));
  const pieces = [
    "\uFEFF: hello\r\n\r\nretry: 5\r\r",
    "event: turn_appended\r",
    '\ndata: {"turn_id":\ndata:"999999"}\r\nid: 7\n',
    "unknown: x\nnothing\n\n",
  ];
  let pagesRead = 0;
  let written = false;
  const server = createServer((request, response) => {
    if (!request.url.startsWith("/v1/events"))
      return fetch(host.http + request.url, { headers: { accept: request.headers.accept ?? "*/*" } }).then(
        async (answer) => {
          response.writeHead(
            answer.status,
            Object.fromEntries([...answer.headers].filter(([name]) => !/encoding|length/.test(name))),
          );
          response.end(Buffer.from(await answer.arrayBuffer()));
          if (request.url.includes("/turns")) pagesRead += 1;
        },
      );
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    let at = 0;
    const timer = setInterval(() => {
      if (!written) return;
      if (at < pieces.length) response.write(pieces[at++]);
      else clearInterval(timer);
    }, 20);
    return response.on("close", () => clearInterval(timer));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const reader = new VitrineClient({ baseUrl: `http://127.0.0.1:${server.address().port}` });
  const { seen, done, stop } = following(t, reader, context, { after: turn_id });
  // What it reads when it begins is read: only the event can tell it more.
  await waitFor(() => pagesRead > 0);
  await client.append(context, NOTE, note("told by the event"));
  written = true;
  await waitFor(() => seen.length === 1);
  assert.deepEqual(seen, ["told by the event"]);
  stop();
  await done;
});

test("what a client has published itself, it writes by", async (t) => {
  const { client, context } = await setUp(t);
  const type = { typeId: "com.example.Outer", typeVersion: 1 };
  const bundle = (id, inner) => ({
    registry_version: 1,
    bundle_id: id,
    types: {
      [type.typeId]: { versions: { 1: { fields: { 1: { name: "in", type: "ref", ref: "com.example.Inner" } } } } },
      "com.example.Inner": { versions: inner },
    },
  });
  const text = (name) => ({ name, type: "string" });
  const first = { fields: { 1: text("a"), 2: text("b") } };
  await client.putBundle(bundle("outer-1", { 1: first }));
  await client.append(context, type, { in: { a: "A", b: "B" } });
  await client.putBundle(bundle("outer-2", { 1: first, 2: { fields: { 1: text("b"), 2: text("a") } } }));
  await client.append(context, type, { in: { a: "A", b: "B" } });
  const { turns } = await client.turns(context, { limit: 1 });
  assert.deepEqual(turns[0].data, { in: { a: "A", b: "B" } });
});

test("each turn comes by itself, also where turns would be merged", async (t) => {
  const { client, context } = await setUp(t);
  const coalesce = { type: NOTE.typeId, into: NOTE.typeId, field: "text" };
  const { seen, done, stop } = following(t, client, context, { after: "0", coalesce });
  for (const text of ["one", "two", "three"]) {
    await client.append(context, NOTE, note(text));
    await waitFor(() => seen.at(-1) === text);
  }
  assert.deepEqual(seen, ["one", "two", "three"]);
  stop();
  await done;
});

test("follow: a turn to go on from that the host has not is NotFound; one of another branch is gone on from", async (t) => {
  const { client, context } = await setUp(t);
  const root = await client.append(context, NOTE, note("root"));
  const left = await client.append(context, NOTE, note("left"));
  const told = { code: "NotFound", message: /turn 999999/ };
  await assert.rejects(
    client.follow(context, assert.fail, { after: "999999", signal: AbortSignal.timeout(2000) }),
    told,
  );
  await client.append(context, NOTE, note("right"), { parentTurnId: root.turn_id });
  const { seen, done, stop } = following(t, client, context, { after: left.turn_id });
  await waitFor(() => seen.length === 1);
  await client.append(context, NOTE, note("more"));
  await waitFor(() => seen.length === 2);
  assert.deepEqual(seen, ["right", "more"]);
  stop();
  await done;
});

test("follow refuses what it does not know, before the host is asked", async () => {
  const client = new VitrineClient({ baseUrl: "http://127.0.0.1:1", fetch: () => assert.fail("it was asked") });
  const names = { beforeTurnId: /beforeTurnId/, limit: /limit/, coalesce: /coalesce/, bytesRender: /base64, hex/ };
  const signal = AbortSignal.timeout(2000);
  for (const [name, message] of Object.entries(names))
    await assert.rejects(client.follow("1", assert.fail, { [name]: 5, signal }), { code: "BadRequest", message });
});

test("a bundle id that no URL can have is refused on every way", async (t) => {
  const { host, client } = await setUp(t);
  const wire = new WireClient(host.at);
  t.after(() => wire.close());
  for (const id of [".", ".."])
    for (const writer of [client, wire])
      await assert.rejects(writer.putBundle({ ...notes, bundle_id: id }), {
        code: "Unprocessable",
        message: `bundle_id: expected another name: no URL can have this one, found "${id}"`,
        pointer: "/bundle_id",
      });
  assert.equal(await client.putBundle({ registry_version: 1, bundle_id: "...", types: {} }), 201);
});

test("follow ends when it is aborted, at once and before it began", async (t) => {
  const { client, context } = await setUp(t);
  for (const text of ["a", "b", "c"]) await client.append(context, NOTE, note(text));
  await endsWhenAborted(client, context);
});

test("a host that is not there yet is waited for", async (t) => {
  const { host, client, context } = await setUp(t);
  let away = true;
  const down = () => Promise.reject(new TypeError("nobody there"));
  const between = (url, init) => (away ? down() : fetch(url, init));
  const reader = new VitrineClient({ baseUrl: host.http, fetch: between });
  const { seen, done, stop } = following(t, reader, context);
  await new Promise((resolve) => setTimeout(resolve, 100));
  away = false;
  // From when it answers: what comes then is seen, however long that takes.
  await waitFor(async () => {
    await client.append(context, NOTE, note("there"));
    return seen.includes("there");
  });
  stop();
  await done;
});

test("a token that no header can hold is refused, and not told", async (t) => {
  const { host, context } = await setUp(t);
  for (const token of ["se\ncret", () => "se\u2028cret"]) {
    const client = new VitrineClient({ baseUrl: host.http, token });
    const told = (error) =>
      error.code === "BadRequest" && /^token: expected/.test(error.message) && !/cret/.test(error.message);
    await assert.rejects(client.append(context, NOTE, note("x")), told);
    await assert.rejects(client.follow(context, assert.fail, { after: "0" }), told);
  }
});

test("an address with a password is refused at once, and the password not told", () => {
  for (const baseUrl of ["http://me:hunter2@127.0.0.1:9010", "http://hunter2@host.example/"])
    assert.throws(() => new VitrineClient({ baseUrl }), {
      code: "BadRequest",
      message: "baseUrl: expected a URL without user name and password; give a token instead",
    });
});

test("a host that has no room, and a proxy whose host is away, are waited for", async (t) => {
  const { host, context } = await setUp(t);
  const refusals = [
    [503, JSON.stringify({ error: { code: "Storage", message: "no memory for it now", details: { retry: true } } })],
    [502, "<h1>Bad Gateway</h1>"],
    [429, ""],
  ];
  for (const what of ["/v1/events", "/turns"]) {
    const left = [...refusals];
    const between = (url, init) => {
      const asked = init.method === "POST" || what === "/v1/events";
      const refusal = asked && String(url).includes(what) ? left.shift() : undefined;
      return refusal ? Promise.resolve(new Response(refusal[1], { status: refusal[0] })) : fetch(url, init);
    };
    const client = new VitrineClient({ baseUrl: host.http, fetch: between });
    const { seen, done, stop } = following(t, client, context);
    await waitFor(() => left.length === 0 || what !== "/v1/events");
    await client.append(context, NOTE, note(`after ${what}`));
    await waitFor(() => seen.includes(`after ${what}`));
    assert.equal(left.length, 0, what);
    stop();
    await done;
  }
  const closed = () => Promise.resolve(new Response("no", { status: 500 }));
  const broken = new VitrineClient({ baseUrl: host.http, fetch: closed });
  await assert.rejects(broken.append(context, NOTE, note("never")), { code: "DecodeError" });
});
