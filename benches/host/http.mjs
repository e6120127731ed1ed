// HTTP/1.1 on one connection that stays open, with as little between a request and the clock as Node allows, so that the
// host is measured and not a client. No content encoding: both forms are compared as such. Bodies are read to their end.
import { connect } from "node:net";

const READ = 1 << 20;
const END_OF_HEAD = "\r\n\r\n";

export class Http {
  #socket;
  #host;
  #head;
  #body;
  #filled = 0;
  #waiting;

  /** @param {string} url as in http://127.0.0.1:9010 */
  static open(url) {
    const { host, hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      let http;
      const onread = { buffer: Buffer.alloc(READ), callback: (count, bytes) => http.#take(bytes.subarray(0, count)) };
      const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
      socket.once("error", reject).once("connect", () => {
        http = new Http(socket, host);
        resolve(http);
      });
    });
  }

  constructor(socket, host) {
    this.#socket = socket;
    this.#host = host;
    socket.on("close", () => this.#waiting?.reject(new Error("the host closed the connection")));
  }

  /** @returns {Promise<Buffer>} the body */
  get(path, accept) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, path };
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nAccept: ${accept}\r\n\r\n`);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #take(bytes) {
    let at = 0;
    if (this.#body === undefined) {
      const end = bytes.indexOf(END_OF_HEAD);
      // The host sends a head in one piece.
      if (end < 0) throw new Error(`no end of the head in ${bytes.latin1Slice()}`);
      at = end + END_OF_HEAD.length;
      this.#head = bytes.latin1Slice(0, at);
      this.#body = Buffer.allocUnsafeSlow(Number(/^content-length: (\d+)\r$/im.exec(this.#head)[1]));
      this.#filled = 0;
    }
    this.#filled += bytes.copy(this.#body, this.#filled, at);
    if (this.#filled === this.#body.length) this.#answer();
    return true;
  }

  #answer() {
    const [head, body, { resolve, reject, path }] = [this.#head, this.#body, this.#waiting];
    this.#body = this.#waiting = undefined;
    if (head.startsWith("HTTP/1.1 200 ")) resolve(body);
    else reject(new Error(`${path}: ${head}: ${body}`));
  }
}
