// A page of turns over HTTP on one connection that stays open, with no content encoding: both forms are compared as such.
import { Agent, get } from "node:http";

export class Http {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #url;

  constructor(url) {
    this.#url = url;
  }

  /** @returns {Promise<Buffer>} the body */
  get(path, accept) {
    return new Promise((resolve, reject) => {
      const request = get(`${this.#url}${path}`, { agent: this.#agent, headers: { accept } }, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const body = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(body);
          else reject(new Error(`${path}: ${response.statusCode} ${body}`));
        });
      });
      request.on("error", reject);
    });
  }

  close() {
    this.#agent.destroy();
  }
}
