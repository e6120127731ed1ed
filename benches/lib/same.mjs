// Whether two results are the same: same kinds, same values, same order of keys. Here because pages have no `assert`.

/**
 * @param {boolean} ordered whether keys must stand in the same order, too
 * @throws Error that names the place of the first difference
 */
export function requireSame(found, expected, where, ordered = true) {
  if (Object.is(found, expected)) return;
  if (!isObject(found) || !isObject(expected) || Object.getPrototypeOf(found) !== Object.getPrototypeOf(expected))
    differ(found, expected, where);
  // A Map has no keys of its own: it would pass whatever it holds.
  if (!Array.isArray(expected) && !ArrayBuffer.isView(expected) && Symbol.iterator in expected)
    differ(found, "a plain value", where);
  const keys = keysOf(expected, ordered);
  const foundKeys = keysOf(found, ordered);
  if (foundKeys.length !== keys.length || foundKeys.some((key, i) => key !== keys[i]))
    differ(foundKeys, keys, `keys of ${where}`);
  for (const key of keys) requireSame(found[key], expected[key], `${where}.${key}`, ordered);
}

const isObject = (value) => typeof value === "object" && value !== null;
const keysOf = (value, ordered) => (ordered ? Object.keys(value) : Object.keys(value).sort());

function differ(found, expected, where) {
  throw new Error(`${where}: expected ${show(expected)}, found ${show(found)}`);
}

const show = (value) =>
  (JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item)) ?? String(value)).slice(0, 200);
