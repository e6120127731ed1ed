// Runs vectors against the package. No imports, because Chromium runs this file as well as Node.

/**
 * @param {object} vitrine the initialised package
 * @param {object} vectors the parsed files: `values` (of vectors/projection), `page`, `registry`, `encoding`
 * @returns {{count: number, failures: string[]}}
 */
export function runVectors(vitrine, { values, page, registry, encoding }) {
  const failures = [];
  let count = 0;
  const check = (name, found, expected) => {
    count += 1;
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) failures.push(`${name}\n  expected ${b}\n     found ${a}`);
  };
  for (const file of values) {
    const known = new vitrine.Registry(file.bundle);
    for (const { name, type, version, payload, options, expect, error } of file.cases) {
      const found = attempt(() =>
        vitrine.projectPayload(bytes(payload), { typeId: type, typeVersion: version }, known, options),
      );
      if (error && found.thrown?.message.startsWith(error.message)) found.thrown.message = error.message;
      check(name, error ? found.thrown : found, error ?? expect);
    }
  }
  const batch = new vitrine.TurnBatch(bytes(page.page));
  const turns = batch.project(new vitrine.Registry(page.bundle));
  for (const [index, expected] of page.expect.entries()) check(`page, turn ${index}`, turns[index], expected);
  for (const file of registry) {
    const into = new vitrine.Registry();
    for (const [index, bundle] of file.bundles.entries()) {
      const expected = file.expect[index];
      const found = attempt(() => into.put(bundle));
      check(`${file.name}, bundle ${index}`, registryAnswer(found), registryAnswer(expected));
    }
  }
  const known = new vitrine.Registry(encoding.bundle);
  for (const { name, value, payload, error } of encoding.vectors) {
    const type = { typeId: "t.All", typeVersion: 1 };
    const found = attempt(() => ({ payload: hex(vitrine.encodeTurn(type, value, known)) }));
    const { code, message, pointer } = found;
    check(
      `encoding, ${name}`,
      error ? { code, message: found.thrown?.message ?? message, pointer } : found,
      error ?? { payload },
    );
  }
  return { count, failures };
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function attempt(action) {
  try {
    return action();
  } catch (error) {
    const { code, message, pointer, details } = error;
    return { thrown: { code, message }, code, pointer, rule: details?.rule };
  }
}

/** Of a refusal, what the vectors name. */
function registryAnswer(answer) {
  if (typeof answer === "number") return answer;
  return { code: answer.code, rule: answer.rule ?? null, pointer: answer.pointer ?? "" };
}
