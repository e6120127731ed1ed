#!/usr/bin/env node
// `npm run test:crash`: kills the host in the middle of appends, again and again, and looks each time whether every
// acknowledged turn is there.
//
//   npm run test:crash -- [ROUNDS]

import { must, Stop } from "./lib/process.mjs";

try {
  const rounds = process.argv[2] ?? "100";
  if (!/^[1-9]\d{0,5}$/.test(rounds)) throw new Stop(`Expected a number of rounds, found: ${rounds}`);
  const args = ["test", "--package", "vitrine-host", "--test", "kill_nine_loses_no_acked_turn"];
  process.env.VITRINE_CRASH_ROUNDS = rounds;
  console.log(`Killing the host ${rounds} times`);
  await must("crash", "cargo", args);
  console.log("Every acknowledged turn was there each time");
} catch (error) {
  console.error(error instanceof Stop ? `\n${error.message}` : error);
  process.exitCode = 1;
}
