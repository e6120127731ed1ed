//! The validator: a stream of messages, judged one after the other with what came before in mind.
//!
//! One `push` is one message; the messages between two `finish` are one response. What a message breaks by itself or
//! against what came before is said at once. What a later message of the same response may still mend (a child that is
//! not there yet) is said by `finish`, with a pointer into the message that caused it.
//!
//! A message costs its own length, and little more where it turns the order of components around; `finish` costs what the
//! response changed: what came, and what is shown deeper, less deep, or not any more for it.

mod entries;
mod settle;
mod shown;
mod surface;

use self::surface::Surface;
use super::envelope::Parts;
use super::message::{parse, too_long};
use super::shape::Judge;
use crate::a2ui::finding::Finding;
use crate::a2ui::names::Names;
use crate::a2ui::registry::{ENVELOPE_JSON, LIMIT_MESSAGES, LIMIT_RESPONSE_BYTES};
use crate::a2ui::settings::Settings;
use crate::json::flat::Room;
use crate::map::Map;
use crate::pointer::Pointer;

/// Judges streams.
#[derive(Debug)]
pub struct Validator {
    settings: Settings,
    surfaces: Map<String, Surface>,
    /// The types of components, by number; those of the pinned catalog come first, in its order.
    kinds: Names,
    room: Room,
    /// Messages so far.
    index: u32,
    /// Bytes, nodes and links visited, but for those of surfaces.
    work: u64,
    response: Response,
}

/// The messages since the last `finish`.
#[derive(Debug, Default)]
struct Response {
    number: u32,
    messages: u32,
    bytes: usize,
    /// The surfaces that they are to.
    surfaces: Vec<String>,
}

/// A message that is being judged against its surface.
struct Context<'c, 'f> {
    judge: &'c mut Judge<'f>,
    kinds: &'c mut Names,
    index: u32,
}

impl Validator {
    /// A validator at the beginning of a stream.
    pub fn new(settings: Settings) -> Validator {
        let mut kinds = Names::default();
        for (name, _) in settings.catalog.components() {
            kinds.number(name);
        }
        Validator {
            settings,
            surfaces: Map::EMPTY,
            kinds,
            room: Room::default(),
            index: 0,
            work: 0,
            response: Response {
                number: 1,
                ..Response::default()
            },
        }
    }

    /// What messages are judged by.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The work done so far: bytes, nodes and links visited. For tests and benchmarks, which count it.
    pub fn work(&self) -> u64 {
        let surfaces = self.surfaces.iter();
        self.work + surfaces.map(|(_, surface)| surface.work()).sum::<u64>()
    }

    /// Judges the next message, JSON text: all that is wrong with it, in the order of the text.
    ///
    /// A component that can be understood counts as sent even where something else in the message is wrong, so that one
    /// mistake is not reported as many.
    pub fn push(&mut self, text: &[u8]) -> Vec<Finding> {
        self.next(text.len(), |this, index| this.judge(text, index))
    }

    /// Refuses a message of so many bytes, which is more than any may have.
    pub fn push_too_long(&mut self, bytes: usize) -> Vec<Finding> {
        self.next(bytes, |this, _| {
            vec![too_long(bytes, this.settings.limits.message_bytes)]
        })
    }

    /// Refuses a message that could not be written as JSON.
    pub fn push_unreadable(&mut self, why: &str) -> Vec<Finding> {
        let message = format!("expected a message that is JSON, found {why}");
        let finding = Finding::error(&ENVELOPE_JSON, Pointer::root(), message);
        self.next(0, |_, _| vec![finding])
    }

    /// Counts a message, and judges it where it is not one too many.
    fn next(
        &mut self,
        bytes: usize,
        judge: impl FnOnce(&mut Self, u32) -> Vec<Finding>,
    ) -> Vec<Finding> {
        let index = self.index;
        self.index = self.index.saturating_add(1);
        let mut findings = match self.over(bytes) {
            Some(finding) => vec![finding],
            None => judge(self, index),
        };
        for finding in &mut findings {
            finding.message_index = Some(index);
        }
        findings
    }

    /// Ends a response: what is still wrong with the surfaces that it is to.
    pub fn finish(&mut self) -> Vec<Finding> {
        let next = Response {
            number: self.response.number.wrapping_add(1),
            ..Response::default()
        };
        let response = std::mem::replace(&mut self.response, next);
        let mut findings = Vec::new();
        for id in response.surfaces {
            if let Some(surface) = self.surfaces.get_mut(id.as_str()) {
                surface.settle(&id, &self.settings, &self.kinds, &mut findings);
            }
        }
        findings
    }

    /// Whether the response has become too large: then nothing of it is looked at any more.
    fn over(&mut self, bytes: usize) -> Option<Finding> {
        let (limits, response) = (&self.settings.limits, &mut self.response);
        response.messages = response.messages.saturating_add(1);
        // A message that is too long is refused for that, and for nothing else.
        if bytes <= limits.message_bytes as usize {
            response.bytes = response.bytes.saturating_add(bytes);
        }
        let at = Pointer::root();
        if response.messages > limits.messages {
            let (most, found) = (limits.messages, response.messages);
            let message = format!("expected at most {most} messages in a response, found {found}");
            return Some(Finding::error(&LIMIT_MESSAGES, at, message));
        }
        if response.bytes > limits.response_bytes as usize {
            let (most, found) = (limits.response_bytes, response.bytes);
            let message = format!("expected at most {most} bytes in a response, found {found}");
            return Some(Finding::error(&LIMIT_RESPONSE_BYTES, at, message));
        }
        None
    }

    fn judge(&mut self, text: &[u8], index: u32) -> Vec<Finding> {
        let flat = match parse(text, &self.settings, std::mem::take(&mut self.room)) {
            Ok(flat) => flat,
            Err(finding) => return vec![*finding],
        };
        self.work += (text.len() + flat.len()) as u64;
        let mut judge = Judge::new(&flat, &self.settings);
        let parts = judge.message();
        let surface_id = parts.as_ref().and_then(Parts::surface);
        let surface_id = surface_id.map(|at| flat.text(at));
        if let (Some(parts), Some(id)) = (&parts, surface_id) {
            let mut context = Context {
                judge: &mut judge,
                kinds: &mut self.kinds,
                index,
            };
            if let Parts::Delete { .. } = parts {
                // Twice is fine.
                self.surfaces.remove(id);
            } else {
                let surface = self
                    .surfaces
                    .get_or_insert_with(id.to_owned(), Surface::new);
                if surface.enter(self.response.number) {
                    self.response.surfaces.push(id.to_owned());
                }
                surface.take(parts, text.len(), &mut context);
            }
        }
        let findings = judge.notes.findings(&flat, surface_id, text.len());
        self.room = flat.into_room();
        findings
    }
}
