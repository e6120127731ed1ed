//! The first event that was not seen, and what is said of it (decisions 29 to 31).

use super::draft::Draft;
use super::goals::existing;
use super::graph::{At, Graph};
use super::items::object;
use super::limits::RESOLVED_BYTES;
use super::outcome::{one_line, Refusal, Result};
use super::schema::Check;
use super::tape::Kind;
use crate::json::{Json, Number};
use crate::map::Map;

/// Marks the first unseen event as seen; what is printed.
pub(super) fn latest(draft: &mut Draft<'_>, json: bool) -> Result<String> {
    let graph = draft.graph();
    let mut board = Board {
        graph,
        check: Check::new(graph),
        known: Map::default(),
    };
    let goals = board.goals();
    for (goal, sub_goals) in &goals {
        if let Some((sub_goal, index)) = board.first_unseen(*sub_goals) {
            return see(draft, goal, &sub_goal, index, json);
        }
    }
    board.roll_up(&goals, json)
}

/// Marks an event as seen and tells it.
fn see(
    draft: &mut Draft<'_>,
    goal: &str,
    sub_goal: &str,
    index: usize,
    json: bool,
) -> Result<String> {
    let place = existing(draft, goal, sub_goal)?;
    let events = draft.field(place.clone(), "EVENTS")?;
    let events = draft.items(events)?;
    let gone = || Refusal::state(format!("{goal}/{sub_goal} has no event {index}"));
    let event = events.get(index).cloned().ok_or_else(gone)?;
    let seen = draft.field(event.clone(), "SEEN")?;
    draft.set(seen, true.into())?;

    let last = draft.field(place.clone(), "LAST-SEEN-IDX")?;
    let old = match draft.shown(last.clone())? {
        Json::Number(number) => number.as_i64().unwrap_or(-1),
        _ => -1,
    };
    draft.set(last, Json::Number(old.max(index as i64).into()))?;

    let status = draft.field(place, "STATUS")?;
    let status = draft.shown(status)?;
    let mut part = |key| {
        let place = draft.field(event.clone(), key)?;
        draft.shown(place)
    };
    let (id, kind, body, created) = (
        part("ID")?,
        part("TYPE")?,
        part("BODY")?,
        part("CREATED-AT")?,
    );
    let number = |n: usize| Json::Number(Number::from(n as u64));
    if json {
        let event = object([
            ("ID", id),
            ("TYPE", kind),
            ("BODY", body),
            ("CREATED-AT", created),
        ]);
        let told = object([
            ("GOAL", goal.into()),
            ("SUB-GOAL", sub_goal.into()),
            ("STATUS", status),
            ("INDEX", number(index)),
            ("COUNT", number(events.len())),
            ("EVENT", event),
        ]);
        return Ok(format!("{told}\n"));
    }
    // Each on a line of its own, so that no status or type can pass for another line.
    let line = |json: &Json| one_line(json.as_str().unwrap_or("-"));
    Ok(format!(
        "GOAL: {goal}\nSUB-GOAL: {sub_goal}\nSTATUS: {}\nEVENT: {index}/{} {}\n\n{}\n",
        line(&status),
        events.len(),
        line(&kind),
        body.as_str().unwrap_or("(no body)")
    ))
}

/// The sub-goals of all goals, each map of them looked through once however often it is mounted.
struct Board<'g> {
    graph: &'g Graph,
    check: Check<'g>,
    known: Map<u64, SubGoals>,
}

#[derive(Clone, Default)]
struct SubGoals {
    /// The first by key that has one, and which event.
    unseen: Option<(String, usize)>,
    in_flight: Vec<String>,
}

impl Board<'_> {
    /// Goals by key, and where their sub-goals are.
    fn goals(&self) -> Vec<(String, At)> {
        let root = At { file: 0, node: 0 };
        let goals = self.graph.field(root, "GOALS");
        let goals = goals.map_or(Map::EMPTY, |at| self.members(at));
        let sub_goals = |(key, at)| Some((key, self.graph.field(at, "SUB-GOALS")?));
        goals.into_sorted().filter_map(sub_goals).collect()
    }

    fn first_unseen(&mut self, sub_goals: At) -> Option<(String, usize)> {
        self.look_through(sub_goals).unseen.clone()
    }

    fn look_through(&mut self, at: At) -> &SubGoals {
        if !self.known.contains(at.number(0)) {
            let mut found = SubGoals::default();
            for (key, at) in self.members(at).into_sorted() {
                let events = self
                    .graph
                    .field(at, "EVENTS")
                    .and_then(|at| self.check.events_of(at));
                if let (None, Some(index)) =
                    (&found.unseen, events.and_then(|events| events.unseen))
                {
                    found.unseen = Some((key.clone(), index));
                }
                if self
                    .graph
                    .field(at, "IN-FLIGHT")
                    .is_some_and(|at| self.kind(at) == Kind::True)
                {
                    found.in_flight.push(key);
                }
            }
            self.known.insert(at.number(0), found);
        }
        self.known
            .get_or_insert_with(at.number(0), SubGoals::default)
    }

    /// Who is being waited for.
    fn roll_up(&mut self, goals: &[(String, At)], json: bool) -> Result<String> {
        let mut names = Vec::new();
        let mut room = RESOLVED_BYTES;
        for (goal, at) in goals {
            for sub_goal in &self.look_through(*at).in_flight {
                let name = format!("{goal}/{sub_goal}");
                let small = room.checked_sub(name.len() + 2);
                room = small.ok_or_else(|| {
                    Refusal::state("too many sub-goals are in flight to name them")
                })?;
                names.push(name);
            }
        }
        Ok(match (names.is_empty(), json) {
            (true, false) => "READY\n".to_owned(),
            (false, false) => format!("THINKING: {}\n", names.join(", ")),
            (_, true) => {
                let names = names.iter().map(|name| name.as_str().into());
                format!("{}\n", object([("THINKING", Json::Array(names.collect()))]))
            }
        })
    }

    /// The values of an object, behind their references.
    fn members(&self, at: At) -> Map<String, At> {
        let At { file, node } = at;
        let members = self.graph.tape(file).into_iter();
        members
            .flat_map(|tape| tape.members(node))
            .filter_map(|(key, node)| {
                Some((key.into_owned(), self.graph.resolve(At { file, node })?))
            })
            .collect()
    }

    fn kind(&self, at: At) -> Kind {
        self.graph
            .tape(at.file)
            .map_or(Kind::Null, |tape| tape.kind(at.node))
    }
}
