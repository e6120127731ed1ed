// Registries and pages drawn from a seed: every type, nested in every way, values that fit, values that do not, and bytes
// that are damaged. Chromium runs what this gives as well as Node: it imports nothing but its neighbour.

import { randomOf } from "./random.mjs";

const SCALARS =
  "bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 string bytes timestamp_ms typed_blob any uint16 int64 float64 unix_ms".split(
    " ",
  );
const TYPES = ["t.A", "t.B", "t.C"];
const TEXTS = [
  "",
  "a",
  "text",
  "größer",
  "日本語の文章",
  "🚀✅",
  "\u0000",
  "\ufeffbom",
  "x".repeat(70),
  "ж".repeat(40),
];
const LABELS = { 0: "none", 1: "one", 7: "seven", 300: "far" };

/** A bundle of three types that nest each other. */
export function bundleOf(seed) {
  const random = randomOf(seed);
  const types = {};
  for (const type of TYPES) {
    const versions = {};
    let fields = {};
    for (let version = 1; version <= 1 + random.below(2); version += 1) {
      fields = { ...fields };
      for (let count = 3 + random.below(12); count > 0; count -= 1) {
        const tag = random.chance(0.9) ? 1 + random.below(40) : 200 + random.below(400);
        if (!fields[tag]) fields[tag] = { name: `f${tag}`, ...field(random), optional: random.chance(0.5) };
      }
      versions[version] = { fields };
    }
    types[type] = { versions };
  }
  return { registry_version: 1, bundle_id: `generated-${seed}`, types, enums: { "t.Enum": LABELS } };
}

function field(random) {
  switch (random.below(8)) {
    case 0:
      return { type: "u16", enum: "t.Enum" };
    case 1:
      return { type: "ref", ref: random.pick(TYPES) };
    case 2:
      return {
        type: "array",
        items: random.chance(0.5) ? random.pick(SCALARS) : { type: "ref", ref: random.pick(TYPES) },
      };
    case 3:
      return { type: "map", keys: random.pick(["string", "i32", "u64"]), values: random.pick(SCALARS) };
    default:
      return { type: random.pick(SCALARS) };
  }
}

/** A GET_LAST payload of `count` turns of that bundle. @param {(bytes: Uint8Array) => Uint8Array} blake3 */
export function pageOf(seed, bundle, count, blake3) {
  const random = randomOf(seed ^ 0x5eed);
  const bytes = [...u32(count)];
  for (let turn = 1; turn <= count; turn += 1) {
    const type = random.pick(TYPES);
    const versions = Object.keys(bundle.types[type].versions);
    const version = random.chance(0.95) ? Number(random.pick(versions)) : 9;
    const payload = [];
    struct(random, bundle, bundle.types[type].versions[version]?.fields ?? {}, payload, 0);
    const hash = blake3(Uint8Array.from(payload));
    if (random.chance(0.1)) payload[random.below(payload.length)] ^= 1 << random.below(8);
    const honest = random.chance(0.5) ? hash : blake3(Uint8Array.from(payload));
    bytes.push(...u64(turn), ...u64(turn - 1), ...u32(turn - 1), ...u32(type.length));
    for (const unit of type) bytes.push(unit.charCodeAt(0));
    bytes.push(...u32(version), ...u32(1), ...u32(0), ...u32(payload.length), ...honest, ...u32(payload.length));
    for (const byte of payload) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

const u32 = (n) => [n & 255, (n >>> 8) & 255, (n >>> 16) & 255, n >>> 24];
const u64 = (n) => [...u32(n), 0, 0, 0, 0];

/** A tagged map: most fields, mostly in order, some that no descriptor has. */
function struct(random, bundle, fields, out, depth) {
  const tags = Object.keys(fields).filter(() => random.chance(0.7));
  if (random.chance(0.2)) tags.push(String(1 + random.below(700)));
  if (random.chance(0.05)) tags.reverse();
  header(out, 0x80, 0xde, tags.length);
  for (const tag of tags) {
    if (random.chance(0.03)) text(out, tag);
    else integer(random, out, BigInt(tag));
    if (fields[tag] && random.chance(0.95)) value(random, bundle, fields[tag], out, depth + 1);
    else anything(random, out, depth + 1);
  }
}

function value(random, bundle, field, out, depth) {
  if (field.enum) return integer(random, out, BigInt(random.pick([0, 1, 2, 7, 300])));
  switch (field.type) {
    case "ref": {
      const { versions } = bundle.types[field.ref];
      if (depth > 5) return out.push(0x80);
      return struct(random, bundle, versions[Object.keys(versions).at(-1)].fields, out, depth);
    }
    case "array": {
      const count = random.below(random.chance(0.1) ? 20 : 4);
      const items = typeof field.items === "string" ? { type: field.items } : field.items;
      header(out, 0x90, 0xdc, count);
      for (let i = 0; i < count; i += 1) value(random, bundle, items, out, depth + 1);
      return count;
    }
    case "map": {
      const count = random.below(4);
      header(out, 0x80, 0xde, count);
      for (let i = 0; i < count; i += 1) {
        if (field.keys === "string") text(out, random.pick(TEXTS));
        else integer(random, out, BigInt(random.below(1000)));
        value(random, bundle, { type: field.values }, out, depth + 1);
      }
      return count;
    }
    case "bool":
      return out.push(random.pick([0xc2, 0xc3]));
    case "string":
      return text(out, random.pick(TEXTS) + random.pick(TEXTS));
    case "bytes":
      return binary(random, out);
    case "typed_blob":
      if (random.chance(0.5)) return binary(random, out);
      out.push(0x83, 1);
      text(out, "t.A");
      out.push(2, 1, 3);
      return binary(random, out);
    case "any":
      return anything(random, out, depth);
    case "f32":
    case "f64":
    case "float64":
      return float(random, out);
    default:
      return integer(random, out, number(random, field.type));
  }
}

/** Mostly one that fits. */
function number(random, type) {
  const bits = Number(/\d+/.exec(type)?.[0] ?? 64);
  const wide = random.chance(0.05) ? 64 : bits;
  const drawn = BigInt(random.below(2 ** 32)) * BigInt(random.below(2 ** 32));
  if (/time|unix/.test(type)) return random.chance(0.1) ? drawn : drawn >> 24n;
  if (/^u/.test(type)) return BigInt.asUintN(random.below(wide) + 1, drawn);
  return BigInt.asIntN(random.below(wide) + 1, drawn);
}

function anything(random, out, depth) {
  const kind = random.below(depth > 6 ? 6 : 9);
  if (kind === 0) return out.push(random.pick([0xc0, 0xc2, 0xc3]));
  if (kind === 1) return integer(random, out, number(random, random.pick(["u64", "i64", "u8"])));
  if (kind === 2) return float(random, out);
  if (kind === 3) return text(out, random.pick(TEXTS));
  if (kind === 4) return binary(random, out);
  if (kind === 5) return out.push(0xd4, random.below(128), random.below(256));
  const count = random.below(4);
  if (kind === 6) {
    header(out, 0x90, 0xdc, count);
    for (let i = 0; i < count; i += 1) anything(random, out, depth + 1);
    return count;
  }
  header(out, 0x80, 0xde, count);
  for (let i = 0; i < count; i += 1) {
    if (random.chance(0.9)) text(out, `${i}${random.pick(TEXTS)}`);
    else anything(random, out, 9);
    anything(random, out, depth + 1);
  }
  return count;
}

/** In a form drawn from all that hold it. */
function integer(random, out, n) {
  const forms = [];
  if (n >= 0n && n < 128n) forms.push([], []);
  if (n < 0n && n >= -32n) forms.push([]);
  for (const [width, unsigned] of [
    [8, 0xcc],
    [16, 0xcd],
    [32, 0xce],
    [64, 0xcf],
  ]) {
    if (BigInt.asUintN(width, n) === n) forms.push([unsigned, width]);
    if (BigInt.asIntN(width, n) === n) forms.push([unsigned + 4, width]);
  }
  const [format, width] = random.chance(0.8) ? forms[0] : random.pick(forms);
  if (format === undefined) return out.push(Number(BigInt.asUintN(8, n)));
  out.push(format);
  for (let shift = width - 8; shift >= 0; shift -= 8) out.push(Number(BigInt.asUintN(8, n >> BigInt(shift))));
  return width;
}

function float(random, out) {
  const view = new DataView(new ArrayBuffer(9));
  const single = random.chance(0.3);
  const n = random.pick([0, -0, 0.5, 1e21, -1e-7, 1 / 3, 5, Number.NaN, Number.POSITIVE_INFINITY, random.next() * 1e6]);
  view.setUint8(0, single ? 0xca : 0xcb);
  if (single) view.setFloat32(1, n);
  else view.setFloat64(1, n);
  for (let i = 0; i < (single ? 5 : 9); i += 1) out.push(view.getUint8(i));
}

function text(out, string) {
  const bytes = new TextEncoder().encode(string);
  if (bytes.length < 32) out.push(0xa0 | bytes.length);
  else out.push(0xda, bytes.length >> 8, bytes.length & 255);
  out.push(...bytes);
}

function binary(random, out) {
  const length = random.below(random.chance(0.1) ? 200 : 20);
  out.push(0xc4, length);
  for (let i = 0; i < length; i += 1) out.push(random.below(256));
}

function header(out, short, format, count) {
  if (count < 16) out.push(short | count);
  else out.push(format, count >> 8, count & 255);
}

/** Every option, some together. Views and bigints have no JSON. */
export const OPTIONS = [
  {},
  { includeUnknown: true },
  { includeUnknown: true, u64Format: "number", bytesRender: "hex" },
  { enumRender: "both", timeRender: "unix_ms", typeHintMode: "latest", verify: false },
  { enumRender: "number", bytesRender: "len_only", verify: false, includeUnknown: true },
];

/** The JSON text of each turn under each of the options, by the package. */
export function projectAll(vitrine, bundle, page) {
  const registry = new vitrine.Registry(bundle);
  const batch = new vitrine.TurnBatch(page);
  return OPTIONS.map((options) => batch.project(registry, options).map((turn) => JSON.stringify(turn)));
}
