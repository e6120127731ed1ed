//! What passed, as text ("serialise HTML fragments", section 13.3).
//!
//! Two things are done beyond the standard's algorithm so that a parser reads back the same tree: a line feed at the
//! start of `pre` and `textarea` is doubled, since the parser drops the first; a carriage return is written as a
//! reference, since the parser would make a line feed of it.

use super::policy::attributes::NAMES;
use super::policy::elements::{Content, Element, ELEMENTS};
use super::walk::Sink;
use crate::text::cut;

/// Writes markup.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
    /// The element opened last is one whose first line feed a parser drops.
    at_start: bool,
}

impl Writer {
    /// With room for about `bytes`.
    pub fn with_capacity(bytes: usize) -> Self {
        Writer {
            out: String::with_capacity(bytes),
            ..Writer::default()
        }
    }

    /// The markup.
    pub fn finish(self) -> String {
        self.out
    }

    fn write_attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape(value, true, &mut self.out);
        self.out.push('"');
    }
}

impl Sink for Writer {
    fn open(&mut self, element: usize) {
        let name = ELEMENTS[element].name;
        self.out.push('<');
        self.out.push_str(name);
        self.at_start = matches!(name, "pre" | "textarea");
    }

    fn attribute(&mut self, attribute: usize, value: &str) {
        self.write_attribute(NAMES[attribute], value);
    }

    fn open_attribute(&mut self, name: &str, value: &str) {
        self.write_attribute(name, value);
    }

    fn opened(&mut self) {
        self.out.push('>');
    }

    fn text(&mut self, text: &str) {
        if self.at_start && text.starts_with('\n') {
            self.out.push('\n');
        }
        self.at_start &= text.is_empty();
        escape(text, false, &mut self.out);
    }

    fn close(&mut self, element: usize) {
        self.at_start = false;
        let Element { name, content, .. } = ELEMENTS[element];
        if content != Content::Void {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }
}

/// Appends text with what markup would read otherwise written as references.
fn escape(text: &str, in_attribute: bool, out: &mut String) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let (reference, len) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' if in_attribute => ("&quot;", 1),
            b'\r' => ("&#13;", 1),
            0xc2 if text.as_bytes().get(at + 1) == Some(&0xa0) => ("&nbsp;", 2),
            _ => continue,
        };
        out.push_str(cut(text, from, at));
        out.push_str(reference);
        from = at + len;
    }
    out.push_str(cut(text, from, text.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_for_where_it_stands() {
        let written = |text, in_attribute| {
            let mut out = String::new();
            escape(text, in_attribute, &mut out);
            out
        };
        assert_eq!(
            written("a<b>&\"\u{a0}é\r\n", false),
            "a&lt;b&gt;&amp;\"&nbsp;é&#13;\n"
        );
        assert_eq!(
            written("a<b>&\"'\u{a0}", true),
            "a&lt;b&gt;&amp;&quot;'&nbsp;"
        );
        assert_eq!(written("\u{c2}\u{a1}", false), "\u{c2}\u{a1}");
    }
}
