// How long a text is in UTF-8, found without writing it: what is too long is refused before it is copied. (`utf8Length` of
// the environment is faster, and in browsers writes what it counts.)

/** The length in bytes, where that is more than `most`. */
export function tooLong(body: string | Uint8Array, most: number): number | undefined {
  // No text has fewer bytes than units.
  if (body.length <= most) return undefined;
  return typeof body === "string" ? byteLength(body) : body.length;
}

function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Each half of a pair has two bytes of its four.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes += 2;
    else if (unit >= 0x80) bytes += 1;
  }
  return bytes;
}
