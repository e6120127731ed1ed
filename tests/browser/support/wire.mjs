// A small writer over the binary protocol: enough to put any turn into a host.

import { connect } from "node:net";

const CTX_CREATE = 2;
const APPEND_TURN = 5;
const ERROR = 255;
const HEADER = 16;

/** One connection. Requests may be under way together; replies come in their order. */
export class Writer {
  #socket;
  #waiting = [];
  #received = Buffer.alloc(0);
  #request = 0n;

  /** @param {string} address host:port */
  static async to(address) {
    const [host, port] = address.split(":");
    const socket = connect(Number(port), host);
    await new Promise((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new Writer(socket);
  }

  constructor(socket) {
    this.#socket = socket.setNoDelay();
    socket.on("data", (chunk) => this.#take(chunk));
    const fail = (error) => {
      for (const { reject } of this.#waiting.splice(0)) reject(error ?? new Error("the host closed the connection"));
    };
    socket.on("error", fail);
    socket.on("close", () => fail());
  }

  /** The id of a new, empty context. */
  async createContext() {
    const reply = await this.#ask(CTX_CREATE, Buffer.alloc(8));
    return reply.readBigUInt64LE(0).toString();
  }

  /** Appends at the context's head; resolves to the turn's id. `hash` is the payload's BLAKE3. */
  async append(contextId, { typeId, typeVersion, payload, hash }) {
    const type = Buffer.from(typeId);
    const head = Buffer.alloc(20);
    head.writeBigUInt64LE(BigInt(contextId), 0);
    head.writeUInt32LE(type.length, 16);
    const lengths = Buffer.alloc(16);
    lengths.writeUInt32LE(typeVersion, 0);
    lengths.writeUInt32LE(1, 4);
    lengths.writeUInt32LE(payload.length, 12);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(payload.length, 0);
    const reply = await this.#ask(
      APPEND_TURN,
      Buffer.concat([head, type, lengths, hash, size, payload, Buffer.alloc(4)]),
    );
    return reply.readBigUInt64LE(8).toString();
  }

  close() {
    this.#socket.end();
  }

  #ask(type, payload) {
    this.#request += 1n;
    const header = Buffer.alloc(HEADER);
    header.writeUInt32LE(payload.length, 0);
    header.writeUInt16LE(type, 4);
    header.writeBigUInt64LE(this.#request, 8);
    this.#socket.write(Buffer.concat([header, payload]));
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #take(chunk) {
    this.#received = Buffer.concat([this.#received, chunk]);
    while (this.#received.length >= HEADER) {
      const end = HEADER + this.#received.readUInt32LE(0);
      if (this.#received.length < end) return;
      const type = this.#received.readUInt16LE(4);
      const payload = this.#received.subarray(HEADER, end);
      this.#received = this.#received.subarray(end);
      const waiting = this.#waiting.shift();
      if (type === ERROR) waiting?.reject(new Error(payload.subarray(8).toString()));
      else waiting?.resolve(payload);
    }
  }
}
