// Hosts of the binary protocol that do what the real one does not: a proxy that cuts, and a server that a test writes.

import { once } from "node:events";
import { connect, createServer } from "node:net";

const HEADER = 16;

/** Cuts what a socket gives into whole frames, each with its header. */
export class Frames {
  #bytes = Buffer.alloc(0);

  *take(chunk) {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    while (this.#bytes.length >= HEADER && this.#bytes.length >= HEADER + this.#bytes.readUInt32LE(0)) {
      const frame = this.#bytes.subarray(0, HEADER + this.#bytes.readUInt32LE(0));
      this.#bytes = this.#bytes.subarray(frame.length);
      yield {
        bytes: frame,
        type: frame.readUInt16LE(4),
        id: frame.readBigUInt64LE(8),
        payload: frame.subarray(HEADER),
      };
    }
  }
}

/** A frame's bytes. */
export function frame(type, id, payload = Buffer.alloc(0)) {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt16LE(type, 4);
  header.writeBigUInt64LE(BigInt(id), 8);
  return Buffer.concat([header, payload]);
}

/** What answers a greeting. */
export const welcome = (id) => frame(1, id, Buffer.from("01000000000000000100", "hex"));

/** A server on a free port of loopback; `connection(socket, number)` gets each, counted from 1. Closed with the test. */
export async function listen(t, connection) {
  const sockets = new Set();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => {}));
    count += 1;
    connection(socket, count);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: "127.0.0.1", port: server.address().port, connections: () => count };
}

/**
 * A proxy to a host. `cut(reply, connection)` sees each frame that the host gives after the greeting; where it says
 * true, the frame and both connections are gone.
 */
export function proxy(t, address, cut) {
  const [host, port] = address.split(":");
  return listen(t, (socket, connection) => {
    const upstream = connect(Number(port), host);
    const both = () => [socket, upstream].map((each) => each.destroy());
    upstream.on("error", both).on("close", both);
    socket.on("close", both).pipe(upstream);
    const frames = new Frames();
    let greeted = false;
    upstream.on("data", (chunk) => {
      for (const reply of frames.take(chunk)) {
        if (greeted && cut(reply, connection)) return both();
        greeted = true;
        if (socket.writable) socket.write(reply.bytes);
      }
    });
  });
}

/** A server that greets, then hands each frame to `take(frame, socket, connection)`. */
export function scripted(t, take) {
  return listen(t, (socket, connection) => {
    const frames = new Frames();
    socket.on("data", (chunk) => {
      for (const each of frames.take(chunk)) {
        if (each.type === 1) socket.write(welcome(each.id));
        else take(each, socket, connection);
      }
    });
  });
}
