// The way out of a connection: frames are handed over a slice at a time, so that it can be seen whether they move.

import type { Socket } from "node:net";

/** Bytes a slice. A socket says only of a whole write that it went. */
const SLICE = 256 << 10;
/** Not the end of a frame: that would keep the whole of it, up to 64 MiB, until the next. */
const NOTHING = new Uint8Array(0);

/** Writes frames to a socket, one after the other, as fast as it takes them. */
export class Outlet {
  readonly #socket: Socket;
  /** What of the last frame has not been written. */
  #rest: Uint8Array = NOTHING;
  #slices = 0;

  /** @param ready told whenever there is room for another frame */
  constructor(socket: Socket, ready: () => void) {
    this.#socket = socket;
    socket.on("drain", () => {
      if (this.#rest.length > 0) this.#next();
      if (!this.isFull) ready();
    });
  }

  /** Whether a frame should wait. */
  get isFull(): boolean {
    return this.#rest.length > 0 || this.#socket.writableNeedDrain;
  }

  /**
   * Rises with every byte that comes, and with every slice that makes way for another of its frame. The last slice does
   * not count: a system takes what is small whether or not anybody gets it.
   */
  get moved(): number {
    return this.#socket.bytesRead + this.#slices;
  }

  /** Writes a frame, or begins to. */
  write(frame: Uint8Array): void {
    this.#rest = frame;
    this.#next();
  }

  /** Writes what is left, and nothing after it. */
  end(): Socket {
    const rest = this.#rest;
    this.#rest = NOTHING;
    return this.#socket.end(rest);
  }

  #next(): void {
    do {
      const slice = this.#rest.subarray(0, SLICE);
      this.#rest = slice.length < this.#rest.length ? this.#rest.subarray(slice.length) : NOTHING;
      this.#socket.write(slice);
      if (this.#rest.length > 0) this.#slices += 1;
    } while (this.#rest.length > 0 && !this.#socket.writableNeedDrain);
  }
}
