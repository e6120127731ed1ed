// What a source file refers to: the paths in Rust, the import specifiers in TypeScript and JavaScript.
// Both read text, not syntax trees: enough to see an import, and without a dependency.

const RUST_NOISE = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^'\\\n])'/g;
const JS_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Rust text with comments and literals blanked; lines stay where they are. */
export function rustCode(text) {
  return text.replace(RUST_NOISE, blank);
}

/** JavaScript text with comments blanked; strings stay, because specifiers are strings. */
export function jsCode(text) {
  return text.replace(JS_COMMENT, (whole, string) => string ?? blank(whole));
}

function blank(text) {
  return text.replace(/[^\n]/g, " ");
}

/**
 * Every path that begins with `head`, with braces spread out: `head::{a::b, c}` gives ["a", "b"] and
 * ["c"]; a glob ends in "*". Each comes with its line.
 */
export function rustPaths(code, head) {
  const found = [];
  for (const match of code.matchAll(new RegExp(`(?<![\\w:])(?:::)?${head}\\s*::`, "g"))) {
    const line = lineAt(code, match.index);
    for (const path of tree(code, match.index + match[0].length).paths) found.push({ path, line });
  }
  return found;
}

/** Reads one use tree from `at`; gives its paths and where it ends. */
function tree(code, at) {
  const path = [];
  for (;;) {
    const space = /\s*/y;
    space.lastIndex = at;
    at += space.exec(code)[0].length;
    if (code[at] === "{") {
      const group = branches(code, at + 1);
      return { paths: group.paths.map((rest) => [...path, ...rest]), end: group.end };
    }
    if (code[at] === "*") return { paths: [[...path, "*"]], end: at + 1 };
    const word = /(?:r#)?[A-Za-z_]\w*/y;
    word.lastIndex = at;
    const name = word.exec(code)?.[0];
    if (!name) return { paths: [path], end: at };
    path.push(name);
    at += name.length;
    const more = /\s*::/y;
    more.lastIndex = at;
    const colons = more.exec(code)?.[0];
    if (!colons) return { paths: [path], end: at };
    at += colons.length;
  }
}

function branches(code, at) {
  const paths = [];
  while (at < code.length && code[at] !== "}") {
    const branch = tree(code, at);
    if (branch.end > at) paths.push(...branch.paths.filter((path) => path.length > 0));
    at = Math.max(branch.end, at);
    // Whatever stands before the next comma or the end belongs to this branch (`as name`).
    while (at < code.length && code[at] !== "," && code[at] !== "}") at += 1;
    if (code[at] === ",") at += 1;
  }
  return { paths, end: at + 1 };
}

const SPECIFIER = [
  /(?:^|[\s;}])(?:import|export)\b[^;"'`]*?\bfrom\s*["']([^"'\n]+)["']/g,
  /(?:^|[\s;}])import\s*["']([^"'\n]+)["']/g,
  /\bimport\s*\(\s*["'`]([^"'`\n]+)["'`]/g,
  /\brequire\s*\(\s*["'`]([^"'`\n]+)["'`]/g,
  /\bnew\s+URL\s*\(\s*["'`](\.[^"'`\n]+)["'`]\s*,\s*import\.meta\.url/g,
  /@import\s+(?:url\(\s*)?["']([^"'\n]+)["']/g,
];

/** Every specifier that a module imports, re-exports, requires or takes a URL of, with its line. */
export function specifiers(code) {
  return SPECIFIER.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => ({
      name: match[1],
      line: lineAt(code, match.index + match[0].length),
    })),
  );
}

export function lineAt(code, index) {
  let line = 1;
  for (let at = code.indexOf("\n"); at >= 0 && at < index; at = code.indexOf("\n", at + 1)) line += 1;
  return line;
}
