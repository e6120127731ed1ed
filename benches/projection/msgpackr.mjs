// msgpackr in every setting that might win: strings by its native add-on, where there is one, or by its JavaScript, maps
// as objects or Map, 64-bit integers as BigInt or as numbers where they are safe.
import { extractStrings, unpackSource } from "#platform";

const SETTINGS = {
  objects: { useRecords: false, mapsAsObjects: true },
  "objects, int64 auto": { useRecords: false, mapsAsObjects: true, int64AsType: "auto" },
  maps: { useRecords: false, mapsAsObjects: false },
};

/** @returns {Promise<{name: string, variant: string, open: Function, range: Function}[]>} */
export function variants(hash) {
  const all = Object.keys(SETTINGS).map((setting) => create(setting, extractStrings !== null, hash));
  // The add-on costs a call for each payload, which short ones do not repay.
  if (extractStrings !== null) all.push(create("objects", false, hash));
  return Promise.all(all);
}

async function create(setting, native, hash) {
  const options = SETTINGS[setting];
  const variant = native ? `${setting}, native` : setting;
  const query = `?msgpackr=${encodeURIComponent(variant)}&verify=${hash !== null}`;
  const { Unpackr, setExtractor } = await import(unpackSource + query);
  if (native) setExtractor(extractStrings());
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
