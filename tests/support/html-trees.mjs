// Runs in the page: trees as this browser's own parser makes them, in the form of examples/html_corpora.rs.

const SVG = "http://www.w3.org/2000/svg";
const SPACES = { "http://www.w3.org/1999/xhtml": "html", [SVG]: "svg", "http://www.w3.org/1998/Math/MathML": "math" };

/** The first documents of a corpus whose trees differ, and how many do. */
export function compare(corpus) {
  const differing = corpus.flatMap(([context, markup, tree]) => {
    // What begins with `<?` is a comment by the standard of old, and an instruction to newer browsers; neither is shown.
    const ours = tree.replace(/^( *#comment \?).*$/gm, "$1");
    const theirs = treeOf(context, markup);
    return ours === theirs ? [] : [{ context, markup, difference: firstDifference(ours, theirs) }];
  });
  differing.sort((a, b) => a.markup.length - b.markup.length);
  return { count: differing.length, first: differing.slice(0, 3) };
}

function treeOf(context, markup) {
  // Of this page: in a document without scripts `noscript` would be read otherwise.
  const element = context === "svg" ? document.createElementNS(SVG, "svg") : document.createElement(context);
  element.innerHTML = markup;
  const lines = [];
  write(element.content ?? element, 0, lines);
  return lines.map((line) => `${line.replaceAll("\n", "\u240a")}\n`).join("");
}

function write(parent, depth, lines) {
  const indent = " ".repeat(depth);
  for (const node of parent.childNodes) {
    if (node instanceof Text) lines.push(`${indent}#text ${node.data}`);
    else if (node instanceof ProcessingInstruction) lines.push(`${indent}#comment ?`);
    else if (node instanceof Comment) lines.push(`${indent}#comment ${node.data.replace(/^\?.*/s, "?")}`);
    else {
      lines.push(`${indent}${SPACES[node.namespaceURI]} ${node.localName}`);
      for (const { namespaceURI, name, value } of node.attributes)
        lines.push(`${indent} ${namespaceURI ? "*" : ""}${name}=${value}`);
      write(node instanceof HTMLTemplateElement ? node.content : node, depth + 1, lines);
    }
  }
}

function firstDifference(ours, theirs) {
  const [a, b] = [ours.split("\n"), theirs.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  return { ours: a.slice(Math.max(0, at - 2), at + 3), theirs: b.slice(Math.max(0, at - 2), at + 3) };
}
