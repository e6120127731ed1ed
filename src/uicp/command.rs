//! What the shell is to do. The core decides; the shell has the page.

use super::component::Component;
use super::envelope::Envelope;
use super::operations::WindowUpdate;
use super::store::Address;
use super::view::{status, Status};
use super::windows::Window;
use crate::html::ops::Place;
use crate::json::Json;

/// One thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Show a new window.
    Open(Window),
    /// Change what is given of a window.
    Change {
        /// The window and what is new of it.
        update: WindowUpdate,
        /// Give it the focus.
        focus: bool,
    },
    /// Take a window away.
    Close(String),
    /// Put markup at a target.
    Markup {
        /// The window.
        window: String,
        /// The target in it.
        target: String,
        /// Where at the target.
        place: Place,
        /// The markup, which nobody vouches for.
        html: String,
    },
    /// Show a component in a target; where it stands already, without one.
    Component {
        /// The component as it is to be.
        component: Component,
        /// The target in its window.
        target: Option<String>,
    },
    /// Take a component away.
    Remove {
        /// Its name.
        id: String,
        /// The window that it lives in.
        window: String,
    },
    /// Show a watched value.
    Show(Show),
    /// The place of a watch shows nothing any more.
    Unwatch(u64),
    /// Show a value in the controls that are bound to it.
    Bound {
        /// The value's place.
        address: Address,
        /// The value; `None` where there is none.
        value: Option<Json>,
    },
    /// Carry out an effect.
    Effect {
        /// What its end is told with.
        ticket: u64,
        /// What is asked.
        envelope: Envelope,
    },
    /// Leave an effect.
    Abort(u64),
}

/// A watched value that is to be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Show {
    /// The watch.
    pub watch: u64,
    /// The window.
    pub window: String,
    /// The target in it.
    pub target: String,
    /// Whether it goes after what is shown.
    pub append: bool,
    /// The value; `None` where there is none.
    pub value: Option<Json>,
}

impl Command {
    /// What crosses to the shell: all but what it gets as nodes.
    pub fn to_json(&self) -> Json {
        match self {
            Command::Open(window) => {
                let Window {
                    id,
                    title,
                    x,
                    y,
                    width,
                    height,
                    z,
                    ..
                } = window;
                object(
                    "open",
                    vec![
                        ("id", id.as_str().into()),
                        ("title", title.as_str().into()),
                        ("x", (*x).into()),
                        ("y", (*y).into()),
                        ("width", (*width).into()),
                        ("height", (*height).into()),
                        ("z", number(*z)),
                    ],
                )
            }
            Command::Change { update, focus } => object("change", changes(update, *focus)),
            Command::Close(id) => object("close", vec![("id", id.as_str().into())]),
            Command::Markup {
                window,
                target,
                place,
                ..
            } => object(
                "markup",
                vec![
                    ("window", window.as_str().into()),
                    ("target", target.as_str().into()),
                    ("place", (*place as u32).into()),
                ],
            ),
            Command::Component { component, target } => {
                let mut fields = vec![
                    ("id", component.id.as_str().into()),
                    ("window", component.window.as_str().into()),
                ];
                if let Some(target) = target {
                    fields.push(("target", target.as_str().into()));
                }
                object("component", fields)
            }
            Command::Remove { id, window } => object(
                "remove",
                vec![
                    ("id", id.as_str().into()),
                    ("window", window.as_str().into()),
                ],
            ),
            Command::Show(show) => object("show", show.fields()),
            Command::Unwatch(watch) => object("unwatch", vec![("watch", (*watch).into())]),
            Command::Bound { address, value } => {
                let mut fields = vec![
                    ("scope", address.scope.name().into()),
                    ("key", address.key.as_str().into()),
                ];
                if !address.window.is_empty() {
                    fields.push(("window", address.window.as_str().into()));
                }
                if let Some(value) = value {
                    fields.push(("value", value.clone()));
                }
                object("bound", fields)
            }
            Command::Abort(ticket) => object("abort", vec![("ticket", (*ticket).into())]),
            Command::Effect { ticket, envelope } => object(
                "effect",
                vec![
                    ("ticket", (*ticket).into()),
                    ("envelope", envelope.to_json()),
                ],
            ),
        }
    }
}

impl Show {
    fn fields(&self) -> Vec<(&'static str, Json)> {
        let (status, seen) = status(self.value.as_ref());
        let mut fields = vec![
            ("watch", self.watch.into()),
            ("window", self.window.as_str().into()),
            ("target", self.target.as_str().into()),
            ("append", self.append.into()),
            ("status", status.name().into()),
        ];
        // A slot says a text or a number itself; what has a shape is rendered.
        if !matches!(seen, Json::Array(_) | Json::Object(_)) {
            fields.push(("value", seen.clone()));
        }
        fields
    }

    /// What is to be seen of the value: nothing while it is on its way.
    pub fn seen(&self) -> &Json {
        match status(self.value.as_ref()) {
            (Status::Loading, _) => &Json::Null,
            (_, seen) => seen,
        }
    }
}

fn changes(update: &WindowUpdate, focus: bool) -> Vec<(&'static str, Json)> {
    let WindowUpdate {
        id,
        title,
        x,
        y,
        width,
        height,
        z_index,
    } = update;
    let mut fields = vec![("id", id.as_str().into())];
    if let Some(title) = title {
        fields.push(("title", title.as_str().into()));
    }
    for (name, side) in [("x", x), ("y", y), ("width", width), ("height", height)] {
        if let Some(side) = side {
            fields.push((name, (*side).into()));
        }
    }
    if let Some(z) = z_index {
        fields.push(("z", number(*z)));
    }
    if focus {
        fields.push(("focus", true.into()));
    }
    fields
}

fn number(n: i64) -> Json {
    Json::Number(n.into())
}

fn object(name: &str, fields: Vec<(&'static str, Json)>) -> Json {
    let fields = fields
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value));
    let first = ("do".to_owned(), Json::from(name));
    Json::Object([first].into_iter().chain(fields).collect())
}
