// A byte that changed on the host's disk is found in the browser: that turn says so, with both hashes, and the turns
// around it are whole.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { blake3 } from "vitrine";
import { WireClient } from "vitrine/node";
import { card, Stand } from "./support/studio.mjs";

let stand;
before(async () => {
  stand = await Stand.open();
});
after(() => stand.close());

test("a flipped byte shows as corruption of one turn", async () => {
  const { context_id } = await stand.mainContext();
  const turn = await appendNoise(context_id);
  const hash = turn.content_hash;
  const page = await stand.visit({ context: context_id, turn: turn.turn_id });
  await card(page, turn.turn_id).waitFor();
  assert.equal(await page.locator('[data-kind="error"]').count(), 0, "all turns are whole at first");

  const found = flip(join(stand.data, "blobs", hash.slice(0, 2), hash.slice(2)));
  await page.reload();
  const broken = card(page, turn.turn_id);
  await broken.getByText("DecodeError").waitFor();
  const words = await broken.textContent();
  assert.ok(words.includes(hash), "the card has the hash that was expected");
  assert.ok(words.includes(found), "and the one that was found");
  assert.equal(await page.locator('[data-kind="error"]').count(), 1, "the other turns are fine");

  await broken.getByRole("button", { name: `Details of turn ${turn.turn_id}` }).click();
  const details = page.getByRole("complementary", { name: "Turn details" });
  await details.getByText("Corrupted", { exact: true }).waitFor();
  await details.locator(".mismatch").getByText(hash, { exact: true }).waitFor();
  await details.locator(".mismatch").getByText(found, { exact: true }).waitFor();

  await page.keyboard.press("k");
  await details.getByText("Verified", { exact: true }).waitFor();
});

/** Appends a message with a field of noise: its payload lies in a file of its own, which cannot be packed. */
async function appendNoise(contextId) {
  const noise = randomBytes(20_000);
  const head = [0x83, 1, 1, 3, 0, 0xcc, 200, 0xc5, noise.length >>> 8, noise.length & 255];
  const [host, port] = stand.host.wire.split(":");
  const writer = new WireClient({ host, port: Number(port) });
  try {
    const type = { typeId: "com.vitrine.sample.MessageTurn", typeVersion: 1 };
    return await writer.append(contextId, type, Uint8Array.from([...head, ...noise]));
  } finally {
    await writer.close();
  }
}

/** Changes one bit in the middle of a file; returns the hash of what it holds now. */
function flip(path) {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(path, bytes);
  return Buffer.from(blake3(bytes)).toString("hex");
}
