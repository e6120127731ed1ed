// Runs `tests/vectors/a2ui-ingress.json` and `a2ui-jsonl.json` against a built package. No imports, because Chromium runs
// this as well as Node.

/** `⟦text*count⟧` is the text so many times. */
const expand = (text) => text.replace(/⟦([^⟧]*)\*(\d+)⟧/g, (_, unit, count) => unit.repeat(Number(count)));

/** The same value with its keys in order, as text. */
function canonical(value) {
  return JSON.stringify(value, (_, inside) => {
    if (typeof inside !== "object" || inside === null || Array.isArray(inside)) return inside;
    // `fromEntries` makes a property of `__proto__`, too.
    return Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** @returns {{count: number, failures: string[]}} */
export function runVectors(vitrine, { ingress, jsonl }) {
  const failures = [];
  let count = 0;
  const check = (name, found, expected) => {
    count += 1;
    const [a, b] = [canonical(expected), canonical(found)];
    if (a !== b) failures.push(`${name}\n  expected ${a.slice(0, 2000)}\n     found ${b.slice(0, 2000)}`);
  };
  for (const { name, options, steps } of ingress) runIngress(vitrine, name, options, steps, check);
  for (const { name, options, pushes } of jsonl) runJsonl(vitrine, name, options, pushes, check);
  return { count, failures };
}

/** Bodies by turns as text and as UTF-8. */
function runIngress({ a2ui }, name, options, steps, check) {
  const ingress = a2ui.createIngress(options);
  for (const [index, { surface, set, accept, form, now, expect }] of steps.entries()) {
    if (surface !== undefined) {
      if (set) ingress.setSurface(surface, set);
      else ingress.removeSurface(surface);
      continue;
    }
    const text = expand(accept ?? form);
    const body = index % 2 === 0 ? text : new TextEncoder().encode(text);
    const { message, reason, ...answer } =
      accept === undefined ? ingress.acceptForm(body, now) : ingress.accept(body, now);
    if (answer.warnings) answer.warnings = answer.warnings.map(({ code, pointer }) => `${code} ${pointer}`);
    else if (!message || !reason) check(`${name}, step ${index}`, "an answer without words", "words");
    check(`${name}, step ${index}`, answer, JSON.parse(expand(JSON.stringify(expect))));
  }
  ingress.free();
}

function runJsonl({ a2ui }, name, options, pushes, check) {
  const parser = new a2ui.JsonlParser(options);
  for (const [index, { text, hex, end, items }] of pushes.entries()) {
    const bytes = hex && Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
    const found = end ? parser.end() : parser.push(bytes ?? expand(text));
    const told = found.map(({ error, ...item }) =>
      error ? { ...item, code: error.code, pointer: error.pointer } : item,
    );
    check(`${name}, push ${index}`, told, items);
  }
  parser.free();
}
