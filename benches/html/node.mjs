// String to string in Node: ours, and DOMPurify on jsdom.
import createDOMPurify from "dompurify";
import { JSDOM } from "jsdom";

export async function contestants(vitrine, markup) {
  const { window } = new JSDOM("");
  const purify = createDOMPurify(window);
  const all = [{ name: "dompurify-jsdom", run: () => purify.sanitize(markup) }];
  if (vitrine) all.unshift({ name: "ours", run: () => vitrine.sanitizeHtml(markup).html });
  const expected = parse(window, markup);
  for (const { name, run } of all) {
    if (!parse(window, run()).isEqualNode(expected)) throw new Error(`${name} gives other markup`);
  }
  return all.map((each) => ({ ...each, variant: "", keep: () => null }));
}

function parse(window, markup) {
  const element = window.document.createElement("div");
  element.innerHTML = markup;
  return element;
}
