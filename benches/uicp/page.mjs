// Runs in the page: a workspace against markup that is put in as it is, and the clock.
import { interleave } from "/benches/lib/interleave.mjs";
import { keyed } from "/benches/lib/measure.mjs";
import { createAdapter, init } from "/vitrine/esm/index.js";

/** What asks for a frame gets it when it is to be timed. */
class Stage {
  #wanted = [];

  constructor() {
    window.requestAnimationFrame = (run) => this.#wanted.push(run);
    window.cancelAnimationFrame = () => undefined;
  }

  /** Frames, one after the other, until nobody wants another. */
  frames() {
    while (this.#wanted.length > 0) for (const run of this.#wanted.splice(0)) run(performance.now());
  }
}

function makeRoot() {
  const root = document.body.appendChild(document.createElement("main"));
  root.style.cssText = "width: 1000px; height: 700px";
  return root;
}

/** Windows of the page's own, with an island each, that take markup as it is. */
function islands(ids) {
  const root = makeRoot();
  const place = () => {
    const host = document.createElement("section");
    host.style.cssText = "position: absolute; width: 320px; height: 240px; overflow: auto; contain: strict";
    root.append(host);
    return host.attachShadow({ mode: "open" });
  };
  return new Map(ids.map((id) => [id, place()]));
}

/**
 * Times 64 operations: `ours` from the batch to the page, checked and sanitised; the peer by `innerHTML` alone.
 *
 * @param {object[]} batch nothing but `dom.set`
 * @returns {Promise<[string, object][]>} what `interleave` tells of each
 */
export async function timeApply(batch, { runs, ours }) {
  await init({ modules: ["ui"] });
  const stage = new Stage();
  const roots = islands([...new Set(batch.map(({ params }) => params.windowId))]);
  const byHand = () => {
    for (const { params } of batch) {
      const root = roots.get(params.windowId);
      const target = params.target === "#root" ? root : root.getElementById(params.target.slice(1));
      target.innerHTML = params.html;
    }
    return roots;
  };
  const adapter = createAdapter({ root: makeRoot() });
  const byOperations = () => {
    void adapter.enqueue(batch);
    stage.frames();
    return adapter;
  };
  byHand();
  byOperations();
  for (const [id, root] of roots) compare(id, root, adapter.content(id));
  const lanes = [
    ...(ours ? [{ ...keyed({ name: "ours", variant: "" }), run: byOperations, keep: () => null }] : []),
    { ...keyed({ name: "innerhtml", variant: "" }), run: byHand, keep: () => null },
  ];
  return [...interleave(lanes, runs)];
}

function compare(id, expected, found) {
  const text = (root) => {
    const copy = document.createElement("div");
    copy.append(...[...root.childNodes].map((node) => node.cloneNode(true)));
    for (const { style } of copy.querySelectorAll("[style]")) style.cssText = `${style.cssText}`;
    return copy.innerHTML;
  };
  if (text(expected) !== text(found))
    throw new Error(`the window ${id} holds something else: ${text(found).slice(0, 300)}`);
}

/**
 * Streams appends into `windows` windows for `seconds`, a batch for each in each frame, and adds up what our script takes
 * from one picture to the next. The first is the first use of most of the code.
 *
 * @returns {Promise<number[]>} milliseconds of script, by frame
 */
export async function timeStream({ windows, seconds, pieces }) {
  await init({ modules: ["ui"] });
  let script = 0;
  const timed = (work) => {
    const start = performance.now();
    work();
    script += performance.now() - start;
  };
  const next = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => next((now) => timed(() => run(now)));
  const adapter = createAdapter({ root: makeRoot() });
  const ids = Array.from({ length: windows }, (_, index) => `w${index}`);
  const append = (windowId, html) => ({ op: "dom.append", params: { windowId, target: "#root", html } });
  await adapter.enqueue(ids.map((id) => ({ op: "window.create", params: { id, title: id, size: "xs" } })));
  const frames = [];
  const end = performance.now() + seconds * 1000;
  for (let count = 0; performance.now() < end; count += 1) {
    const before = script;
    timed(() => {
      for (const [index, id] of ids.entries())
        void adapter.enqueue([append(id, pieces[(count + index) % pieces.length])]);
    });
    // The frame that applies them, and what it leaves to the end of its task.
    await new Promise((resolve) => next(() => setTimeout(resolve)));
    frames.push(script - before);
  }
  return frames;
}
