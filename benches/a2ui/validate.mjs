// `validate-1001`: a valid surface of 1,001 components, its data and its begin, as JSON text, to all findings.
import { measure } from "../lib/measure.mjs";
import { requireSame } from "../lib/same.mjs";
import { validator } from "./ajv.mjs";

const ROWS = 200;

/** Ours judges the stream, Ajv each message by itself; `ajv-ready` is given objects, as if reading JSON cost nothing. */
export function validate1001({ a2ui } = {}, options) {
  const messages = surface();
  const texts = messages.map((message) => JSON.stringify(message));
  const wrong = validator();
  const sum = (counts) => counts.reduce((all, count) => all + count, 0);
  const contestants = [
    { name: "ajv", run: () => sum(texts.map((text) => wrong(JSON.parse(text)))) },
    { name: "ajv-ready", run: () => sum(messages.map(wrong)) },
  ];
  if (a2ui) contestants.unshift({ name: "ours", run: () => judged(a2ui, texts) });
  for (const { name, run } of contestants) requireSame(run(), 0, name, false);
  const bytes = sum(texts.map((text) => Buffer.byteLength(text)));
  const about = `${bytes} bytes of JSON text, 1,001 components, to all findings`;
  return {
    about,
    ...measure(
      contestants.map((each) => ({ ...each, variant: "", keep: each.run })),
      options,
    ),
  };
}

function judged(a2ui, texts) {
  const limits = { messageBytes: 1 << 20 };
  const validator = a2ui.createValidator({ limits });
  let found = 0;
  for (const text of texts) found += validator.push(text).length;
  found += validator.finish().length;
  validator.free();
  return found;
}

/** A column of 200 cards, each a row of an icon, a bound text and a button with a label: 1 + 200 × 5 components. */
function surface() {
  const rows = Array.from({ length: ROWS }, (_, at) => at);
  const of = (id, kind, props) => ({ id, component: { [kind]: props } });
  const components = rows.flatMap((at) => [
    of(`row-${at}`, "Row", {
      children: { explicitList: [`icon-${at}`, `name-${at}`, `buy-${at}`] },
      distribution: "spaceBetween",
      alignment: "center",
    }),
    of(`icon-${at}`, "Icon", { name: { literalString: "shoppingCart" } }),
    of(`name-${at}`, "Text", { text: { path: `/rows/${at}/name` }, usageHint: "body" }),
    of(`buy-${at}`, "Button", {
      child: `label-${at}`,
      primary: at % 2 === 0,
      action: { name: "buy", context: [{ key: "item", value: { path: `/rows/${at}/id` } }] },
    }),
    of(`label-${at}`, "Text", { text: { literalString: `Buy number ${at}` } }),
  ]);
  const root = of("root", "Column", {
    children: { explicitList: rows.map((at) => `row-${at}`) },
    alignment: "stretch",
  });
  const names = rows.map((at) => ({ key: String(at), valueString: `Thing number ${at}` }));
  const surfaceId = "main";
  return [
    { surfaceUpdate: { surfaceId, components: [root, ...components] } },
    { dataModelUpdate: { surfaceId, path: "/rows", contents: names } },
    { beginRendering: { surfaceId, root: "root" } },
  ];
}
