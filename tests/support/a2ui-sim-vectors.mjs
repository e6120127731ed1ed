// Runs `tests/vectors/a2ui-sim.json` against a built package: each message as text and as a value. No imports, because
// Chromium runs this as well as Node.

/** The same value with its keys in order, as text. */
function canonical(value) {
  return JSON.stringify(value, (_, inside) => {
    if (typeof inside !== "object" || inside === null || Array.isArray(inside)) return inside;
    // `fromEntries` makes a property of `__proto__`, too.
    return Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What a vector comes to: `steps` and `shown` as the file has them. */
export function outcome({ a2ui }, { options, steps }, asValues) {
  const sim = new a2ui.ClientSim(options);
  const told = steps.map(({ message }) => {
    const { changed, findings } = sim.apply(asValues ? JSON.parse(message) : message);
    const hash = surfaceOf(message) === null ? null : sim.stateHash(surfaceOf(message));
    return { message, changed, findings: findings.map(({ code, pointer }) => `${code} ${pointer}`), hash };
  });
  const shown = sim.surfaces().map((id) => ({ id, tree: sim.resolve(id), data: sim.dataModel(id) }));
  sim.free();
  return { steps: told, shown };
}

/** The surface that a message is to. */
function surfaceOf(message) {
  try {
    return Object.values(JSON.parse(message))[0].surfaceId;
  } catch {
    return null;
  }
}

/** How many vectors there are, and what is wrong with which. */
export function runVectors(vitrine, vectors) {
  const failures = [];
  for (const vector of vectors) {
    for (const asValues of vector.text ? [false] : [false, true]) {
      const found = canonical(outcome(vitrine, vector, asValues));
      const expected = canonical({ steps: vector.steps, shown: vector.shown });
      if (found !== expected) failures.push(`${vector.name}\n  expected ${expected}\n     found ${found}`);
    }
  }
  return { count: vectors.length, failures };
}
