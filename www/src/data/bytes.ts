// Binary data as people read it: sizes, hex rows, and pictures that are safe to show.

const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);

/** Whether a browser may be given these bytes as a picture. SVG is not among them: it can hold scripts. */
export function isPicture(mime: string): boolean {
  return PICTURES.has(mime.toLowerCase());
}

/** Bytes of an attachment; undefined when the text is not base64. */
export function bytesOf(data: Uint8Array | string): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data;
  try {
    const binary = atob(data);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** "812 B", "14.2 KB", "3.1 MB": decimal units, three digits at most. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.5 && unit < units.length - 1);
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export interface HexColumns {
  offsets: string;
  hex: string;
  ascii: string;
}

/** Three texts of equal line count, one line for every `width` bytes. */
export function hexColumns(bytes: Uint8Array, start: number, end: number, width: number): HexColumns {
  const digits = Math.max(4, (bytes.length - 1).toString(16).length);
  const offsets: string[] = [];
  const hex: string[] = [];
  const ascii: string[] = [];
  for (let row = start; row < end; row += width) {
    const slice = bytes.subarray(row, Math.min(row + width, end));
    offsets.push(row.toString(16).padStart(digits, "0"));
    hex.push(hexRow(slice));
    ascii.push(Array.from(slice, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join(""));
  }
  return { offsets: offsets.join("\n"), hex: hex.join("\n"), ascii: ascii.join("\n") };
}

/** Pairs in groups of eight, so that the eye can count. */
function hexRow(slice: Uint8Array): string {
  const pairs = Array.from(slice, (byte) => byte.toString(16).padStart(2, "0"));
  return pairs.length > 8 ? `${pairs.slice(0, 8).join(" ")}  ${pairs.slice(8).join(" ")}` : pairs.join(" ");
}

export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
