//! "Foreign content" (section 13.2.6.5): SVG and MathML.

use super::class::{HTML_POINT, MATHML_TEXT_POINT};
use super::stack::Entry;
use super::Builder;
use crate::html::names::Tag;
use crate::html::tokenizer::Token;
use crate::html::tree::{Namespace, Span};

/// The attributes of SVG whose names have capitals ("adjust SVG attributes"), sorted without case.
#[rustfmt::skip]
static SVG_ATTRIBUTES: [&str; 58] = [
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
    "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
    "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
    "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits",
    "maskUnits", "numOctaves", "pathLength", "patternContentUnits", "patternTransform",
    "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio",
    "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur", "requiredExtensions",
    "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod", "startOffset",
    "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX",
    "targetY", "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector",
    "zoomAndPan",
];

fn spelled(name: &str, namespace: Namespace) -> Option<&'static str> {
    match namespace {
        Namespace::MathMl => (name == "definitionurl").then_some("definitionURL"),
        Namespace::Svg => {
            let order = |known: &&str| {
                known
                    .bytes()
                    .map(|b| b.to_ascii_lowercase())
                    .cmp(name.bytes())
            };
            let place = SVG_ATTRIBUTES.binary_search_by(order).ok()?;
            Some(SVG_ATTRIBUTES[place])
        }
        Namespace::Html => None,
    }
}

impl Builder<'_> {
    /// Whether the token falls to the rules for foreign content.
    pub(super) fn is_foreign(&self, token: Token) -> bool {
        let (class, namespace) = self.adjusted_current();
        if namespace == Namespace::Html || token == Token::Eof {
            return false;
        }
        let tag = self.tokenizer.tag.tag;
        match token {
            Token::Text(_) | Token::Nul => class & (MATHML_TEXT_POINT | HTML_POINT) == 0,
            Token::Start if class & HTML_POINT != 0 => false,
            Token::Start if class & MATHML_TEXT_POINT != 0 => {
                matches!(tag, Tag::MGLYPH | Tag::MALIGNMARK)
            }
            Token::Start if tag == Tag::SVG && namespace == Namespace::MathMl => {
                self.stack.len() == 1 || self.stack.current().tag != Tag::ANNOTATION_XML
            }
            _ => true,
        }
    }

    pub(super) fn foreign(&mut self, token: Token) {
        let tag = self.tokenizer.tag.tag;
        match token {
            Token::Text(text) => self.insert_text(text),
            Token::Nul => self.insert_replacement(),
            Token::Comment(text) => self.insert_comment(text),
            Token::Start if self.breaks_out(tag) => self.break_out(token),
            Token::Start => self.start_foreign(self.adjusted_current().1),
            Token::End if matches!(tag, Tag::BR | Tag::P) => self.break_out(token),
            Token::End => self.end_foreign(token),
            Token::Doctype | Token::Eof => {}
        }
    }

    /// Inserts a foreign element of the token in hand.
    pub(super) fn start_foreign(&mut self, namespace: Namespace) {
        for attribute in &mut self.tokenizer.tag.attributes {
            if let Some(name) = spelled(attribute.name.of(&self.tree.text), namespace) {
                let start = self.tree.text.len();
                self.tree.text.push_str(name);
                attribute.name = Span::new(start, self.tree.text.len());
            }
        }
        match self.tokenizer.tag.self_closing {
            true => self.insert_void(namespace),
            false => self.insert_foreign(namespace),
        };
    }

    /// Whether the start tag can only be meant as HTML.
    fn breaks_out(&self, tag: Tag) -> bool {
        match tag {
            Tag::B
            | Tag::BIG
            | Tag::BLOCKQUOTE
            | Tag::BODY
            | Tag::BR
            | Tag::CENTER
            | Tag::CODE
            | Tag::DD
            | Tag::DIV
            | Tag::DL
            | Tag::DT
            | Tag::EM
            | Tag::EMBED
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::HEAD
            | Tag::HR
            | Tag::I
            | Tag::IMG
            | Tag::LI
            | Tag::LISTING
            | Tag::MENU
            | Tag::META
            | Tag::NOBR
            | Tag::OL
            | Tag::P
            | Tag::PRE
            | Tag::RUBY
            | Tag::S
            | Tag::SMALL
            | Tag::SPAN
            | Tag::STRONG
            | Tag::STRIKE
            | Tag::SUB
            | Tag::SUP
            | Tag::TABLE
            | Tag::TT
            | Tag::U
            | Tag::UL
            | Tag::VAR => true,
            Tag::FONT => self.tokenizer.tag.attributes.iter().any(|attribute| {
                matches!(
                    attribute.name.of(&self.tree.text),
                    "color" | "face" | "size"
                )
            }),
            _ => false,
        }
    }

    fn break_out(&mut self, token: Token) {
        self.stack.pop_to_class(&mut self.tree, |entry| {
            entry.namespace == Namespace::Html
                || entry.class & (MATHML_TEXT_POINT | HTML_POINT) != 0
        });
        self.by_mode(token);
    }

    fn end_foreign(&mut self, token: Token) {
        if self.stack.len() == 1 {
            return;
        }
        let html = |entry: &Entry| entry.namespace == Namespace::Html;
        let found = self.find_named(|_| true, html);
        match found {
            Some((place, entry)) if entry.namespace != Namespace::Html => {
                self.stack.pop_from(&mut self.tree, place);
            }
            _ => self.by_mode(token),
        }
    }
}
