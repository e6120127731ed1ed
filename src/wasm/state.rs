//! The state document: its files, in this module's memory, and commands on them.

use crate::state::{Document, Given};
use wasm_bindgen::prelude::*;

/// A state document and its shards.
#[wasm_bindgen]
pub struct CoreState {
    inner: Document,
}

#[wasm_bindgen]
impl CoreState {
    /// Without any file; `path` is the root's.
    #[wasm_bindgen(constructor)]
    pub fn new(path: &str) -> CoreState {
        CoreState {
            inner: Document::new(path),
        }
    }

    /// Adds or replaces a file; whether there was one.
    pub fn put(&mut self, path: &str, text: String) -> bool {
        self.inner.put(path, text)
    }

    /// The root's path.
    pub fn path(&self) -> String {
        self.inner.path().to_owned()
    }

    /// All files: path, text, path, text and so on.
    pub fn files(&self) -> Vec<String> {
        let files = self.inner.files();
        files
            .flat_map(|(path, text)| [path.to_owned(), text.to_owned()])
            .collect()
    }

    /// Runs a command line. `files` are what it may read, in the form of `files()`. Gives the exit code, standard output,
    /// standard error, and then the files that it wrote in the same form.
    pub fn run(
        &mut self,
        args: Vec<String>,
        stdin: Option<String>,
        now: Option<String>,
        files: Vec<String>,
    ) -> Vec<String> {
        let mut files = files.into_iter();
        let pairs = core::iter::from_fn(|| files.next().zip(files.next()));
        let given = Given {
            stdin,
            now,
            files: pairs.collect(),
        };
        let outcome = self.inner.run(&args, &given);
        let mut told = vec![
            outcome.exit.code().to_string(),
            outcome.stdout,
            outcome.stderr,
        ];
        told.extend(
            outcome
                .writes
                .into_iter()
                .flat_map(|write| [write.path, write.text]),
        );
        told
    }
}
