//! The attributes of one element: which pass, and as what.

use super::options::{DataRule, Options};
use super::policy::rules::Value;
use super::policy::{attributes, clobbering, open_name};
use super::report::What;
use super::tree::Attribute;
use super::values::url::{self, Fetch, Use};
use super::values::{css, is_geometry, is_number, srcset};
use super::walk::Sink;
use crate::text::same_word;

/// What a link that opens a page of its own must say, so that the page cannot reach back.
const NO_OPENER: &str = "noopener noreferrer";

const REL: usize = attributes::number_of("rel");

/// Tells of a removal: what, its name, why.
pub(super) type Tell<'a> = dyn FnMut(What, &str, &'static str) + 'a;

/// Judges attributes under one set of options.
pub(super) struct Judge<'a> {
    fetch: &'a Fetch,
    clobbering: bool,
    refuse_data: Option<DataRule>,
    /// A value that is written anew.
    kept: String,
}

/// An attribute that the policy has for the element it stands on.
struct Written<'t> {
    kind: Value,
    number: usize,
    name: &'t str,
    value: &'t str,
}

impl<'a> Judge<'a> {
    /// Under these options.
    pub(super) fn new(options: &'a Options) -> Self {
        Judge {
            fetch: &options.fetch,
            clobbering: options.clobbering,
            refuse_data: options.refuse_data,
            kept: String::new(),
        }
    }

    /// Gives the sink what passes of an element's attributes.
    pub(super) fn attributes<'t>(
        &mut self,
        all: impl Iterator<Item = Attribute<'t>>,
        element: usize,
        sink: &mut dyn Sink,
        tell: &mut Tell<'_>,
    ) {
        let (mut rel, mut blank) = (None, false);
        for Attribute { name, value, .. } in all {
            if open_name(name) {
                match self.refuse_data.and_then(|rule| rule(name, value)) {
                    None => sink.open_attribute(name, value),
                    Some(reason) => tell(What::Attribute, name, reason),
                }
                continue;
            }
            let found = attributes::number(name)
                .and_then(|number| Some((number, attributes::value(number, element)?)));
            let Some((number, kind)) = found else {
                if !says_nothing(name, value) {
                    tell(What::Attribute, name, refusal(name));
                }
                continue;
            };
            match kind {
                // Even without a target: a page may have a base whose links open pages of their own.
                Value::Rel if has_word(value, "opener") => {
                    tell(What::Attribute, name, "a link's page does not reach back");
                }
                // It is known only behind the last attribute which of them holds.
                Value::Rel => rel = Some(value),
                Value::Target if same_word(value, "_blank") => {
                    blank = true;
                    sink.attribute(number, "_blank");
                }
                _ => {
                    let written = Written {
                        kind,
                        number,
                        name,
                        value,
                    };
                    self.value(&written, sink, tell);
                }
            }
        }
        if blank && rel.is_some_and(|rel| rel != NO_OPENER) {
            tell(
                What::Attribute,
                "rel",
                "a link to a page of its own is noopener noreferrer",
            );
        }
        if let Some(value) = if blank { Some(NO_OPENER) } else { rel } {
            sink.attribute(REL, value);
        }
    }

    fn value(&mut self, written: &Written<'_>, sink: &mut dyn Sink, tell: &mut Tell<'_>) {
        let value = written.value;
        let outcome = match written.kind {
            Value::Text | Value::IdRefs => Ok(()),
            Value::OneOf(words) => one_of(words, value),
            Value::Number => ok(is_number(value), "a number was expected"),
            Value::Geometry => ok(is_geometry(value), "numbers and letters were expected"),
            Value::Id | Value::Name => ok(
                !self.clobbering || !clobbering::hides(value),
                "it would hide a property of the page's document, window or forms",
            ),
            Value::Css => css::check_value(value, false),
            Value::Paint => css::check_value(value, true),
            Value::Target | Value::Rel => Err("only _blank"),
            Value::LinkUrl => return self.address(Use::Link, written, sink, tell),
            Value::ImageUrl => return self.address(Use::Image, written, sink, tell),
            Value::MediaUrl => return self.address(Use::Media, written, sink, tell),
            Value::Style | Value::Srcset => return self.list(written, sink, tell),
        };
        match outcome {
            Ok(()) => sink.attribute(written.number, value),
            Err(why) => tell(what_of(written.kind), written.name, why),
        }
    }

    fn address(
        &self,
        purpose: Use,
        written: &Written<'_>,
        sink: &mut dyn Sink,
        tell: &mut Tell<'_>,
    ) {
        match url::check(written.value, purpose, self.fetch) {
            Ok(address) => sink.attribute(written.number, &address),
            Err(why) => tell(What::Url, written.name, why),
        }
    }

    /// A value of parts that are judged one by one: what is left of it, if anything.
    fn list(&mut self, written: &Written<'_>, sink: &mut dyn Sink, tell: &mut Tell<'_>) {
        self.kept.clear();
        if written.kind == Value::Style {
            css::declarations(written.value, &mut self.kept, &mut |property, why| {
                tell(What::Css, property, why);
            });
        } else {
            srcset::check(written.value, self.fetch, &mut self.kept, &mut |_, why| {
                tell(What::Url, written.name, why);
            });
        }
        if !self.kept.is_empty() {
            sink.attribute(written.number, &self.kept);
        }
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.split_ascii_whitespace()
        .any(|each| same_word(each, word))
}

fn ok(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    holds.then_some(()).ok_or(otherwise)
}

fn one_of(words: &[&str], value: &str) -> Result<(), &'static str> {
    let known = words.iter().any(|word| same_word(word, value));
    ok(known, "not one of the words of the policy")
}

fn what_of(kind: Value) -> What {
    match kind {
        Value::Css | Value::Paint => What::Css,
        _ => What::Attribute,
    }
}

/// The namespace that a graphic has anyway: dropping it takes nothing away.
fn says_nothing(name: &str, value: &str) -> bool {
    name == "xmlns" && value == "http://www.w3.org/2000/svg"
}

fn refusal(name: &str) -> &'static str {
    match name.starts_with("on") {
        true => "markup does not run programs",
        false => "not in the policy for this element",
    }
}
