//! What the shell is to do. The core decides; the shell has the page.

use super::component::Component;
use super::envelope::Envelope;
use super::operations::WindowUpdate;
use super::store::Address;
use super::view::{status, Status};
use super::windows::Window;
use crate::html::ops::Place;
use crate::json::{Json, Object};

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
    /// Writes what crosses to the shell, as JSON: all but what it gets as nodes.
    pub fn write(&self, text: &mut String) {
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
                object(text, "open")
                    .text("id", id)
                    .text("title", title)
                    .value("x", Json::from(*x))
                    .value("y", Json::from(*y))
                    .value("width", Json::from(*width))
                    .value("height", Json::from(*height))
                    .value("z", z)
                    .end();
            }
            Command::Change { update, focus } => changes(object(text, "change"), update, *focus),
            Command::Close(id) => object(text, "close").text("id", id).end(),
            Command::Markup {
                window,
                target,
                place,
                ..
            } => object(text, "markup")
                .text("window", window)
                .text("target", target)
                .value("place", *place as u32)
                .end(),
            Command::Component { component, target } => {
                let Component { id, window, .. } = component;
                let mut object = object(text, "component");
                object.text("id", id).text("window", window);
                if let Some(target) = target {
                    object.text("target", target);
                }
                object.end();
            }
            Command::Remove { id, window } => {
                let mut object = object(text, "remove");
                object.text("id", id).text("window", window).end();
            }
            Command::Show(show) => show.write(object(text, "show")),
            Command::Unwatch(watch) => object(text, "unwatch").value("watch", watch).end(),
            Command::Bound { address, value } => {
                let mut object = object(text, "bound");
                object
                    .text("scope", address.scope.name())
                    .text("key", &address.key);
                if !address.window.is_empty() {
                    object.text("window", &address.window);
                }
                if let Some(value) = value {
                    object.value("value", value);
                }
                object.end();
            }
            Command::Abort(ticket) => object(text, "abort").value("ticket", ticket).end(),
            Command::Effect { ticket, envelope } => object(text, "effect")
                .value("ticket", ticket)
                .value("envelope", envelope.to_json())
                .end(),
        }
    }
}

impl Show {
    fn write(&self, mut object: Object<'_>) {
        let (status, seen) = status(self.value.as_ref());
        object
            .value("watch", self.watch)
            .text("window", &self.window)
            .text("target", &self.target)
            .value("append", self.append)
            .text("status", status.name());
        // A slot says a text or a number itself; what has a shape is rendered.
        if !matches!(seen, Json::Array(_) | Json::Object(_)) {
            object.value("value", seen);
        }
        object.end();
    }

    /// What is to be seen of the value: nothing while it is on its way.
    pub fn seen(&self) -> &Json {
        match status(self.value.as_ref()) {
            (Status::Loading, _) => &Json::Null,
            (_, seen) => seen,
        }
    }
}

fn changes(mut object: Object<'_>, update: &WindowUpdate, focus: bool) {
    let WindowUpdate {
        id,
        title,
        x,
        y,
        width,
        height,
        z_index,
    } = update;
    object.text("id", id);
    if let Some(title) = title {
        object.text("title", title);
    }
    for (name, side) in [("x", x), ("y", y), ("width", width), ("height", height)] {
        if let Some(side) = side {
            object.value(name, Json::from(*side));
        }
    }
    if let Some(z) = z_index {
        object.value("z", z);
    }
    if focus {
        object.value("focus", true);
    }
    object.end();
}

fn object<'t>(text: &'t mut String, name: &str) -> Object<'t> {
    let mut object = Object::begin(text);
    object.text("do", name);
    object
}
