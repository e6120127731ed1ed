// Where in a JSON text the values stand that pointers name.

interface Open {
  /** The pointer to it. */
  pointer: string;
  /** The place in an array that comes next; undefined in an object. */
  index: number | undefined;
  /** The key whose value comes next. */
  key: string | undefined;
}

/**
 * The offset of each value that one of `pointers` names; of what is not there, that of the innermost value around it. A
 * text that is no JSON is read as far as it goes. Linear in the text.
 */
export function locate(text: string, pointers: Iterable<string>): Map<string, number> {
  const wanted = new Set<string>();
  const asked = [...pointers];
  for (const pointer of asked)
    for (let at: string | undefined = pointer; at !== undefined; at = outer(at)) wanted.add(at);
  const found = places(text, wanted);
  const nearest = (pointer: string) => {
    let at: string | undefined = pointer;
    while (at !== undefined && !found.has(at)) at = outer(at);
    return found.get(at ?? "") ?? 0;
  };
  return new Map(asked.map((pointer) => [pointer, nearest(pointer)]));
}

/** Line and column of an offset, both from 1; columns count UTF-16 units. */
export function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}

function outer(pointer: string): string | undefined {
  return pointer === "" ? undefined : pointer.slice(0, pointer.lastIndexOf("/"));
}

function places(text: string, wanted: Set<string>): Map<string, number> {
  const found = new Map<string, number>();
  const open: Open[] = [];
  const begin = (at: number): string => {
    const top = open.at(-1);
    const name = top?.index ?? top?.key;
    const pointer = top && name !== undefined ? `${top.pointer}/${escaped(name)}` : "";
    if (wanted.has(pointer)) found.set(pointer, at);
    return pointer;
  };
  for (let at = 0; at < text.length; at++) {
    const top = open.at(-1);
    switch (text[at]) {
      case "{":
        open.push({ pointer: begin(at), index: undefined, key: undefined });
        break;
      case "[":
        open.push({ pointer: begin(at), index: 0, key: undefined });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (top?.index !== undefined) top.index += 1;
        else if (top) top.key = undefined;
        break;
      case '"': {
        const end = closing(text, at);
        if (top && top.index === undefined && top.key === undefined) top.key = keyOf(text.slice(at, end + 1));
        else begin(at);
        at = end;
        break;
      }
      case ":":
      case " ":
      case "\t":
      case "\r":
      case "\n":
        break;
      default:
        begin(at);
        while (at + 1 < text.length && !",]} \t\r\n".includes(text[at + 1] as string)) at += 1;
    }
  }
  return found;
}

function closing(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function keyOf(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}

function escaped(name: string | number): string {
  return String(name).replaceAll("~", "~0").replaceAll("/", "~1");
}
