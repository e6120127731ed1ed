//! Markup: a parser after the HTML standard, whose tree is judged by a policy and never reparsed.
//!
//! Text flows one way: a tokenizer reads it, a builder makes a [`tree`] of the tokens. Section numbers are
//! those of the HTML standard (<https://html.spec.whatwg.org/>), of which these parts mean nothing here:
//!
//! - Quirks: a fragment is read as in a document without them (a `table` ends a `p`).
//! - Scripts: they never run, but `noscript` holds text, as in a page whose scripts do.
//! - Processing instructions (`<?name data>`): comments, which end at the same byte.
//! - Declarative shadow roots and the filling of `selectedcontent`: what is written stays what it is.

mod builder;
mod entities;
mod judge;
pub mod limits;
pub(crate) mod models;
pub mod names;
mod newlines;
pub mod ops;
pub mod options;
pub mod policy;
pub mod report;
pub mod sanitize;
pub mod serialise;
mod tokenizer;
pub mod tree;
pub mod values;
pub mod walk;

use builder::Builder;
use policy::nesting::Facts;

pub use limits::{HtmlLimits, Truncation};
pub use names::Tag;
pub use tree::{Attribute, AttributeNamespace, Kind, Namespace, NodeId, Tree};

/// What [`parse_fragment`] made.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    /// What the limits took away, if anything.
    pub truncated: Option<Truncation>,
}

/// Parses markup as the standard parses a fragment (section 13.4).
///
/// `context` is the name of the element that the markup is meant for, in small letters: `tbody` keeps rows,
/// `svg` and `math` read foreign content, and unknown names and a document's own skeleton (`html`, `head`,
/// `body`, `frameset`) read as `div` does. Any input has a tree. The work is linear in the input's length.
pub fn parse_fragment(input: &str, context: &str, limits: &HtmlLimits) -> Parsed {
    let (tree, truncation) = match input.contains('\r') {
        false => Builder::new(input, context, limits).run(),
        true => {
            let normalised = newlines::normalise(input);
            let (mut tree, mut truncation) = Builder::new(&normalised.text, context, limits).run();
            tree.map_offsets(|offset| normalised.original(offset));
            truncation.stopped_at = truncation.stopped_at.map(|at| normalised.original(at));
            (tree, truncation)
        }
    };
    let truncated = (truncation != Truncation::default()).then_some(truncation);
    Parsed { tree, truncated }
}

/// Whether markup reads alike in two context elements, by their numbers in the policy. It may say no where it does.
pub fn reads_alike(a: usize, b: usize) -> bool {
    let is_plain = |number: usize| {
        policy::elements::ELEMENTS
            .get(number)
            .is_some_and(|element| {
                builder::begins_in_body(element.name) && element.place.at_root() == Facts::NONE
            })
    };
    a == b || (is_plain(a) && is_plain(b))
}
