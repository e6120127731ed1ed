//! The policy as text: the tables of `docs/html.md`, and those of the package's builder.

use super::attributes::NAMES;
use super::elements::{ELEMENTS, GO_WHOLE, HTML, SVG_UNWRAPPED};
use super::rules::{On, Value, RULES};
use super::style::{FUNCTIONS, POSITIONS, PROPERTIES};
use core::fmt::Write;

/// The part of `docs/html.md` that says what passes.
pub fn markdown() -> String {
    let mut out = String::new();
    let names = |svg: bool| {
        let of_kind = ELEMENTS.iter().filter(|element| element.svg == svg);
        code_list(of_kind.map(|element| element.name))
    };
    let sections = [
        ("Elements of HTML", names(false)),
        ("Elements of SVG", names(true)),
        (
            "Elements that go with all that they hold",
            code_list(GO_WHOLE),
        ),
        (
            "Elements of SVG that leave their content behind",
            code_list(SVG_UNWRAPPED),
        ),
        ("Attributes", attributes()),
        ("CSS properties", code_list(PROPERTIES.iter().copied())),
        ("CSS functions", code_list(FUNCTIONS.iter().copied())),
        ("Values of `position`", code_list(POSITIONS)),
    ];
    for (title, content) in sections {
        // Writing to a string cannot fail.
        let _ = write!(out, "### {title}\n\n{content}\n\n");
    }
    out
}

fn attributes() -> String {
    let mut out = String::from("| attribute | on | value |\n| --- | --- | --- |\n");
    for rule in RULES {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} |",
            rule.name,
            place(rule.on),
            value(rule.value)
        );
    }
    out.push_str("| `data-*`, `aria-*` | all elements | any text, byte for byte |");
    out
}

fn place(on: On) -> String {
    match on {
        On::All => "all elements".into(),
        On::Html => "HTML".into(),
        On::Svg => "SVG".into(),
        On::These(names) => code_list(names.iter().copied()),
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Text => "any text".into(),
        Value::OneOf(words) => code_list(words.iter().copied()),
        Value::Number => "a number, with a unit or without".into(),
        Value::Id | Value::Name => "any text that hides no property (see clobbering)".into(),
        Value::IdRefs => "ids".into(),
        Value::LinkUrl => "an address for a link".into(),
        Value::ImageUrl => "an address for an image".into(),
        Value::MediaUrl => "an address for a sound or film".into(),
        Value::Srcset => "addresses for images, each judged alone".into(),
        Value::Style => "CSS declarations, each judged alone".into(),
        Value::Css => "a CSS value".into(),
        Value::Paint => "a CSS value, or `url(#id)`".into(),
        Value::Geometry => "numbers and letters".into(),
        Value::Target => "`_blank`".into(),
        Value::Rel => "any text without `opener`; `noopener noreferrer` beside `target`".into(),
    }
}

fn code_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// `js/src/html/tables.ts`: the names that the builder knows, by number.
pub fn typescript() -> String {
    let list = |names: &[&str]| names.join(" ");
    let html: Vec<&str> = ELEMENTS[..HTML]
        .iter()
        .map(|element| element.name)
        .collect();
    let svg: Vec<&str> = ELEMENTS[HTML..]
        .iter()
        .map(|element| element.name)
        .collect();
    let mut out = String::from(
        "// The names that the builder knows, by number: written by scripts/generate-policy.mjs from the policy of the core.\n",
    );
    let tables = [
        (
            "HTML",
            "Elements of HTML; an op buffer's first numbers",
            list(&html),
        ),
        (
            "SVG",
            "Elements of SVG; the numbers after those",
            list(&svg),
        ),
        ("ATTRIBUTES", "Attributes", list(&NAMES)),
    ];
    for (name, about, names) in tables {
        let _ = write!(
            out,
            "\n/** {about}. */\nexport const {name}: readonly string[] = /* @__PURE__ */ Object.freeze(\n  \"{names}\".split(\n    \" \",\n  ),\n);\n"
        );
    }
    out
}
