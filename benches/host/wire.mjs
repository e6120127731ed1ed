// The binary protocol from its table, with as little between a request and the clock as Node allows.
import { connect } from "node:net";

const HEADER = 16;
const ERROR = 255;

export const CTX_CREATE = 2;
export const APPEND_TURN = 5;
export const GET_LAST = 6;
export const GET_BLOB = 9;
export const APPEND_BATCH = 13;

const TYPE_ID = Buffer.from("com.example.Bench");

/** One connection. Replies come in the order of the requests. */
export class Connection {
  #socket;
  #waiting = [];
  #chunks = [];
  #held = 0;
  #wanted = HEADER;

  /** @param {string} address host:port */
  static open(address) {
    const [host, port] = address.split(":");
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port: Number(port), noDelay: true });
      socket.once("error", reject).once("connect", () => resolve(new Connection(socket)));
    });
  }

  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("close", () => this.#fail(new Error("the host closed the connection")));
  }

  /** Sends a frame; resolves to the reply's payload. */
  ask(frame) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#socket.write(frame);
    });
  }

  close() {
    this.#socket.removeAllListeners("close").destroy();
  }

  #take(chunk) {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#held >= this.#wanted) {
      const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
      const length = HEADER + bytes.readUInt32LE(0);
      this.#chunks = [bytes];
      this.#wanted = length;
      if (this.#held < length) return;
      this.#answer(bytes.readUInt16LE(4), bytes.subarray(HEADER, length));
      this.#chunks = [bytes.subarray(length)];
      this.#held -= length;
      this.#wanted = HEADER;
    }
  }

  #answer(type, payload) {
    const { resolve, reject } = this.#waiting.shift();
    if (type === ERROR) reject(new Error(`the host refused: ${payload.subarray(8).toString()}`));
    else resolve(payload);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

/** A frame; its `req_id` is 0, since replies come in order. */
export function frame(type, payload) {
  const out = Buffer.alloc(HEADER + payload.length);
  out.writeUInt32LE(payload.length, 0);
  out.writeUInt16LE(type, 4);
  out.set(payload, HEADER);
  return out;
}

export const createContext = () => frame(CTX_CREATE, Buffer.alloc(8));

export function getLast(context, limit) {
  const payload = Buffer.alloc(16);
  payload.writeBigUInt64LE(context, 0);
  payload.writeUInt32LE(limit, 8);
  payload.writeUInt32LE(1, 12);
  return frame(GET_LAST, payload);
}

export const getBlob = (hash) => frame(GET_BLOB, hash);

export const append = (context, payload, hash) => frame(APPEND_TURN, turn(context, payload, hash));

/** @param {{payload: Uint8Array, hash: Uint8Array}[]} turns */
export function appendBatch(context, turns) {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(turns.length);
  const parts = [count];
  for (const { payload, hash } of turns) {
    const body = turn(context, payload, hash);
    const head = Buffer.alloc(6);
    head.writeUInt32LE(body.length);
    parts.push(head, body);
  }
  return frame(APPEND_BATCH, Buffer.concat(parts));
}

/** An APPEND_TURN payload: at the head, msgpack, not compressed, without a key. */
function turn(context, payload, hash) {
  const out = Buffer.alloc(20 + TYPE_ID.length + 16 + 32 + 4 + payload.length + 4);
  out.writeBigUInt64LE(context, 0);
  let at = 16;
  const u32 = (value) => {
    at = out.writeUInt32LE(value, at);
  };
  const raw = (bytes) => {
    out.set(bytes, at);
    at += bytes.length;
  };
  u32(TYPE_ID.length);
  raw(TYPE_ID);
  // Version, encoding, compression, length before compression.
  for (const value of [1, 1, 0, payload.length]) u32(value);
  raw(hash);
  u32(payload.length);
  raw(payload);
  return out;
}

/** The payloads in a GET_LAST reply, each a view of it. */
export function payloadsOf(batch) {
  const payloads = [];
  let at = 4;
  for (let left = batch.readUInt32LE(0); left > 0; left -= 1) {
    at += 20;
    at += 4 + batch.readUInt32LE(at) + 16 + 32;
    const length = batch.readUInt32LE(at);
    at += 4;
    payloads.push(batch.subarray(at, at + length));
    at += length;
  }
  if (at !== batch.length) throw new Error(`${batch.length - at} bytes follow the last item`);
  return payloads;
}
