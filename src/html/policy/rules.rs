//! The attributes that may pass, on what, and with which values.

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
