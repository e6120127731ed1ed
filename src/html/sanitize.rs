//! Markup in, markup or an op buffer out.

use super::options::Options;
use super::report::{Removed, Report, What};
use super::serialise::Writer;
use super::walk::{walk, Sink};
use super::{parse_fragment, Truncation};
use crate::error::Result;

/// What [`sanitize_html`] makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sanitized {
    /// Markup that holds nothing but what the policy names, and that parses into the tree that it was written from.
    pub html: String,
    /// What was taken away.
    pub removed: Vec<Removed>,
}

/// Judges markup by the policy and writes what passes as markup.
///
/// # Errors
/// `Unprocessable` for input over the byte limit.
pub fn sanitize_html(input: &str, options: &Options) -> Result<Sanitized> {
    let mut writer = Writer::with_capacity(input.len() + input.len() / 8);
    let removed = judge(input, options, &mut writer)?;
    Ok(Sanitized {
        html: writer.finish(),
        removed,
    })
}

/// Judges markup by the policy and gives what passes to an op buffer, as nodes to build.
///
/// # Errors
/// `Unprocessable` for input over the byte limit.
pub fn sanitize_to_ops(input: &str, options: &Options, ops: &mut dyn Sink) -> Result<Vec<Removed>> {
    judge(input, options, ops)
}

fn judge(input: &str, options: &Options, sink: &mut dyn Sink) -> Result<Vec<Removed>> {
    options.limits.admit(input)?;
    let parsed = parse_fragment(input, &options.context, &options.limits);
    let mut report = Report::default();
    if let Some(truncated) = parsed.truncated {
        tell_limits(truncated, options, &mut report);
    }
    walk(&parsed.tree, options, sink, &mut report);
    Ok(report.finish())
}

fn tell_limits(truncated: Truncation, options: &Options, report: &mut Report) {
    let mut tell = |name: &str, reason: String| {
        report.add(What::Limit, name, &reason, &String::new);
    };
    if truncated.flattened > 0 {
        let (count, depth) = (truncated.flattened, options.limits.depth);
        tell(
            "depth",
            format!("{count} elements deeper than {depth} stand beside their parents"),
        );
    }
    if truncated.unformatted > 0 {
        let count = truncated.unformatted;
        tell(
            "formatting",
            format!("{count} formatting elements were not opened again"),
        );
    }
    if let Some(at) = truncated.stopped_at {
        let nodes = options.limits.nodes;
        tell(
            "nodes",
            format!("reading stopped at byte {at}, at {nodes} nodes"),
        );
    }
}
