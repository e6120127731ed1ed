//! Goals, their sub-goals, requests and events (decisions 26 to 28).

use super::command::Event;
use super::draft::{Draft, Place};
use super::items::object;
use super::outcome::{Exit, Refusal, Result};
use crate::json::Json;

/// Creates a goal.
pub(super) fn create(draft: &mut Draft<'_>, goal: &str, summary: &str, status: &str) -> Result<()> {
    let goals = goals(draft)?;
    if draft.member(goals.clone(), goal)?.is_some() {
        return Err(Refusal::state(format!("there already is a goal {goal}")));
    }
    let value = object([
        ("TITLE", goal.into()),
        ("SUMMARY", summary.into()),
        ("STATUS", status.into()),
        ("NOTES", Json::Array(Vec::new())),
        ("SUB-GOALS", Json::Object(Vec::new())),
    ]);
    draft.insert(goals, goal, value).map(|_| ())
}

/// Puts a request to a sub-goal.
pub(super) fn request(
    draft: &mut Draft<'_>,
    goal: &str,
    sub_goal: &str,
    note: Option<&str>,
) -> Result<()> {
    let sub_goals = sub_goals(draft, goal)?;
    let place = draft.member_or(sub_goals, sub_goal, || new_sub_goal(sub_goal))?;
    let in_flight = draft.field(place.clone(), "IN-FLIGHT")?;
    if draft.shown(in_flight.clone())? == Json::Bool(true) {
        return Err(Refusal::of(
            Exit::InFlight,
            format!("{goal}/{sub_goal} has a request in flight; append its event first"),
        ));
    }
    draft.set(in_flight, Json::Bool(true))?;
    let last = draft.field(place.clone(), "LAST-REQUEST")?;
    draft.set(last, text_or_null(note))?;
    if let Some(note) = note {
        let notes = draft.field(place, "REQUEST-NOTES")?;
        draft.push(notes, note.into())?;
    }
    Ok(())
}

/// Appends an event to a sub-goal.
pub(super) fn append(
    draft: &mut Draft<'_>,
    goal: &str,
    sub_goal: &str,
    event: &Event,
    now: Option<&str>,
) -> Result<()> {
    let place = existing(draft, goal, sub_goal)?;
    let events = draft.field(place.clone(), "EVENTS")?;
    let value = object([
        ("ID", text_or_null(event.id.as_deref())),
        ("TYPE", text_or_null(event.kind.as_deref())),
        ("BODY", text_or_null(event.body.as_deref())),
        ("SEEN", false.into()),
        (
            "CREATED-AT",
            text_or_null(event.created_at.as_deref().or(now)),
        ),
    ]);
    draft.push(events, value)?;
    let in_flight = draft.field(place, "IN-FLIGHT")?;
    draft.set(in_flight, false.into())
}

/// A sub-goal that is there.
pub(super) fn existing(draft: &mut Draft<'_>, goal: &str, sub_goal: &str) -> Result<Place> {
    let sub_goals = sub_goals(draft, goal)?;
    let place = draft.member(sub_goals, sub_goal)?;
    place.ok_or_else(|| {
        Refusal::state(format!(
            "the goal {goal} has no sub-goal {sub_goal}; chat create request {goal} {sub_goal} creates it"
        ))
    })
}

fn sub_goals(draft: &mut Draft<'_>, goal: &str) -> Result<Place> {
    let goals = goals(draft)?;
    let place = draft.member(goals, goal)?;
    let place = place.ok_or_else(|| {
        Refusal::state(format!(
            "there is no goal {goal}; chat create goal {goal} creates it"
        ))
    })?;
    draft.field(place, "SUB-GOALS")
}

fn goals(draft: &mut Draft<'_>) -> Result<Place> {
    let root = draft.root();
    draft.field(root, "GOALS")
}

fn new_sub_goal(title: &str) -> Json {
    object([
        ("TITLE", title.into()),
        ("SUMMARY", "".into()),
        ("STATUS", "OPEN".into()),
        ("NOTES", Json::Array(Vec::new())),
        ("EVENTS", Json::Array(Vec::new())),
        ("REQUEST-NOTES", Json::Array(Vec::new())),
        ("IN-FLIGHT", false.into()),
        ("LAST-REQUEST", Json::Null),
        ("LAST-SEEN-IDX", Json::Number((-1).into())),
    ])
}

pub(super) fn text_or_null(text: Option<&str>) -> Json {
    text.map_or(Json::Null, Json::from)
}
