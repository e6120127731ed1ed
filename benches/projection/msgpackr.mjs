// msgpackr in every setting that might win: strings by its native add-on or by its JavaScript, maps as objects or Map,
// 64-bit integers as BigInt or as numbers where they are safe.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const SOURCE = join(dirname(require.resolve("msgpackr")), "../unpack.js");

const VARIANTS = [
  { variant: "objects", native: false, options: { useRecords: false, mapsAsObjects: true } },
  { variant: "objects, native", native: true, options: { useRecords: false, mapsAsObjects: true } },
  {
    variant: "objects, native, int64 auto",
    native: true,
    options: { useRecords: false, mapsAsObjects: true, int64AsType: "auto" },
  },
  { variant: "maps, native", native: true, options: { useRecords: false, mapsAsObjects: false } },
];

/** @returns {Promise<{name: string, variant: string, open: Function, range: Function}[]>} */
export function variants(hash) {
  return Promise.all(VARIANTS.map(({ variant, native, options }) => create(variant, native, options, hash)));
}

async function create(variant, native, options, hash) {
  const query = `?msgpackr=${encodeURIComponent(variant)}&verify=${hash !== null}`;
  const { Unpackr, setExtractor } = await import(pathToFileURL(SOURCE).href + query);
  if (native) setExtractor(require("msgpackr-extract").extractStrings);
  const unpackr = new Unpackr(options);
  const place = { start: 0, end: 0 };
  const unpack = (buffer, start, end) => {
    place.start = start;
    place.end = end;
    return unpackr.unpack(buffer, place);
  };
  const { createDecoder } = await import(
    (options.mapsAsObjects ? "./tagged-objects.mjs" : "./tagged-maps.mjs") + query
  );
  const { open, createRange } = await import(`./envelope.mjs${query}`);
  return { name: "msgpackr", variant, open, range: createRange(createDecoder(unpack), hash) };
}
