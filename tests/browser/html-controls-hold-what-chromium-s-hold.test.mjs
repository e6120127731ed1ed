// Promise: a control that is built is in the state of one that Chromium parses: what is checked, chosen, typed, open,
// muted, whatever order its attributes come in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";

const orders = (all) =>
  all.length < 2
    ? [all]
    : all.flatMap((first) => orders(all.filter((each) => each !== first)).map((rest) => [first, ...rest]));
const pairs = (of) => of.flatMap((first) => of.map((second) => [first, second]));

const RADIOS = orders(["type=radio", "name=r", "checked"]).map((attributes) => `<input ${attributes.join(" ")}>`);
const TYPES =
  "text search tel url email password date month week time datetime-local number range color checkbox radio hidden submit reset button";
const VALUES = ["", " a b ", "red", "#ABCDEF", "5", "50.5", "2024-01-01", "2024-W05", "12:30", "a\nb", "1e400", "-3"];
const INPUTS = TYPES.split(" ").flatMap((type) =>
  VALUES.flatMap((value) =>
    orders([`type=${type}`, `value="${value}"`, "min=2", "max=20"]).map((all) => `<input ${all.join(" ")} step=3>`),
  ),
);
/** Attributes of which one decides what another comes to, and some that do not. */
const SETS = [
  ["min=1", "max=10", "step=3", 'value="5"', "checked", "size=4", "maxlength=2", "multiple"],
  ["min=-10", "max=1000", "step=any", 'value="a@b.c, d@e.f"', "checked", "name=r", "minlength=9", "multiple"],
  ["min=2024-01-02", "max=2024-03-01", "step=2", 'value="2024-02-03"', "required", "name=r", "readonly", "multiple"],
];
const choices = (of, count) =>
  count === 0 ? [[]] : of.flatMap((first, at) => choices(of.slice(at + 1), count - 1).map((rest) => [first, ...rest]));
/** Of each kind of input, up to three attributes beside the type, in every order. */
const ORDERS = TYPES.split(" ").flatMap((type) =>
  SETS.flatMap((set) =>
    [1, 2, 3].flatMap((count) =>
      choices(set, count).flatMap((some) => orders([`type=${type}`, ...some]).map((all) => `<input ${all.join(" ")}>`)),
    ),
  ),
);
/** All of them at once, in orders that are as good as any. */
const SHUFFLED = TYPES.split(" ").flatMap((type, seed) =>
  SETS.flatMap((set) => Array.from({ length: 100 }, (_, at) => shuffled([`type=${type}`, ...set], seed * 100 + at))),
);
function shuffled(all, seed) {
  let state = seed + 1;
  const rest = [...all];
  const taken = [];
  while (rest.length > 0) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    taken.push(...rest.splice((state >>> 8) % rest.length, 1));
  }
  return `<input ${taken.join(" ")}>`;
}
const OTHERS = [
  "<select><option selected>a<option selected>b<option>c</select>",
  "<select multiple><option selected>a<option selected>b</select>",
  "<select size=3><option>a<option disabled>b</select>",
  "<select><option disabled>a<option>b</select>",
  '<select><option value="" disabled>choose<option value=1>b<option value=2 selected>c</select>',
  "<select><option value=x disabled>a<option value=x disabled>a<option value=x>b</select>",
  "<select><optgroup disabled label=x><option>a</optgroup><option>b</select>",
  `<select>${"<option selected value=1>x".repeat(4)}</select>`,
  `<select>${"<option value=1>x".repeat(40)}<option selected>y</select>`,
  `${"<div>".repeat(31)}<select><option disabled>a<option>b</select>`,
  `${"<div>".repeat(30)}<select><option disabled>a<option>b</select>`,
  "<datalist><option value=a><option value=b disabled></datalist>",
  "<textarea>\n\na</textarea><textarea maxlength=2>abc</textarea>",
  "<progress value=5 max=3></progress><progress></progress><meter value=5 min=10 max=3></meter>",
  "<details open><summary>x</summary></details>",
  "<fieldset disabled><legend><input></legend><input><button>x</button></fieldset>",
  "<output>x</output><button>x</button><button type=reset>y</button>",
  `<form>${"<input type=radio name=r checked>".repeat(4)}</form>${"<input type=checkbox checked>".repeat(4)}`,
  "<video muted controls></video><video muted controls></video><audio muted loop></audio><video></video>",
];

test("built and parsed controls are in the same state", async (t) => {
  const page = await openPage(t);
  const all = [
    ...pairs(RADIOS).map((pair) => pair.join("")),
    ...pairs(RADIOS).map((pair) => `<form>${pair.join("")}</form>`),
    ...INPUTS,
    ...ORDERS,
    ...SHUFFLED,
    ...OTHERS,
  ];
  const differing = await page.evaluate(async (all) => {
    const { init, renderHtml } = await import("/vitrine/esm/html.js");
    await init();
    const PROPERTIES = `type checked value selected open muted defaultMuted min max name disabled indeterminate index
      selectedIndex position willValidate valueAsNumber defaultValue defaultChecked length`.split(/\s+/);
    const CONTROLS =
      "input, option, textarea, select, progress, meter, details, button, output, fieldset, audio, video";
    const state = (root) =>
      [...root.querySelectorAll(CONTROLS)].map((each) =>
        PROPERTIES.map((name) => `${name} ${String(each[name])}`).concat(`valid ${each.validity?.valid}`),
      );
    const target = () => {
      const div = document.createElement("div");
      document.body.replaceChildren(div);
      return div;
    };
    return all.flatMap((markup) => {
      const built = target();
      renderHtml(built, markup);
      const found = state(built).flat();
      const parsed = target();
      parsed.innerHTML = markup;
      const expected = state(parsed).flat();
      if (expected.length === 0) return `${markup}: no control`;
      const wrong = expected.flatMap((each, at) => (each === found[at] ? [] : `${found[at]}, not ${each}`));
      return wrong.length > 0 || found.length !== expected.length ? `${markup}: ${wrong.join("; ")}` : [];
    });
  }, all);
  assert.ok(all.length > 90_000);
  assert.deepEqual(differing.slice(0, 10), []);
});
