//! What comes back from a client: taken in, or rejected with a code (section 8 of the seed's plan).
//!
//! A user action passes when its envelope and ids are well-formed, its context within the limits, its name allowed, its
//! surface shown at present, its nonce the surface's own and its context what the action takes. What passed is
//! remembered for a while: sent again it gets the first answer, marked as repeated, and must not run again. Time comes
//! in as an argument.

mod envelope;
mod form;
mod identity;
mod memory;
pub mod options;
mod reserved;
pub mod rules;
pub mod surface;
mod time;

use self::envelope::{Report, Sent, UserAction};
use self::identity::Identity;
use self::memory::{Memory, Seen};
use self::options::Options;
use self::reserved::Reserved;
use self::surface::Surface;
use super::finding::{findings_json, quoted, Finding};
use super::registry::{Rule, C2S_ACTION_FORBIDDEN, C2S_CLIENT_ERROR};
use crate::json::Json;
use crate::map::Map;
use crate::pointer::Pointer;

/// Takes in what the clients of one session send.
#[derive(Debug)]
pub struct Ingress {
    options: Options,
    surfaces: Map<String, Surface>,
    memory: Memory,
}

/// What becomes of something that was sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// It passed.
    Accepted {
        /// `{kind: "userAction", name, surfaceId, surface, epoch, sourceComponentId, timestamp, context, key}` or
        /// `{kind: "error", code, surfaceId?, error}`; a context is without its reserved keys.
        action: Json,
        /// It passed before, and must not run again.
        repeated: bool,
        /// What is not written as it should be.
        warnings: Vec<Finding>,
    },
    /// It did not pass.
    Rejected(Rejection),
}

/// Why something was rejected.
#[derive(Debug, Clone, PartialEq)]
pub struct Rejection {
    /// Its row of the table: code, HTTP status, a sentence for the person.
    pub rule: &'static Rule,
    /// Where in what was sent.
    pub pointer: Pointer,
    /// For the developer: what was expected, and what was found.
    pub reason: String,
}

/// Or why not.
type Checked<T> = Result<T, Rejection>;

impl Ingress {
    /// With nothing remembered. `surfaces` go by their ids without an epoch.
    pub fn new(options: Options, surfaces: Map<String, Surface>) -> Ingress {
        Ingress {
            options,
            surfaces,
            memory: Memory::default(),
        }
    }

    /// What is current of a surface from now on. `id` is without an epoch.
    pub fn set_surface(&mut self, id: String, surface: Surface) {
        self.surfaces.insert(id, surface);
    }

    /// The surface is gone: its actions are stale.
    pub fn remove_surface(&mut self, id: &str) {
        self.surfaces.remove(id);
    }

    /// The largest body that is looked into, in bytes.
    pub fn most(&self) -> u64 {
        self.options.limits.body_bytes
    }

    /// What becomes of a body of so many bytes, which is more than any may have.
    pub fn too_large(&self, bytes: usize) -> Answer {
        Answer::Rejected(envelope::too_large(bytes, &self.options.limits))
    }

    /// Takes in JSON text. `now`: milliseconds since 1970.
    pub fn accept(&mut self, body: &[u8], now: u64) -> Answer {
        let sent = envelope::read(body, &self.options.limits);
        self.answer(sent, now)
    }

    /// Takes in a form, `application/x-www-form-urlencoded`: `vitrine.action`, `vitrine.surface`, `vitrine.component`,
    /// the reserved keys, `vitrine.timestamp` where there is one, and all else as the context.
    pub fn accept_form(&mut self, body: &[u8], now: u64) -> Answer {
        let sent = form::read(body, &self.options);
        self.answer(sent.map(Sent::Action), now)
    }

    fn answer(&mut self, sent: Checked<Sent>, now: u64) -> Answer {
        let answer = sent.and_then(|sent| match sent {
            Sent::Action(action) => self.action(action, now),
            Sent::Report(report) => Ok(reported(report)),
        });
        answer.unwrap_or_else(Answer::Rejected)
    }

    fn action(&mut self, mut sent: UserAction, now: u64) -> Checked<Answer> {
        let at = Pointer::root().key("userAction");
        let Some(rules) = self.options.actions.get(sent.name.as_str()) else {
            let found = quoted(&sent.name);
            let reason = format!("name: expected an action of the allowlist, found {found}");
            let place = at.key("name");
            return Err(Rejection::new(&C2S_ACTION_FORBIDDEN, place, reason));
        };
        let identity = Identity::of(&sent);
        let reserved = Reserved::take(&mut sent.context, &at.key("context"))?;
        let key = identity.key(&sent, reserved.key.as_deref());
        let repeated = |action: Json| {
            Ok(Answer::Accepted {
                action,
                repeated: true,
                warnings: Vec::new(),
            })
        };
        let seen = self.memory.seen(&key, &identity, now);
        // Sent again to the letter, it is answered even where its surface has moved on since: the first answer may have
        // been lost on its way.
        if let Seen::Same(action) = seen {
            return repeated(action);
        }
        let (surface, epoch) = surface::current(&self.surfaces, &sent.surface_id)?;
        surface.admits(&reserved, &at.key("context"))?;
        if let Seen::SameKey(action) = seen {
            return repeated(action);
        }
        let base = surface::base(&sent.surface_id).to_owned();
        let warnings = rules.check(&base, &mut sent, &at)?;
        let timestamp = sent.timestamp.take();
        let action = object([
            ("kind", Some("userAction".into())),
            ("name", Some(sent.name.into())),
            ("surfaceId", Some(sent.surface_id.into())),
            ("surface", Some(base.into())),
            ("epoch", Some(epoch.into())),
            ("sourceComponentId", Some(sent.component_id.into())),
            (
                "timestamp",
                Some(timestamp.unwrap_or_else(|| time::written(now)).into()),
            ),
            ("context", Some(Json::Object(sent.context))),
            ("key", Some(key.own().into())),
        ]);
        let limits = &self.options.limits;
        self.memory
            .remember(key, identity, action.clone(), now, limits);
        Ok(Answer::Accepted {
            action,
            repeated: false,
            warnings,
        })
    }
}

fn reported(Report { surface_id, error }: Report) -> Answer {
    let action = object([
        ("kind", Some("error".into())),
        ("code", Some(C2S_CLIENT_ERROR.code.into())),
        ("surfaceId", surface_id.map(Json::from)),
        ("error", Some(error)),
    ]);
    Answer::Accepted {
        action,
        repeated: false,
        warnings: Vec::new(),
    }
}

impl Rejection {
    #[cold]
    fn new(rule: &'static Rule, pointer: Pointer, reason: impl Into<String>) -> Rejection {
        let reason = reason.into();
        Rejection {
            rule,
            pointer,
            reason,
        }
    }
}

impl Answer {
    /// `{ok: true, action, repeated, warnings}` or `{ok: false, code, http, message, pointer, reason}`
    pub fn to_json(&self) -> Json {
        match self {
            Answer::Accepted {
                action,
                repeated,
                warnings,
            } => object([
                ("ok", Some(true.into())),
                ("action", Some(action.clone())),
                ("repeated", Some((*repeated).into())),
                ("warnings", Some(findings_json(warnings))),
            ]),
            Answer::Rejected(Rejection {
                rule,
                pointer,
                reason,
            }) => object([
                ("ok", Some(false.into())),
                ("code", Some(rule.code.into())),
                ("http", rule.http.map(|status| u32::from(status).into())),
                ("message", Some(rule.sentence.into())),
                ("pointer", Some(pointer.as_str().into())),
                ("reason", Some(reason.as_str().into())),
            ]),
        }
    }
}

fn object<const N: usize>(entries: [(&str, Option<Json>); N]) -> Json {
    let given = entries.into_iter();
    let given = given.filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Json::Object(given.collect())
}
