// Runs in the page: renders cases, sends their sanitised text through hostile contexts, and looks for harm.

import { init, renderHtml, sanitizeHtml } from "/vitrine/esm/html.js";
import { Fuzz } from "./html-fuzz.mjs";

/** What sanitised text may come to stand in; each may hold its own elements once. */
const CONTEXTS = [
  ["", ""],
  ["<template>", "</template>"],
  ["<svg>", "</svg>"],
  ["<svg><foreignObject>", "</foreignObject></svg>"],
  ["<math>", "</math>"],
  ["<math><mtext>", "</mtext></math>"],
  ["<title>", "</title>"],
  ["<textarea>", "</textarea>"],
  ["<noscript>", "</noscript>"],
  ["<table>", "</table>"],
  ["<select>", "</select>"],
  ["<style>", "</style>"],
  ["<xmp>", "</xmp>"],
  ["<iframe>", "</iframe>"],
  ["<button><p>", "</p></button>"],
  ["<!--", "-->"],
].map(([before, after]) => ({ before, after, own: before.match(/\w+/g) ?? [] }));

const EVENTS =
  "load error focus blur mouseover mouseenter pointerdown click toggle beforetoggle animationstart transitionend begin end repeat input change invalid scroll canplay loadstart submit reset wheel copy paste".split(
    " ",
  );
const RUNS =
  /^(script|style|iframe|object|embed|template|base|meta|link|math|use|animate|set|foreignobject|noscript|frame|frameset)$/i;
const NEVER = /^(on.*|srcdoc|action|formaction|ping|is|slot|nonce|autofocus|.*:.*)$/i;
const FETCHES = /^(src|srcset|poster)$/;
const FOLLOWED = /^(href|cite)$/;

// A control may be called `attributes`: a test that asked the element itself would be taken in.
const { getAttribute, getAttributeNames, remove } = Element.prototype;
const { dispatchEvent } = EventTarget.prototype;
const localName = Object.getOwnPropertyDescriptor(Element.prototype, "localName").get;
const content = Object.getOwnPropertyDescriptor(HTMLTemplateElement.prototype, "content").get;

/** A document that loads nothing. */
const inert = document.implementation.createHTMLDocument("");
const ran = [];
let reports = 0;
let policy;

/**
 * Sets the traps.
 * @param {{elements: string[], attributes: string[]}} names those of the policy
 */
export async function prepare(names) {
  policy = {
    elements: new Set(names.elements.map((name) => name.toLowerCase())),
    attributes: new Set(names.attributes.map((name) => name.toLowerCase())),
  };
  for (const name of ["alert", "prompt", "confirm", "print", "open", "fetch", "setTimeout"]) {
    const original = window[name];
    window[name] = (...args) => {
      // The page's own machinery waits too; markup would give text.
      if (name === "setTimeout" && typeof args[0] === "function") return original(...args);
      if (name === "fetch" && String(args[0]).startsWith(location.origin)) return original(...args);
      return ran.push(`${name} ran`);
    };
  }
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    reports += 1;
    ran.push(`a CSP report: ${effectiveDirective} ${blockedURI} ${sample}`);
  });
  addEventListener("message", () => ran.push("a message came"));
  // Following a link would end the test; what it would have run is found by the scan.
  addEventListener("click", (event) => event.preventDefault(), true);
  await init();
}

const engine = {
  render: (root, markup) => renderHtml(root, markup),
  sanitize: (markup) => sanitizeHtml(markup).html,
};

/** What a page does that trusts markup: the control. */
const trusting = {
  render: (root, markup) => {
    root.innerHTML = markup;
  },
  sanitize: (markup) => markup,
};

/** Runs cases of a seed; gives what went wrong, each with its case. */
export async function fuzz(seed, count, corpus) {
  const source = new Fuzz(seed, corpus);
  return check(Array.from({ length: count }, () => source.next()));
}

/** Runs given cases. `trust`: without the engine, to see that what is wrong is found. */
export async function check(cases, trust = false) {
  const { render, sanitize } = trust ? trusting : engine;
  const problems = [];
  let rendered = 0;
  for (const markup of cases) {
    const tell = (what) => problems.push(`${what}\n  from ${JSON.stringify(markup)}`);
    const place = document.createElement("div");
    document.body.append(place);
    const text = sanitize(markup);
    direct(place, markup, render, tell);
    if (!trust) {
      if (sanitize(text) !== text) tell("sanitising twice changes it");
      const [built, parsed] = [plain(place.lastChild), plain(null, text)];
      if (!built.isEqualNode(parsed)) tell(`${built.innerHTML} is built, not ${parsed.innerHTML}`);
    }
    for (const context of CONTEXTS) through(context, text, place, tell);
    provoke(place);
    rendered += place.getElementsByTagName("*").length;
    // What waits for its turn (an error of an image) has it before the next case.
    if (rendered % 7 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    remove.call(place);
    if (ran.length > 0) tell(ran.splice(0).join(", "));
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (ran.length > 0) problems.push(`later: ${ran.splice(0).join(", ")}`);
  return { problems, reports, rendered };
}

/** Into the page, and into a shadow root. */
function direct(place, markup, render, tell) {
  const host = place.appendChild(document.createElement("div"));
  const light = place.appendChild(document.createElement("div"));
  for (const root of [host.attachShadow({ mode: "open" }), light]) {
    try {
      render(root, markup);
    } catch (error) {
      tell(`rendering failed: ${error}`);
    }
    for (const danger of dangers(root, [])) tell(danger);
    provoke(root);
  }
}

/** An element's content, or what this browser makes of a text, with `style` as the object model writes it. */
function plain(element, text) {
  const root = element ? inert.importNode(element, true) : inert.createElement("div");
  if (!element) root.innerHTML = text;
  for (const { style } of root.querySelectorAll("[style]")) style.cssText = `${style.cssText}`;
  for (const each of root.querySelectorAll("[style='']")) each.removeAttribute("style");
  root.normalize();
  return root;
}

/** Two times parsed and written again, then placed in the page. */
function through({ before, after, own }, text, place, tell) {
  const holder = document.createElement("template");
  let markup = before + text + after;
  for (let trip = 0; trip < 3; trip += 1) {
    holder.innerHTML = markup;
    for (const danger of dangers(holder.content, own)) tell(`in ${before || "a div"}, trip ${trip}: ${danger}`);
    markup = holder.innerHTML;
  }
  // These two act by themselves, whatever they hold.
  if (!own.includes("style") && !own.includes("iframe")) place.append(holder.content);
}

/** Everything that a handler could wait for, on every element. */
function provoke(root) {
  for (const element of root.querySelectorAll("*")) {
    for (const type of EVENTS) dispatchEvent.call(element, new Event(type, { bubbles: false, cancelable: true }));
  }
}

/** Everything in `root` that is off the policy. `own`: elements that may stand here once. */
function dangers(root, own) {
  const found = [];
  const spare = [...own];
  for (const element of all(root)) {
    const tag = localName.call(element);
    const at = spare.indexOf(tag);
    if (at >= 0) spare.splice(at, 1);
    else if (RUNS.test(tag) || !policy.elements.has(tag.toLowerCase())) found.push(`<${tag}>`);
    for (const name of getAttributeNames.call(element)) {
      const value = getAttribute.call(element, name);
      const why = wrong(tag, name, value);
      if (why) found.push(`<${tag} ${name}=${JSON.stringify(value)}>: ${why}`);
    }
  }
  return found;
}

/** All elements, those in templates too. */
function all(root) {
  return [...root.querySelectorAll("*")].flatMap((element) =>
    element instanceof HTMLTemplateElement ? [element, ...all(content.call(element))] : [element],
  );
}

function wrong(tag, name, value) {
  if (/^(data|aria)-/.test(name)) return null;
  if (NEVER.test(name)) return "no such attribute may pass";
  if (!policy.attributes.has(name.toLowerCase())) return "not in the policy";
  if (name === "style") return style(value);
  if (FOLLOWED.test(name)) {
    const { protocol, host } = address(value);
    if (!/^(https?|mailto|tel|sms):$/.test(protocol)) return `leads to ${protocol}`;
    const elsewhere = /^https?:$/.test(protocol) && host !== location.host;
    return elsewhere && !/^\s*https?:\/\//i.test(value) ? `leads to ${host}` : null;
  }
  if (!FETCHES.test(name) || (name === "src" && tag === "input")) return null;
  for (const each of name === "srcset" ? value.split(/,\s+/) : [value]) {
    const { protocol, origin, href } = address(each.split(/\s/)[0]);
    const picture = protocol === "data:" && /^data:image\/(png|jpeg|gif|webp|avif)[;,]/i.test(href);
    if (origin !== location.origin && !picture) return `fetches ${href}`;
  }
  return null;
}

function address(text) {
  try {
    return new URL(text, location.href);
  } catch {
    // It leads nowhere.
    return location;
  }
}

function style(css) {
  const { style } = document.implementation.createHTMLDocument("").createElement("p");
  style.cssText = css;
  const bare = style.cssText.replace(/"(?:[^"\\]|\\.)*"/g, "");
  if (/url\(|image-set|src\(|@|expression|-moz-binding/i.test(bare)) return "fetches or runs";
  return /^(fixed|sticky)$/.test(style.position) ? "leaves its place" : null;
}
