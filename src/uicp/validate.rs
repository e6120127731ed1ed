//! The way in: JSON text, or a document that the package wrote of a value, to what is checked. All or nothing.

use super::check::Check;
use super::doc::Doc;
use super::envelope::{read_batch, Batch};
use super::issue::{Fault, Invalid, Issue};
use super::place::Place;
use super::plan::{self, Plan};
use super::scan::{self, scan, Refusal};

/// Checks a batch: a JSON array of at most 64 envelopes, in UTF-8.
///
/// # Errors
/// All that is wrong with it.
pub fn batch(text: &[u8]) -> Result<Batch, Invalid> {
    let mut doc = Doc::default();
    read_text(text, &mut doc)?;
    Ok(batch_of(&mut doc, true)?.0)
}

/// Checks a plan: `{summary, risks?, batch, actorHints?}`, in UTF-8.
///
/// # Errors
/// All that is wrong with it.
pub fn plan(text: &[u8]) -> Result<Plan, Invalid> {
    let mut doc = Doc::default();
    read_text(text, &mut doc)?;
    Ok(plan_of(&mut doc, true)?.0)
}

/// Reads JSON text into a document.
///
/// # Errors
/// That it is no JSON, or too much of it.
pub fn read_text(text: &[u8], doc: &mut Doc) -> Result<(), Invalid> {
    scan(text, doc).map_err(refused)
}

/// What there is to say about a text that is longer than one may be.
pub fn too_long(bytes: usize) -> Invalid {
    refused(scan::too_long(bytes))
}

/// Checks the batch that a document is, which then has its keys in camelCase. With it comes how many words of the
/// document changed for that.
///
/// `keep`: whether the batch is wanted, or only the document; then HTML and JSON values in the batch are left empty.
///
/// # Errors
/// All that is wrong with it.
pub fn batch_of(doc: &mut Doc, keep: bool) -> Result<(Batch, usize), Invalid> {
    let mut check = Check::new(doc, keep);
    let batch = read_batch(&mut check, &Place::ROOT);
    let rewrites = check.finish()?;
    Ok((batch, doc.rewrite(rewrites)))
}

/// Checks the plan that a document is, as [`batch_of`] a batch.
///
/// # Errors
/// All that is wrong with it.
pub fn plan_of(doc: &mut Doc, keep: bool) -> Result<(Plan, usize), Invalid> {
    let mut check = Check::new(doc, keep);
    let plan = plan::read(&mut check, &Place::ROOT);
    let rewrites = check.finish()?;
    // What could not be read was reported.
    let plan = plan.ok_or(Invalid { issues: Vec::new() })?;
    Ok((plan, doc.rewrite(rewrites)))
}

#[cold]
fn refused(refusal: Refusal) -> Invalid {
    let Refusal {
        expected,
        found,
        limit,
        path,
    } = refusal;
    let fault = if limit { Fault::Custom } else { Fault::Json };
    let issue = Issue {
        path,
        fault,
        expected,
        found,
        op: None,
    };
    Invalid {
        issues: vec![issue],
    }
}
