// Runs in the page: what rendering makes of vectors, and whether anything of it ran.

import { init, renderHtml, sanitizeHtml } from "/vitrine/esm/html.js";

const SVG = "http://www.w3.org/2000/svg";
const RUNS =
  /^(script|style|iframe|object|embed|template|base|meta|link|math|use|animate|set|foreignobject|noscript)$/i;

function elementFor(context = "div") {
  return context === "svg" ? document.createElementNS(SVG, "svg") : document.createElement(context);
}

// In an island a control may be called `attributes`: a test that asked the form itself would be taken in.
const { dispatchEvent, getAttribute, getAttributeNames } = Element.prototype;
const { get: localName } = Object.getOwnPropertyDescriptor(Element.prototype, "localName");

/** Elements and attributes that should not be in the page. */
function dangers(root) {
  return [...root.querySelectorAll("*")].flatMap((element) => {
    const tag = localName.call(element);
    const found = getAttributeNames
      .call(element)
      .map((name) => [name, getAttribute.call(element, name)])
      .filter(
        ([name, value]) =>
          name.startsWith("on") ||
          /^(srcdoc|action|formaction)$/.test(name) ||
          /^\s*(javascript|vbscript):/i.test(value),
      )
      .map(([name, value]) => `${tag} ${name}=${value}`);
    return RUNS.test(tag) ? [tag, ...found] : found;
  });
}

/** Everything that a handler could wait for, on every element. */
function provoke(root) {
  for (const element of root.querySelectorAll("*")) {
    for (const type of ["load", "error", "focus", "mouseover", "toggle", "animationstart", "begin", "submit"])
      dispatchEvent.call(element, new Event(type, { bubbles: true, cancelable: true }));
    if (element instanceof HTMLButtonElement) element.click();
  }
}

/** Renders every vector into a shadow root and into the page. The result is what went wrong. */
export async function renderAll(vectors) {
  const problems = [];
  for (const name of ["alert", "open", "prompt", "confirm"]) window[name] = () => problems.push(`${name} ran`);
  let reports = 0;
  document.addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) => {
    reports += 1;
    problems.push(`a CSP report: ${violatedDirective} ${blockedURI}`);
  });
  await init();
  for (const { reason, input, options } of vectors) {
    const host = document.createElement("div");
    document.body.append(host);
    for (const root of [host.attachShadow({ mode: "open" }), host]) {
      renderHtml(root, input, options);
      provoke(root);
      problems.push(...dangers(root).map((danger) => `${reason}: ${danger}`));
    }
    await new Promise((resolve) => setTimeout(resolve));
    host.remove();
  }
  return { problems, reports };
}

/** `style` as the object model writes it, which is how rendering sets it. */
function normalised(root) {
  for (const element of root.querySelectorAll("[style]")) {
    const { cssText } = element.style;
    element.style.cssText = cssText;
  }
  for (const element of root.querySelectorAll("[style='']")) element.removeAttribute("style");
  root.normalize();
  return root;
}

/** Whether what rendering builds is what this browser's parser makes of the sanitised text. */
export async function compareAll(vectors) {
  await init();
  const problems = [];
  for (const { reason, input, options } of vectors) {
    const context = options?.context;
    const parsed = elementFor(context);
    parsed.innerHTML = sanitizeHtml(input, options).html;
    const built = elementFor(context);
    renderHtml(built, input, options);
    const [found, expected] = [normalised(built), normalised(parsed)];
    if (!found.isEqualNode(expected)) problems.push(`${reason}: ${found.innerHTML} instead of ${expected.innerHTML}`);
  }
  return problems;
}
