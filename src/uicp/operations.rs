//! The operations and their parameters: sections "Supported operations" of the seed and "Operations" of the decisions.
//!
//! The structs are the table: what is unknown is refused by it, and `docs/uicp.md` shows it.

use super::check::Check;
use super::fields::{Field, Html, Object, Params};
use super::place::Place;
use super::rules::{filled, mirrored, one_key, positive, scoped, side, valued};
use crate::json::Json;

names! {
    /// A named width and height; given ones win.
    pub enum Size {
        /// 320 × 240 CSS pixels.
        Xs = "xs",
        /// 480 × 360
        Sm = "sm",
        /// 640 × 480
        Md = "md",
        /// 800 × 600
        Lg = "lg",
        /// 1024 × 768
        Xl = "xl",
    }

    /// Whose a value of the state is.
    pub enum Scope {
        /// One window's; goes with it.
        Window = "window",
        /// The workspace's.
        Workspace = "workspace",
        /// Everyone's.
        Global = "global",
    }

    /// How a request is made.
    pub enum Method {
        /// The default.
        Get = "GET",
        /// With a body.
        Post = "POST",
        /// With a body.
        Put = "PUT",
        /// With a body.
        Patch = "PATCH",
        /// Without.
        Delete = "DELETE",
    }

    /// Where a watched value goes.
    pub enum WatchMode {
        /// It is all that the target holds: the default.
        Replace = "replace",
        /// After what the target holds.
        Append = "append",
    }

    /// A change of a value.
    pub enum PatchKind {
        /// The value is this.
        Set = "set",
        /// The object gets these fields, and keeps its others.
        Merge = "merge",
        /// True is false; all else is true.
        Toggle = "toggle",
        /// The value is this, unless there is one that is not `null`.
        SetIfNull = "setIfNull",
    }
}

impl Size {
    /// Width and height in CSS pixels.
    pub fn pixels(self) -> (f64, f64) {
        match self {
            Size::Xs => (320.0, 240.0),
            Size::Sm => (480.0, 360.0),
            Size::Md => (640.0, 480.0),
            Size::Lg => (800.0, 600.0),
            Size::Xl => (1024.0, 768.0),
        }
    }
}

params! {
    /// Opens a window; changes it where there is one of that id.
    pub struct WindowCreate {
        /// The window's name; one is made where it is absent.
        #[garde(custom(filled))]
        "id" id: Option<String>,
        /// Shown in the header.
        #[garde(custom(filled))]
        "title" title: String,
        /// CSS pixels from the workspace's left.
        "x" x: Option<f64>,
        /// CSS pixels from the workspace's top.
        "y" y: Option<f64>,
        /// CSS pixels.
        #[garde(custom(side))]
        "width" width: Option<f64>,
        /// CSS pixels.
        #[garde(custom(side))]
        "height" height: Option<f64>,
        /// Higher is nearer.
        "zIndex" z_index: Option<i64>,
        /// Width and height by name.
        "size" size: Option<Size>,
    }

    /// Changes what is given of a window.
    pub struct WindowUpdate {
        /// The window.
        #[garde(custom(filled))]
        "id" id: String,
        /// Shown in the header.
        #[garde(custom(filled))]
        "title" title: Option<String>,
        /// CSS pixels from the workspace's left.
        "x" x: Option<f64>,
        /// CSS pixels from the workspace's top.
        "y" y: Option<f64>,
        /// CSS pixels.
        #[garde(custom(side))]
        "width" width: Option<f64>,
        /// CSS pixels.
        #[garde(custom(side))]
        "height" height: Option<f64>,
        /// Higher is nearer.
        "zIndex" z_index: Option<i64>,
    }

    /// Names a window, a component that is to go.
    pub struct Named {
        /// Its name.
        #[garde(custom(filled))]
        "id" id: String,
    }

    /// Moves a window.
    pub struct WindowMove {
        /// The window.
        #[garde(custom(filled))]
        "id" id: String,
        /// CSS pixels from the workspace's left.
        "x" x: f64,
        /// CSS pixels from the workspace's top.
        "y" y: f64,
    }

    /// Resizes a window.
    pub struct WindowResize {
        /// The window.
        #[garde(custom(filled))]
        "id" id: String,
        /// CSS pixels.
        #[garde(custom(side))]
        "width" width: f64,
        /// CSS pixels.
        #[garde(custom(side))]
        "height" height: f64,
    }

    /// Puts HTML at a target.
    pub struct Dom {
        /// The window.
        #[garde(custom(filled), custom(mirrored))]
        "windowId" window_id: String,
        /// `#root`, an id or a selector, inside the window.
        #[garde(custom(filled))]
        "target" target: String,
        /// At most 64 KiB, 128 KiB with that of the whole batch.
        "html" html: Html,
        /// `false` is understood, and fails: HTML is always sanitised.
        "sanitize" sanitize: Option<bool>,
    }

    /// Shows a component at a target.
    pub struct ComponentRender {
        /// The component's name; one is made where it is absent.
        #[garde(custom(filled))]
        "id" id: Option<String>,
        /// The window.
        #[garde(custom(filled), custom(mirrored))]
        "windowId" window_id: String,
        /// `#root`, an id or a selector, inside the window.
        #[garde(custom(filled))]
        "target" target: String,
        /// What kind of component.
        #[garde(custom(filled))]
        "type" kind: String,
        /// What it shows.
        "props" props: Option<Object>,
    }

    /// Changes what is given of a component's props.
    pub struct ComponentUpdate {
        /// The component.
        #[garde(custom(filled))]
        "id" id: String,
        /// What changes of what it shows.
        "props" props: Object,
    }

    /// Sets a value of the state.
    #[garde(custom(|it: &StateSet, around| scoped(it.scope, &it.window_id, around)))]
    pub struct StateSet {
        /// Whose value.
        "scope" scope: Scope,
        /// Its name.
        #[garde(custom(filled))]
        "key" key: String,
        /// Any JSON.
        "value" value: Json,
        /// The window whose value it is; the envelope's where it is absent.
        #[garde(custom(filled), custom(mirrored))]
        "windowId" window_id: Option<String>,
        /// Milliseconds after which the value is absent again.
        #[garde(custom(positive))]
        "ttlMs" ttl_ms: Option<i64>,
    }

    /// Names a value of the state.
    #[garde(custom(|it: &StateRef, around| scoped(it.scope, &it.window_id, around)))]
    pub struct StateRef {
        /// Whose value.
        "scope" scope: Scope,
        /// Its name.
        #[garde(custom(filled))]
        "key" key: String,
        /// The window whose value it is; the envelope's where it is absent.
        #[garde(custom(filled), custom(mirrored))]
        "windowId" window_id: Option<String>,
    }

    /// Shows a value of the state at a target, now and whenever it changes.
    #[garde(custom(|it: &StateWatch, around| scoped(it.scope, &it.window_id, around)))]
    pub struct StateWatch {
        /// Whose value.
        "scope" scope: Scope,
        /// Its name.
        #[garde(custom(filled))]
        "key" key: String,
        /// The window that shows it; the envelope's where it is absent.
        #[garde(custom(filled), custom(mirrored))]
        "windowId" window_id: Option<String>,
        /// The target, inside the window.
        #[garde(custom(filled))]
        "selector" selector: Option<String>,
        /// Where it goes in the target.
        "mode" mode: Option<WatchMode>,
    }

    /// Changes a value of the state.
    #[garde(custom(|it: &StatePatch, around| scoped(it.scope, &it.window_id, around)))]
    pub struct StatePatch {
        /// Whose value.
        "scope" scope: Scope,
        /// Its name.
        #[garde(custom(filled))]
        "key" key: String,
        /// The window whose value it is; the envelope's where it is absent.
        #[garde(custom(filled), custom(mirrored))]
        "windowId" window_id: Option<String>,
        /// The changes, in order.
        "ops" ops: Vec<PatchOp>,
    }

    /// One change of a value.
    #[garde(custom(|it: &PatchOp, _| valued(it.op, &it.value)))]
    pub struct PatchOp {
        /// What is done.
        "op" op: PatchKind,
        /// Where in the value: a JSON Pointer (`/a/b`), or names with dots between (`a.b`); the whole value without it.
        "path" path: Option<String>,
        /// What it is done with; not for `toggle`. An object for `merge`.
        "value" value: Option<Json>,
    }

    /// Asks something of the world outside.
    pub struct ApiCall {
        /// How, over HTTP: `GET` where it is absent, which is then filled in.
        "method" method: Option<Method>,
        /// What is asked; its scheme says of whom.
        #[garde(custom(filled))]
        "url" url: String,
        /// Over HTTP.
        "headers" headers: Option<Vec<(String, String)>>,
        /// Any JSON. For `uicp://intent` checked, and in camelCase.
        "body" body: Option<Json>,
        /// The envelope's, given in the other place.
        #[garde(custom(filled), custom(one_key))]
        "idempotencyKey" idempotency_key: Option<String>,
        /// Where in the state the result is stored: `{status: "loading" | "ready" | "error", data?, error?}`.
        "into" into: Option<StateRef>,
    }

    /// Drops work that was not done yet.
    pub struct TxnCancel {
        /// The transaction; all of them where it is absent.
        #[garde(custom(filled))]
        "id" id: Option<String>,
    }
}

macro_rules! operations {
    ($( $(#[$about:meta])* $variant:ident($params:ident) = $name:literal, $summary:literal; )*) => {
        /// One operation with its parameters.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Operation { $( $(#[$about])* $variant($params), )* }

        /// A row of the table of operations.
        #[derive(Debug, Clone, Copy)]
        pub struct Row {
            /// The operation's name.
            pub name: &'static str,
            /// Its parameters.
            pub fields: &'static [Field],
            /// What it does, for people and models.
            pub summary: &'static str,
        }

        /// All operations, in the order of the enum.
        pub const TABLE: &[Row] = &[
            $( Row { name: $name, fields: <$params as Params>::FIELDS, summary: $summary }, )*
        ];

        /// Their names, in the same order.
        pub const NAMES: &[&str] = &[$($name),*];

        impl Operation {
            /// Its name.
            pub fn name(&self) -> &'static str {
                match self { $( Operation::$variant(_) => $name, )* }
            }

            /// Reads the parameters of the operation in that row of the table.
            pub(super) fn read(row: usize, check: &mut Check<'_>, place: &Place<'_>) -> Option<Operation> {
                const READERS: &[fn(&mut Check<'_>, &Place<'_>) -> Option<Operation>] = &[
                    $( |check, place| $params::take(check, place).map(Operation::$variant), )*
                ];
                READERS.get(row).and_then(|read| read(check, place))
            }

            /// Its parameters as JSON, in camelCase.
            pub fn params(&self) -> Object {
                match self { $( Operation::$variant(params) => params.entries(), )* }
            }
        }
    };
}

operations! {
    /// Opens a window.
    WindowCreate(WindowCreate) = "window.create", "opens a window, or changes the one of that id";
    /// Changes a window.
    WindowUpdate(WindowUpdate) = "window.update", "changes what is given, and only that";
    /// Closes a window.
    WindowClose(Named) = "window.close", "closes it, with all that it holds";
    /// Moves a window.
    WindowMove(WindowMove) = "window.move", "moves it";
    /// Resizes a window.
    WindowResize(WindowResize) = "window.resize", "resizes it";
    /// Raises a window.
    WindowFocus(Named) = "window.focus", "raises it and gives it the focus";
    /// Replaces what a target holds.
    DomSet(Dom) = "dom.set", "replaces what the target holds; the preferred way";
    /// Replaces a target.
    DomReplace(Dom) = "dom.replace", "replaces the target itself; of `#root` what it holds";
    /// Adds to what a target holds.
    DomAppend(Dom) = "dom.append", "adds after the target's last child";
    /// Shows a component.
    ComponentRender(ComponentRender) = "component.render", "shows a component in the target";
    /// Changes a component.
    ComponentUpdate(ComponentUpdate) = "component.update", "merges the props, key by key, and shows it again";
    /// Removes a component.
    ComponentDestroy(Named) = "component.destroy", "removes it";
    /// Sets a value.
    StateSet(StateSet) = "state.set", "sets a value, and tells all that show it";
    /// Reads a value.
    StateGet(StateRef) = "state.get", "reads a value";
    /// Changes a value.
    StatePatch(StatePatch) = "state.patch", "changes parts of a value, all of them or none";
    /// Shows a value.
    StateWatch(StateWatch) = "state.watch", "shows a value in the target, now and whenever it changes";
    /// Stops showing a value.
    StateUnwatch(StateWatch) = "state.unwatch", "stops that in the window it was set for (or in none); with `selector`, only there";
    /// Asks something of the world outside.
    ApiCall(ApiCall) = "api.call", "an intent, a file or a request, as the address says; other schemes do nothing";
    /// Drops work.
    TxnCancel(TxnCancel) = "txn.cancel", "drops what was not applied yet";
}
