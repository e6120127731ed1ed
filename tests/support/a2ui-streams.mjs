// Streams of A2UI messages, drawn from a seed: all components, every message. They keep to what ClientSim and web_core
// understand alike; `tests/contract/a2ui-sim-agrees-with-web-core.test.mjs` has the rows of the rest.

import { randomOf } from "./random.mjs";

const KEYS = ["alpha", "beta", "gamma"];
const ENUMS = ["h1", "h3", "caption", "body"];

/** Messages to surfaces `a` and `b`, some of them deleted and made again on the way. */
export function drawStream(seed) {
  const random = randomOf(seed);
  const messages = [];
  const surfaces = { a: fresh(), b: fresh() };
  const count = 6 + random.below(10);
  while (messages.length < count) {
    const id = random.chance(0.8) ? "a" : "b";
    const surface = surfaces[id];
    const kind = random.below(12);
    if (!surface.made || kind === 0) {
      surface.made = true;
      messages.push({ surfaceUpdate: { surfaceId: id, components: components(random) } });
    } else if (!surface.begun || kind === 1) {
      surface.begun = true;
      const root = random.chance(0.8) ? "c-root" : random.pick(["c-list", "c-tabs", "c-card"]);
      messages.push({ beginRendering: { surfaceId: id, root, ...(random.chance(0.3) ? { styles: { font: "Serif" } } : {}) } });
    } else if (kind === 2) {
      messages.push({ surfaceUpdate: { surfaceId: id, components: leaves(random).slice(0, 1 + random.below(4)) } });
    } else if (kind === 3 && random.chance(0.4)) {
      surfaces[id] = fresh();
      messages.push({ deleteSurface: { surfaceId: id } });
    } else messages.push({ dataModelUpdate: { surfaceId: id, ...data(random, surface) } });
  }
  return messages;
}

const fresh = () => ({ made: false, begun: false, rows: 0 });

/** Rows come in the order of their indices: web_core keeps the order in which they came. */
function data(random, surface) {
  switch (random.below(6)) {
    case 0: {
      surface.rows = random.below(5);
      const rows = Array.from({ length: surface.rows }, (_, index) => ({ key: String(index), valueString: `row ${index}` }));
      return { contents: [...entries(random), { key: "rows", valueMap: rows }] };
    }
    case 1:
      return { path: "/profile", contents: entries(random) };
    case 2:
      return { path: "/profile/inner", contents: entries(random) };
    case 3: {
      surface.rows = random.below(4);
      const rows = Array.from({ length: surface.rows }, (_, index) => ({ key: String(index), valueMap: entries(random) }));
      return { path: "/rows", contents: rows.map(({ key }) => ({ key, valueString: `scalar ${key}` })) };
    }
    default: {
      const index = random.chance(0.6) && surface.rows < 10 ? surface.rows++ : random.below(Math.max(surface.rows, 1));
      if (index === surface.rows) surface.rows += 1;
      return { path: `/rows/${index}`, contents: entries(random) };
    }
  }
}

function entries(random) {
  return KEYS.filter(() => random.chance(0.7)).map((key) => {
    switch (random.below(3)) {
      case 0:
        return { key, valueNumber: random.below(9) - 4.5 };
      case 1:
        return { key, valueBoolean: random.chance(0.5) };
      default:
        return { key, valueString: random.pick(["", "plain", "two words", "é 🙂", "http://example.com/x.png"]) };
    }
  });
}

/** All of them, referred to from the root on; rows of a template hold no template. */
function components(random) {
  const children = (...ids) => ({ explicitList: ids.filter(() => random.chance(0.85)) });
  const rows = (componentId) => ({ template: { componentId, dataBinding: "/rows" } });
  const container = (id, type, properties) => ({ id, component: { [type]: properties } });
  return [
    container("c-root", "Column", { children: children("c-row", "c-list", "c-card", "c-tabs", "c-modal", "c-button"), alignment: "start" }),
    container("c-row", "Row", { children: children("c-text", "c-image", "c-icon", "c-video", "c-audio"), distribution: "end" }),
    container("c-list", "List", { children: rows(random.pick(["c-item", "c-entry"])), direction: "vertical" }),
    container("c-item", "Card", { child: "c-entry" }),
    container("c-entry", "Row", { children: { explicitList: ["c-cell", "c-check", "c-field"] } }),
    container("c-card", "Card", { child: random.pick(["c-divider", "c-date", "c-choice"]) }),
    container("c-tabs", "Tabs", { tabItems: [{ title: text(random), child: "c-slider" }, { title: text(random), child: "c-choice" }] }),
    container("c-modal", "Modal", { entryPointChild: "c-text", contentChild: "c-date" }),
    container("c-button", "Button", { child: "c-text", primary: random.chance(0.5), action: action(random) }),
    ...leaves(random),
  ];
}

const action = (random) => ({
  name: "submit",
  context: [
    { key: "who", value: text(random) },
    { key: "count", value: { literalNumber: 3 } },
    { key: "sure", value: { literalBoolean: true } },
  ],
});

const path = (random) => ({ path: random.pick(["/alpha", "/beta", "/profile/gamma", "/profile/inner/alpha", "/nowhere/at/all"]) });
const text = (random) => (random.chance(0.6) ? path(random) : { literalString: random.pick(["Hello", "", "“quoted”"]) });

function leaves(random) {
  const leaf = (id, type, properties) => ({ id, ...(random.chance(0.2) ? { weight: 2 } : {}), component: { [type]: properties } });
  const list = [
    leaf("c-text", "Text", { text: text(random), usageHint: random.pick(ENUMS) }),
    leaf("c-cell", "Text", { text: { path: random.pick(["/", "/alpha", "/beta"]) } }),
    leaf("c-image", "Image", { url: { literalString: "https://example.com/a.png" }, fit: "cover" }),
    leaf("c-icon", "Icon", { name: { literalString: "mail" } }),
    leaf("c-video", "Video", { url: path(random) }),
    leaf("c-audio", "AudioPlayer", { url: path(random), description: text(random) }),
    leaf("c-divider", "Divider", { axis: "horizontal" }),
    leaf("c-check", "CheckBox", { label: { literalString: "Yes" }, value: path(random) }),
    leaf("c-field", "TextField", { label: { literalString: "Name" }, text: path(random), textFieldType: "shortText" }),
    leaf("c-date", "DateTimeInput", { value: path(random), enableDate: true, enableTime: false }),
    leaf("c-choice", "MultipleChoice", { selections: random.chance(0.5) ? path(random) : { literalArray: ["x"] }, options: [{ label: text(random), value: "x" }], maxAllowedSelections: 1 }),
    leaf("c-slider", "Slider", { value: random.chance(0.5) ? path(random) : { literalNumber: 2.5 }, minValue: 0, maxValue: 5 }),
  ];
  // In any order.
  for (let at = list.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}
