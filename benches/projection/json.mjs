// What a page does that gets the typed JSON ready-made from a server: parse it.

/** @param {object[]} turns @param {number} kept how many of them `keep` parses */
export function variants(turns, kept) {
  const text = JSON.stringify(turns);
  const some = JSON.stringify(turns.slice(0, kept));
  const bytes = new TextEncoder().encode(text);
  const buffer = Buffer.from(bytes.buffer);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const keep = () => JSON.parse(some);
  return [
    { name: "json-parse", variant: "TextDecoder", run: () => JSON.parse(decoder.decode(bytes)), keep },
    { name: "json-parse", variant: "utf8Slice", run: () => JSON.parse(buffer.utf8Slice(0, buffer.length)), keep },
    { name: "json-ready", variant: "", run: () => JSON.parse(text), keep },
  ];
}
