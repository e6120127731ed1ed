// No type is known by name: fields are read by what they are called, and what fits no convention is shown as it is.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { blake3, encodeTurn, Registry } from "vitrine";
import { axeFindings } from "./support/axe.mjs";
import { card, Stand } from "./support/studio.mjs";
import { Writer } from "./support/wire.mjs";

const version = (fields) => ({
  versions: {
    1: { fields: Object.fromEntries(Object.entries(fields).map(([name, type], at) => [at + 1, { name, ...type }])) },
  },
});
const STRING = { type: "string" };
const BUNDLE = {
  registry_version: 1,
  bundle_id: "another-house",
  types: {
    "net.other.Utterance": version({ speaker: STRING, body: STRING, model_name: STRING, tokens: { type: "any" } }),
    "net.other.Act": version({ function: STRING, arguments: STRING }),
    "net.other.Outcome": version({
      function: STRING,
      outcome: STRING,
      response: { type: "any" },
      took_ms: { type: "u32" },
    }),
    "net.other.Measurement": version({
      sensor: STRING,
      celsius: { type: "f64" },
      count: { type: "u64" },
      trace: { type: "bytes" },
    }),
  },
};

const MARKDOWN = `Is the **cellar** [cold](https://example.test/)?

- above
- below
  1. left
  2. right

| Room | Degrees |
|------|--------:|
| attic | 21 |

| ${"Column | ".repeat(20)}
|${"---|".repeat(20)}
| ${"value | ".repeat(20)}

- [x] measured [elsewhere](javascript:alert(1))
`;

let stand;
let page;
let ids;
let context;
before(async () => {
  stand = await Stand.open({ sample: false });
  await stand.client.putBundle(BUNDLE);
  const registry = new Registry(BUNDLE);
  const writer = await Writer.to(stand.host.wire);
  context = await writer.createContext();
  const append = (typeId, value, payload = encodeTurn({ typeId, typeVersion: 1 }, value, registry)) =>
    writer.append(context, { typeId, typeVersion: 1, payload, hash: blake3(payload) });
  ids = {
    said: await append("net.other.Utterance", {
      speaker: "human",
      body: MARKDOWN,
      model_name: "none",
      tokens: { input_tokens: 1200, output_tokens: 34 },
    }),
    act: await append("net.other.Act", { function: "read_sensor", arguments: '{"room": "cellar"}' }),
    outcome: await append("net.other.Outcome", {
      function: "read_sensor",
      outcome: "failed",
      response: { reason: "no battery" },
      took_ms: 1250,
    }),
    inherited: await append("net.other.Utterance", { speaker: "constructor", body: "whose?" }),
    proto: await append("net.other.Outcome", { function: "x", outcome: "__proto__", response: {}, took_ms: 1 }),
    hebrew: await append("net.other.Utterance", {
      speaker: "human",
      body: "- \u05e9\u05dc\u05d5\u05dd\n\n> \u05e2\u05d5\u05dc\u05dd",
    }),
    measured: await append("net.other.Measurement", {
      sensor: "attic",
      celsius: 21.5,
      count: "18446744073709551615",
      trace: "AAECAw==",
    }),
    unknown: await append("net.other.Nowhere", undefined, Buffer.from("8101a26869", "hex")),
    broken: await append("net.other.Act", undefined, Buffer.from("8201a26869", "hex")),
  };
  writer.close();
  page = await stand.visit({ context });
  await card(page, ids.broken).waitFor();
});
after(() => stand.close());

const words = async (id) => (await card(page, id).textContent()).replace(/\s+/g, " ");

test("a message by speaker and body, its Markdown set", async () => {
  const message = card(page, ids.said);
  assert.equal(await message.getAttribute("data-role"), "user");
  assert.equal(await message.locator("strong").textContent(), "cellar");
  assert.deepEqual(await message.locator("ul > li ol > li").allTextContents(), ["left", "right"]);
  assert.deepEqual(await message.locator("table").first().locator("th, td").allTextContents(), [
    "Room",
    "Degrees",
    "attic",
    "21",
  ]);
  const links = await message
    .locator("a")
    .evaluateAll((all) => all.map((a) => [a.textContent, a.href, a.rel, a.target]));
  assert.deepEqual(links, [["cold", "https://example.test/", "noopener noreferrer", "_blank"]]);
  assert.match(await words(ids.said), /measured \[elsewhere\]\(javascript:alert\(1\)\)/);
  assert.match(await words(ids.said), /1,200 tokens in, 34 out/);
});

test("a speaker and an outcome that are called as what every object has are some other one", async () => {
  const message = card(page, ids.inherited);
  assert.equal(await message.getAttribute("data-role"), "other");
  assert.match(await words(ids.inherited), /constructor.*whose\?/i);
  assert.doesNotMatch(await words(ids.proto), /native code|\[object/);
});

test("a list and a quote that run from right to left have their marks at the right", async () => {
  const styles = (selector) =>
    card(page, ids.hebrew)
      .locator(selector)
      .evaluate((element) => {
        const { paddingRight, paddingLeft, borderRightWidth, direction } = getComputedStyle(element);
        return [direction, Number.parseFloat(paddingRight) > 0, paddingLeft, borderRightWidth];
      });
  assert.deepEqual(await styles("ul"), ["rtl", true, "0px", "0px"]);
  assert.deepEqual(await styles("blockquote"), ["rtl", true, "0px", "2px"]);
});

test("Markdown of all kinds passes axe, and nothing of it sticks out of a narrow page", async () => {
  for (const dark of [false, true]) {
    const narrow = await stand.visit({ context, turn: ids.said }, { dark, width: 360, height: 740, bypassCSP: true });
    await card(narrow, ids.said).waitFor();
    assert.deepEqual(await axeFindings(narrow), []);
    assert.equal(await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    const wider = await card(narrow, ids.said).evaluate((message) => {
      const { right } = message.getBoundingClientRect();
      return [...message.querySelectorAll(".prose > *")].filter((each) => each.getBoundingClientRect().right > right)
        .length;
    });
    assert.equal(wider, 0);
  }
});

test("a tool call by function and arguments, also when these are JSON text", async () => {
  assert.equal(await card(page, ids.act).getAttribute("data-kind"), "call");
  assert.match(await words(ids.act), /read_sensor.*room ?cellar/);
});

test("a result with its status and duration, which folds away", async () => {
  const result = card(page, ids.outcome);
  assert.equal(await result.getAttribute("data-kind"), "result");
  assert.match(await words(ids.outcome), /failed.*1\.3 s.*no battery/);
  await result.getByRole("button", { name: "Fold the result" }).click();
  assert.doesNotMatch(await words(ids.outcome), /no battery/);
});

test("fields of no known meaning, by name", async () => {
  assert.equal(await card(page, ids.measured).getAttribute("data-kind"), "fields");
  const text = await words(ids.measured);
  assert.match(text, /Measurement/);
  assert.match(text, /sensor ?attic/);
  assert.match(text, /celsius ?21\.5/);
  assert.match(text, /count ?18446744073709551615/);
  assert.match(text, /trace ?4 B · 00 01 02 03/);
});

test("a type that no bundle knows, and bytes that break off, are cards with a code among the others", async () => {
  assert.match(await words(ids.unknown), /FailedDependency/);
  assert.match(await words(ids.unknown), /net\.other\.Nowhere/);
  assert.match(await words(ids.broken), /DecodeError/);
  assert.equal(await page.locator('[data-kind="error"]').count(), 2);
});
