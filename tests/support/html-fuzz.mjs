// Seeded markup that means harm: pieces of the vectors, changed and put together, and trees grown from a grammar.
// No imports, because Chromium runs this file as well as Node.

const NAMES =
  "a abbr applet article audio b base bdo blockquote body br button caption center circle clipPath code col colgroup dd defs desc details dfn div dl dt em embed fieldset font footer foreignObject form frame frameset g h1 h3 head hr html i iframe img image input isindex kbd keygen label legend li linearGradient link listing main map marquee math menu meta meter mglyph malignmark mi mo mn ms mtext annotation-xml nobr noembed noframes noscript object ol optgroup option p param path picture plaintext pre q rb rp rt rtc ruby s script section select set slot small source span stop strike strong style sub summary sup svg switch table tbody td template text textarea tfoot th thead title tr track tspan tt u ul use var video wbr x-card xmp animate selectedcontent search dialog".split(
    " ",
  );
const ADDRESSES = [
  "javascript:alert(1)",
  "JaVa\tScRiPt:alert(1)",
  "&#106;avascript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "data:image/png;base64,AA==",
  "vbscript:x",
  "//127.0.0.2/x",
  "/\\127.0.0.2/x",
  "http://127.0.0.2/x",
  "https:127.0.0.2",
  "/x",
  "#x",
  "x",
  "mailto:a@b",
];
const ATTRIBUTES = [
  "onclick=alert(1)",
  "onerror=alert(1)",
  "onload=alert(1)",
  "ontoggle=alert(1)",
  "onfocus='alert(1)' autofocus",
  "onbegin=alert(1)",
  "id=x",
  "id=body",
  "name=attributes",
  "name=parentNode",
  "type=image",
  "type=hidden",
  "encoding=text/html",
  "color=red",
  "xmlns=http://www.w3.org/1999/xhtml",
  "style='color:red;position:fixed;background:url(//127.0.0.2/x)'",
  "style=\"--a:'</style>'\"",
  "style='width:expression(alert(1))'",
  "title='</style></title></textarea></noscript></xmp><img src=x onerror=alert(1)>'",
  "title='--><img src=x onerror=alert(1)>'",
  "title=']]><img src=x onerror=alert(1)>'",
  'alt="`onerror=alert(1)"',
  "data-x='<b>{{y}}</b>'",
  "aria-label=&quot;x",
  "target=_top",
  "target=_blank",
  "fill='url(#x)'",
  "attributeName=href to=javascript:alert(1)",
  "shadowrootmode=open",
  "is=x-card",
  "hidden",
  "/",
  "=",
  '"',
  "\u0000",
];
const ADDRESS_NAMES = ["href", "src", "xlink:href", "action", "formaction", "poster", "srcset", "data", "cite", "ping"];
/** Where an address acts. */
const ADDRESSED = [
  ["a", "href"],
  ["a", "href"],
  ["img", "src"],
  ["img", "srcset"],
  ["source", "srcset"],
  ["video", "poster"],
  ["audio", "src"],
  ["q", "cite"],
  ["form", "action"],
  ["button", "formaction"],
];
const TEXTS = [
  "x",
  " ",
  "\n",
  "&lt;img src=x onerror=alert(1)&gt;",
  "&amp;lt;script&gt;",
  "<!--",
  "-->",
  "--!>",
  "<!-->",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[",
  "]]>",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<?x ?>",
  "<!doctype html>",
  "</",
  "<",
  "&",
  "&nbsp;",
  "&#0;",
  "&#13;",
  "\r",
  "\u0000",
  "\ud800",
  "\ufeff",
  "漢字🙂",
  "{{x}}",
  "alert(1)",
  "</p>",
  "</br>",
  "</form>",
  "</table>",
  "</svg>",
  "</math>",
  "</select>",
  "</template>",
  "</noscript>",
  "</style>",
  "</title>",
  "</textarea>",
];
const HOLDERS = [
  "svg",
  "math",
  "table",
  "select",
  "form",
  "template",
  "noscript",
  "a",
  "button",
  "p",
  "b",
  "pre",
  "option",
];

/** A source of cases: the same seed and corpus give the same cases everywhere. */
export class Fuzz {
  #state;
  #corpus;

  /**
   * @param {number} seed
   * @param {string[]} corpus the inputs of vectors
   */
  constructor(seed, corpus) {
    this.#state = seed | 0;
    this.#corpus = corpus;
  }

  /** The next case. */
  next() {
    const kind = this.#below(10);
    let markup;
    if (kind < 4) markup = this.#changed(this.#pick(this.#corpus));
    else if (kind < 6) markup = this.#joined();
    else if (kind < 9) markup = this.#tree(2 + this.#below(5));
    else markup = this.#soup();
    if (this.#below(5) === 0) markup = this.#held(markup);
    return markup.slice(0, 3000);
  }

  /** A whole number from 0, below `bound` (mulberry32). */
  #below(bound) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  }

  #pick(list) {
    return list[this.#below(list.length)];
  }

  #changed(text) {
    let changed = text.slice(0, 1500);
    for (let times = 1 + this.#below(5); times > 0; times -= 1) {
      const at = this.#below(changed.length + 1);
      const end = Math.min(changed.length, at + this.#below(9));
      const [before, piece, after] = [changed.slice(0, at), changed.slice(at, end), changed.slice(end)];
      const kind = this.#below(6);
      if (kind === 0) changed = before + after;
      else if (kind === 1) changed = before + piece + piece + after;
      else if (kind === 2) changed = before + this.#tag() + piece + after;
      else if (kind === 3) changed = before + this.#pick(TEXTS) + piece + after;
      else if (kind === 4) changed = before + piece.toUpperCase() + after;
      else changed = before + [...piece].map((c) => `&#${c.codePointAt(0)};`).join("") + after;
    }
    return changed;
  }

  /** The beginning of one, the end of another. */
  #joined() {
    const [a, b] = [this.#pick(this.#corpus), this.#pick(this.#corpus)];
    return a.slice(0, this.#below(Math.min(a.length, 800) + 1)) + b.slice(this.#below(b.length + 1)).slice(0, 800);
  }

  #tree(depth) {
    if (depth === 0) return this.#pick(TEXTS);
    if (this.#below(6) === 0) return this.#tag() + this.#tree(depth - 1);
    const name = this.#pick(NAMES);
    const children = Array.from({ length: this.#below(4) }, () => this.#tree(depth - 1)).join("");
    const end = this.#below(6) === 0 ? "" : `</${this.#below(8) === 0 ? this.#pick(NAMES) : name}>`;
    return `<${name}${this.#attributes()}>${children}${end}`;
  }

  #soup() {
    const piece = () => [() => this.#tag(), () => this.#pick(TEXTS), () => `</${this.#pick(NAMES)}>`][this.#below(3)]();
    return Array.from({ length: 3 + this.#below(25) }, piece).join("");
  }

  #held(markup) {
    const holders = Array.from({ length: 1 + this.#below(3) }, () => this.#pick(HOLDERS));
    return holders.map((name) => `<${name}>`).join("") + markup;
  }

  #tag() {
    if (this.#below(4) === 0) {
      const [name, attribute] = this.#pick(ADDRESSED);
      return `<${name} ${attribute}="${this.#pick(ADDRESSES)}"${this.#attributes()}>`;
    }
    return `<${this.#pick(NAMES)}${this.#attributes()}${this.#below(8) === 0 ? "/" : ""}>`;
  }

  #attributes() {
    let attributes = "";
    while (this.#below(3) === 0) {
      const address = () => `${this.#pick(ADDRESS_NAMES)}="${this.#pick(ADDRESSES)}"`;
      attributes += this.#pick([" ", " ", " ", "/", "\n", ""]) + (this.#below(2) ? this.#pick(ATTRIBUTES) : address());
    }
    return attributes && !/^[\s/]/.test(attributes) ? ` ${attributes}` : attributes;
  }
}
