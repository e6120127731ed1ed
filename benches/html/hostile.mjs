// 64 KB of markup that is meant to take long.

const SIZE = 64 << 10;

const repeat = (unit, size = SIZE) => unit.repeat(Math.floor(size / unit.length));

/** Units that the number of each makes different, up to the size. */
function numbered(unit, size = SIZE) {
  const units = [];
  for (let i = 0, length = 0; length < size; i += 1) {
    const next = unit(i);
    length += next.length;
    units.push(next);
  }
  return units.join("");
}

/** By the name of the case. `alone`: a browser's own parser would need gigabytes for it, so no peer gets it. */
export const HOSTILE = {
  "hostile-nesting": { about: "<div> 13,000 times", markup: repeat("<div>") },
  "hostile-formatting": {
    about: "5,900 formatting elements, all different, and 8 paragraphs that open them again",
    markup: numbered((i) => `<b id=${i}>`, SIZE - 32) + "<p>x".repeat(8),
  },
  "hostile-reopening": {
    about: "every paragraph opens all formatting elements before it again",
    markup: numbered((i) => `<p><b id=${i}>`),
    alone: true,
  },
  "hostile-adoption": { about: "misnested formatting", markup: repeat("<a><b><i><u><div></a></b></i></u>") },
  "hostile-attributes": { about: "one tag of 11,000 attributes", markup: `<p ${numbered((i) => `a${i} `)}>x` },
  "hostile-entities": { about: "rare character references", markup: repeat("&CounterClockwiseContourIntegral;") },
  "hostile-tables": { about: "tables in tables, text fostered out", markup: repeat("<table>a<tr><td>") },
  "hostile-removals": { about: "nothing that may stay", markup: repeat("<x-y onclick=1 onload=2><!--c--></x-y>") },
};
