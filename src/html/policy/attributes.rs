//! The attributes that may pass, on what, and with which values. The names' order in [`NAMES`] is their number in an
//! op buffer.

use super::elements::{ELEMENTS, HTML};

/// The elements that a rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// Every element.
    All,
    /// Every element of HTML.
    Html,
    /// Every element of SVG.
    Svg,
    /// These, by name; of HTML, where both have it.
    These(&'static [&'static str]),
}

/// The values that may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Any text, as written.
    Text,
    /// One of these words, in any case of ASCII.
    OneOf(&'static [&'static str]),
    /// A number, with `%` or a unit behind it or not.
    Number,
    /// An `id`: any text; checked for clobbering where asked for.
    Id,
    /// A control's name: as `id`.
    Name,
    /// One or more ids.
    IdRefs,
    /// The address of a link.
    LinkUrl,
    /// The address of an image.
    ImageUrl,
    /// The address of a sound or film.
    MediaUrl,
    /// Addresses of images with their conditions.
    Srcset,
    /// CSS declarations.
    Style,
    /// One value of a CSS property, that is written as an attribute of SVG.
    Css,
    /// As [`Value::Css`], and `url(#id)`.
    Paint,
    /// Numbers, letters and signs of a path or a list of points.
    Geometry,
    /// `_blank`, which brings `rel="noopener noreferrer"` with it.
    Target,
    /// Link types; where the target is `_blank`, see there.
    Rel,
}

/// One row of the table. Several rows of one name are for different elements.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The attribute's name.
    pub name: &'static str,
    /// The elements it may stand on.
    pub on: On,
    /// The values it may have.
    pub value: Value,
}

const fn on(name: &'static str, on: On, value: Value) -> Rule {
    Rule { name, on, value }
}

const fn these(name: &'static str, elements: &'static [&'static str], value: Value) -> Rule {
    on(name, On::These(elements), value)
}

const FLAG: Value = Value::Text;
const YES_NO: Value = Value::OneOf(&["true", "false"]);

/// The rules, sorted by name. `data-*` and `aria-*` are not in it: see [`super::open_name`].
pub const RULES: [Rule; 139] = [
    these("abbr", &["th"], Value::Text),
    these(
        "align",
        &[
            "caption", "col", "colgroup", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img",
            "p", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
        ],
        Value::OneOf(&[
            "left", "center", "right", "justify", "middle", "top", "bottom",
        ]),
    ),
    these("alt", &["img"], Value::Text),
    these(
        "autocomplete",
        &["form", "input", "select", "textarea"],
        Value::OneOf(&["on", "off"]),
    ),
    these("border", &["table"], Value::Number),
    these("cellpadding", &["table"], Value::Number),
    these("cellspacing", &["table"], Value::Number),
    these("checked", &["input"], FLAG),
    these("cite", &["blockquote", "del", "ins", "q"], Value::LinkUrl),
    on("class", On::All, Value::Text),
    on("clip-path", On::Svg, Value::Paint),
    on("clip-rule", On::Svg, Value::Css),
    on("clipPathUnits", On::Svg, Value::Css),
    on("color", On::Svg, Value::Css),
    these("cols", &["textarea"], Value::Number),
    these("colspan", &["td", "th"], Value::Number),
    these("controls", &["audio", "video"], FLAG),
    on("cx", On::Svg, Value::Css),
    on("cy", On::Svg, Value::Css),
    on("d", On::Svg, Value::Geometry),
    these("datetime", &["del", "ins", "time"], Value::Text),
    these(
        "decoding",
        &["img"],
        Value::OneOf(&["sync", "async", "auto"]),
    ),
    on("dir", On::Html, Value::OneOf(&["ltr", "rtl", "auto"])),
    these(
        "disabled",
        &[
            "button", "fieldset", "input", "optgroup", "option", "select", "textarea",
        ],
        FLAG,
    ),
    on("display", On::Svg, Value::Css),
    on("dominant-baseline", On::Svg, Value::Css),
    on("draggable", On::Html, YES_NO),
    on("dx", On::Svg, Value::Geometry),
    on("dy", On::Svg, Value::Geometry),
    on(
        "enterkeyhint",
        On::Html,
        Value::OneOf(&["enter", "done", "go", "next", "previous", "search", "send"]),
    ),
    on("fill", On::Svg, Value::Paint),
    on("fill-opacity", On::Svg, Value::Css),
    on("fill-rule", On::Svg, Value::Css),
    on("font-family", On::Svg, Value::Css),
    on("font-size", On::Svg, Value::Css),
    on("font-style", On::Svg, Value::Css),
    on("font-weight", On::Svg, Value::Css),
    these("for", &["label", "output"], Value::IdRefs),
    on("fr", On::Svg, Value::Css),
    on("fx", On::Svg, Value::Css),
    on("fy", On::Svg, Value::Css),
    on("gradientTransform", On::Svg, Value::Css),
    on("gradientUnits", On::Svg, Value::Css),
    these("headers", &["td", "th"], Value::IdRefs),
    on("height", On::Svg, Value::Css),
    these(
        "height",
        &["img", "source", "video", "table", "td", "th"],
        Value::Number,
    ),
    on("hidden", On::Html, FLAG),
    these("high", &["meter"], Value::Number),
    these("href", &["a"], Value::LinkUrl),
    on("id", On::All, Value::Id),
    on("inert", On::Html, FLAG),
    on(
        "inputmode",
        On::Html,
        Value::OneOf(&[
            "none", "text", "decimal", "numeric", "tel", "search", "email", "url",
        ]),
    ),
    these("label", &["optgroup", "option"], Value::Text),
    on("lang", On::All, Value::Text),
    on("letter-spacing", On::Svg, Value::Css),
    these("list", &["input"], Value::IdRefs),
    these("loading", &["img"], Value::OneOf(&["lazy", "eager"])),
    these("loop", &["audio", "video"], FLAG),
    these("low", &["meter"], Value::Number),
    these("max", &["input", "meter", "progress"], Value::Text),
    these("maxlength", &["input", "textarea"], Value::Number),
    these("media", &["source"], Value::Text),
    these("min", &["input", "meter"], Value::Text),
    these("minlength", &["input", "textarea"], Value::Number),
    these("multiple", &["input", "select"], FLAG),
    these("muted", &["audio", "video"], FLAG),
    these(
        "name",
        &[
            "button", "fieldset", "input", "output", "select", "textarea",
        ],
        Value::Name,
    ),
    on("offset", On::Svg, Value::Css),
    on("opacity", On::Svg, Value::Css),
    these("open", &["details"], FLAG),
    these("optimum", &["meter"], Value::Number),
    on("pathLength", On::Svg, Value::Number),
    these("placeholder", &["input", "textarea"], Value::Text),
    these("playsinline", &["video"], FLAG),
    on("points", On::Svg, Value::Geometry),
    these("poster", &["video"], Value::ImageUrl),
    these(
        "preload",
        &["audio", "video"],
        Value::OneOf(&["none", "metadata", "auto"]),
    ),
    on("preserveAspectRatio", On::Svg, Value::Css),
    on("r", On::Svg, Value::Css),
    these("readonly", &["input", "textarea"], FLAG),
    these("rel", &["a"], Value::Rel),
    these("required", &["input", "select", "textarea"], FLAG),
    these("reversed", &["ol"], FLAG),
    on("role", On::All, Value::Text),
    on("rotate", On::Svg, Value::Geometry),
    these("rows", &["textarea"], Value::Number),
    these("rowspan", &["td", "th"], Value::Number),
    on("rx", On::Svg, Value::Css),
    on("ry", On::Svg, Value::Css),
    these(
        "scope",
        &["th"],
        Value::OneOf(&["row", "col", "rowgroup", "colgroup"]),
    ),
    these("selected", &["option"], FLAG),
    these("size", &["input", "select"], Value::Number),
    these("sizes", &["img", "source"], Value::Text),
    these("span", &["col", "colgroup"], Value::Number),
    on("spellcheck", On::Html, YES_NO),
    on("spreadMethod", On::Svg, Value::Css),
    these("src", &["img"], Value::ImageUrl),
    these("src", &["audio", "source", "video"], Value::MediaUrl),
    these("srcset", &["img", "source"], Value::Srcset),
    these("start", &["ol"], Value::Number),
    these("step", &["input"], Value::Text),
    on("stop-color", On::Svg, Value::Css),
    on("stop-opacity", On::Svg, Value::Css),
    on("stroke", On::Svg, Value::Paint),
    on("stroke-dasharray", On::Svg, Value::Css),
    on("stroke-dashoffset", On::Svg, Value::Css),
    on("stroke-linecap", On::Svg, Value::Css),
    on("stroke-linejoin", On::Svg, Value::Css),
    on("stroke-miterlimit", On::Svg, Value::Css),
    on("stroke-opacity", On::Svg, Value::Css),
    on("stroke-width", On::Svg, Value::Css),
    on("style", On::All, Value::Style),
    on("tabindex", On::All, Value::Number),
    these("target", &["a"], Value::Target),
    on("text-anchor", On::Svg, Value::Css),
    on("text-decoration", On::Svg, Value::Css),
    on("textLength", On::Svg, Value::Css),
    on("title", On::Html, Value::Text),
    on("transform", On::Svg, Value::Css),
    on("transform-origin", On::Svg, Value::Css),
    on("translate", On::Html, Value::OneOf(&["yes", "no"])),
    these(
        "type",
        &["button"],
        Value::OneOf(&["button", "submit", "reset"]),
    ),
    these(
        "type",
        &["input"],
        Value::OneOf(&[
            "text",
            "search",
            "tel",
            "url",
            "email",
            "password",
            "number",
            "range",
            "date",
            "month",
            "week",
            "time",
            "datetime-local",
            "color",
            "checkbox",
            "radio",
            "button",
            "submit",
            "reset",
            "hidden",
        ]),
    ),
    these("type", &["ol", "ul", "li"], Value::Text),
    these("type", &["source"], Value::Text),
    these(
        "valign",
        &[
            "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr",
        ],
        Value::OneOf(&["top", "middle", "bottom", "baseline"]),
    ),
    these(
        "value",
        &[
            "button", "data", "input", "li", "meter", "option", "progress",
        ],
        Value::Text,
    ),
    on("vector-effect", On::Svg, Value::Css),
    on("viewBox", On::Svg, Value::Geometry),
    on("visibility", On::Svg, Value::Css),
    on("width", On::Svg, Value::Css),
    these(
        "width",
        &[
            "col", "colgroup", "img", "source", "video", "table", "td", "th",
        ],
        Value::Number,
    ),
    these("wrap", &["textarea"], Value::OneOf(&["soft", "hard"])),
    on("x", On::Svg, Value::Geometry),
    on("x1", On::Svg, Value::Css),
    on("x2", On::Svg, Value::Css),
    on("y", On::Svg, Value::Geometry),
    on("y1", On::Svg, Value::Css),
    on("y2", On::Svg, Value::Css),
];

/// How many different names the rules have.
const COUNT: usize = 133;

/// The names of the rules, once each, sorted.
pub static NAMES: [&str; COUNT] = names();

/// For each name, the rows of [`RULES`] that have it: from where to before where.
static ROWS: [(u8, u8); COUNT] = rows();

/// For each row of [`RULES`], the elements it is for: bit n for element n.
static MASKS: [u128; RULES.len()] = masks();

const SLOT_COUNT: usize = 512;
const EMPTY: u8 = u8::MAX;

/// The numbers by hash of the name, each at the first free slot from its own on.
static SLOTS: [u8; SLOT_COUNT] = slots();

/// The number of an attribute's name.
#[inline]
pub fn number(name: &str) -> Option<usize> {
    let mut slot = hash(name.as_bytes());
    while SLOTS[slot] != EMPTY {
        let number = usize::from(SLOTS[slot]);
        if NAMES[number] == name {
            return Some(number);
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
    None
}

const fn hash(name: &[u8]) -> usize {
    let mut hash = name.len();
    let mut at = 0;
    while at < name.len() && at < 12 {
        hash = hash.wrapping_mul(31) ^ name[at] as usize;
        at += 1;
    }
    (hash ^ hash >> 7) % SLOT_COUNT
}

const fn slots() -> [u8; SLOT_COUNT] {
    let mut slots = [EMPTY; SLOT_COUNT];
    let mut number = 0;
    while number < COUNT {
        let mut slot = hash(NAMES[number].as_bytes());
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOT_COUNT;
        }
        slots[slot] = number as u8;
        number += 1;
    }
    slots
}

/// The rule for the attribute of number `attribute` on the element of number `element`.
pub fn rule(attribute: usize, element: usize) -> Option<&'static Rule> {
    let (from, to) = ROWS.get(attribute)?;
    (usize::from(*from)..usize::from(*to))
        .find(|row| MASKS[*row] >> element & 1 == 1)
        .map(|row| &RULES[row])
}

const fn names() -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let (mut row, mut count) = (0, 0);
    while row < RULES.len() {
        if row == 0 || !equal(RULES[row].name, RULES[row - 1].name) {
            names[count] = RULES[row].name;
            count += 1;
        }
        row += 1;
    }
    names
}

const fn rows() -> [(u8, u8); COUNT] {
    let mut rows = [(0, 0); COUNT];
    let (mut row, mut count) = (0, 0);
    while row < RULES.len() {
        if row == 0 || !equal(RULES[row].name, RULES[row - 1].name) {
            rows[count].0 = row as u8;
            count += 1;
        }
        rows[count - 1].1 = row as u8 + 1;
        row += 1;
    }
    rows
}

const fn masks() -> [u128; RULES.len()] {
    let mut masks = [0; RULES.len()];
    let mut row = 0;
    while row < RULES.len() {
        masks[row] = match RULES[row].on {
            On::All => u128::MAX,
            On::Html => (1 << HTML) - 1,
            On::Svg => !((1 << HTML) - 1),
            On::These(names) => mask(names),
        };
        row += 1;
    }
    masks
}

const fn mask(names: &[&str]) -> u128 {
    let (mut mask, mut at) = (0, 0);
    while at < names.len() {
        let mut element = 0;
        while !equal(ELEMENTS[element].name, names[at]) {
            element += 1;
        }
        mask |= 1 << element;
        at += 1;
    }
    mask
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(RULES.is_sorted_by_key(|rule| rule.name));
        assert!(NAMES.is_sorted_by(|a, b| a < b));
        assert!(ELEMENTS[..HTML].is_sorted_by(|a, b| a.name < b.name));
        assert!(ELEMENTS[HTML..].is_sorted_by(|a, b| a.name < b.name && a.svg && b.svg));
    }

    #[test]
    fn every_name_is_found_by_its_hash() {
        for (place, name) in NAMES.iter().enumerate() {
            assert_eq!(number(name), Some(place), "{name}");
        }
        assert_eq!(number("onclick"), None);
        assert_eq!(number(""), None);
    }

    #[test]
    fn nothing_that_runs_has_a_number() {
        for name in [
            "script", "iframe", "object", "embed", "base", "meta", "link", "template", "style",
            "math",
        ] {
            assert!(
                ELEMENTS
                    .iter()
                    .all(|element| !element.name.eq_ignore_ascii_case(name)),
                "{name}"
            );
        }
        for name in NAMES {
            assert!(
                !name.starts_with("on")
                    && !["srcdoc", "action", "formaction", "is", "slot", "form"].contains(&name),
                "{name}"
            );
        }
    }

    #[test]
    fn each_row_answers_for_its_elements() {
        let element = |name: &str, svg| {
            ELEMENTS
                .iter()
                .position(|e| e.name == name && e.svg == svg)
                .unwrap()
        };
        let value = |attribute, element| rule(number(attribute)?, element).map(|rule| rule.value);
        assert_eq!(value("src", element("img", false)), Some(Value::ImageUrl));
        assert_eq!(value("src", element("video", false)), Some(Value::MediaUrl));
        assert_eq!(value("src", element("input", false)), None);
        assert_eq!(value("width", element("rect", true)), Some(Value::Css));
        assert_eq!(value("width", element("img", false)), Some(Value::Number));
        assert_eq!(value("href", element("svg", true)), None);
        assert_eq!(value("onclick", 0), None);
    }
}
