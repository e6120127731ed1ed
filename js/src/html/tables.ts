// The names that the builder knows, by number: written by scripts/generate-policy.mjs from the policy of the core.

/** Elements of HTML; an op buffer's first numbers. */
export const HTML: readonly string[] = /* @__PURE__ */ Object.freeze(
  "a abbr address article aside audio b bdi bdo big blockquote br button caption center cite code col colgroup data datalist dd del details dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s samp search section select small source span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var video wbr".split(
    " ",
  ),
);

/** Elements of SVG; the numbers after those. */
export const SVG: readonly string[] = /* @__PURE__ */ Object.freeze(
  "circle clipPath defs ellipse g line linearGradient path polygon polyline radialGradient rect stop svg text tspan".split(
    " ",
  ),
);

/** Attributes. */
export const ATTRIBUTES: readonly string[] = /* @__PURE__ */ Object.freeze(
  "abbr align alt autocomplete border cellpadding cellspacing checked cite class clip-path clip-rule clipPathUnits color cols colspan controls cx cy d datetime decoding dir disabled display dominant-baseline draggable dx dy enterkeyhint fill fill-opacity fill-rule font-family font-size font-style font-weight for fr fx fy gradientTransform gradientUnits headers height hidden high href id inert inputmode label lang letter-spacing list loading loop low max maxlength media min minlength multiple muted name offset opacity open optimum pathLength placeholder playsinline points poster preload preserveAspectRatio r readonly rel required reversed role rotate rows rowspan rx ry scope selected size sizes span spellcheck spreadMethod src srcset start step stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style tabindex target text-anchor text-decoration textLength title transform transform-origin translate type valign value vector-effect viewBox visibility width wrap x x1 x2 y y1 y2".split(
    " ",
  ),
);
