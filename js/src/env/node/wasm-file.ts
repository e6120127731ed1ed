// Where a module's wasm file is in Node, which gets this as CommonJS, hence __dirname: in the installed package. A bundler
// may have moved this code out of it, into a file that knows nothing of its package, or into an ES module that has no
// __dirname at all: then beside the code, beside the program, or in the package that the program finds.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { VitrineError } from "../../core/errors.js";

/**
 * The bytes of a module's wasm file.
 *
 * @throws VitrineError `Unreachable` where there is none, with what to tell the bundler
 */
export function readWasm(name: string): Buffer {
  const file = `${name}.wasm`;
  // Deployers of servers read this expression to learn which files belong to a program.
  const own = typeof __dirname === "string" ? `${__dirname}/../../../../${name}.wasm` : undefined;
  const places = [...new Set([own, ...elsewhere(file)].filter((path) => path !== undefined))];
  const path = places.find((path) => existsSync(path));
  if (path === undefined)
    throw new VitrineError(
      "Unreachable",
      `${file} is in none of ${places.join(", ")}. A bundler has moved the package's code away from it: leave "vitrine" out of the server's bundle (Next.js: serverExternalPackages: ["vitrine"]; others call it external), copy ${file} to where the program is, or pass it to init() in "sources".`,
    );
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new VitrineError("Unreachable", `${file} could not be read: ${String(cause)}. Check its permissions.`, {
      cause,
    });
  }
}

function elsewhere(file: string): (string | undefined)[] {
  const program = process.argv[1];
  const folders = [typeof __dirname === "string" ? __dirname : undefined, program && dirname(program)];
  return [
    // Also in a folder of the package's name, which is where some bundlers put a package's files.
    ...folders.flatMap((folder) => (folder ? [join(folder, file), join(folder, "vitrine", file)] : [])),
    program && installedFor(program, file),
  ];
}

/** The file in the package that a program would import. */
function installedFor(program: string, file: string): string | undefined {
  try {
    return createRequire(program).resolve(`vitrine/${file}`);
  } catch {
    return undefined;
  }
}
