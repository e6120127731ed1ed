//! The journal: a text beside the state file that names what a transaction does.
//!
//! ```text
//! vitrine-state 1 19f0c2a7-3e1
//! write "/srv/state/OPS/QUEUE.json"
//! remove "/srv/state/OLD.json"
//! commit 8c1f0a2b3c4d5e6f
//! ```
//!
//! The last line comes when all new contents are durable. Without it, or with one that does not fit the lines above it,
//! nothing has been renamed yet. The new content of the n-th step waits in its target's folder, in a file whose name has
//! the number of the transaction, which is never used again.

use std::path::{Path, PathBuf};
use vitrine::json::Json;

const MAGIC: &str = "vitrine-state 1 ";

/// What becomes of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// It gets the content that waits beside it.
    Write(PathBuf),
    /// It goes.
    Remove(PathBuf),
}

/// A transaction, as the journal names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Journal {
    /// Which transaction this is.
    pub(crate) number: String,
    /// In the order in which they are done.
    pub(crate) steps: Vec<Step>,
    /// Whether the last line is there.
    pub(crate) committed: bool,
}

impl Step {
    pub(crate) fn target(&self) -> &Path {
        match self {
            Step::Write(target) | Step::Remove(target) => target,
        }
    }
}

impl Journal {
    /// Where the new content of a step waits.
    pub(crate) fn waiting(&self, step: usize) -> PathBuf {
        let name = format!(".vitrine-{}-{step}.tmp", self.number);
        self.steps[step].target().with_file_name(name)
    }

    /// All but the last line.
    pub(crate) fn begun(&self) -> String {
        let mut text = format!("{MAGIC}{}\n", self.number);
        for step in &self.steps {
            let (what, path) = match step {
                Step::Write(path) => ("write", path),
                Step::Remove(path) => ("remove", path),
            };
            // Paths come from the engine, which knows texts only.
            text += &format!("{what} {}\n", Json::from(&*path.to_string_lossy()));
        }
        text
    }

    /// The last line.
    pub(crate) fn commit(&self) -> String {
        commit_of(&self.begun())
    }

    /// Reads a journal, whole or torn. A line that cannot be read ends it.
    ///
    /// # Errors
    /// A sentence, where this is something else.
    pub(crate) fn read(bytes: &[u8]) -> Result<Journal, String> {
        let text = String::from_utf8_lossy(bytes);
        // After a power cut a file may have its length but not its content.
        let torn = MAGIC.starts_with(&*text) || bytes.iter().all(|byte| *byte == 0);
        if !torn && !text.starts_with(MAGIC) {
            return Err("it is no journal of vitrine-state; move it away".to_owned());
        }
        let mut journal = Journal {
            number: String::new(),
            steps: Vec::new(),
            committed: false,
        };
        let Some((first, rest)) = text.split_once('\n').filter(|_| !torn) else {
            return Ok(journal);
        };
        let number = &first[MAGIC.len()..];
        if number.is_empty() || !number.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-') {
            return Ok(journal);
        }
        journal.number = number.to_owned();
        journal.steps = rest.split('\n').map_while(step).collect();
        let begun = journal.begun();
        journal.committed = text == format!("{begun}{}", commit_of(&begun));
        Ok(journal)
    }
}

fn step(line: &str) -> Option<Step> {
    let (what, path) = line.split_once(' ')?;
    let path = PathBuf::from(Json::parse(path.as_bytes()).ok()?.as_str()?);
    match what {
        _ if !path.is_absolute() || path.file_name().is_none() => None,
        "write" => Some(Step::Write(path)),
        "remove" => Some(Step::Remove(path)),
        _ => None,
    }
}

/// Against tearing, not against malice: FNV-1a of the lines above.
fn commit_of(begun: &str) -> String {
    let hash = begun
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
    format!("commit {hash:016x}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> Journal {
        Journal {
            number: "1f-2".to_owned(),
            steps: vec![
                Step::Write("/a/é \"b\"\n.json".into()),
                Step::Remove("/a/c.json".into()),
            ],
            committed: true,
        }
    }

    #[test]
    fn a_journal_reads_as_it_was_written() {
        let whole = journal();
        let text = whole.begun() + &whole.commit();
        assert_eq!(Journal::read(text.as_bytes()), Ok(whole));
    }

    #[test]
    fn a_torn_journal_is_not_committed_and_names_a_part_of_the_same() {
        let whole = journal();
        let text = whole.begun() + &whole.commit();
        for end in 0..text.len() {
            let torn = Journal::read(&text.as_bytes()[..end]).unwrap();
            assert!(!torn.committed, "{end}");
            assert!(whole.steps.starts_with(&torn.steps), "{end}");
        }
        for at in MAGIC.len()..text.len() {
            let mut zeros = text.clone().into_bytes();
            zeros[at] = 0;
            assert!(!Journal::read(&zeros).unwrap().committed, "{at}");
        }
        assert!(!Journal::read(&[0; 4096]).unwrap().committed);
    }

    #[test]
    fn something_else_is_no_journal() {
        assert!(Journal::read(b"{}").is_err());
        assert!(Journal::read(b"vitrine-state 2 1f\n").is_err());
    }
}
