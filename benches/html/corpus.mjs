// Markup as language models write it for people to look at: reports, forms, tables, cards, a little SVG. Nothing in it
// that any of the contestants would take away, so that all of them must give the same tree.
import { Random } from "../lib/random.mjs";

const WORDS =
  "the a of to in and for with on is are was by as from this that quarter revenue growth team plan budget report market customer order price change total review status open closed next week meeting notes summary result project owner risk update answer question value table figure margin region north south product line service support early late strong weak likely".split(
    " ",
  );
const SIGNS = ["—", "’", "“so”", "…", "→", "é", "✓", "🙂", "&amp;", "&lt;3", "&nbsp;", "€"];
const CLASSES = ["card", "row", "grid gap-4", "text-sm text-muted", "btn btn-primary", "badge", "p-4 rounded", "stack"];
const STYLES = [
  "color: rgb(51, 51, 51); margin: 0px 0px 8px",
  "display: flex; gap: 12px; align-items: center",
  "padding: 4px 8px; border: 1px solid rgb(221, 221, 221)",
  "font-weight: 600; text-align: right",
];
const COMMAND = `[{"op":"dom.set","params":{"windowId":"w1","target":"#status","html":"saved"}}]`;
// No images: they load when the page has time, which a loop of runs never gives it, so that every tree that was ever made
// would wait in memory.
const ICON =
  '<svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><path d="M4 12l5 5L20 6" fill="none" stroke="currentColor"></path></svg>';

/** `size` characters of markup, give or take a tenth: whole elements only. */
export function llmMarkup(size, seed = 1) {
  const writer = new Writer(new Random(seed));
  const parts = [];
  let length = 0;
  while (length < 0.95 * size) {
    const part = writer.part(size - length < 1500);
    if (length + part.length > 1.1 * size) continue;
    parts.push(part);
    length += part.length;
  }
  return parts.join("\n");
}

class Writer {
  #random;
  #id = 0;

  constructor(random) {
    this.#random = random;
  }

  /** One section of a page; a short one where little room is left. */
  part(short) {
    const kinds = short
      ? ["prose", "list", "card"]
      : ["prose", "prose", "prose", "list", "table", "form", "card", "card", "details", "chart", "code"];
    return this[this.#random.pick(kinds)]();
  }

  prose() {
    const paragraphs = this.#times(1, 2, () => `  <p${this.#attributes()}>${this.#phrasing(20, 60)}</p>`);
    const level = this.#random.integer(2, 4);
    return `<section>\n  <h${level}>${this.#text(2, 6)}</h${level}>\n${paragraphs}\n</section>`;
  }

  list() {
    const name = this.#random.pick(["ul", "ol"]);
    const items = this.#times(3, 6, () => `  <li>${this.#phrasing(3, 14)}</li>`);
    return `<${name}${this.#attributes()}>\n${items}\n</${name}>`;
  }

  table() {
    const columns = this.#random.integer(3, 5);
    const head = Array.from({ length: columns }, () => `<th scope="col">${this.#text(1, 2)}</th>`).join("");
    const cell = () =>
      this.#random.chance(0.5)
        ? `<td style="${STYLES[3]}">${this.#random.integer(1, 99_999)}</td>`
        : `<td>${this.#phrasing(1, 4)}</td>`;
    const rows = this.#times(4, 9, () => `    <tr>${Array.from({ length: columns }, cell).join("")}</tr>`);
    return `<table class="table">\n  <caption>${this.#text(2, 5)}</caption>\n  <thead>\n    <tr>${head}</tr>\n  </thead>\n  <tbody>\n${rows}\n  </tbody>\n</table>`;
  }

  form() {
    const fields = this.#times(2, 4, () => {
      const id = this.#newId();
      const label = `    <label for="${id}">${this.#text(1, 3)}</label>`;
      return `${label}\n    ${this.#control(id)}`;
    });
    return `<form class="stack">\n  <fieldset>\n    <legend>${this.#text(1, 3)}</legend>\n${fields}\n  </fieldset>\n  ${this.#button()}\n</form>`;
  }

  card() {
    const badge = `<span class="badge" aria-label="${this.#text(1, 2)}">${this.#random.integer(1, 99)}</span>`;
    const icon = this.#random.chance(0.3) ? `${ICON} ` : "";
    return `<div class="card" data-id="${this.#random.integer(1, 9999)}">\n  <h3>${icon}${this.#text(2, 4)} ${badge}</h3>\n  <p style="${this.#random.pick(STYLES)}">${this.#phrasing(8, 24)}</p>\n  <div class="row">${this.#button()} ${this.#button()}</div>\n</div>`;
  }

  details() {
    return `<details>\n  <summary>${this.#text(2, 6)}</summary>\n  <p>${this.#phrasing(15, 40)}</p>\n  <dl><dt>${this.#text(1, 2)}</dt><dd>${this.#phrasing(2, 8)}</dd></dl>\n</details>`;
  }

  chart() {
    const bars = this.#times(4, 8, (i) => {
      const height = this.#random.integer(10, 100);
      return `  <rect x="${i * 12}" y="${100 - height}" width="10" height="${height}" fill="#4a90d9"></rect>`;
    });
    return `<figure>\n<svg viewBox="0 0 120 100" width="240" height="200" role="img">\n${bars}\n  <path d="M0 50 L60 20 L120 70" fill="none" stroke="black" stroke-width="2"></path>\n  <text x="4" y="12">${this.#text(1, 2)}</text>\n</svg>\n<figcaption>${this.#text(3, 8)}</figcaption>\n</figure>`;
  }

  code() {
    const lines = this.#times(
      2,
      5,
      () => `const ${this.#word()} = ${this.#word()} &lt; ${this.#random.integer(1, 99)};`,
    );
    return `<pre><code class="language-js">${lines}</code></pre>`;
  }

  #control(id) {
    const kind = this.#random.integer(0, 3);
    if (kind === 0) return `<textarea id="${id}" rows="3" placeholder="${this.#text(1, 3)}"></textarea>`;
    if (kind === 1) {
      const options = Array.from({ length: 3 }, (_, i) => `<option value="${i}">${this.#word()}</option>`).join("");
      return `<select id="${id}">${options}</select>`;
    }
    const type = this.#random.pick(["text", "email", "number", "checkbox"]);
    return `<input id="${id}" type="${type}" required="" data-state-key="${id}">`;
  }

  #button() {
    const command = this.#random.chance(0.5) ? ` data-command='${COMMAND}'` : "";
    return `<button type="button" class="${this.#random.pick(CLASSES)}"${command}>${this.#text(1, 2)}</button>`;
  }

  #attributes() {
    if (this.#random.chance(0.4)) return ` class="${this.#random.pick(CLASSES)}"`;
    if (this.#random.chance(0.2)) return ` id="${this.#newId()}"`;
    return this.#random.chance(0.2) ? ` style="${this.#random.pick(STYLES)}"` : "";
  }

  /** Words with a link, code or emphasis here and there. */
  #phrasing(low, high) {
    let words = this.#random.integer(low, high);
    const runs = [];
    while (words > 0) {
      const count = Math.min(words, this.#random.integer(2, 12));
      words -= count;
      const text = this.#text(count, count);
      const kind = this.#random.integer(0, 9);
      if (kind === 0) runs.push(`<strong>${text}</strong>`);
      else if (kind === 1) runs.push(`<em>${text}</em>`);
      else if (kind === 2)
        runs.push(`<a href="https://example.com/${this.#word()}?q=${this.#word()}&amp;p=2">${text}</a>`);
      else if (kind === 3) runs.push(`<code>${text}</code>`);
      else runs.push(text);
    }
    return runs.join(" ");
  }

  #text(low, high) {
    const words = Array.from({ length: this.#random.integer(low, high) }, () =>
      this.#random.chance(0.03) ? this.#random.pick(SIGNS) : this.#word(),
    );
    return words.join(" ");
  }

  #word() {
    return this.#random.pick(WORDS);
  }

  #newId() {
    this.#id += 1;
    return `field-${this.#id}`;
  }

  #times(low, high, make) {
    return Array.from({ length: this.#random.integer(low, high) }, (_, i) => make(i)).join("\n");
  }
}
