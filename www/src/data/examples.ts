// Batches to begin with. Everything in them is what a model could have written: envelopes and plain HTML.

export interface Example {
  name: string;
  text: string;
}

const example = (name: string, batch: unknown): Example => ({ name, text: JSON.stringify(batch, null, 2) });

/** A `data-command` inside of double quotes. */
const command = (batch: unknown) => JSON.stringify(batch).replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const ORDERS = [
  { item: "Tea", amount: 3, price: "4.20" },
  { item: "Bread", amount: 1, price: "3.10" },
  { item: "Apples", amount: 6, price: "2.75" },
];

const orders = (value: unknown) => [{ op: "state.set", params: { scope: "workspace", key: "orders", value } }];

const NOTES = example("Notes: a form that answers", [
  { op: "window.create", params: { id: "win", title: "Notes", x: 40, y: 30, width: 420, height: 350 } },
  {
    op: "dom.set",
    params: {
      windowId: "win",
      target: "#root",
      html: `<h2>New note</h2>
<form>
  <p><label>Title<br><input name="title" required data-state-scope="window" data-state-key="note_title"></label></p>
  <p><label>Text<br><textarea name="text" rows="3" cols="36"></textarea></label></p>
  <button data-command='[{"op":"dom.set","params":{"windowId":"win","target":"#status","html":"Saved: {{form.title}}"}}]'>Save</button>
</form>
<p id="status" role="status">Nothing saved yet.</p>`,
    },
  },
]);

const CLARIFIER = example("A question: the clarifier", [
  {
    op: "api.call",
    params: {
      method: "POST",
      url: "uicp://intent",
      body: {
        title: "Clarify Details",
        textPrompt: "Please provide additional information:",
        fields: [{ name: "answer", label: "Answer", type: "text", placeholder: "Type here..." }],
        submit: "Continue",
        cancel: "Skip",
      },
    },
  },
]);

const SHOPPING = example("Shopping list: an app without a script", [
  { op: "window.create", params: { id: "shop", title: "Shopping list", x: 490, y: 60, width: 340, height: 360 } },
  {
    op: "dom.set",
    params: {
      windowId: "shop",
      target: "#root",
      html: `<form data-command="${command([
        { op: "dom.append", params: { windowId: "{{windowId}}", target: "list", html: "<li>{{form.item}}</li>" } },
        { op: "state.set", params: { scope: "window", windowId: "{{windowId}}", key: "item", value: "" } },
      ])}">
  <label>What is missing? <input name="item" required autocomplete="off" data-state-scope="window" data-state-key="item"></label>
  <button>Add</button>
</form>
<ul id="list"><li>Milk</li></ul>
<button data-command="${command([
        { op: "dom.set", params: { windowId: "{{windowId}}", target: "list", html: "" } },
      ])}">Clear the list</button>`,
    },
  },
]);

const TABLE = example("A table that follows the state", [
  { op: "window.create", params: { id: "orders", title: "Orders", x: 60, y: 420, width: 420, height: 300 } },
  {
    op: "dom.set",
    params: {
      windowId: "orders",
      target: "#root",
      html: `<p><button data-command="${command(orders(ORDERS))}">All orders</button>
<button data-command="${command(orders(ORDERS.slice(0, 1)))}">Only tea</button>
<button data-command="${command(orders([]))}">None</button></p>
<div id="table"></div>`,
    },
  },
  {
    op: "state.watch",
    params: { windowId: "orders", scope: "workspace", key: "orders", selector: "#table" },
  },
  ...orders(ORDERS),
]);

const MIRROR = example("Two windows, one value", [
  { op: "window.create", params: { id: "input", title: "Write here", x: 80, y: 80, width: 320, height: 160 } },
  {
    op: "dom.set",
    params: {
      windowId: "input",
      target: "#root",
      html: '<label>Words <input data-state-scope="global" data-state-key="words"></label>',
    },
  },
  { op: "window.create", params: { id: "mirror", title: "Read here", x: 440, y: 80, width: 320, height: 160 } },
  {
    op: "dom.set",
    params: {
      windowId: "mirror",
      target: "#root",
      html: '<div id="words"><p data-slot="loading">Nothing yet.</p><p data-slot="empty">Nothing any more.</p><p data-slot="ready"></p></div>',
    },
  },
  { op: "state.watch", params: { windowId: "mirror", scope: "global", key: "words", selector: "#words" } },
]);

const HOSTILE = example("Hostile markup: what stays of it", [
  { op: "window.create", params: { id: "hostile", title: "Hostile", x: 120, y: 120, width: 380, height: 240 } },
  {
    op: "dom.set",
    params: {
      windowId: "hostile",
      target: "#root",
      html: `<h3>javascript: the good parts</h3>
<script>alert(1)</script><img/onerror="alert(2)" src="https://tracker.example/pixel.gif" alt="a picture"><a href="javascript:alert(3)">a link</a>
<div style="position: fixed; inset: 0; z-index: 2147483647; background: crimson; color: white">over everything</div>
<form><input name="submit" aria-label="a field" value="clobbered"><button>Send</button></form>`,
    },
  },
]);

const MISTAKES = example("Mistakes: every one is named", [
  { op: "window.create", params: { id: "w", title: "", width: 80, colour: "red" } },
  { op: "dom.set", params: { windowId: "w", html: 12 } },
  { op: "window.explode", params: {} },
]);

/** At least one; the first is in the console at the beginning. */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  NOTES,
  CLARIFIER,
  SHOPPING,
  TABLE,
  MIRROR,
  HOSTILE,
  MISTAKES,
];
