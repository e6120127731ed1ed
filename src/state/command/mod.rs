//! Commands: read from a line of arguments, with keys normalised and values read.

mod args;
pub mod grammar;
pub(super) mod help;
mod value;

pub(super) use value::Value;

use super::keys::{self, quoted};
use super::outcome::{Refusal, Result};
use super::reference::PREFIX;
use args::Args;

/// A command and what it was given.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    CreateGoal {
        goal: String,
        summary: String,
        status: String,
    },
    CreateRequest {
        goal: String,
        sub_goal: String,
        note: Option<String>,
    },
    AppendEvent {
        goal: String,
        sub_goal: String,
        event: Event,
    },
    Latest {
        json: bool,
    },
    Apply {
        file: Option<String>,
        filter: Option<String>,
    },
    Reset,
    Dump {
        from: Option<String>,
    },
    SetItem(Item, Value),
    GetItem(Item),
    DeleteItem(Item),
    SetActive {
        id: String,
        title: Option<String>,
    },
}

/// What an event is made of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Event {
    pub(super) id: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) body: Option<String>,
    pub(super) created_at: Option<String>,
}

/// Where an item is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    pub(super) scope: Scope,
    /// `META` or `CONTENT`.
    pub(super) area: &'static str,
    pub(super) path: Vec<String>,
}

/// Whose item it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Scope {
    Global,
    /// Without an id, the active one.
    Project(Option<String>),
    /// Of the active project.
    Chat(String),
}

/// The command of a line.
///
/// # Errors
/// Exit 2.
pub(super) fn parse(line: &[&str]) -> Result<Command> {
    let args = Args::parse(line)?;
    let key = |place| keys::normalised(args.required(place));
    let option = |name| text(name, args.value(name));
    Ok(match args.form.words {
        ["chat", "create", "goal"] => Command::CreateGoal {
            goal: key(0)?,
            summary: option("--summary")?.unwrap_or_default(),
            status: option("--status")?.unwrap_or_else(|| "OPEN".to_owned()),
        },
        ["chat", "create", "request"] => Command::CreateRequest {
            goal: key(0)?,
            sub_goal: key(1)?,
            note: text("NOTE", args.at(2))?,
        },
        ["chat", "append", "event"] => Command::AppendEvent {
            goal: key(0)?,
            sub_goal: key(1)?,
            event: Event {
                id: option("--id")?,
                kind: option("--type")?,
                body: option("--body")?,
                created_at: option("--created-at")?,
            },
        },
        ["chat", "latest"] => Command::Latest {
            json: args.has("--json"),
        },
        ["chat", "state", "apply"] => {
            let (file, filter) = (args.at(0), args.value("--jq"));
            if file.is_none() && filter.is_none() {
                return Err(args.wrong("expected a FILE, - or --jq FILTER".to_owned()));
            }
            Command::Apply {
                file: file.map(str::to_owned),
                filter: filter.map(str::to_owned),
            }
        }
        ["chat", "state", "reset"] => Command::Reset,
        ["chat", "state", "dump"] => Command::Dump {
            from: args.value("--from").map(str::to_owned),
        },
        ["project", "chat", "set", "item"] => {
            Command::SetItem(item(&args)?, value::value(args.required(1))?)
        }
        ["project", "chat", "get", "item"] => Command::GetItem(item(&args)?),
        ["project", "chat", "delete", "item"] => Command::DeleteItem(item(&args)?),
        _ => Command::SetActive {
            id: identity("--id", args.value("--id"))?
                .ok_or_else(|| args.wrong("--id ID is missing".to_owned()))?,
            title: option("--title")?,
        },
    })
}

fn item(args: &Args<'_>) -> Result<Item> {
    let scope = match args.one_of(&["--global", "--project", "--chat"])? {
        Some("--project") => Scope::Project(identity("--project", args.value("--project"))?),
        Some("--chat") => {
            Scope::Chat(identity("--chat", args.value("--chat"))?.unwrap_or_default())
        }
        _ => Scope::Global,
    };
    let area = match args.one_of(&["--meta", "--content"])? {
        Some("--meta") => "META",
        _ => "CONTENT",
    };
    let path = keys::path(args.required(0))?;
    Ok(Item { scope, area, path })
}

/// Text that is stored as it is, and so may not look like a reference.
fn text(name: &str, given: Option<&str>) -> Result<Option<String>> {
    if given.is_some_and(|text| text.starts_with(PREFIX)) {
        return Err(Refusal::input(format!(
            "{name}: {} would be read as a reference; text does not begin with {}",
            quoted(given.unwrap_or_default()),
            quoted(PREFIX)
        )));
    }
    Ok(given.map(str::to_owned))
}

/// Text that names something.
fn identity(name: &str, given: Option<&str>) -> Result<Option<String>> {
    if given == Some("") {
        return Err(Refusal::input(format!(
            "{name}: expected an id, found an empty text"
        )));
    }
    text(name, given)
}
