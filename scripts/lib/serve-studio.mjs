// A small static server for the built Studio, with the security policy that it is made for.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { root, Stop } from "./process.mjs";

/** Where Vite puts the built Studio. */
export const dist = join(root, "www/dist");

/** Only what the Studio needs: its own files, wasm, pictures made from turns, and hosts on this machine. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves the built Studio on 127.0.0.1. Resolves to its `url` (an origin) and `stop()`. */
export async function serveStudio({ port = 0 } = {}) {
  if (!existsSync(join(dist, "index.html"))) throw new Stop(`${dist} is not built. Build it: npx vite build www`);
  const server = createServer(answer);
  await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const stop = () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

function answer(request, response) {
  const head = { "cache-control": "no-store", "content-security-policy": POLICY, "x-content-type-options": "nosniff" };
  const file = fileOf(request.url ?? "/");
  if ((request.method !== "GET" && request.method !== "HEAD") || !file) {
    response.writeHead(file ? 405 : 404, { ...head, "content-type": "text/plain" });
    response.end(file ? "Only GET and HEAD." : "There is no such file.");
    return;
  }
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { ...head, "content-type": type, "content-length": statSync(file).size });
  if (request.method === "HEAD") response.end();
  else createReadStream(file).pipe(response);
}

/** The file behind a request's path, undefined when there is none or the path leads out of the folder. */
function fileOf(url) {
  let path;
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
  } catch {
    return undefined;
  }
  const file = normalize(join(dist, path === "/" ? "index.html" : path));
  if (path.includes("\0") || !file.startsWith(dist + sep)) return undefined;
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}
