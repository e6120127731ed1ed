// The peer in JavaScript: all files read and parsed, one leaf set, one file written with as many syncs as ours. It takes
// no lock and validates nothing.
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pretty } from "./corpus.mjs";

export function readAllWriteOne(folder, shard, number) {
  const shards = join(folder, "shards");
  const values = new Map([["state.json", JSON.parse(readFileSync(join(folder, "state.json"), "utf8"))]]);
  for (const name of readdirSync(shards)) values.set(name, JSON.parse(readFileSync(join(shards, name), "utf8")));
  const value = values.get(shard);
  value.LEAF = number;
  const path = join(shards, shard);
  // A new file, a journal, and which names their folders have, before and after.
  write(`${path}.new`, pretty(value));
  sync(shards);
  sync(folder);
  write(join(folder, "journal"), path);
  renameSync(`${path}.new`, path);
  sync(shards);
  rmSync(join(folder, "journal"));
}

function write(path, text) {
  const file = openSync(path, "w");
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

function sync(folder) {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}
