// Runs in the page: the contestants, the comparison of what they make, and the clock.
import { interleave } from "/benches/lib/interleave.mjs";
import { keyed } from "/benches/lib/measure.mjs";
import DOMPurify from "/dompurify/purify.es.mjs";

/** Everything but what is unsafe: the default leaves out classes, styles, ids and forms, which all others keep. */
const sanitizer = "setHTML" in Element.prototype ? new Sanitizer({ removeElements: [], removeAttributes: [] }) : null;

/** Ways to make an element hold what some markup says. */
const PEERS = [
  { name: "dompurify", fill: (element, markup) => (element.innerHTML = DOMPurify.sanitize(markup)) },
  {
    name: "dompurify-fragment",
    fill: (element, markup) => element.replaceChildren(DOMPurify.sanitize(markup, { RETURN_DOM_FRAGMENT: true })),
  },
  { name: "innerhtml", fill: (element, markup) => (element.innerHTML = markup) },
  ...(sanitizer ? [{ name: "sethtml", fill: (element, markup) => element.setHTML(markup, { sanitizer }) }] : []),
];

/**
 * Times the contestants over one piece of markup.
 *
 * @param {string} markup
 * @param {object} task
 * @param {string[]} task.contestants their names; `sethtml` only where this browser has it
 * @param {boolean} task.attached whether the element that is filled is in the page
 * @param {boolean} task.compare whether all must give the same tree, and nothing may be removed
 * @param {number} task.runs
 * @returns {Promise<[string, object][]>} what `interleave` tells of each
 */
export async function time(markup, { contestants, attached, compare, runs }) {
  const all = PEERS.filter(({ name }) => contestants.includes(name));
  if (contestants.includes("ours")) all.unshift(await ours(markup, compare));
  if (compare) for (const each of all) check(each, markup);
  const lanes = all.map(({ name, fill }) => {
    const place = attached ? document.body.appendChild(document.createElement("div")) : null;
    const run = () => {
      const element = place ?? document.createElement("div");
      fill(element, markup);
      return element;
    };
    return { ...keyed({ name, variant: "" }), run, keep: () => null };
  });
  const times = interleave(lanes, runs);
  document.body.replaceChildren();
  return [...times];
}

async function ours(markup, compare) {
  const { init, renderHtml } = await import("/vitrine/esm/html.js");
  await init();
  const { removed } = renderHtml(document.createElement("div"), markup);
  if (compare && removed.length > 0) throw new Error(`removed: ${JSON.stringify(removed.slice(0, 3))}`);
  return { name: "ours", fill: renderHtml };
}

/** Same text, elements and attributes as the browser's own parser makes; every node is visited. */
function check({ name, fill }, markup) {
  const [found, expected] = [document.createElement("div"), document.createElement("div")];
  fill(found, markup);
  expected.innerHTML = markup;
  if (!plain(found).isEqualNode(plain(expected)))
    throw new Error(`${name} makes another tree: ${difference(found, expected)}`);
}

/** `style` as the object model writes it, which is how one contestant sets it. */
function plain(root) {
  for (const { style } of root.querySelectorAll("[style]")) style.cssText = `${style.cssText}`;
  return root;
}

function difference(found, expected) {
  const [a, b] = [found.innerHTML, expected.innerHTML];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return `${JSON.stringify(a.slice(at - 40, at + 40))} instead of ${JSON.stringify(b.slice(at - 40, at + 40))}`;
}
