//! The elements that may pass. An element's place in this table is its number in an op buffer.

use super::nesting::{Facts, Place};

/// What an element may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Elements and text.
    Any,
    /// Text alone.
    Text,
    /// Nothing: it has no end tag.
    Void,
}

/// An element of the policy.
#[derive(Debug, Clone, Copy)]
pub struct Element {
    /// Its local name.
    pub name: &'static str,
    /// Whether it is of SVG; otherwise it is of HTML.
    pub svg: bool,
    /// What it may hold.
    pub content: Content,
    /// Where it may stand.
    pub place: Place,
}

const fn html(name: &'static str) -> Element {
    let place = Place {
        refused: Facts::SELECT.and(Facts::GRAPHIC),
        needed: Facts::NONE,
        opens: Facts::NONE,
        ends: Facts::NONE,
    };
    Element {
        name,
        svg: false,
        content: Content::Any,
        place,
    }
}

const fn svg(name: &'static str) -> Element {
    let place = Place {
        refused: Facts::NONE,
        needed: Facts::GRAPHIC,
        opens: Facts::GRAPHIC,
        ends: Facts::NONE,
    };
    Element {
        name,
        svg: true,
        content: Content::Any,
        place,
    }
}

/// One of those whose start tag closes a `p`. It also ends the reach of `li`, `dd` and `dt`.
const fn block(name: &'static str) -> Element {
    special(name).refused(Facts::PARAGRAPH)
}

/// One of those that the standard calls special: `li`, `dd` and `dt` do not look beyond it.
const fn special(name: &'static str) -> Element {
    html(name).ends(Facts::ITEM.and(Facts::TERM))
}

const fn heading(name: &'static str) -> Element {
    block(name).refused(Facts::HEADING).opens(Facts::HEADING)
}

const fn void(name: &'static str) -> Element {
    html(name).content(Content::Void)
}

/// A part of a table.
const fn part(name: &'static str, parent: Facts) -> Element {
    special(name).needed(parent)
}

/// A cell or caption: what is open outside it does not matter inside.
const fn cell(name: &'static str, parent: Facts) -> Element {
    part(name, parent).ends(Facts::PARAGRAPH.and(Facts::BUTTON).and(Facts::LINK))
}

impl Element {
    const fn content(mut self, content: Content) -> Self {
        self.content = content;
        self
    }
    const fn refused(mut self, facts: Facts) -> Self {
        self.place.refused = self.place.refused.and(facts);
        self
    }
    const fn needed(mut self, facts: Facts) -> Self {
        self.place.needed = facts;
        self
    }
    const fn opens(mut self, facts: Facts) -> Self {
        self.place.opens = self.place.opens.and(facts);
        self
    }
    const fn ends(mut self, facts: Facts) -> Self {
        self.place.ends = self.place.ends.and(facts);
        self
    }
    /// Readable in a `select` too.
    const fn in_select(mut self) -> Self {
        self.place.refused = Facts::GRAPHIC;
        self
    }
}

/// Elements that go with all that they hold: what that is, is no text for people, or is read by rules of its own. All
/// other elements that are not in the policy leave their children behind.
pub const GO_WHOLE: [&str; 10] = [
    "iframe",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "script",
    "style",
    "template",
    "title",
    "xmp",
];

/// SVG elements that leave their children behind; every other that is not in the policy goes whole, and so does MathML.
pub const SVG_UNWRAPPED: [&str; 2] = ["a", "switch"];

/// How many of [`ELEMENTS`], from the first, are of HTML.
pub const HTML: usize = 96;

/// The number of `form`, which needs care wherever it is built.
pub const FORM: usize = 33;

/// Elements that a copy in a page is not the same as, whatever their attributes: a form would submit, a radio's copy is
/// checked as its model is just now, media's copy is not muted. These are `audio`, `form`, `input`, `option` and `video`.
pub const NOT_COPIED: [usize; 5] = [5, FORM, INPUT, OPTION, 94];

/// The number of `input`, whose attributes mean what its type says.
pub const INPUT: usize = 45;

/// The number of `option`, which a list chooses when it comes, by what its attributes are then.
pub const OPTION: usize = 58;

/// The elements, those of HTML first, each part sorted by name.
pub const ELEMENTS: [Element; HTML + 16] = [
    html("a").refused(Facts::LINK).opens(Facts::LINK),
    html("abbr"),
    // It is a block, but not one that `li`, `dd` and `dt` stop at.
    html("address").refused(Facts::PARAGRAPH),
    block("article"),
    block("aside"),
    html("audio"),
    html("b"),
    html("bdi"),
    html("bdo"),
    html("big"),
    block("blockquote"),
    void("br"),
    special("button")
        .refused(Facts::BUTTON)
        .opens(Facts::BUTTON)
        .ends(Facts::PARAGRAPH),
    cell("caption", Facts::TABLE),
    block("center"),
    html("cite"),
    html("code"),
    part("col", Facts::COLUMNS).content(Content::Void),
    part("colgroup", Facts::TABLE).opens(Facts::COLUMNS),
    html("data"),
    html("datalist"),
    block("dd")
        .refused(Facts::TERM)
        .opens(Facts::TERM.and(Facts::IMPLIED)),
    html("del"),
    block("details"),
    html("dfn"),
    html("div").refused(Facts::PARAGRAPH),
    block("dl"),
    block("dt")
        .refused(Facts::TERM)
        .opens(Facts::TERM.and(Facts::IMPLIED)),
    html("em"),
    block("fieldset"),
    block("figcaption"),
    block("figure"),
    block("footer"),
    block("form").refused(Facts::FORM).opens(Facts::FORM),
    heading("h1"),
    heading("h2"),
    heading("h3"),
    heading("h4"),
    heading("h5"),
    heading("h6"),
    block("header"),
    block("hgroup"),
    block("hr")
        .content(Content::Void)
        .in_select()
        .refused(Facts::PARAGRAPH.and(Facts::OPTION).and(Facts::GROUP)),
    html("i"),
    void("img"),
    void("input"),
    html("ins"),
    html("kbd"),
    html("label"),
    html("legend"),
    block("li")
        .refused(Facts::ITEM)
        .opens(Facts::ITEM.and(Facts::IMPLIED)),
    block("main"),
    html("mark"),
    block("menu"),
    html("meter"),
    block("nav"),
    block("ol"),
    html("optgroup")
        .in_select()
        .refused(Facts::OPTION.and(Facts::GROUP))
        .opens(Facts::GROUP.and(Facts::IMPLIED)),
    html("option")
        .in_select()
        .refused(Facts::OPTION)
        .opens(Facts::OPTION.and(Facts::IMPLIED)),
    html("output"),
    html("p")
        .refused(Facts::PARAGRAPH)
        .opens(Facts::PARAGRAPH.and(Facts::IMPLIED)),
    html("picture"),
    block("pre"),
    html("progress"),
    html("q"),
    html("rp").refused(Facts::IMPLIED).opens(Facts::IMPLIED),
    html("rt").refused(Facts::IMPLIED).opens(Facts::IMPLIED),
    html("ruby"),
    html("s"),
    html("samp"),
    // `li`, `dd` and `dt` stop at it by the standard, and not in Chromium: what stands reads alike by both.
    html("search").refused(Facts::PARAGRAPH),
    block("section"),
    special("select").opens(Facts::SELECT),
    html("small"),
    void("source"),
    html("span"),
    html("strike"),
    html("strong"),
    html("sub"),
    block("summary"),
    html("sup"),
    block("table")
        .opens(Facts::TABLE)
        .ends(Facts::PARAGRAPH.and(Facts::BUTTON)),
    part("tbody", Facts::TABLE).opens(Facts::SECTION),
    cell("td", Facts::ROW),
    special("textarea").content(Content::Text),
    part("tfoot", Facts::TABLE).opens(Facts::SECTION),
    cell("th", Facts::ROW),
    part("thead", Facts::TABLE).opens(Facts::SECTION),
    html("time"),
    part("tr", Facts::SECTION).opens(Facts::ROW),
    html("tt"),
    html("u"),
    block("ul"),
    html("var"),
    html("video"),
    void("wbr"),
    svg("circle"),
    svg("clipPath"),
    svg("defs"),
    svg("ellipse"),
    svg("g"),
    svg("line"),
    svg("linearGradient"),
    svg("path"),
    svg("polygon"),
    svg("polyline"),
    svg("radialGradient"),
    svg("rect"),
    svg("stop"),
    // The root of a graphic stands in HTML, or in another graphic.
    svg("svg").needed(Facts::NONE).refused(Facts::SELECT),
    svg("text"),
    svg("tspan"),
];
