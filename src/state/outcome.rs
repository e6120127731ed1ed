//! What a command came to.

/// How a command ended: the exit code of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: it did what it was asked.
    Done = 0,
    /// 2: a bad key, path, value or command line.
    Input = 2,
    /// 3: the document breaks the schema, or there is no such goal, item, shard; or there already is.
    State = 3,
    /// 4: the sub-goal has a request in flight.
    InFlight = 4,
    /// 5: the lock was not to be had.
    Lock = 5,
    /// 7: bytes that are no JSON, or a filter that failed.
    Json = 7,
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The identity of the file as the caller gave it ([`super::Root::id`], [`super::Shard::id`]): its real path.
    pub path: String,
    /// All of its new content.
    pub text: String,
}

/// What a command came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub exit: Exit,
    /// What goes to standard output, with its final newline; empty with any exit but [`Exit::Done`].
    pub stdout: String,
    /// What goes to standard error, with its final newline: empty, or one line.
    pub stderr: String,
    /// The files that change, in the order in which they are renamed into place: those below before those that mount
    /// them, the root last. A folder that is not there has to be made.
    pub writes: Vec<Write>,
}

impl Outcome {
    /// Success that prints this and writes nothing.
    pub fn printed(stdout: impl Into<String>) -> Outcome {
        Outcome {
            exit: Exit::Done,
            stdout: stdout.into(),
            stderr: String::new(),
            writes: Vec::new(),
        }
    }

    /// A refusal. The message becomes one line: control characters in it are escaped.
    pub fn refused(exit: Exit, message: impl AsRef<str>) -> Outcome {
        Outcome {
            exit,
            stdout: String::new(),
            stderr: one_line(message.as_ref()) + "\n",
            writes: Vec::new(),
        }
    }
}

/// A text without control characters: they are written as Rust and JSON write them.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        match c {
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                line.extend(c.escape_default());
            }
            c => line.push(c),
        }
    }
    line
}

/// Why a command is refused, on the way to its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) exit: Exit,
    pub(super) message: String,
}

/// The result of what may be refused.
pub(super) type Result<T> = core::result::Result<T, Refusal>;

impl Refusal {
    #[cold]
    pub(super) fn input(message: impl Into<String>) -> Refusal {
        Refusal::of(Exit::Input, message)
    }

    #[cold]
    pub(super) fn state(message: impl Into<String>) -> Refusal {
        Refusal::of(Exit::State, message)
    }

    #[cold]
    pub(super) fn of(exit: Exit, message: impl Into<String>) -> Refusal {
        Refusal {
            exit,
            message: message.into(),
        }
    }
}

impl From<Refusal> for Outcome {
    fn from(refusal: Refusal) -> Outcome {
        Outcome::refused(refusal.exit, refusal.message)
    }
}
