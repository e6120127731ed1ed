// Reading the closing lines of test runners: cargo's and Node's.

const CARGO = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/;
const NODE = /^(?:#|ℹ) (pass|fail|cancelled|skipped|todo) (\d+)$/;
// Colours, character sets and links: terminals take them, logs and these patterns do not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the character that starts them all
const ESCAPES = /\x1b(?:\[[0-9;]*[A-Za-z]|\(B|\]8;[^\x1b\x07]*(?:\x1b\\|\x07))/g;

/** Text without what is meant for a terminal. */
export function withoutEscapes(text) {
  return text.replace(ESCAPES, "");
}

/** Adds up what the runners said, line by line. */
export class Summary {
  passed = 0;
  failed = 0;
  skipped = 0;

  read(line) {
    const plain = withoutEscapes(line).trim();
    const cargo = plain.match(CARGO);
    if (cargo) {
      this.passed += Number(cargo[1]);
      this.failed += Number(cargo[2]);
      this.skipped += Number(cargo[3]);
      return;
    }
    const [, kind, count] = plain.match(NODE) ?? [];
    if (kind === "pass") this.passed += Number(count);
    else if (kind === "fail" || kind === "cancelled") this.failed += Number(count);
    else if (kind) this.skipped += Number(count);
  }
}
