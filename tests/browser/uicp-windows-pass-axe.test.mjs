// No finding of axe-core in windows with every kind of content, light and dark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings } from "./support/axe.mjs";
import { openShell, openWindow } from "./support/shell.mjs";

const CONTENT = `<h3>Title</h3><p>Text with <a href="#end">a link</a>, <code>code</code> and <small>small</small>.</p>
  <form data-command="x"><p><label>Name <input name="n" placeholder="Your name"></label></p>
  <p><label>Text <textarea></textarea></label> <label>Pick <select><option>a</select></label>
  <label><input type="checkbox" checked> Tick</label></p><p><button>Save</button> <button type="button">Clear</button>
  <button disabled>Off</button></p></form><div data-command="y">Click me</div>
  <table><caption>Things</caption><tr><th>Name<th>Price<tr><td>a<td>1</table>
  <dl><dt>Key<dd>Value</dl><blockquote>Quote</blockquote><fieldset><legend>Group</legend><progress aria-label="p"></progress></fieldset>
  <pre>pre</pre><ul><li>one</ul><p id="end">end</p>`;

for (const colorScheme of ["light", "dark"]) {
  test(`windows, a question among them, ${colorScheme}`, async (t) => {
    const page = await openShell(t);
    await page.emulateMedia({ colorScheme });
    await openWindow(page, { id: "a", title: "First", width: 380, height: 420, x: 10, y: 10 });
    await openWindow(page, { id: "b", title: "Second", width: 380, height: 150, x: 410, y: 10, z: 2 });
    await page.evaluate(async (content) => {
      document.title = "Windows";
      window.fill("a", content);
      window.fill("b", "<p>text</p>".repeat(40));
      const body = {
        title: "A question",
        textPrompt: "What now?",
        fields: [
          { name: "a", label: "A" },
          { name: "b", label: "B", type: "textarea", required: false },
          { name: "c", label: "C", type: "select", options: ["x"] },
        ],
      };
      const enqueue = async ([{ params }]) => window.shell.openWindow({ x: 410, y: 180, z: 3, ...params });
      const ports = { shell: window.shell, onIntent: () => undefined, enqueue };
      await window.runEffect({ op: "api.call", params: { url: "uicp://intent", body } }, ports);
    }, CONTENT);
    await page.getByLabel("A (required)").focus();
    assert.deepEqual(await axeFindings(page), []);
  });
}
