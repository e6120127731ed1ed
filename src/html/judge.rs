//! The attributes of one element: which pass, and as what.

use super::options::Options;
use super::policy::rules::Value;
use super::policy::{attributes, clobbering, open_name};
use super::report::What;
use super::tree::Attribute;
use super::values::url::{self, Fetch, Use};
use super::values::{css, is_geometry, is_number, srcset};
use super::walk::Sink;
use std::sync::LazyLock;

/// What a link that opens a page of its own must say, so that the page cannot reach back.
const NO_OPENER: &str = "noopener noreferrer";

static REL: LazyLock<Option<usize>> = LazyLock::new(|| attributes::number("rel"));

/// Tells of a removal: what, its name, why.
pub(super) type Tell<'a> = dyn FnMut(What, &str, &'static str) + 'a;

/// Judges attributes under one set of options.
pub(super) struct Judge<'a> {
    fetch: &'a Fetch,
    clobbering: bool,
    /// A value that is written anew.
    written: String,
}

impl<'a> Judge<'a> {
    /// Under these options.
    pub(super) fn new(options: &'a Options) -> Self {
        Judge {
            fetch: &options.fetch,
            clobbering: options.clobbering,
            written: String::new(),
        }
    }

    /// Gives the sink what passes of an element's attributes.
    pub(super) fn attributes<'t>(
        &mut self,
        all: impl Iterator<Item = Attribute<'t>>,
        element: usize,
        sink: &mut impl Sink,
        tell: &mut Tell<'_>,
    ) {
        let (mut rel, mut blank) = (None, false);
        for Attribute { name, value, .. } in all {
            if open_name(name) {
                sink.open_attribute(name, value);
                continue;
            }
            let found = attributes::number(name)
                .and_then(|number| Some((number, attributes::rule(number, element)?)));
            let Some((number, rule)) = found else {
                if !says_nothing(name, value) {
                    tell(What::Attribute, name, refusal(name));
                }
                continue;
            };
            match rule.value {
                // It is known only behind the last attribute which of them holds.
                Value::Rel => rel = Some(value),
                Value::Target if value.eq_ignore_ascii_case("_blank") => {
                    blank = true;
                    sink.attribute(number, "_blank");
                }
                kind => self.value(kind, name, value, number, sink, tell),
            }
        }
        if blank && rel.is_some_and(|rel| rel != NO_OPENER) {
            tell(
                What::Attribute,
                "rel",
                "a link to a page of its own is noopener noreferrer",
            );
        }
        if let (Some(number), Some(value)) = (*REL, if blank { Some(NO_OPENER) } else { rel }) {
            sink.attribute(number, value);
        }
    }

    fn value(
        &mut self,
        kind: Value,
        name: &str,
        value: &str,
        number: usize,
        sink: &mut impl Sink,
        tell: &mut Tell<'_>,
    ) {
        let outcome = match kind {
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
            Value::LinkUrl => return self.address(Use::Link, name, value, number, sink, tell),
            Value::ImageUrl => return self.address(Use::Image, name, value, number, sink, tell),
            Value::MediaUrl => return self.address(Use::Media, name, value, number, sink, tell),
            Value::Style | Value::Srcset => {
                return self.list(kind, name, value, number, sink, tell)
            }
        };
        match outcome {
            Ok(()) => sink.attribute(number, value),
            Err(why) => tell(what_of(kind), name, why),
        }
    }

    fn address(
        &self,
        purpose: Use,
        name: &str,
        value: &str,
        number: usize,
        sink: &mut impl Sink,
        tell: &mut Tell<'_>,
    ) {
        match url::check(value, purpose, self.fetch) {
            Ok(address) => sink.attribute(number, &address),
            Err(why) => tell(What::Url, name, why),
        }
    }

    /// A value of parts that are judged one by one: what is left of it, if anything.
    fn list(
        &mut self,
        kind: Value,
        name: &str,
        value: &str,
        number: usize,
        sink: &mut impl Sink,
        tell: &mut Tell<'_>,
    ) {
        self.written.clear();
        if kind == Value::Style {
            css::declarations(value, &mut self.written, |property, why| {
                tell(What::Css, property, why);
            });
        } else {
            srcset::check(value, self.fetch, &mut self.written, |_, why| {
                tell(What::Url, name, why);
            });
        }
        if !self.written.is_empty() {
            sink.attribute(number, &self.written);
        }
    }
}

fn ok(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    holds.then_some(()).ok_or(otherwise)
}

fn one_of(words: &[&str], value: &str) -> Result<(), &'static str> {
    let known = words.iter().any(|word| word.eq_ignore_ascii_case(value));
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
