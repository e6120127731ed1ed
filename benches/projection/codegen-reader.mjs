// What the generated decoder calls: a msgpack reader over bytes that keeps its place between calls.
import { asciiArena, base64, createUnits, isAscii, LOOP_BYTES, longText, shortText } from "#platform";

const ARENA_BYTES = 1 << 15;
const SHORT = 40;
const KEY_SLOTS = 1 << 10;

export function createReader() {
  let buffer;
  let view;
  let at = 0;
  let end = 0;
  // One string of a stretch of the batch: in it an ASCII string is a substring, at the offset of its bytes.
  let arena = "";
  let arenaOf = null;
  let arenaStart = 0;
  let arenaEnd = 0;
  const { units, textOf } = createUnits(LOOP_BYTES);
  const keys = new Array(KEY_SLOTS).fill(null);

  function start(buffer_, view_, start_, end_) {
    buffer = buffer_;
    view = view_;
    at = start_;
    end = end_;
    if (arenaOf === buffer && start_ >= arenaStart && end_ <= arenaEnd) return;
    arenaOf = buffer;
    arenaStart = start_;
    arenaEnd = Math.min(buffer.length, Math.max(end_, start_ + ARENA_BYTES));
    arena = asciiArena(buffer, arenaStart, arenaEnd);
  }

  function finish() {
    if (at !== end) throw new Error(`expected the payload to end at ${end}, found ${at}`);
  }

  function unexpected(expected) {
    throw new Error(`expected ${expected}, found marker 0x${buffer[at - 1].toString(16)} at ${at - 1}`);
  }

  function text() {
    const marker = buffer[at++];
    let length = 0;
    if (marker >= 0xa0 && marker < 0xc0) length = marker & 0x1f;
    else if (marker === 0xd9) length = buffer[at++];
    else if (marker === 0xda) {
      length = (buffer[at] << 8) | buffer[at + 1];
      at += 2;
    } else if (marker === 0xdb) {
      length = view.getUint32(at);
      at += 4;
    } else unexpected("a string");
    return stringOf(length);
  }

  function stringOf(length) {
    const from = at;
    at += length;
    if (length <= SHORT) {
      let bits = 0;
      for (let i = from; i < at; i += 1) bits |= buffer[i];
      if (bits < 0x80) return arena.substring(from - arenaStart, at - arenaStart);
      return wide(from, at);
    }
    if (isAscii(buffer, from, at)) return arena.substring(from - arenaStart, at - arenaStart);
    return length <= LOOP_BYTES ? wide(from, at) : longText(buffer, from, at);
  }

  /** UTF-8 to UTF-16 for texts that are too short for a native call to pay. */
  function wide(from, to) {
    let length = 0;
    let i = from;
    while (i < to) {
      let code = buffer[i++];
      if (code >= 0xf0) {
        code = ((code & 7) << 18) | ((buffer[i] & 63) << 12) | ((buffer[i + 1] & 63) << 6) | (buffer[i + 2] & 63);
        i += 3;
        units[length++] = 0xd7c0 + (code >> 10);
        code = 0xdc00 | (code & 0x3ff);
      } else if (code >= 0xe0) {
        code = ((code & 15) << 12) | ((buffer[i] & 63) << 6) | (buffer[i + 1] & 63);
        i += 2;
      } else if (code >= 0x80) {
        code = ((code & 31) << 6) | (buffer[i++] & 63);
      }
      units[length++] = code;
    }
    return textOf(length);
  }

  function bytes() {
    const marker = buffer[at++];
    let length = 0;
    if (marker === 0xc4) length = buffer[at++];
    else if (marker === 0xc5) {
      length = (buffer[at] << 8) | buffer[at + 1];
      at += 2;
    } else if (marker === 0xc6) {
      length = view.getUint32(at);
      at += 4;
    } else unexpected("bytes");
    const from = at;
    at += length;
    return base64(buffer, from, at);
  }

  function integer() {
    const marker = buffer[at++];
    if (marker < 0x80) return marker;
    if (marker >= 0xe0) return marker - 0x100;
    return wideInteger(marker);
  }

  function wideInteger(marker) {
    const from = at;
    switch (marker) {
      case 0xcc:
        at += 1;
        return buffer[from];
      case 0xcd:
        at += 2;
        return (buffer[from] << 8) | buffer[from + 1];
      case 0xce:
        at += 4;
        return view.getUint32(from);
      case 0xcf:
        at += 8;
        return view.getUint32(from) * 0x1_0000_0000 + view.getUint32(from + 4);
      case 0xd0:
        at += 1;
        return view.getInt8(from);
      case 0xd1:
        at += 2;
        return view.getInt16(from);
      case 0xd2:
        at += 4;
        return view.getInt32(from);
      case 0xd3:
        at += 8;
        return Number(view.getBigInt64(from));
      default:
        return unexpected("an integer");
    }
  }

  function number() {
    if (buffer[at] === 0xcb) {
      at += 9;
      return view.getFloat64(at - 8);
    }
    if (buffer[at] === 0xca) {
      at += 5;
      return view.getFloat32(at - 4);
    }
    return integer();
  }

  function u64() {
    if (buffer[at] !== 0xcf) return `${integer()}`;
    at += 9;
    return `${view.getBigUint64(at - 8)}`;
  }

  function header(fix, marker16, marker32) {
    const marker = buffer[at++];
    if ((marker & 0xf0) === fix) return marker & 0x0f;
    if (marker === marker16) {
      at += 2;
      return (buffer[at - 2] << 8) | buffer[at - 1];
    }
    if (marker !== marker32) unexpected("a map or an array");
    at += 4;
    return view.getUint32(at - 4);
  }

  const mapHeader = () => header(0x80, 0xde, 0xdf);
  const arrayHeader = () => header(0x90, 0xdc, 0xdd);

  /** Steps over the next key if it is `tag`, which is below 128. */
  function nextIs(tag) {
    if (buffer[at] !== tag) return false;
    at += 1;
    return true;
  }

  function any() {
    const marker = buffer[at];
    if (marker < 0x80 || marker >= 0xe0) {
      at += 1;
      return marker < 0x80 ? marker : marker - 0x100;
    }
    if (marker < 0x90 || marker === 0xde || marker === 0xdf) return anyMap();
    if (marker < 0xa0 || marker === 0xdc || marker === 0xdd) {
      const list = new Array(arrayHeader());
      for (let i = 0; i < list.length; i += 1) list[i] = any();
      return list;
    }
    if (marker < 0xc0 || (marker >= 0xd9 && marker <= 0xdb)) return text();
    if (marker === 0xc0) {
      at += 1;
      return null;
    }
    if (marker === 0xc2 || marker === 0xc3) {
      at += 1;
      return marker === 0xc3;
    }
    return marker >= 0xc4 && marker <= 0xc6 ? bytes() : number();
  }

  function anyMap() {
    const object = {};
    for (let left = mapHeader(); left > 0; left -= 1) {
      const name = key();
      if (name === "__proto__") {
        Object.defineProperty(object, name, { value: any(), writable: true, enumerable: true, configurable: true });
      } else object[name] = any();
    }
    return object;
  }

  /** Names of fields repeat: a table gives the string that was made for the same bytes before. */
  function key() {
    const marker = buffer[at];
    if (marker < 0xa0 || marker >= 0xc0) return `${any()}`;
    const length = marker & 0x1f;
    const from = at + 1;
    at = from + length;
    const slot = (length * 31 + buffer[from] * 7 + buffer[at - 1]) & (KEY_SLOTS - 1);
    const cached = keys[slot];
    if (cached !== null && cached.bytes.length === length) {
      let i = 0;
      while (i < length && cached.bytes[i] === buffer[from + i]) i += 1;
      if (i === length) return cached.name;
    }
    // The name as an object keeps it is the engine's own unique copy, which a property is found by without hashing.
    const [name] = Object.keys({ [shortText(buffer, from, at)]: 0 });
    keys[slot] = { bytes: Uint8Array.prototype.slice.call(buffer, from, at), name };
    return name;
  }

  return { start, finish, text, bytes, integer, number, u64, any, mapHeader, arrayHeader, nextIs };
}
