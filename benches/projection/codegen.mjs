// A decoder generated from the registry bundle as plain JavaScript: msgpack bytes straight into object literals, with no
// value in between. Stands for what a schema compiler would write; it needs `new Function`, so a strict page refuses it.
import { bundle } from "./bundle.mjs";
import { isoTime } from "./render.mjs";

const MAX_LITERALS = 64;

/** @returns a decoder for envelope.mjs */
export function createDecoder(createReader) {
  const typeIds = Object.keys(bundle.types);
  const source = [
    "'use strict';",
    "const { text, bytes, any, nextIs, integer, number, u64, arrayHeader, mapHeader } = reader;",
    ...Object.values(bundle.enums).map((values, i) => `const enum${i} = ${JSON.stringify(enumTable(values))};`),
    "let rest;",
    "function list(item) {",
    "  const n = arrayHeader(), a = new Array(n);",
    "  for (let i = 0; i < n; i++) a[i] = item();",
    "  return a;",
    "}",
    ...typeIds.map((typeId, i) => structSource(i, bundle.types[typeId].versions[1].fields, typeIds)),
    `const structs = [${typeIds.map((_, i) => `struct${i}`).join(", ")}];`,
    "return {",
    "  data(buffer, view, type, start, end) {",
    "    reader.start(buffer, view, start, end);",
    "    rest = undefined;",
    "    const value = type === 0 ? struct0() : type === 1 ? struct1() : structs[type]();",
    "    reader.finish();",
    "    return value;",
    "  },",
    "  unknown: () => rest === undefined ? {} : rest,",
    "};",
  ].join("\n");
  const generated = new Function("reader", "isoTime", source)(createReader(), isoTime);
  return { typeIds, ...generated };
}

function enumTable(values) {
  const table = [];
  for (const [number, label] of Object.entries(values)) table[number] = label;
  return table;
}

/**
 * A function that reads one tagged map. Fields are first tried in the order of their tags, which is how writers send
 * them; what is left, unknown or out of order, goes through a switch.
 */
function structSource(index, fields, typeIds) {
  const known = Object.entries(fields).map(([tag, field], slot) => ({ tag: Number(tag), slot, ...field }));
  const inOrder = known.map(
    (f) => `if (n !== 0 && nextIs(${f.tag})) { v${f.slot} = ${readSource(f, typeIds)}; mask |= ${1 << f.slot}; n--; }`,
  );
  const anyOrder = known.map(
    (f) => `case ${f.tag}: v${f.slot} = ${readSource(f, typeIds)}; mask |= ${1 << f.slot}; break;`,
  );
  return `function struct${index}() {
  let n = mapHeader(), mask = 0, ${known.map((f) => `v${f.slot}`).join(", ")};
  ${inOrder.join("\n  ")}
  while (n-- !== 0) {
    const key = integer();
    switch (key) {
      ${anyOrder.join("\n      ")}
      default: (rest ??= {})[key] = any();
    }
  }
  ${literalsSource(known)}
}`;
}

/** One literal per combination of optional fields, so that an object has its final shape from the start. */
function literalsSource(known) {
  const optional = known.filter((f) => f.optional);
  const required = known.filter((f) => !f.optional).reduce((mask, f) => mask | (1 << f.slot), 0);
  const cases = [];
  for (let pick = Math.min(1 << optional.length, MAX_LITERALS) - 1; pick >= 0; pick -= 1) {
    const mask = optional.reduce((sum, f, i) => (pick & (1 << i) ? sum | (1 << f.slot) : sum), required);
    const present = known.filter((f) => mask & (1 << f.slot));
    cases.push(`case ${mask}: return { ${present.map((f) => `${JSON.stringify(f.name)}: v${f.slot}`).join(", ")} };`);
  }
  const adds = known.map((f) => `if (mask & ${1 << f.slot}) o[${JSON.stringify(f.name)}] = v${f.slot};`);
  return `switch (mask) {
    ${cases.join("\n    ")}
  }
  const o = {};
  ${adds.join("\n  ")}
  return o;`;
}

function readSource(field, typeIds) {
  if (field.enum !== undefined) {
    const table = `enum${Object.keys(bundle.enums).indexOf(field.enum)}`;
    return `(x => ${table}[x] ?? x)(integer())`;
  }
  if (field.type === "ref") return `struct${typeIds.indexOf(field.ref)}()`;
  if (field.type === "array") {
    return `list(() => ${readSource(field.items, typeIds)})`;
  }
  const scalars = { string: "text()", bytes: "bytes()", any: "any()", u64: "u64()", unix_ms: "isoTime(integer())" };
  if (scalars[field.type] !== undefined) return scalars[field.type];
  return field.type.startsWith("f") ? "number()" : "integer()";
}
