//! A command line against the table of the grammar: which command, which arguments, which options.

use super::super::keys::quoted;
use super::super::outcome::{Refusal, Result};
use super::grammar::{Form, Opt, Value, FORMS};

/// Most bytes of one argument: as many as a file may have.
const MOST_BYTES: usize = super::super::FILE_BYTES;

/// What was given.
#[derive(Debug)]
pub(super) struct Args<'a> {
    pub(super) form: &'static Form,
    arguments: Vec<&'a str>,
    options: Vec<(&'static str, Option<&'a str>)>,
}

impl<'a> Args<'a> {
    pub(super) fn parse(line: &[&'a str]) -> Result<Args<'a>> {
        if line.iter().any(|arg| arg.len() > MOST_BYTES) {
            return Err(Refusal::input(format!(
                "an argument has at most {MOST_BYTES} bytes"
            )));
        }
        let form = form_of(line)?;
        let mut args = Args {
            form,
            arguments: Vec::new(),
            options: Vec::new(),
        };
        args.read(&line[form.words.len()..])?;
        args.count()?;
        Ok(args)
    }

    fn read(&mut self, line: &[&'a str]) -> Result<()> {
        let mut rest = line.iter().copied().peekable();
        let mut optional = None;
        while let Some(arg) = rest.next() {
            if arg == "--" {
                self.arguments.extend(rest);
                break;
            }
            if !arg.starts_with("--") {
                self.arguments.push(arg);
                continue;
            }
            let (name, joined) = match arg.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (arg, None),
            };
            let option = self.option_called(name)?;
            let value = match (option.value, joined) {
                (Value::None, Some(_)) => return Err(self.wrong(format!("{name} takes no value"))),
                (Value::None, None) => None,
                (Value::Optional(_), None) => {
                    // Whether what follows is its value, the number of arguments says at the end.
                    let follows = rest.peek().is_some_and(|next| !next.starts_with("--"));
                    optional = follows.then_some((self.options.len(), self.arguments.len()));
                    None
                }
                (_, Some(value)) => Some(value),
                (Value::Text(what) | Value::File(what), None) => {
                    let wrong = || self.wrong(format!("{name} needs {what} after it"));
                    Some(rest.next().ok_or_else(wrong)?)
                }
            };
            self.options.push((option.name, value));
        }
        if let Some((option, argument)) = optional {
            if self.arguments.len() > self.form.arguments.len() {
                self.options[option].1 = Some(self.arguments.remove(argument));
            }
        }
        Ok(())
    }

    fn option_called(&self, name: &str) -> Result<&'static Opt> {
        let Some(option) = self.form.options.iter().find(|option| option.name == name) else {
            let what = format!("there is no option {}", quoted(name));
            return Err(self.wrong(format!(
                "{what}; before a value that begins with -- write --"
            )));
        };
        if self.has(option.name) {
            return Err(self.wrong(format!("{name} is there twice")));
        }
        Ok(option)
    }

    fn count(&self) -> Result<()> {
        let wanted = self.form.arguments;
        if let Some(extra) = self.arguments.get(wanted.len()) {
            return Err(self.wrong(format!("{} is one argument too many", quoted(extra))));
        }
        match wanted.get(self.arguments.len()) {
            Some(missing) if !missing.optional => {
                Err(self.wrong(format!("{} is missing", missing.name)))
            }
            _ => Ok(()),
        }
    }

    /// The argument at that place.
    pub(super) fn at(&self, place: usize) -> Option<&'a str> {
        self.arguments.get(place).copied()
    }

    /// An argument that is there, since it is counted.
    pub(super) fn required(&self, place: usize) -> &'a str {
        self.at(place).unwrap_or_default()
    }

    /// Whether an option is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.0 == name)
    }

    /// The value of an option.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        let option = self.options.iter().find(|option| option.0 == name);
        option.and_then(|option| option.1)
    }

    /// At most one of these.
    pub(super) fn one_of(&self, names: &[&'static str]) -> Result<Option<&'static str>> {
        let mut given = self
            .options
            .iter()
            .filter(|option| names.contains(&option.0));
        match (given.next(), given.next()) {
            (Some(a), Some(b)) => {
                Err(self.wrong(format!("{} and {} exclude each other", a.0, b.0)))
            }
            (a, _) => Ok(a.map(|option| option.0)),
        }
    }

    /// A refusal that says how the command is written.
    pub(super) fn wrong(&self, what: String) -> Refusal {
        Refusal::input(format!(
            "{what}; usage: vitrine-state {}",
            self.form.usage()
        ))
    }
}

/// The command that a line begins with.
fn form_of(line: &[&str]) -> Result<&'static Form> {
    let starts = |form: &&Form| line.starts_with(form.words);
    if let Some(form) = FORMS.iter().find(starts) {
        return Ok(form);
    }
    // As far as a command goes along with it.
    let common = |form: &Form| {
        form.words
            .iter()
            .zip(line)
            .take_while(|(a, b)| a == b)
            .count()
    };
    let known = FORMS.iter().map(common).max().unwrap_or_default();
    let mut next: Vec<_> = FORMS
        .iter()
        .filter(|form| common(form) == known)
        .filter_map(|form| form.words.get(known).copied())
        .collect();
    next.dedup();
    let after = match known {
        0 => String::new(),
        _ => format!(" after {}", line[..known].join(" ")),
    };
    let found = line
        .get(known)
        .map_or("nothing".to_owned(), |word| quoted(word));
    Err(Refusal::input(format!(
        "expected {}{after}, found {found}; vitrine-state --help shows all commands",
        next.join(" or ")
    )))
}
