//! Seeded markup: whole documents as models write them, and what goes wrong with them.

use super::random::Random;

/// What a document is made of, tag by tag, so that single tags can be lost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    Open(String),
    Close(String),
    Text(String),
}

impl Piece {
    pub(crate) fn markup(&self) -> &str {
        let (Piece::Open(text) | Piece::Close(text) | Piece::Text(text)) = self;
        text
    }
}

pub(crate) fn markup(pieces: &[Piece]) -> String {
    pieces.iter().map(Piece::markup).collect()
}

const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd",
    "mark", "q", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var",
    "font", "big", "tt", "strike", "output", "label", "meter", "progress",
];
const BLOCK: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "div",
    "footer",
    "header",
    "hgroup",
    "main",
    "nav",
    "search",
    "section",
    "fieldset",
    "center",
    "div",
    "div",
    "section",
];
const VOID_INLINE: &[&str] = &["br", "img", "input", "wbr"];
const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];
const SHAPES: &[&str] = &[
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
];
const WORDS: &[&str] = &[
    "Revenue",
    "grew",
    "by 12%",
    "Q3",
    "&amp;",
    "the team",
    "日本語のテキスト",
    "naïve café",
    "a &lt; b",
    "x > y",
    "AT&T",
    "&copy; 2026",
    "&nbsp;",
    "it's",
    "\"quoted\"",
    "—",
    "😀",
    "{{value}}",
    "&#8212;",
    "&#x27;",
    "done.",
    "\n  ",
    "1 < 2",
];
const ATTRIBUTES: &[&str] = &[
    "class=\"card p-4\"",
    "id=\"status\"",
    "title='It is \"so\"'",
    "data-id=7",
    "hidden",
    "style=\"color: red; margin: 0 auto\"",
    "aria-label=\"Close &amp; save\"",
    "role=button",
    "data-command='[{\"op\":\"dom.set\",\"params\":{\"html\":\"<b>x</b>\"}}]'",
    "lang=en",
    "dir=\"auto\"",
    "CLASS=\"upper\"",
    "data-q=\"a=1&copy=2&amp;b\"",
];

/// Writes documents.
pub(crate) struct Writer {
    pub random: Random,
    pieces: Vec<Piece>,
    /// Percent of the end tags that may be left out that are.
    omit: usize,
}

/// A whole document of one seed. With `omit`, end tags that the standard makes optional are left out.
pub(crate) fn document(seed: u64, omit: bool) -> Vec<Piece> {
    let mut writer = Writer {
        random: Random::new(seed),
        pieces: Vec::new(),
        omit: if omit { 80 } else { 0 },
    };
    let blocks = 2 + writer.random.below(6);
    for _ in 0..blocks {
        writer.block(3);
        writer.space();
    }
    writer.pieces
}

impl Writer {
    fn open(&mut self, name: &str) {
        let mut tag = format!("<{name}");
        while self.random.chance(35) {
            tag.push(' ');
            tag.push_str(self.random.pick(ATTRIBUTES));
        }
        tag.push('>');
        self.pieces.push(Piece::Open(tag));
    }

    fn close(&mut self, name: &str) {
        self.pieces.push(Piece::Close(format!("</{name}>")));
    }

    /// An end tag that may be left out.
    fn close_optional(&mut self, name: &str) {
        if !self.random.chance(self.omit) {
            self.close(name);
        }
    }

    fn raw(&mut self, text: &str) {
        self.pieces.push(Piece::Text(text.to_owned()));
    }

    fn space(&mut self) {
        if self.random.chance(60) {
            let space = self.random.pick(&["\n", "\n  ", " ", "\r\n"]);
            self.raw(space);
        }
    }

    fn words(&mut self) {
        let mut text = String::new();
        for _ in 0..1 + self.random.below(6) {
            text.push_str(self.random.pick(WORDS));
            text.push(' ');
        }
        self.raw(&text);
    }

    fn wrap(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        self.open(name);
        content(self);
        self.close(name);
    }

    fn phrasing(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            match self.random.below(if depth == 0 { 2 } else { 12 }) {
                0..4 => self.words(),
                4..8 => {
                    let name = self.random.pick(INLINE);
                    match name {
                        "ruby" => self.wrap(name, Self::ruby),
                        // A link in a link would end it.
                        "a" => self.wrap(name, Self::words),
                        _ => self.wrap(name, |w| w.phrasing(depth - 1)),
                    }
                }
                8 => {
                    let name = self.random.pick(VOID_INLINE);
                    self.open(name);
                }
                9 => self.svg(),
                10 => self.control(),
                _ => {
                    self.raw("<!-- a note -- of > some kind -->");
                    self.words();
                }
            }
        }
    }

    fn ruby(&mut self) {
        self.words();
        for name in ["rp", "rt", "rp"] {
            self.open(name);
            self.words();
            self.close_optional(name);
        }
    }

    fn control(&mut self) {
        match self.random.below(6) {
            0 => self.wrap("button", Self::words),
            1 => self.wrap("textarea", |w| w.raw("\nkeep <b>this</b> &amp; that")),
            2 => self.wrap("select", |w| {
                w.options();
                if w.random.chance(40) {
                    w.open("optgroup");
                    w.options();
                    w.close_optional("optgroup");
                }
            }),
            3 => self.wrap("datalist", Self::options),
            4 => self.wrap("picture", |w| {
                w.open("source");
                w.open("img");
            }),
            _ => {
                let name = self.random.pick(&["audio", "video"]);
                self.wrap(name, |w| {
                    w.open("source");
                    w.words();
                });
            }
        }
    }

    fn options(&mut self) {
        for _ in 0..1 + self.random.below(4) {
            self.open("option");
            self.words();
            self.close_optional("option");
        }
    }

    fn svg(&mut self) {
        self.raw(
            "<svg viewBox=\"0 0 24 24\" width=24 xmlns:xlink=\"http://www.w3.org/1999/xlink\">",
        );
        self.raw("<defs><linearGradient id=g gradientUnits=\"userSpaceOnUse\"><stop offset=0 /></linearGradient>");
        self.raw("<clipPath id='c'><rect/></clipPath></defs>");
        for _ in 0..1 + self.random.below(4) {
            let shape = self.random.pick(SHAPES);
            match self.random.chance(70) {
                true => self.raw(&format!("<{shape} fill=\"url(#g)\" d=\"M0 0L1 1\"/>")),
                false => self.wrap(shape, |_| {}),
            }
        }
        self.wrap("g", |w| {
            w.wrap("text", |w| {
                w.raw("label");
                w.wrap("tspan", |w| w.raw("part"));
            });
        });
        self.close("svg");
    }

    fn block(&mut self, depth: usize) {
        if depth == 0 {
            return self.paragraph();
        }
        match self.random.below(16) {
            0..4 => self.paragraph(),
            4 | 5 => {
                let name = self.random.pick(BLOCK);
                self.wrap(name, |w| w.blocks(depth - 1));
            }
            6 => {
                let name = self.random.pick(HEADINGS);
                self.wrap(name, |w| w.phrasing(2));
            }
            7 | 8 => self.list(depth),
            9 | 10 => self.table(depth),
            11 => self.wrap("dl", |w| {
                for name in ["dt", "dd", "dt", "dd", "dd"] {
                    w.open(name);
                    w.phrasing(2);
                    w.close_optional(name);
                    w.space();
                }
            }),
            12 => self.wrap("form", |w| {
                w.wrap("fieldset", |w| {
                    w.wrap("legend", Self::words);
                    w.wrap("label", |w| {
                        w.words();
                        w.open("input");
                    });
                    w.control();
                    w.space();
                    w.control();
                });
            }),
            13 => self.wrap("details", |w| {
                w.wrap("summary", |w| w.phrasing(1));
                w.blocks(depth - 1);
            }),
            14 => self.wrap("figure", |w| {
                w.open("img");
                w.wrap("figcaption", |w| w.phrasing(2));
            }),
            _ => {
                self.wrap("pre", |w| {
                    w.wrap("code", |w| w.raw("\nlet x = 1 &lt; 2;\n\n  y();"))
                });
                self.open("hr");
            }
        }
    }

    fn blocks(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(3) {
            self.space();
            self.block(depth);
        }
    }

    /// A paragraph's end tag may be left out where a block or its parent's end follows, as here always.
    fn paragraph(&mut self) {
        self.open("p");
        self.phrasing(3);
        self.close_optional("p");
    }

    fn list(&mut self, depth: usize) {
        let name = self.random.pick(&["ul", "ol", "menu"]);
        self.wrap(name, |w| {
            for _ in 0..1 + w.random.below(5) {
                w.space();
                w.open("li");
                w.phrasing(2);
                if w.random.chance(25) {
                    w.block(depth - 1);
                }
                w.close_optional("li");
            }
            w.space();
        });
    }

    fn table(&mut self, depth: usize) {
        self.wrap("table", |w| {
            if w.random.chance(40) {
                w.wrap("caption", |w| w.phrasing(1));
            }
            if w.random.chance(30) {
                w.open("colgroup");
                w.open("col");
                w.open("col");
                w.close_optional("colgroup");
            }
            for part in ["thead", "tbody", "tfoot"] {
                if part != "tbody" && w.random.chance(50) {
                    continue;
                }
                w.space();
                w.open(part);
                for _ in 0..1 + w.random.below(3) {
                    w.row(part, depth);
                }
                w.close_optional(part);
            }
            w.space();
        });
    }

    fn row(&mut self, part: &str, depth: usize) {
        self.space();
        self.open("tr");
        let cell = if part == "thead" { "th" } else { "td" };
        for _ in 0..1 + self.random.below(4) {
            self.space();
            self.open(cell);
            match self.random.chance(15) {
                true => self.block(depth - 1),
                false => self.phrasing(2),
            }
            self.close_optional(cell);
        }
        self.close_optional("tr");
    }
}
