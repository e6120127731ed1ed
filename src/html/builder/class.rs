//! What the standard says of elements by name, as bits.

use crate::html::names::Tag;
use crate::html::tree::Namespace;

/// "Special" (section 13.2.4.2): ends the search of an end tag.
pub(super) const SPECIAL: u16 = 1;
/// Ends every scope (section 13.2.4.2, "has an element in scope").
pub(super) const SCOPE: u16 = 1 << 1;
/// Ends button scope, too.
pub(super) const BUTTON_SCOPE: u16 = SCOPE | 1 << 2;
/// Ends list item scope, too.
pub(super) const LIST_SCOPE: u16 = SCOPE | 1 << 3;
/// Ends table scope.
pub(super) const TABLE_SCOPE: u16 = 1 << 4;
/// Its end tag may be implied (section 13.2.6.3).
pub(super) const IMPLIED_END: u16 = 1 << 5;
/// Its end tag may be implied when a template ends.
pub(super) const THOROUGHLY_IMPLIED_END: u16 = 1 << 6;
/// What is put here is foster parented.
pub(super) const FOSTER: u16 = 1 << 7;
/// Pushed a marker onto the list of active formatting elements.
pub(super) const MARKED: u16 = 1 << 8;
/// Goes into the list of active formatting elements.
pub(super) const FORMATTING: u16 = 1 << 9;
/// `h1` to `h6`.
pub(super) const HEADING: u16 = 1 << 10;
/// HTML begins again inside (section 13.2.6, "HTML integration point").
pub(super) const HTML_POINT: u16 = 1 << 11;
/// Text and most HTML begin again inside (section 13.2.6, "MathML text integration point").
pub(super) const MATHML_TEXT_POINT: u16 = 1 << 12;
/// Its insertion mode is its own.
pub(super) const MODE: u16 = 1 << 13;
/// Its start tag closes a `p`, its end tag closes what is open in it, and there is no more to them.
pub(super) const BLOCK: u16 = 1 << 14;

const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

static HTML: [u16; Tag::COUNT] = {
    use Tag as T;
    let mut class = [0; Tag::COUNT];
    #[rustfmt::skip]
    let special = [
        T::ADDRESS, T::APPLET, T::AREA, T::ARTICLE, T::ASIDE, T::BASE, T::BASEFONT, T::BGSOUND,
        T::BLOCKQUOTE, T::BODY, T::BR, T::BUTTON, T::CAPTION, T::CENTER, T::COL, T::COLGROUP, T::DD,
        T::DETAILS, T::DIR, T::DIV, T::DL, T::DT, T::EMBED, T::FIELDSET, T::FIGCAPTION, T::FIGURE,
        T::FOOTER, T::FORM, T::FRAME, T::FRAMESET, T::HEAD, T::HEADER, T::HGROUP, T::HR, T::HTML,
        T::IFRAME, T::IMG, T::INPUT, T::KEYGEN, T::LI, T::LINK, T::LISTING, T::MAIN, T::MARQUEE,
        T::MENU, T::META, T::NAV, T::NOEMBED, T::NOFRAMES, T::NOSCRIPT, T::OBJECT, T::OL, T::P,
        T::PARAM, T::PLAINTEXT, T::PRE, T::SCRIPT, T::SEARCH, T::SECTION, T::SELECT, T::SOURCE,
        T::STYLE, T::SUMMARY, T::TABLE, T::TBODY, T::TD, T::TEMPLATE, T::TEXTAREA, T::TFOOT, T::TH,
        T::THEAD, T::TITLE, T::TR, T::TRACK, T::UL, T::WBR, T::XMP,
    ];
    set(&mut class, &special, SPECIAL);
    set(&mut class, &HEADINGS, SPECIAL | HEADING);
    #[rustfmt::skip]
    let scopes = [
        T::APPLET, T::CAPTION, T::HTML, T::TABLE, T::TD, T::TH, T::MARQUEE, T::OBJECT, T::SELECT,
        T::TEMPLATE,
    ];
    set(&mut class, &scopes, SCOPE);
    set(&mut class, &[T::BUTTON], BUTTON_SCOPE & !SCOPE);
    set(&mut class, &[T::OL, T::UL], LIST_SCOPE & !SCOPE);
    set(&mut class, &[T::HTML, T::TABLE, T::TEMPLATE], TABLE_SCOPE);
    #[rustfmt::skip]
    let implied = [
        T::DD, T::DT, T::LI, T::OPTGROUP, T::OPTION, T::P, T::RB, T::RP, T::RT, T::RTC,
    ];
    set(&mut class, &implied, IMPLIED_END | THOROUGHLY_IMPLIED_END);
    let parts = [T::TBODY, T::THEAD, T::TFOOT, T::TR];
    set(&mut class, &parts, THOROUGHLY_IMPLIED_END | FOSTER | MODE);
    set(&mut class, &[T::TABLE], FOSTER | MODE);
    let cells = [T::CAPTION, T::TD, T::TH];
    set(&mut class, &cells, THOROUGHLY_IMPLIED_END | MARKED | MODE);
    set(&mut class, &[T::COLGROUP], THOROUGHLY_IMPLIED_END | MODE);
    set(&mut class, &[T::TEMPLATE], MARKED | MODE);
    set(&mut class, &[T::APPLET, T::MARQUEE, T::OBJECT], MARKED);
    #[rustfmt::skip]
    let formatting = [
        T::A, T::B, T::BIG, T::CODE, T::EM, T::FONT, T::I, T::NOBR, T::S, T::SMALL, T::STRIKE,
        T::STRONG, T::TT, T::U,
    ];
    set(&mut class, &formatting, FORMATTING);
    #[rustfmt::skip]
    let blocks = [
        T::ADDRESS, T::ARTICLE, T::ASIDE, T::BLOCKQUOTE, T::CENTER, T::DETAILS, T::DIALOG, T::DIR,
        T::DIV, T::DL, T::FIELDSET, T::FIGCAPTION, T::FIGURE, T::FOOTER, T::HEADER, T::HGROUP,
        T::MAIN, T::MENU, T::NAV, T::OL, T::SEARCH, T::SECTION, T::SUMMARY, T::UL,
    ];
    set(&mut class, &blocks, BLOCK);
    class
};

const fn set(class: &mut [u16; Tag::COUNT], tags: &[Tag], bits: u16) {
    let mut at = 0;
    while at < tags.len() {
        class[tags[at].0 as usize] |= bits;
        at += 1;
    }
}

/// The bits of an element. `annotation-xml` is an HTML integration point by its attributes, not by name.
pub(super) fn class_of(namespace: Namespace, tag: Tag) -> u16 {
    match (namespace, tag) {
        (Namespace::Html, _) => HTML.get(tag.0 as usize).copied().unwrap_or(0),
        (Namespace::MathMl, Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT) => {
            SPECIAL | SCOPE | MATHML_TEXT_POINT
        }
        (Namespace::MathMl, Tag::ANNOTATION_XML) => SPECIAL | SCOPE,
        (Namespace::Svg, Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE) => {
            SPECIAL | SCOPE | HTML_POINT
        }
        _ => 0,
    }
}
