//! The shape of the document, checked with shards in their places and without building anything (decisions 23 to 27b).
//!
//! What is mounted in many places is looked into once: the result of each list and map is kept by where it stands, so
//! that the check is linear in the files however often they are mounted.

use super::graph::{At, Graph};
use super::keys::quoted;
use super::outcome::Result;
use super::tape::{Kind, Tape};
use super::trail::{expected, name, wrong, Trail};
use crate::map::Map;
use std::borrow::Cow;

/// The events of a sub-goal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Events {
    pub(super) count: usize,
    /// The first that was not seen.
    pub(super) unseen: Option<usize>,
    /// The last that was.
    seen: Option<usize>,
}

/// Checks the whole document. Where a file is not there, what stands in its place counts as right.
///
/// # Errors
/// Exit 3, with the place and what was expected there.
pub(super) fn check(graph: &Graph) -> Result<()> {
    let root = At { file: 0, node: 0 };
    Check::new(graph).document(root)
}

/// Lists and maps whose check does not depend on what is above them.
#[derive(Debug, Clone, Copy)]
enum Shared {
    Goals,
    SubGoals,
    Texts,
    Projects,
    Chats,
}

/// What is kept of lists and maps that were checked.
#[derive(Default)]
struct Known {
    right: Map<u64, ()>,
    events: Map<u64, Events>,
}

impl Known {
    /// Whether a list or map is looked into for the first time.
    fn first(&mut self, at: At, shared: Shared) -> bool {
        self.right.insert(at.number(shared as u8), ())
    }
}

/// The check of one document.
pub(super) struct Check<'g> {
    graph: &'g Graph,
    known: Known,
}

/// A value and its file.
#[derive(Clone, Copy)]
struct Found<'g> {
    at: At,
    tape: &'g Tape,
    kind: Kind,
}

impl<'g> Check<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        Check {
            graph,
            known: Known::default(),
        }
    }

    fn document(&mut self, at: At) -> Result<()> {
        let here = &Trail::ROOT;
        let names = ["ACTIVE-PROJECT", "GOALS", "ITEMS"];
        let Some([active, goals, items]) = self.fields(at, names, here)? else {
            return Ok(());
        };
        let trail = here.then(&"ACTIVE-PROJECT");
        if let Some([title, id]) = self.fields(active, ["TITLE", "PROJECT-ID"], &trail)? {
            self.text_or_null(title, &trail.then(&"TITLE"))?;
            self.text_or_null(id, &trail.then(&"PROJECT-ID"))?;
        }
        self.goals(goals, &here.then(&"GOALS"))?;
        self.items(items, &here.then(&"ITEMS"))
    }

    fn goals(&mut self, at: At, trail: &Trail<'_>) -> Result<()> {
        self.map(at, Shared::Goals, trail, |check, key, at, trail| {
            let names = ["TITLE", "SUMMARY", "STATUS", "NOTES", "SUB-GOALS"];
            let Some([title, summary, status, notes, sub_goals]) =
                check.fields(at, names, trail)?
            else {
                return Ok(());
            };
            check.title(title, key, trail)?;
            check.text(summary, &trail.then(&"SUMMARY"))?;
            check.text(status, &trail.then(&"STATUS"))?;
            check.texts(notes, &trail.then(&"NOTES"))?;
            check.map(
                sub_goals,
                Shared::SubGoals,
                &trail.then(&"SUB-GOALS"),
                Self::sub_goal,
            )
        })
    }

    fn sub_goal(&mut self, key: &str, at: At, trail: &Trail<'_>) -> Result<()> {
        let names = [
            "TITLE",
            "SUMMARY",
            "STATUS",
            "NOTES",
            "EVENTS",
            "REQUEST-NOTES",
            "IN-FLIGHT",
            "LAST-REQUEST",
            "LAST-SEEN-IDX",
        ];
        let Some(found) = self.fields(at, names, trail)? else {
            return Ok(());
        };
        let [title, summary, status, notes, events, requests, in_flight, last, seen] = found;
        self.title(title, key, trail)?;
        self.text(summary, &trail.then(&"SUMMARY"))?;
        self.text(status, &trail.then(&"STATUS"))?;
        self.texts(notes, &trail.then(&"NOTES"))?;
        let events = self.events(events, &trail.then(&"EVENTS"))?;
        self.texts(requests, &trail.then(&"REQUEST-NOTES"))?;
        self.boolean(in_flight, &trail.then(&"IN-FLIGHT"))?;
        self.text_or_null(last, &trail.then(&"LAST-REQUEST"))?;
        let trail = trail.then(&"LAST-SEEN-IDX");
        let index = self.index(seen, &trail)?;
        match (events, index) {
            (Some(events), Some(index)) => in_range(events, index, &trail),
            _ => Ok(()),
        }
    }

    /// Nothing where a file is not there.
    pub(super) fn events_of(&mut self, at: At) -> Option<Events> {
        let here = &Trail::ROOT;
        self.events(at, here).ok().flatten()
    }

    fn events(&mut self, at: At, trail: &Trail<'_>) -> Result<Option<Events>> {
        let Some(list) = self.of_kind(at, Kind::List, trail)? else {
            return Ok(None);
        };
        if let Some(events) = self.known.events.get(list.at.number(0)) {
            return Ok(Some(*events));
        }
        let mut events = Events::default();
        for (index, node) in list.tape.items(list.at.node).enumerate() {
            events.count = index + 1;
            let at = At {
                file: list.at.file,
                node,
            };
            match self.event(at, &trail.then(&index))? {
                Some(true) => events.seen = Some(index),
                Some(false) => events.unseen = events.unseen.or(Some(index)),
                None => {}
            }
        }
        self.known.events.insert(list.at.number(0), events);
        Ok(Some(events))
    }

    /// Whether it was seen.
    fn event(&mut self, at: At, trail: &Trail<'_>) -> Result<Option<bool>> {
        let names = ["ID", "TYPE", "BODY", "SEEN", "CREATED-AT"];
        let Some([id, kind, body, seen, created]) = self.fields(at, names, trail)? else {
            return Ok(None);
        };
        for (at, name) in [
            (id, "ID"),
            (kind, "TYPE"),
            (body, "BODY"),
            (created, "CREATED-AT"),
        ] {
            self.text_or_null(at, &trail.then(&name))?;
        }
        self.boolean(seen, &trail.then(&"SEEN"))
    }

    fn items(&mut self, at: At, trail: &Trail<'_>) -> Result<()> {
        let Some([global, projects]) = self.fields(at, ["GLOBAL", "PROJECTS"], trail)? else {
            return Ok(());
        };
        self.areas(global, &trail.then(&"GLOBAL"))?;
        self.entries(
            projects,
            Shared::Projects,
            &trail.then(&"PROJECTS"),
            |check, at, trail| {
                let names = ["PROJECT-ID", "ITEMS", "CHATS"];
                let Some([id, items, chats]) = check.fields(at, names, trail)? else {
                    return Ok(None);
                };
                check.areas(items, &trail.then(&"ITEMS"))?;
                check.entries(
                    chats,
                    Shared::Chats,
                    &trail.then(&"CHATS"),
                    |check, at, trail| {
                        let Some([id, items]) = check.fields(at, ["CHAT-ID", "ITEMS"], trail)?
                        else {
                            return Ok(None);
                        };
                        check.areas(items, &trail.then(&"ITEMS"))?;
                        check.text(id, &trail.then(&"CHAT-ID"))
                    },
                )?;
                check.text(id, &trail.then(&"PROJECT-ID"))
            },
        )
    }

    /// META and CONTENT, in which anything may stand that has right keys.
    fn areas(&mut self, at: At, trail: &Trail<'_>) -> Result<()> {
        if let Some([meta, content]) = self.fields(at, ["META", "CONTENT"], trail)? {
            self.of_kind(meta, Kind::Object, &trail.then(&"META"))?;
            self.of_kind(content, Kind::Object, &trail.then(&"CONTENT"))?;
        }
        Ok(())
    }

    /// A list of what has an id each; which, `entry` says.
    fn entries(
        &mut self,
        at: At,
        shared: Shared,
        trail: &Trail<'_>,
        mut entry: impl FnMut(&mut Self, At, &Trail<'_>) -> Result<Option<Cow<'g, str>>>,
    ) -> Result<()> {
        let Some(list) = self.of_kind(at, Kind::List, trail)? else {
            return Ok(());
        };
        if !self.known.first(list.at, shared) {
            return Ok(());
        }
        let mut ids = Map::default();
        for (index, node) in list.tape.items(list.at.node).enumerate() {
            let at = At {
                file: list.at.file,
                node,
            };
            let trail = trail.then(&index);
            if let Some(id) = entry(self, at, &trail)? {
                if !ids.insert(id.to_string(), ()) {
                    return Err(wrong(
                        &trail,
                        format!("the id {} is there twice", quoted(&id)),
                    ));
                }
            }
        }
        Ok(())
    }

    fn map(
        &mut self,
        at: At,
        shared: Shared,
        trail: &Trail<'_>,
        mut value: impl FnMut(&mut Self, &str, At, &Trail<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some(map) = self.of_kind(at, Kind::Object, trail)? else {
            return Ok(());
        };
        if !self.known.first(map.at, shared) {
            return Ok(());
        }
        for (key, node) in map.tape.members(map.at.node) {
            let at = At {
                file: map.at.file,
                node,
            };
            value(self, &key, at, &trail.then(&key))?;
        }
        Ok(())
    }

    /// The values of an object that has these keys and no others.
    fn fields<const N: usize>(
        &mut self,
        at: At,
        names: [&str; N],
        trail: &Trail<'_>,
    ) -> Result<Option<[At; N]>> {
        let Some(object) = self.of_kind(at, Kind::Object, trail)? else {
            return Ok(None);
        };
        let mut found = [None; N];
        for (key, node) in object.tape.members(object.at.node) {
            let Some(place) = names.iter().position(|name| *name == key) else {
                let why = format!(
                    "there is no {} here; expected {}",
                    quoted(&key),
                    names.join(", ")
                );
                return Err(wrong(trail, why));
            };
            found[place] = Some(At {
                file: object.at.file,
                node,
            });
        }
        if let Some(missing) = found.iter().position(Option::is_none) {
            return Err(wrong(trail, format!("{} is missing", names[missing])));
        }
        Ok(Some(found.map(|at| at.unwrap_or(object.at))))
    }

    fn title(&mut self, at: At, key: &str, trail: &Trail<'_>) -> Result<()> {
        let trail = trail.then(&"TITLE");
        match self.text(at, &trail)? {
            Some(title) if title != key => Err(wrong(
                &trail,
                format!(
                    "expected its key, {}, found {}",
                    quoted(key),
                    quoted(&title)
                ),
            )),
            _ => Ok(()),
        }
    }

    fn texts(&mut self, at: At, trail: &Trail<'_>) -> Result<()> {
        let Some(list) = self.of_kind(at, Kind::List, trail)? else {
            return Ok(());
        };
        if !self.known.first(list.at, Shared::Texts) {
            return Ok(());
        }
        for (index, node) in list.tape.items(list.at.node).enumerate() {
            let at = At {
                file: list.at.file,
                node,
            };
            self.text(at, &trail.then(&index))?;
        }
        Ok(())
    }

    fn text(&mut self, at: At, trail: &Trail<'_>) -> Result<Option<Cow<'g, str>>> {
        let Some(found) = self.found(at) else {
            return Ok(None);
        };
        match found.kind {
            Kind::Text | Kind::Escaped => Ok(Some(found.tape.text(found.at.node))),
            other => Err(expected(trail, "a string", other)),
        }
    }

    fn text_or_null(&mut self, at: At, trail: &Trail<'_>) -> Result<()> {
        match self.found(at).map(|found| found.kind) {
            None | Some(Kind::Null | Kind::Text | Kind::Escaped) => Ok(()),
            Some(other) => Err(expected(trail, "a string or null", other)),
        }
    }

    fn boolean(&mut self, at: At, trail: &Trail<'_>) -> Result<Option<bool>> {
        match self.found(at).map(|found| found.kind) {
            None => Ok(None),
            Some(Kind::True) => Ok(Some(true)),
            Some(Kind::False) => Ok(Some(false)),
            Some(other) => Err(expected(trail, "true or false", other)),
        }
    }

    fn index(&mut self, at: At, trail: &Trail<'_>) -> Result<Option<i64>> {
        let Some(found) = self.of_kind(at, Kind::Number, trail)? else {
            return Ok(None);
        };
        let number = found.tape.raw(found.at.node);
        let whole = |_| wrong(trail, format!("expected a whole number, found {number}"));
        number.parse().map(Some).map_err(whole)
    }

    fn of_kind(&mut self, at: At, kind: Kind, trail: &Trail<'_>) -> Result<Option<Found<'g>>> {
        match self.found(at) {
            Some(found) if found.kind != kind => Err(expected(trail, name(kind), found.kind)),
            found => Ok(found),
        }
    }

    /// What is there; nothing where a file is not.
    fn found(&self, at: At) -> Option<Found<'g>> {
        let at = self.graph.resolve(at)?;
        let tape = self.graph.tape(at.file)?;
        let kind = tape.kind(at.node);
        Some(Found { at, tape, kind })
    }
}

fn in_range(events: Events, index: i64, trail: &Trail<'_>) -> Result<()> {
    let Events { count, seen, .. } = events;
    if index < -1 || index >= count as i64 {
        return Err(wrong(
            trail,
            format!("expected -1 or the index of one of the {count} events, found {index}"),
        ));
    }
    match seen {
        Some(seen) if seen as i64 > index => Err(wrong(
            trail,
            format!("expected at least {seen}, the last event that was seen, found {index}"),
        )),
        _ => Ok(()),
    }
}
