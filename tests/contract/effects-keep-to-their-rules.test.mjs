// Promise: an `api.call` does what its scheme says or tells why not, never throws, never leaves the folders and origins
// that it may touch, and does nothing that the page vetoes.

import assert from "node:assert/strict";
import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { test } from "node:test";

const { runEffect } = createRequire(import.meta.url)("../node_modules/vitrine/cjs/src/uicp/effects/index.js");

/** Carries out a call with ports that write down what they are given. */
async function run(params, ports = {}) {
  const seen = [];
  const result = await runEffect(
    { op: "api.call", params },
    {
      onIntent: (intent) => void seen.push(intent),
      fs: { writeTextFile: async (...given) => void seen.push(given) },
      enqueue: async (batch) => void seen.push(batch),
      ...ports,
    },
  );
  return { result, seen };
}

/** The code and the message of a call that must do nothing. */
async function refusal(params, ports) {
  const { result, seen } = await run(params, ports);
  assert.equal(result.status, "error", JSON.stringify(params));
  assert.deepEqual(seen, []);
  return `${result.error.code}: ${result.error.message}`;
}

const intent = (body) => ({ method: "POST", url: "uicp://intent", body });
const file = (body) => ({ method: "POST", url: "tauri://fs/writeTextFile", body });

test("an intent of text is handed on as it is", async () => {
  const { result, seen } = await run(intent({ text: "More, please", windowId: "w" }));
  assert.deepEqual(result, { status: "ready" });
  assert.deepEqual(seen, [{ text: "More, please", windowId: "w" }]);
});

test("an intent has one of its two shapes, and every part of it is checked", async () => {
  const ask = (field) => intent({ fields: [{ name: "a", label: "A", ...field }] });
  const wrong = {
    "body: expected an object, found nothing": intent(undefined),
    "body: expected text, or textPrompt, or fields": intent({ title: "x" }),
    "body: expected text, or textPrompt and fields, not both": intent({ text: "a", textPrompt: "b" }),
    "body.text: expected a text that is not empty": intent({ text: " " }),
    "body.fields: expected a list of 1 to 32 fields": intent({ fields: [] }),
    "body.fields[0].label: expected": intent({ fields: [{ name: "a" }] }),
    "body.fields[1].name: expected a name of its own": intent({
      fields: [
        { name: "a", label: "A" },
        { name: "a", label: "B" },
      ],
    }),
    'body.fields[0].type: expected text, textarea, select, found "date"': ask({ type: "date" }),
    "body.fields[0].options: expected a list of 1 to 256 texts, found nothing": ask({ type: "select" }),
    "body.fields[0].options: expected a list of 1 to 256 texts": ask({ type: "select", options: [1] }),
    "body.fields[0].defaultValue: expected one of the options": ask({
      type: "select",
      options: ["a"],
      defaultValue: "b",
    }),
    "body.fields[0].required: expected true or false": ask({ required: "yes" }),
    "body.width: expected a number of at least 120": intent({ textPrompt: "x", width: 100 }),
  };
  for (const [message, params] of Object.entries(wrong)) {
    const told = await refusal(params);
    assert.ok(told.startsWith(`UICP_EFFECT_FAILED: ${message}`), told);
  }
  const inherited = Object.create({ text: "not its own" });
  assert.match(await refusal(intent(inherited)), /UICP_EFFECT_FAILED/);
});

test("a file goes below a folder that is known by name", async () => {
  const { result, seen } = await run(file({ path: "notes/today.txt", contents: "x" }));
  assert.equal(result.status, "ready");
  assert.deepEqual(seen, [["notes/today.txt", "x", "Desktop"]]);
  const named = await run(file({ path: "..a/b..txt", contents: "", directory: "Document" }));
  assert.deepEqual(named.seen, [["..a/b..txt", "", "Document"]]);
});

test("no path leads out of it, on any system", async () => {
  const paths = [
    "",
    "/etc/passwd",
    "\\\\server\\share",
    "C:\\x",
    "c:x",
    "../x",
    "a/../../x",
    "a\\..\\x",
    "..",
    "a/.. ",
  ];
  paths.push("a\0.txt", "a\n", "~/x", "x".repeat(1025));
  for (const path of paths) {
    assert.match(await refusal(file({ path, contents: "x" })), /^UICP_EFFECT_FAILED: body.path/, JSON.stringify(path));
  }
  assert.match(await refusal(file({ path: "a", contents: 1 })), /body.contents/);
  assert.match(await refusal(file({ path: "a", contents: "", directory: "/etc" })), /body.directory/);
});

test("without a port an effect says which one is missing", async () => {
  assert.match(await refusal(file({ path: "a", contents: "" }), { fs: undefined }), /^UICP_NO_PORT: .*option fs/);
  assert.match(await refusal(intent({ text: "a" }), { onIntent: undefined }), /^UICP_NO_PORT: .*option onIntent/);
});

test("a veto, a veto that takes its time, one that throws and one that is no answer all mean no", async () => {
  const asked = [];
  const no = [
    () => false,
    async () => false,
    () => undefined,
    () => "yes",
    () => {
      throw new Error("x");
    },
    () => Promise.reject(new Error("x")),
  ];
  for (const answer of no) {
    const permissions = (effect) => {
      asked.push(effect.kind);
      return answer();
    };
    for (const params of [intent({ text: "a" }), intent({ textPrompt: "a" }), file({ path: "a", contents: "" })]) {
      assert.match(await refusal(params, { permissions }), /^UICP_EFFECT_DENIED: /);
    }
    const fetch = () => assert.fail("asked all the same");
    const params = { url: "https://api.example/x" };
    assert.match(await refusal(params, { permissions, fetch, allowOrigins: "*" }), /^UICP_EFFECT_DENIED: /);
  }
  assert.deepEqual([...new Set(asked)], ["intent", "fs", "http"]);
  const { result } = await run(intent({ text: "a" }), { permissions: async () => true });
  assert.equal(result.status, "ready");
});

test("a port that fails is a failed effect", async () => {
  const fails = async () => {
    throw new Error("disk full");
  };
  const one = await run(file({ path: "a", contents: "" }), { fs: { writeTextFile: fails } });
  assert.deepEqual(one.result, { status: "error", error: { code: "UICP_EFFECT_FAILED", message: "disk full" } });
  const two = await run(intent({ text: "a" }), { onIntent: fails });
  assert.equal(two.result.status, "error");
});

test("unknown schemes do nothing and succeed", async () => {
  for (const url of ["uicp://other", "tauri://shell/open", "mailto:a@b.example", "javascript:alert(1)", "x:"]) {
    assert.deepEqual(await run({ url }), { result: { status: "ready" }, seen: [] });
  }
});

test("an address without a scheme asks nobody, and says so", async () => {
  const fetch = () => assert.fail("asked all the same");
  for (const url of ["/api/orders", "api/orders", "//api.example/x", "?a=1", "./a:b", "intent", "1:2"]) {
    const told = await refusal({ url }, { fetch, allowOrigins: "*" });
    assert.match(told, /^UICP_EFFECT_FAILED: params\.url: expected an address with its scheme, such as /);
    assert.ok(told.endsWith(`found ${JSON.stringify(url)}`), told);
  }
});

/** A server that answers by path, and what it was asked. */
async function serve(t) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    asked.push({ method: request.method, url: request.url, headers: request.headers, body });
    const json = { "content-type": "application/json; charset=utf-8" };
    if (request.url === "/json") response.writeHead(200, json).end('{"a":[1]}');
    else if (request.url === "/broken") response.writeHead(200, json).end('{"a":');
    else if (request.url === "/away") response.writeHead(302, { location: "http://127.0.0.1:9/" }).end();
    else if (request.url === "/large") response.end("x".repeat((4 << 20) + 1));
    else if (request.url === "/bad") response.writeHead(503).end("no");
    else response.end("text");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  return { origin: `http://127.0.0.1:${server.address().port}`, asked };
}

test("HTTP: JSON goes out, JSON or text comes back", async (t) => {
  const { origin, asked } = await serve(t);
  const allowOrigins = [origin];
  const headers = { "X-One": "1" };
  const { result } = await run({ method: "PUT", url: `${origin}/json`, headers, body: { b: "ü" } }, { allowOrigins });
  assert.deepEqual(result, { status: "ready", data: { a: [1] } });
  const { method, body, headers: sent } = asked[0];
  assert.deepEqual([method, body, sent["x-one"], sent["content-type"]], ["PUT", '{"b":"ü"}', "1", "application/json"]);
  const text = await run({ url: `${origin}/text` }, { allowOrigins: "*" });
  assert.deepEqual(text.result, { status: "ready", data: "text" });
});

test("HTTP: what does not answer well is a failed effect that says why", async (t) => {
  const { origin } = await serve(t);
  const allowOrigins = [origin];
  const reasons = { bad: /503/, broken: /JSON/, large: /4194304 bytes/, away: /leads elsewhere/ };
  for (const [path, reason] of Object.entries(reasons)) {
    const told = await refusal({ url: `${origin}/${path}` }, { allowOrigins });
    assert.match(told, /^UICP_EFFECT_FAILED/);
    assert.match(told, reason);
  }
  assert.match(await refusal({ url: `${origin}/json`, body: 1 }, { allowOrigins }), /params.body/);
  assert.match(await refusal({ url: "http://" }, { allowOrigins: "*" }), /params.url/);
});

test("HTTP: in engines without the younger ways to read addresses and to join signals", async (t) => {
  const { origin } = await serve(t);
  const { canParse } = URL;
  const { any, timeout } = AbortSignal;
  URL.canParse = AbortSignal.any = AbortSignal.timeout = undefined;
  t.after(() => {
    URL.canParse = canParse;
    Object.assign(AbortSignal, { any, timeout });
  });
  const { signal } = new AbortController();
  const { result } = await run({ url: `${origin}/json` }, { allowOrigins: ["no address", origin], signal });
  assert.deepEqual(result, { status: "ready", data: { a: [1] } });
  assert.match(await refusal({ url: "http://" }, { allowOrigins: "*", signal }), /params.url/);
  assert.deepEqual(getEventListeners(signal, "abort"), []);
  const told = await refusal({ url: `${origin}/json` }, { allowOrigins: "*", signal: AbortSignal.abort() });
  assert.match(told, /^UICP_EFFECT_CANCELLED/);
});

test("HTTP: an answer that does not come is waited for 30 s", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const fetch = (_url, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      t.mock.timers.tick(30_000);
    });
  const told = await refusal({ url: "https://api.example/" }, { fetch, allowOrigins: "*" });
  assert.match(told, /^UICP_EFFECT_FAILED: .*did not answer within 30 s/);
});

test("HTTP: a request that is left ends at once", async (t) => {
  const { origin } = await serve(t);
  const leaving = new AbortController();
  const fetch = (_url, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      leaving.abort();
    });
  const told = await refusal({ url: `${origin}/text` }, { fetch, allowOrigins: "*", signal: leaving.signal });
  assert.match(told, /^UICP_EFFECT_CANCELLED/);
});

test("HTTP: no origin is asked that is not allowed, however it is spelt", async () => {
  const fetch = () => assert.fail("asked all the same");
  const allowOrigins = ["https://api.example", "https://two.example:8443/path"];
  const urls = ["https://api.example.evil/", "http://api.example/", "https://api.example:444/"];
  urls.push("https://api.example@evil.example/", "https://evil.example/https://api.example", "https://two.example/");
  for (const url of urls) assert.match(await refusal({ url }, { fetch, allowOrigins }), /^UICP_EFFECT_DENIED/, url);
  assert.match(await refusal({ url: "https://api.example/" }, { fetch }), /^UICP_EFFECT_DENIED/);
  const asked = [];
  const answers = async (url, { credentials, redirect }) => {
    asked.push([url, credentials, redirect]);
    return new Response("x");
  };
  await run({ url: "HTTPS://API.EXAMPLE/a" }, { fetch: answers, allowOrigins });
  await run({ url: "https://two.example:8443/" }, { fetch: answers, allowOrigins });
  await run({ url: "https://any.example/" }, { fetch: answers, allowOrigins: "*" });
  assert.deepEqual(asked, [
    ["https://api.example/a", "omit", "manual"],
    ["https://two.example:8443/", "omit", "manual"],
    ["https://any.example/", "omit", "follow"],
  ]);
});
