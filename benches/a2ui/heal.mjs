// `heal-60k`: one message of 60 KB in pieces of 64 bytes, as a model writes it; after each piece, what can be shown of it.
import { measure } from "../lib/measure.mjs";
import { requireSame } from "../lib/same.mjs";

const PIECE = 64;
const SIZE = 60_000;

/** No peer heals: the JSONL readers of others wait for the end of the line. */
export function heal60k(vitrine, options) {
  const message = surface();
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) =>
    bytes.subarray(at * PIECE, (at + 1) * PIECE),
  );
  const about = `${bytes.length} bytes in ${pieces.length} pieces`;
  if (!vitrine) return { about, ...measure([], options) };
  const run = () => heal(vitrine, pieces);
  const { shown, last } = run();
  requireSame(last, message, "ours", false);
  const contestant = { name: "ours", variant: "", run, keep: run };
  return { about: `${about} to ${shown} provisional messages and the final one`, ...measure([contestant], options) };
}

function heal({ a2ui }, pieces) {
  const parser = new a2ui.JsonlParser({ healing: true });
  let shown = 0;
  let last;
  for (const piece of pieces) {
    for (const { message, provisional } of parser.push(piece)) {
      last = message;
      if (provisional) shown += 1;
    }
  }
  parser.free();
  return { shown, last };
}

/** Texts of several lengths, some of them long, with characters of other scripts. */
function surface() {
  const components = [];
  let size = 0;
  for (let number = 0; size < SIZE; number++) {
    const words = number % 10 === 0 ? 120 : 8;
    const literalString = Array.from({ length: words }, (_, at) => `wörd${at}`).join(" ");
    const component = { id: `text-${number}`, component: { Text: { text: { literalString }, usageHint: "body" } } };
    components.push(component);
    size += Buffer.byteLength(JSON.stringify(component)) + 1;
  }
  components.pop();
  return { surfaceUpdate: { surfaceId: "main", components } };
}
