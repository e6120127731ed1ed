// The details of a turn: its typed fields, the fields no descriptor names, the stored bytes, its type, and the mark
// that says that the bytes were hashed here.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, Stand } from "./support/studio.mjs";

let stand;
let turn;
let page;
before(async () => {
  stand = await Stand.open();
  const { context_id } = await stand.mainContext();
  const turns = await stand.allTurns(context_id);
  turn = turns.find(({ data, unknown }) => data?.text && Object.keys(unknown ?? {}).length > 0);
  assert.ok(turn, "the sample has a message with unknown fields");
  page = await stand.visit({ context: context_id, turn: turn.turn_id });
  await card(page, turn.turn_id)
    .getByRole("button", { name: `Details of turn ${turn.turn_id}` })
    .click();
});
after(() => stand.close());

const details = () => page.getByRole("complementary", { name: "Turn details" });
const tab = (name) =>
  details()
    .getByRole("tab", { name: new RegExp(`^${name}\\b`) })
    .click();

test("the head names the turn and marks its hash as verified", async () => {
  await details()
    .getByRole("heading", { name: `Turn ${turn.turn_id}` })
    .waitFor();
  await details().getByText("Verified", { exact: true }).waitFor();
  await details().getByText(turn.content_hash_b3, { exact: true }).waitFor();
  await details().getByRole("button", { name: turn.parent_turn_id, exact: true }).waitFor();
});

test("Typed shows the fields by name", async () => {
  await tab("Typed");
  const text = await details().getByRole("tabpanel").textContent();
  for (const name of Object.keys(turn.data)) assert.ok(text.includes(name), `${name} is shown`);
  assert.ok(text.includes(turn.data.text.split("\n")[0].slice(0, 80)), "the text is shown");
});

test("Unknown shows what no descriptor names", async () => {
  await tab("Unknown");
  const text = await details().getByRole("tabpanel").textContent();
  for (const tag of Object.keys(turn.unknown)) assert.ok(text.includes(tag), `tag ${tag} is shown`);
});

test("Raw shows the stored bytes", async () => {
  await tab("Raw");
  await details().locator(".hex-bytes").first().waitFor();
  const shown = (await details().locator(".hex-bytes").allTextContents()).join(" ").replace(/\s+/g, "");
  const stored = Buffer.from(await stand.blob(turn.content_hash_b3));
  assert.equal(shown, stored.subarray(0, 4096).toString("hex"));
});

test("Type shows the declared type and its descriptor", async () => {
  await tab("Type");
  const panel = details().getByRole("tabpanel");
  await panel.getByRole("table").waitFor();
  const text = await panel.textContent();
  assert.ok(text.includes(turn.declared_type.type_id));
  assert.ok(text.includes(`v${turn.declared_type.type_version}`));
  for (const name of Object.keys(turn.data)) assert.ok(text.includes(name), `${name} is in the descriptor`);
});
