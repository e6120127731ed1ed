//! The known element names, interned: a [`Tag`] is an index into one sorted table.
//!
//! Lookup hashes into a table, so a name costs one comparison. The table is built when it is first asked for: a text of
//! names is half of what a table of them takes in a wasm file.

use std::sync::LazyLock;

/// A known element name of HTML, SVG or MathML, whatever its namespace; compared without case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u16);

macro_rules! tags {
    ($($tag:ident $name:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Place { $($tag,)* COUNT }

        #[allow(missing_docs)]
        impl Tag { $(pub const $tag: Tag = Tag(Place::$tag as u16);)* }

        /// The names in their order, a space after each.
        const NAMES: &str = concat!($($name, " ",)*);
    };
}

tags! {
    A "a", ABBR "abbr", ACRONYM "acronym", ADDRESS "address", ALTGLYPH "altglyph",
    ALTGLYPHDEF "altglyphdef", ALTGLYPHITEM "altglyphitem", ANIMATE "animate",
    ANIMATECOLOR "animatecolor", ANIMATEMOTION "animatemotion",
    ANIMATETRANSFORM "animatetransform", ANNOTATION "annotation", ANNOTATION_XML "annotation-xml",
    APPLET "applet", AREA "area", ARTICLE "article", ASIDE "aside", AUDIO "audio", B "b",
    BASE "base", BASEFONT "basefont", BDI "bdi", BDO "bdo", BGSOUND "bgsound", BIG "big",
    BLOCKQUOTE "blockquote", BODY "body", BR "br", BUTTON "button", CANVAS "canvas",
    CAPTION "caption", CENTER "center", CIRCLE "circle", CITE "cite", CLIPPATH "clippath",
    CODE "code", COL "col", COLGROUP "colgroup", CURSOR "cursor", DATA "data", DATALIST "datalist",
    DD "dd", DEFS "defs", DEL "del", DESC "desc", DETAILS "details", DFN "dfn", DIALOG "dialog",
    DIR "dir", DISCARD "discard", DIV "div", DL "dl", DT "dt", ELLIPSE "ellipse", EM "em",
    EMBED "embed", FEBLEND "feblend", FECOLORMATRIX "fecolormatrix",
    FECOMPONENTTRANSFER "fecomponenttransfer", FECOMPOSITE "fecomposite",
    FECONVOLVEMATRIX "feconvolvematrix", FEDIFFUSELIGHTING "fediffuselighting",
    FEDISPLACEMENTMAP "fedisplacementmap", FEDISTANTLIGHT "fedistantlight",
    FEDROPSHADOW "fedropshadow", FEFLOOD "feflood", FEFUNCA "fefunca", FEFUNCB "fefuncb",
    FEFUNCG "fefuncg", FEFUNCR "fefuncr", FEGAUSSIANBLUR "fegaussianblur", FEIMAGE "feimage",
    FEMERGE "femerge", FEMERGENODE "femergenode", FEMORPHOLOGY "femorphology", FEOFFSET "feoffset",
    FEPOINTLIGHT "fepointlight", FESPECULARLIGHTING "fespecularlighting",
    FESPOTLIGHT "fespotlight", FETILE "fetile", FETURBULENCE "feturbulence", FIELDSET "fieldset",
    FIGCAPTION "figcaption", FIGURE "figure", FILTER "filter", FONT "font", FOOTER "footer",
    FOREIGNOBJECT "foreignobject", FORM "form", FRAME "frame", FRAMESET "frameset", G "g",
    GLYPH "glyph", GLYPHREF "glyphref", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6",
    HEAD "head", HEADER "header", HGROUP "hgroup", HKERN "hkern", HR "hr", HTML "html", I "i",
    IFRAME "iframe", IMAGE "image", IMG "img", INPUT "input", INS "ins", KBD "kbd",
    KEYGEN "keygen", LABEL "label", LEGEND "legend", LI "li", LINE "line",
    LINEARGRADIENT "lineargradient", LINK "link", LISTING "listing", MAIN "main",
    MALIGNMARK "malignmark", MAP "map", MARK "mark", MARKER "marker", MARQUEE "marquee",
    MASK "mask", MATH "math", MENU "menu", META "meta", METADATA "metadata", METER "meter",
    MGLYPH "mglyph", MI "mi", MN "mn", MO "mo", MPATH "mpath", MS "ms", MTEXT "mtext", NAV "nav",
    NOBR "nobr", NOEMBED "noembed", NOFRAMES "noframes", NOSCRIPT "noscript", OBJECT "object",
    OL "ol", OPTGROUP "optgroup", OPTION "option", OUTPUT "output", P "p", PARAM "param",
    PATH "path", PATTERN "pattern", PICTURE "picture", PLAINTEXT "plaintext", POLYGON "polygon",
    POLYLINE "polyline", PRE "pre", PROGRESS "progress", Q "q", RADIALGRADIENT "radialgradient",
    RB "rb", RECT "rect", RP "rp", RT "rt", RTC "rtc", RUBY "ruby", S "s", SAMP "samp",
    SCRIPT "script", SEARCH "search", SECTION "section", SELECT "select",
    SELECTEDCONTENT "selectedcontent", SET "set", SLOT "slot", SMALL "small", SOURCE "source",
    SPAN "span", STOP "stop", STRIKE "strike", STRONG "strong", STYLE "style", SUB "sub",
    SUMMARY "summary", SUP "sup", SVG "svg", SWITCH "switch", SYMBOL "symbol", TABLE "table",
    TBODY "tbody", TD "td", TEMPLATE "template", TEXT "text", TEXTAREA "textarea",
    TEXTPATH "textpath", TFOOT "tfoot", TH "th", THEAD "thead", TIME "time", TITLE "title",
    TR "tr", TRACK "track", TREF "tref", TSPAN "tspan", TT "tt", U "u", UL "ul", USE "use",
    VAR "var", VIDEO "video", VIEW "view", VKERN "vkern", WBR "wbr", XMP "xmp",
}

/// The elements of SVG whose names have capitals ("adjust SVG tag names", section 13.2.6.5).
const SVG_SPELLING: [(Tag, &str); 37] = [
    (Tag::ALTGLYPH, "altGlyph"),
    (Tag::ALTGLYPHDEF, "altGlyphDef"),
    (Tag::ALTGLYPHITEM, "altGlyphItem"),
    (Tag::ANIMATECOLOR, "animateColor"),
    (Tag::ANIMATEMOTION, "animateMotion"),
    (Tag::ANIMATETRANSFORM, "animateTransform"),
    (Tag::CLIPPATH, "clipPath"),
    (Tag::FEBLEND, "feBlend"),
    (Tag::FECOLORMATRIX, "feColorMatrix"),
    (Tag::FECOMPONENTTRANSFER, "feComponentTransfer"),
    (Tag::FECOMPOSITE, "feComposite"),
    (Tag::FECONVOLVEMATRIX, "feConvolveMatrix"),
    (Tag::FEDIFFUSELIGHTING, "feDiffuseLighting"),
    (Tag::FEDISPLACEMENTMAP, "feDisplacementMap"),
    (Tag::FEDISTANTLIGHT, "feDistantLight"),
    (Tag::FEDROPSHADOW, "feDropShadow"),
    (Tag::FEFLOOD, "feFlood"),
    (Tag::FEFUNCA, "feFuncA"),
    (Tag::FEFUNCB, "feFuncB"),
    (Tag::FEFUNCG, "feFuncG"),
    (Tag::FEFUNCR, "feFuncR"),
    (Tag::FEGAUSSIANBLUR, "feGaussianBlur"),
    (Tag::FEIMAGE, "feImage"),
    (Tag::FEMERGE, "feMerge"),
    (Tag::FEMERGENODE, "feMergeNode"),
    (Tag::FEMORPHOLOGY, "feMorphology"),
    (Tag::FEOFFSET, "feOffset"),
    (Tag::FEPOINTLIGHT, "fePointLight"),
    (Tag::FESPECULARLIGHTING, "feSpecularLighting"),
    (Tag::FESPOTLIGHT, "feSpotLight"),
    (Tag::FETILE, "feTile"),
    (Tag::FETURBULENCE, "feTurbulence"),
    (Tag::FOREIGNOBJECT, "foreignObject"),
    (Tag::GLYPHREF, "glyphRef"),
    (Tag::LINEARGRADIENT, "linearGradient"),
    (Tag::RADIALGRADIENT, "radialGradient"),
    (Tag::TEXTPATH, "textPath"),
];

impl Tag {
    /// A name that is not in the table.
    pub const UNKNOWN: Tag = Tag(u16::MAX);
    /// How many names the table has; known tags are below it.
    pub const COUNT: usize = Place::COUNT as usize;

    /// The tag of a name in small letters.
    #[inline]
    pub fn find(name: &str) -> Tag {
        let table = &*TABLE;
        let mut slot = hash(name.as_bytes());
        while let Some(known) = table.names.get(table.slots[slot] as usize) {
            if *known == name {
                return Tag(table.slots[slot]);
            }
            slot = (slot + 1) % SLOT_COUNT;
        }
        Tag::UNKNOWN
    }

    /// The name in small letters; empty for [`Tag::UNKNOWN`].
    #[inline]
    pub fn name(self) -> &'static str {
        TABLE.names.get(self.0 as usize).copied().unwrap_or("")
    }

    /// The name as SVG spells it.
    pub fn svg_name(self) -> &'static str {
        match SVG_SPELLING.binary_search_by_key(&self, |row| row.0) {
            Ok(found) => SVG_SPELLING[found].1,
            Err(_) => self.name(),
        }
    }
}

const SLOT_COUNT: usize = 1024;

struct Table {
    names: Vec<&'static str>,
    /// The names by hash, each at the first free slot from its own on; an empty slot holds the unknown tag.
    slots: [u16; SLOT_COUNT],
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let names: Vec<&str> = NAMES.split_terminator(' ').collect();
    let mut slots = [Tag::UNKNOWN.0; SLOT_COUNT];
    for (tag, name) in names.iter().enumerate() {
        let mut slot = hash(name.as_bytes());
        while slots[slot] != Tag::UNKNOWN.0 {
            slot = (slot + 1) % SLOT_COUNT;
        }
        slots[slot] = tag as u16;
    }
    Table { names, slots }
});

#[inline]
fn hash(name: &[u8]) -> usize {
    let hash = name.iter().take(16).fold(name.len() as u32, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    });
    (hash ^ (hash >> 15)) as usize % SLOT_COUNT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_the_tables_are_sorted() {
        let names = &TABLE.names;
        assert_eq!(names.len(), Tag::COUNT);
        for (place, name) in names.iter().enumerate() {
            assert_eq!(Tag::find(name), Tag(place as u16), "{name}");
        }
        assert!(names.is_sorted());
        assert!(SVG_SPELLING.is_sorted_by_key(|row| row.0));
        for (tag, spelled) in SVG_SPELLING {
            assert_eq!(spelled.to_ascii_lowercase(), tag.name());
            assert_eq!(tag.svg_name(), spelled);
        }
        assert_eq!(Tag::find("x-card"), Tag::UNKNOWN);
        assert_eq!(Tag::UNKNOWN.name(), "");
        assert_eq!(Tag::PATH.svg_name(), "path");
    }
}
