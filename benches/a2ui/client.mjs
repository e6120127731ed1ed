// `init-1001`, `update-1001`, `update-5001`, `rows-2000`: messages to the objects that they show, as web_core's processor
// for v0.8 and ClientSim make them. Both take the same messages, ready objects; the peer's bindings are left as the paths
// that they are, which is less than ours does.
import { treeOf, webCore, withoutBindings } from "../../tests/support/a2ui-web-core.mjs";
import { alternate } from "../lib/alternate.mjs";
import { lines, measure } from "../lib/measure.mjs";
import { requireSame } from "../lib/same.mjs";
import { column, LIMITS, oneKey, row, rows, SURFACE } from "./surfaces.mjs";

const ours = ({ a2ui }) => ({
  make: () => new a2ui.ClientSim({ limits: LIMITS }),
  show: (sim, message) => {
    const { findings } = sim.apply(message);
    if (findings.length > 0) throw new Error(findings[0].message);
    return sim.resolve(SURFACE);
  },
  free: (sim) => sim.free(),
  plain: (sim) => withoutBindings(sim.resolve(SURFACE)),
});

const peer = {
  make: webCore,
  show: (processor, message) => {
    processor.processMessages([message]);
    return processor.getSurfaces().get(SURFACE)?.componentTree ?? null;
  },
  free: () => {},
  plain: (processor) => treeOf(processor, SURFACE),
};

const contestants = (vitrine) =>
  [vitrine && { name: "ours", ...ours(vitrine) }, { name: "web-core", ...peer }].filter(Boolean);

/** All messages of a surface, from nothing to its tree. */
export function init(vitrine, options, count) {
  const messages = column(count);
  const all = contestants(vitrine);
  requireAlike(all, messages);
  const run = (client) => () => {
    const state = client.make();
    let shown;
    for (const message of messages) shown = client.show(state, message);
    client.free(state);
    return shown;
  };
  const timed = all.map((client) => ({ name: client.name, variant: "", run: run(client), keep: run(client) }));
  const bytes = messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
  return { about: `${count} components, ${bytes} characters, to objects`, ...measure(timed, options) };
}

/** One key of the data, and the tree after it. */
export function update(vitrine, options, count) {
  const all = contestants(vitrine);
  requireAlike(all, [...column(count), oneKey(17, "first"), oneKey(count - 2, "last")]);
  const timed = all.map((client) => {
    const state = client.make();
    for (const message of column(count)) client.show(state, message);
    let turn = 0;
    const run = () => client.show(state, oneKey((turn * 7) % (count - 1), turn++));
    return { name: client.name, variant: "", run, keep: run };
  });
  return { about: `one key of ${count} components, to objects`, ...measure(timed, options) };
}

/** A row a message, and the tree after each. The peer takes minutes for what it does with each row: one run of it. */
export async function addRows(vitrine, options, count) {
  const all = contestants(vitrine);
  requireAlike(all, [...rows(), ...Array.from({ length: 20 }, (_, at) => row(at))]);
  const run = (client, many) => {
    const state = client.make();
    for (const message of rows()) client.show(state, message);
    for (let at = 0; at < many; at++) client.show(state, row(at));
    const work = state.work;
    client.free(state);
    return work;
  };
  const times = await alternate(
    all.map((client) => ({ name: `${client.name}/`, run: () => run(client, count) })),
    Math.min(options.runs, 3),
  );
  const timed = all.map(({ name }) => ({ name, variant: "" }));
  const result = { about: `${count} rows, one message each, to objects`, ...lines(timed, times, options.variants) };
  if (!vitrine) return result;
  const sim = all[0];
  const [work, twice] = [run(sim, count), run(sim, 2 * count)];
  return { ...result, figures: { [`work at ${2 * count} rows over work at ${count}`]: twice / work } };
}

/** After the same messages all show the same, every field of it. */
function requireAlike(all, messages) {
  const trees = all.map((client) => {
    const state = client.make();
    for (const message of messages) client.show(state, message);
    const tree = client.plain(state);
    client.free(state);
    return tree;
  });
  for (const [at, tree] of trees.entries()) requireSame(tree, trees.at(-1), all[at].name, false);
}
