//! A document whose files are in memory: the same engine where there are no files.

use super::outcome::{Exit, Outcome};
use super::plan::{prepare, Plan, Source};
use super::ports::{Found, Root, Shard, Shards, Supplied};
use super::run;
use crate::map::Map;

/// A state document and its shards, as texts by path.
///
/// Paths are relative to one folder, or absolute. `a.json`, `./a.json` and `x/../a.json` are one file.
#[derive(Debug, Clone, Default)]
pub struct Document {
    path: String,
    files: Map<String, String>,
}

/// What a command may read beside the document.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// Standard input.
    pub stdin: Option<String>,
    /// Texts by path, as the command line names them.
    pub files: Vec<(String, String)>,
    /// The time in RFC 3339.
    pub now: Option<String>,
}

impl Document {
    /// Without any file. `path` is that of the root, whose folder is the base of references.
    pub fn new(path: &str) -> Document {
        Document {
            path: normal(path),
            files: Map::default(),
        }
    }

    /// The path of the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Adds or replaces a file; whether there was one.
    pub fn put(&mut self, path: &str, text: String) -> bool {
        !self.files.insert(normal(path), text)
    }

    /// All files by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Runs a command line, without the name of the program, and takes over what it writes. There is neither a filter nor
    /// a network here: `--jq` ends with 2, `dump` without a file with 3.
    pub fn run<S: AsRef<str>>(&mut self, args: &[S], given: &Given) -> Outcome {
        let outcome = prepare(args)
            .and_then(|plan| self.carry_out(&plan, given))
            .unwrap_or_else(|refused| refused);
        for write in &outcome.writes {
            self.files.insert(write.path.clone(), write.text.clone());
        }
        outcome
    }

    fn carry_out(&self, plan: &Plan, given: &Given) -> Result<Outcome, Outcome> {
        let input = plan.input().map(|source| given.read(source)).transpose();
        let input = input.map_err(|why| Outcome::refused(Exit::Input, why))?;
        let supplied = Supplied {
            now: given.now.clone(),
            input,
            snapshot: plan.snapshot().map(|source| given.read(source)),
            filter: None,
        };
        if plan.filter().is_some() {
            let why = "--jq is for the command line vitrine-state; there is no jq here";
            return Err(Outcome::refused(Exit::Input, why));
        }
        let root = Root {
            path: &self.path,
            id: &self.path,
            text: self.files.get(self.path.as_str()).map(String::as_bytes),
        };
        let mut shards = InMemory {
            files: &self.files,
            kept_by: [".lock", ".journal"].map(|end| format!("{}{end}", self.path)),
        };
        Ok(run(plan, root, &mut shards, supplied))
    }
}

/// What references lead to, as the command line has it of a disk: no folder, and not what a document is kept by there.
struct InMemory<'a> {
    files: &'a Map<String, String>,
    /// The paths of the document's lock and journal.
    kept_by: [String; 2],
}

impl Shards for InMemory<'_> {
    fn open(&mut self, path: &str) -> Shard {
        let id = normal(path);
        let unreadable = |why: &str| Found::Unreadable(why.to_owned());
        let found = if matches!(path.rsplit('/').next(), Some("" | "." | "..")) {
            unreadable("it names a folder")
        } else if self.kept_by.contains(&id) {
            unreadable("the document's own lock or journal is no part of it")
        } else {
            let text = self.files.get(id.as_str());
            text.map_or(Found::Missing, |text| {
                Found::Text(text.clone().into_bytes())
            })
        };
        Shard { id, found }
    }
}

impl Given {
    fn read(&self, source: Source<'_>) -> Result<Vec<u8>, String> {
        let text = match source {
            Source::Stdin => self.stdin.as_ref().ok_or("there is no standard input")?,
            Source::File(path) => {
                let file = self.files.iter().find(|file| file.0 == path);
                &file.ok_or_else(|| format!("there is no file {path}"))?.1
            }
            Source::Address => {
                return Err("there is no network here; name a file with --from FILE".to_owned())
            }
        };
        Ok(text.clone().into_bytes())
    }
}

/// A path without `.`, `..` and doubled slashes.
fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            // Nothing is above the top.
            ".." if path.starts_with('/') => {}
            part => parts.push(part),
        }
    }
    let top = if path.starts_with('/') { "/" } else { "" };
    format!("{top}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn ways_to_one_file_are_one_path() {
        for (path, one) in [
            ("a.json", "a.json"),
            ("./a//b/../c.json", "a/c.json"),
            ("../a.json", "../a.json"),
            ("../../a", "../../a"),
            ("/../a", "/a"),
            ("/a/./b", "/a/b"),
        ] {
            assert_eq!(normal(path), one);
        }
    }
}
