// The policy of src/html, made worse in one way each: what it lets through that it must not, or breaks on the way.
// `from` stands in the file exactly once; where `from` is missing, the whole file becomes `to`.

const ELEMENTS = "policy/elements.rs";
const RULES = "policy/rules.rs";
const NUMBERS = "policy/attributes.rs";
const URL = "values/url.rs";
const CSS = "values/css.rs";

/** One more element of HTML, before `next` in the order of the alphabet. */
function element(name, next) {
  return {
    name: `the element ${name} passes`,
    edits: [
      { file: ELEMENTS, from: "pub const HTML: usize = 96;", to: "pub const HTML: usize = 97;" },
      { file: ELEMENTS, from: `    ${next}`, to: `    html("${name}"),\n    ${next}` },
    ],
  };
}

/** One more attribute, before `next`. */
function attribute(name, next, value) {
  return {
    name: `the attribute ${name} passes`,
    edits: [
      { file: RULES, from: "pub const RULES: [Rule; 139]", to: "pub const RULES: [Rule; 140]" },
      { file: RULES, from: `    ${next}`, to: `    on("${name}", On::All, Value::${value}),\n    ${next}` },
      { file: NUMBERS, from: "const COUNT: usize = 133;", to: "const COUNT: usize = 134;" },
    ],
  };
}

function edit(name, file, from, to) {
  return { name, edits: [{ file, from, to }] };
}

/** An element that no longer takes its content with it. */
function kept(name) {
  return {
    name: `what a ${name} holds stays`,
    edits: [
      { file: ELEMENTS, from: "pub const GO_WHOLE: [&str; 10]", to: "pub const GO_WHOLE: [&str; 9]" },
      { file: ELEMENTS, from: `    "${name}",\n`, to: "" },
    ],
  };
}

export const mutants = [
  element("script", 'block("section"),'),
  element("iframe", 'void("img"),'),
  element("style", 'html("sub"),'),
  element("template", 'special("textarea").content'),
  element("object", 'block("ol"),'),
  kept("script"),
  kept("style"),
  kept("template"),
  kept("noscript"),
  kept("title"),
  edit("MathML leaves its content", "policy/mod.rs", "Namespace::MathMl => true,", "Namespace::MathMl => false,"),
  edit(
    "any element of SVG leaves its content",
    "policy/mod.rs",
    "Namespace::Svg => !SVG_UNWRAPPED.contains(&name),",
    "Namespace::Svg => false,",
  ),
  attribute("onclick", 'on("opacity",', "Text"),
  attribute("onerror", 'on("opacity",', "Text"),
  attribute("srcdoc", 'these("srcset",', "Text"),
  attribute("formaction", 'on("fr",', "LinkUrl"),
  attribute("xlink:href", 'on("y", ', "LinkUrl"),
  edit("names of handlers are open", "policy/mod.rs", 'name.starts_with("data-") ||', 'name.starts_with("on") ||'),
  edit("no data-* passes", "policy/mod.rs", 'name.starts_with("data-") ||', 'name.starts_with("data-data-") ||'),
  edit("any scheme passes", URL, '_ => Err("the scheme is not allowed here")', "_ => Ok(())"),
  edit("javascript: is a scheme of links", URL, 'is("mailto") ||', 'is("javascript") || is("mailto") ||'),
  edit("data: is a scheme of links", URL, 'is("mailto") ||', 'is("data") || is("mailto") ||'),
  edit(
    "controls stay in addresses",
    URL,
    "let clean = clean(address);",
    "let _ = clean;\n    let clean = Cow::Borrowed(address);",
  ),
  edit("an address without a scheme may leave this host", URL, "    match slashes {", "    match slashes * 0 {"),
  edit(
    "http needs no host",
    URL,
    'true => Ok(()),\n        false => Err("http and https',
    '_ => Ok(()),\n        #[allow(unreachable_patterns)]\n        false => Err("http and https',
  ),
  edit("images of any origin pass", URL, "Remote::SameOrigin => false,", "Remote::SameOrigin => true,"),
  edit(
    "listed origins are not compared",
    URL,
    "origins.iter().any(same)",
    "!origins.is_empty() || origins.iter().any(same)",
  ),
  edit(
    "any host may be written in any way",
    URL,
    "authority.bytes().all(plain)",
    "true || authority.bytes().all(plain)",
  ),
  edit("data: holds anything", URL, "let known = head.len()", "let known = true || head.len()"),
  edit("data: holds SVG", URL, '["png", "jpeg",', '["svg+xml", "jpeg",'),
  edit(
    "candidates of srcset are not judged",
    "values/srcset.rs",
    "url::check(address, Use::Image, fetch)",
    "url::check(address, Use::Image, &Fetch { remote: url::Remote::Any, ..fetch.clone() })",
  ),
  edit("any property of CSS passes", CSS, "!is_custom(property) &&", "false && !is_custom(property) &&"),
  edit("any function of CSS passes", CSS, 'Err("the function is not in the policy")', "Ok(end)"),
  edit("url() passes in CSS", CSS, "if is_in(&FUNCTIONS, name) {", 'if name == "url" || is_in(&FUNCTIONS, name) {'),
  edit(
    "paint may refer to anything",
    CSS,
    "let id = inner.strip_prefix('#').ok_or(REFUSED)?;",
    "return Ok(close + 1);\n    #[allow(unreachable_code)]\n    let id = inner;",
  ),
  {
    name: "escapes pass in CSS",
    edits: [
      { file: CSS, from: "b'\\\\' => Err(\"escapes are not allowed\"),", to: "" },
      { file: CSS, from: "b'#' | b'%' | b'*'", to: "b'\\\\' | b'#' | b'%' | b'*'" },
    ],
  },
  edit("comments pass in CSS", CSS, "b'/' if bytes.get(at + 1)", "b'/' if false && bytes.get(at + 1)"),
  edit("strings hold functions that fetch", CSS, "b'(' if fetches", "b'(' if false && fetches"),
  edit("strings hold what no value has", CSS, "(0..bytes.len()).try_for_each", "(0..0).try_for_each"),
  edit(
    "position may be fixed and sticky",
    "policy/style.rs",
    'POSITIONS: [&str; 3] = ["absolute",',
    'POSITIONS: [&str; 5] = ["fixed", "sticky", "absolute",',
  ),
  { name: "no name is clobbering", edits: [{ file: "policy/clobbering.txt", to: "" }] },
  edit("a constant of nodes may be hidden", "policy/clobbering.txt", "\nELEMENT_NODE\n", "\n"),
  edit("links may have any target", RULES, "Value::Target),", "Value::Text),"),
  edit("a page of its own may reach back", "judge.rs", '"noopener noreferrer"', '"opener"'),
  edit("forms may stand in forms", ELEMENTS, ".refused(Facts::FORM)", ".refused(Facts::NONE)"),
  edit("lists end at search", ELEMENTS, 'html("search").refused(Facts::PARAGRAPH)', 'block("search")'),
  edit("blocks may stand in paragraphs", ELEMENTS, ".refused(Facts::PARAGRAPH)\n}", ".refused(Facts::NONE)\n}"),
  edit("links may stand in links", ELEMENTS, ".refused(Facts::LINK)", ".refused(Facts::NONE)"),
  edit("HTML may stand in SVG", ELEMENTS, "refused: Facts::SELECT.and(Facts::GRAPHIC),", "refused: Facts::SELECT,"),
  edit("comments pass as text", "walk.rs", "Kind::Text => {\n", "Kind::Text | Kind::Comment => {\n"),
  edit("text is not escaped", "serialise.rs", '("&lt;", 1)', '("<", 1)'),
];
