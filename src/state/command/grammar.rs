//! The grammar, as a table: what is parsed by it, what help prints, what completions are made of.

/// A command: fixed words, then arguments and options in any order.
#[derive(Debug)]
pub struct Form {
    /// What it is called.
    pub words: &'static [&'static str],
    /// What it does, one sentence.
    pub about: &'static str,
    /// Arguments by place; those that may be left out come last.
    pub arguments: &'static [Argument],
    /// Options.
    pub options: &'static [Opt],
    /// Command lines without the program's name.
    pub examples: &'static [&'static str],
}

/// An argument by place.
#[derive(Debug)]
pub struct Argument {
    /// As help calls it.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// It may be left out.
    pub optional: bool,
    /// It names a file.
    pub is_file: bool,
}

/// An option.
#[derive(Debug)]
pub struct Opt {
    /// With its dashes.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
    /// What it says.
    pub about: &'static str,
    /// It has to be there.
    pub required: bool,
}

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// It has none.
    None,
    /// One follows, which help calls so.
    Text(&'static str),
    /// One that names a file follows.
    File(&'static str),
    /// One may follow.
    Optional(&'static str),
}

const fn argument(name: &'static str, about: &'static str) -> Argument {
    Argument {
        name,
        about,
        optional: false,
        is_file: false,
    }
}

const fn option(name: &'static str, value: Value, about: &'static str) -> Opt {
    Opt {
        name,
        value,
        about,
        required: false,
    }
}

const GOAL: Argument = argument("GOAL", "the goal's title: \"ship it\" is SHIP-IT");
const SUB_GOAL: Argument = argument("SUB-GOAL", "the sub-goal's title");
const PATH: Argument = argument(
    "PATH",
    "the item's keys with / or . between them: alpha/beta is ALPHA/BETA",
);

const SCOPES: [Opt; 5] = [
    option(
        "--global",
        Value::None,
        "items of all projects (the default)",
    ),
    option(
        "--project",
        Value::Optional("ID"),
        "items of a project; of the active one without an id",
    ),
    option(
        "--chat",
        Value::Text("ID"),
        "items of a chat of the active project",
    ),
    option("--meta", Value::None, "in META"),
    option("--content", Value::None, "in CONTENT (the default)"),
];

/// All commands.
pub const FORMS: &[Form] = &[
    Form {
        words: &["chat", "create", "goal"],
        about: "Creates a goal",
        arguments: &[GOAL],
        options: &[
            option("--summary", Value::Text("S"), "its summary; empty without it"),
            option("--status", Value::Text("S"), "its status; OPEN without it"),
        ],
        examples: &["chat create goal \"ship it\" --summary \"The first release\""],
    },
    Form {
        words: &["chat", "create", "request"],
        about: "Puts a request to a sub-goal, which is created where it is new",
        arguments: &[
            GOAL,
            SUB_GOAL,
            Argument {
                name: "NOTE",
                about: "what is asked",
                optional: true,
                is_file: false,
            },
        ],
        options: &[],
        examples: &["chat create request \"ship it\" docs \"Write the guide\""],
    },
    Form {
        words: &["chat", "append", "event"],
        about: "Appends an event to a sub-goal, whose request is then answered",
        arguments: &[GOAL, SUB_GOAL],
        options: &[
            option("--id", Value::Text("S"), "the event's id; null without it"),
            option("--type", Value::Text("S"), "its type; null without it"),
            option("--body", Value::Text("S"), "its body; null without it"),
            option(
                "--created-at",
                Value::Text("S"),
                "when it was, in RFC 3339; now without it",
            ),
        ],
        examples: &["chat append event \"ship it\" docs --type done --body \"It is written.\""],
    },
    Form {
        words: &["chat", "latest"],
        about: "Prints the first event that was not seen, and marks it seen; READY or THINKING where there is none",
        arguments: &[],
        options: &[option("--json", Value::None, "as JSON")],
        examples: &["chat latest", "chat latest --json"],
    },
    Form {
        words: &["chat", "state", "apply"],
        about: "Replaces the document by another one, by what a jq filter makes of it, or by both in this order",
        arguments: &[Argument {
            name: "FILE",
            about: "a whole document; - is standard input",
            optional: true,
            is_file: true,
        }],
        options: &[option(
            "--jq",
            Value::Text("FILTER"),
            "a jq filter over the document with its shards in it",
        )],
        examples: &[
            "chat state apply backup.json",
            "chat state apply --jq '.ITEMS.GLOBAL.CONTENT.COUNT = 1'",
        ],
    },
    Form {
        words: &["chat", "state", "reset"],
        about: "Replaces the document by the default one; shards stay as they are",
        arguments: &[],
        options: &[],
        examples: &["chat state reset"],
    },
    Form {
        words: &["chat", "state", "dump"],
        about: "Stores the snapshot of SNAPSHOT_URL as a string at ITEMS/GLOBAL/META/MCP/STATE-SNAPSHOT",
        arguments: &[],
        options: &[option(
            "--from",
            Value::File("FILE"),
            "a file to take the snapshot from instead",
        )],
        examples: &["chat state dump --from snapshot.json"],
    },
    Form {
        words: &["project", "chat", "set", "item"],
        about: "Sets an item; what is not there above it is created",
        arguments: &[
            PATH,
            argument(
                "VALUE",
                "JSON, or else text; \"ref file://PATH\" mounts a file, and what follows it is its first content",
            ),
        ],
        options: &SCOPES,
        examples: &[
            "project chat set item alpha/beta 5",
            "project chat set item alpha '{\"inner leaf\": [1, 2]}'",
            "project chat set item ops/queue 'ref file://OPS/QUEUE.json {\"JOBS\": []}'",
            "project chat set item --project --meta owner Ada",
        ],
    },
    Form {
        words: &["project", "chat", "get", "item"],
        about: "Prints an item as JSON, with its shards in it",
        arguments: &[PATH],
        options: &SCOPES,
        examples: &["project chat get item alpha.beta"],
    },
    Form {
        words: &["project", "chat", "delete", "item"],
        about: "Deletes an item; the file of a mount stays",
        arguments: &[PATH],
        options: &SCOPES,
        examples: &["project chat delete item alpha/beta"],
    },
    Form {
        words: &["project", "set", "active"],
        about: "Names the active project, which is created where it is new",
        arguments: &[],
        options: &[
            Opt {
                required: true,
                ..option("--id", Value::Text("ID"), "the project's id: any text")
            },
            option("--title", Value::Text("T"), "its title; null without it"),
        ],
        examples: &["project set active --id p1 --title \"The first one\""],
    },
];

impl Form {
    /// `chat create goal GOAL [--summary S]`.
    pub fn usage(&self) -> String {
        let mut usage = self.words.join(" ");
        for argument in self.arguments {
            usage += &match argument.optional {
                true => format!(" [{}]", argument.name),
                false => format!(" {}", argument.name),
            };
        }
        for option in self.options {
            usage += &match option.required {
                true => format!(" {}", option.usage()),
                false => format!(" [{}]", option.usage()),
            };
        }
        usage
    }
}

impl Opt {
    /// `--summary S`.
    pub fn usage(&self) -> String {
        match self.value {
            Value::None => self.name.to_owned(),
            Value::Text(value) | Value::File(value) => format!("{} {value}", self.name),
            Value::Optional(value) => format!("{} [{value}]", self.name),
        }
    }
}
