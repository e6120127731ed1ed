// A Worker that reads pages of turns. It answers a task with the turns as they are, for the browser to clone, and with what
// can be seen only from inside: which wasm files it asked for, how often it compiled, and whether its policy holds.

import { init, initSync, Registry, TurnBatch } from "/vitrine/esm/turns.js";

let compiled = 0;
for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name];
  WebAssembly[name] = (...args) => {
    // An instance of what is compiled already is no second compiling.
    if (!(args[0] instanceof WebAssembly.Module)) compiled += 1;
    return original(...args);
  };
}
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(target, args) {
    compiled += 1;
    return new target(...args);
  },
});

function evaluates() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

addEventListener("message", async ({ data: { module, bundle, bytes, options } }) => {
  try {
    if (module) initSync(module);
    else await init();
    const batch = new TurnBatch(bytes);
    const turns = options.map((each) => batch.project(new Registry(bundle), each));
    const asked = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm")).length;
    postMessage({ turns, compiled, asked, evaluates: evaluates() });
  } catch (error) {
    postMessage({ error: `${error.name} ${error.code}: ${error.message}` });
  }
});
