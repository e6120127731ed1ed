// A server on the loopback for pages that load modules: an empty page at `/`, and the files of some folders.

import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/**
 * @param {Record<string, string>} folders by the prefix of their address, such as `/package/`
 * @param {Record<string, string>} headers of every answer: a worker is under the policy of its own script, not of the page
 */
export async function serveFolders(folders, headers = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/") {
      const type = { "content-type": "text/html; charset=utf-8" };
      return response.writeHead(200, { ...headers, ...type }).end("<!doctype html><title>test</title><body>");
    }
    const prefix = Object.keys(folders).find((each) => pathname.startsWith(each));
    const file = prefix && join(folders[prefix], pathname.slice(prefix.length));
    if (!file || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { ...headers, "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    return createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}
