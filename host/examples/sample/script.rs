//! The story's text: items that start with `@word`, each with the lines that follow it as its body.
//!
//! | item | what it stands for |
//! |---|---|
//! | `@system`, `@user`, `@assistant` | a message; lines that start with `~ ` are its thinking |
//! | `@attach KIND NAME` | a file on the message before |
//! | `@call TOOL {json}` | a tool call |
//! | `@ok`, `@fail` | its result: JSON when the body starts with `{` or `[`, else text |
//! | `@run FILTER` | a run of the tests and its result; `× FILE > NAME` lines say what fails, and why |
//! | `@report` | the last run in numbers |
//! | `@image KIND NAME` | a picture, with its caption |
//! | `@plan` | a plan: goal, then steps marked `[x]`, `[~]` or `[ ]` |
//! | `@upgrade` | from here on the writer uses version 2 of messages |
//! | `@fork` | another branch starts after the turn before |

use vitrine::json::Json;

#[derive(Debug)]
pub enum Item<'a> {
    Message {
        role: u8,
        text: String,
        thinking: String,
        attachments: Vec<(&'a str, &'a str)>,
    },
    Call {
        tool: &'a str,
        args: Json,
    },
    Result {
        ok: bool,
        text: &'a str,
    },
    Run {
        filter: &'a str,
        failures: &'a str,
    },
    Report,
    Image {
        kind: &'a str,
        name: &'a str,
        caption: &'a str,
    },
    Plan {
        goal: &'a str,
        steps: Vec<(&'a str, u8)>,
    },
    Upgrade,
    Fork,
}

/// The story's items. The text is part of this program: a word that is not known is left out.
pub fn parse(story: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    for block in blocks(story) {
        let (head, body) = block.split_once('\n').unwrap_or((block, ""));
        let body = body.trim_matches('\n');
        let (word, rest) = head.split_once(' ').unwrap_or((head, ""));
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        items.push(match word {
            "@system" => message(1, body),
            "@user" => message(2, body),
            "@assistant" => message(3, body),
            "@attach" => {
                if let Some(Item::Message { attachments, .. }) = items.last_mut() {
                    attachments.push((first, second));
                }
                continue;
            }
            "@call" => {
                let args = Json::parse(second.as_bytes()).unwrap_or_else(|_| second.into());
                Item::Call { tool: first, args }
            }
            "@ok" => Item::Result {
                ok: true,
                text: body,
            },
            "@fail" => Item::Result {
                ok: false,
                text: body,
            },
            "@run" => Item::Run {
                filter: rest,
                failures: body,
            },
            "@report" => Item::Report,
            "@image" => Item::Image {
                kind: first,
                name: second,
                caption: body,
            },
            "@plan" => plan(body),
            "@upgrade" => Item::Upgrade,
            "@fork" => Item::Fork,
            _ => continue,
        });
    }
    items
}

/// Cuts before every line that starts with `@` and a small letter (a diff's `@@` stays inside).
fn blocks(story: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = story
        .match_indices('@')
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || story.as_bytes()[at - 1] == b'\n')
        .filter(|&at| {
            story
                .as_bytes()
                .get(at + 1)
                .is_some_and(u8::is_ascii_lowercase)
        })
        .collect();
    starts.push(story.len());
    starts
        .windows(2)
        .map(|pair| &story[pair[0]..pair[1]])
        .collect()
}

fn message(role: u8, body: &str) -> Item<'_> {
    let (thinking, text): (Vec<&str>, Vec<&str>) =
        body.lines().partition(|line| line.starts_with("~ "));
    let thinking: Vec<&str> = thinking.iter().map(|line| &line[2..]).collect();
    Item::Message {
        role,
        text: text.join("\n").trim().to_owned(),
        thinking: thinking.join("\n"),
        attachments: Vec::new(),
    }
}

fn plan(body: &str) -> Item<'_> {
    let (goal, rest) = body.split_once('\n').unwrap_or((body, ""));
    let steps = rest
        .lines()
        .filter_map(|line| line.split_once("] "))
        .map(|(mark, title)| {
            let status = match mark {
                "[x" => 1,
                "[~" => 3,
                _ => 4,
            };
            (title, status)
        })
        .collect();
    Item::Plan { goal, steps }
}
