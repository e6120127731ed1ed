// Renderings of scalars that the JavaScript peers share, each the fastest form that was found.

const TWO = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));
const THREE = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, "0"));
const DAY_MS = 86_400_000;
let day = Number.NaN;
let dayPrefix = "";

/** ISO 8601 in UTC. Turns that follow each other are mostly of one day, so only the time of day is written anew. */
export function isoTime(ms) {
  const ordinal = Math.floor(ms / DAY_MS);
  if (ordinal !== day) {
    dayPrefix = new Date(ordinal * DAY_MS).toISOString().slice(0, 11);
    day = ordinal;
  }
  const rest = ms - ordinal * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const clock = `${TWO[hours]}:${TWO[minutes - hours * 60]}:${TWO[seconds - minutes * 60]}`;
  return `${dayPrefix}${clock}.${THREE[rest - seconds * 1000]}Z`;
}

/** A little-endian u64 as a decimal string; most turn ids fit 32 bits. */
export function turnId(view, at) {
  return view.getUint32(at + 4, true) === 0 ? `${view.getUint32(at, true)}` : `${view.getBigUint64(at, true)}`;
}
