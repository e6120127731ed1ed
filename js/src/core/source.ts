// From whatever a caller has of a wasm file to a compiled module that fits this package.

import { open } from "#env";
import { mismatch, VitrineError } from "./errors.js";
import { tagOf } from "./options.js";
import { packageVersion } from "./version.js";

/** A wasm file that is at hand, so that nothing has to be awaited. */
export type SyncSource = ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module;

/** Where a wasm file comes from. A string is a URL; in Node it may be the path of a file. */
export type Source = URL | string | Response | SyncSource;

/** The custom section in which the build writes a wasm file's module and version. */
const STAMP = "vitrine";

/** The smallest module that uses a 128-bit vector. */
const SIMD = /* @__PURE__ */ new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/**
 * Compiles the wasm file of the module `name`.
 *
 * @throws VitrineError `BadRequest` (it is no source), `Unsupported` (no 128-bit SIMD), `Unreachable` (it cannot be fetched or read), `BadModule`
 * (it is not WebAssembly), `VersionMismatch` (it belongs to another version of the package, or is another module).
 */
export async function compile(name: string, source: Source): Promise<WebAssembly.Module> {
  requireSimd();
  const found = typeof source === "string" || source instanceof URL ? await openAt(name, source) : source;
  // Bytes first: in Node the mere name of `Response` loads its whole fetch, which takes longer than all the rest.
  if (isFile(name, found)) return fitting(name, await compileBytes(name, found));
  if (isResponse(found)) return fitting(name, await fromResponse(name, found));
  throw noFile(name, found, "a URL, a Response, bytes or a WebAssembly.Module");
}

/** As {@link compile}, for a source that is at hand. */
export function compileSync(name: string, source: SyncSource): WebAssembly.Module {
  requireSimd();
  if (!isFile(name, source)) throw noFile(name, source, "bytes or a WebAssembly.Module");
  if (source instanceof WebAssembly.Module) return fitting(name, source);
  try {
    return fitting(name, new WebAssembly.Module(source));
  } catch (error) {
    throw notWasm(name, error);
  }
}

function requireSimd(): void {
  if (WebAssembly.validate(SIMD)) return;
  throw new VitrineError(
    "Unsupported",
    "Vitrine needs WebAssembly with 128-bit SIMD, which this engine does not have. Chrome and Edge have it from 91, Firefox from 89, Safari from 16.4, Node from 16.4.",
  );
}

async function openAt(name: string, source: URL | string): Promise<Response | Uint8Array<ArrayBuffer>> {
  try {
    return await open(source);
  } catch (cause) {
    throw new VitrineError(
      "Unreachable",
      `${name}.wasm could not be read from ${source}: ${reason(cause)}. Check the address, or pass the file itself in "sources".`,
      { cause },
    );
  }
}

async function fromResponse(name: string, response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new VitrineError(
      "Unreachable",
      `${name}.wasm: ${response.url} answered ${response.status}. Check that the server serves the file, or pass another address in "sources".`,
    );
  }
  try {
    // Compiling while it arrives is refused for any other type, and many servers send another.
    if (response.headers.get("content-type") === "application/wasm")
      return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw notWasm(name, error, response.url);
  }
}

async function compileBytes(name: string, source: SyncSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  try {
    return await WebAssembly.compile(source);
  } catch (error) {
    throw notWasm(name, error);
  }
}

function notWasm(name: string, error: unknown, url?: string): unknown {
  // The handshake's own refusal passes.
  if (error instanceof VitrineError) return error;
  const from = url ? ` from ${url}` : "";
  return new VitrineError("BadModule", `${name}.wasm${from} could not be compiled: ${reason(error)}`, { cause: error });
}

/** A package and a wasm file of different versions refuse each other, before anything of the file runs. */
function fitting(name: string, module: WebAssembly.Module): WebAssembly.Module {
  const [section] = WebAssembly.Module.customSections(module, STAMP);
  const found = section ? new TextDecoder().decode(section) : "a file that is not Vitrine's";
  const expected = `${name} ${packageVersion}`;
  if (found === expected) return module;
  throw new VitrineError(
    "VersionMismatch",
    `The package and its wasm file do not belong together: expected ${expected}, found ${found}. Deploy the .wasm files of the same version of the package; a cache may hold an old one.`,
    { details: { expected, found } },
  );
}

function isFile(name: string, source: unknown): source is SyncSource {
  return /(ArrayBuffer|WebAssembly.Module)\]$/.test(tagOf(source, `${name}.wasm`)) || ArrayBuffer.isView(source);
}

function noFile(name: string, source: unknown, expected: string): VitrineError {
  return mismatch("BadRequest", `${name}.wasm`, expected, tagOf(source, `${name}.wasm`));
}

function isResponse(value: unknown): value is Response {
  return typeof Response === "function" && value instanceof Response;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
