//! Items: set, got and deleted by path, of all, of a project, of a chat (decisions 5 to 7, 12, 15 to 18, 32 to 34).

use super::command::{Item, Scope, Value};
use super::draft::{Draft, Place};
use super::graph::At;
use super::keys::quoted;
use super::outcome::{Refusal, Result};
use super::reference::PREFIX;
use crate::json::Json;

/// Sets an item. Content for a new file has to be put there by the caller, who knows the files.
pub(super) fn set(draft: &mut Draft<'_>, item: &Item, value: &Value) -> Result<()> {
    let value = match value {
        Value::Plain(json) => json.clone(),
        Value::Init { target, .. } => Json::String(format!("{PREFIX}{target}")),
    };
    let area = area_to_set(draft, item)?;
    put(draft, area, &item.path, value)
}

/// Sets what is at a path below a place; steps that are not there are created.
pub(super) fn put(draft: &mut Draft<'_>, from: Place, path: &[String], value: Json) -> Result<()> {
    let Some((last, above)) = path.split_last() else {
        return Ok(());
    };
    let mut place = from;
    for (depth, key) in above.iter().enumerate() {
        enterable(draft, &place, &path[..depth])?;
        place = draft.member_or(place, key, || Json::Object(Vec::new()))?;
    }
    enterable(draft, &place, above)?;
    match draft.member(place.clone(), last)? {
        Some(there) => draft.set(there, value),
        None => draft.insert(place, last, value).map(|_| ()),
    }
}

/// Deletes an item as it is written: of a mount, the reference.
pub(super) fn delete(draft: &mut Draft<'_>, item: &Item) -> Result<()> {
    let place = area(draft, item)?;
    let Some((last, above)) = item.path.split_last() else {
        return Ok(());
    };
    let place = walk(draft, place, item, above)?;
    enterable(draft, &place, above)?;
    match draft.member(place.clone(), last)? {
        Some(_) => draft.remove(place, last),
        None => Err(no_item(&item.path)),
    }
}

/// Where an item is.
pub(super) fn find(draft: &mut Draft<'_>, item: &Item) -> Result<Place> {
    let place = area(draft, item)?;
    walk(draft, place, item, &item.path)
}

fn walk(draft: &mut Draft<'_>, mut place: Place, item: &Item, path: &[String]) -> Result<Place> {
    for (depth, key) in path.iter().enumerate() {
        enterable(draft, &place, &path[..depth])?;
        place = draft
            .member(place, key)?
            .ok_or_else(|| no_item(&item.path))?;
    }
    Ok(place)
}

/// Only objects are entered.
fn enterable(draft: &mut Draft<'_>, place: &Place, path: &[String]) -> Result<()> {
    match draft.kind(place.clone())? {
        "an object" => Ok(()),
        other => Err(Refusal::state(format!(
            "{} is {other}, and nothing can stand below it; only objects are entered",
            path.join("/")
        ))),
    }
}

fn no_item(path: &[String]) -> Refusal {
    Refusal::state(format!("there is no item {}", path.join("/")))
}

/// The object in which the item's path begins.
fn area(draft: &mut Draft<'_>, item: &Item) -> Result<Place> {
    let entry = entry(draft, &item.scope, false)?;
    draft.field(entry, item.area)
}

fn area_to_set(draft: &mut Draft<'_>, item: &Item) -> Result<Place> {
    let entry = entry(draft, &item.scope, true)?;
    draft.field(entry, item.area)
}

/// The object with META and CONTENT of a scope.
fn entry(draft: &mut Draft<'_>, scope: &Scope, create: bool) -> Result<Place> {
    let root = draft.root();
    let items = draft.field(root, "ITEMS")?;
    match scope {
        Scope::Global => draft.field(items, "GLOBAL"),
        Scope::Project(id) => {
            let id = match id {
                Some(id) => id.clone(),
                None => active(draft)?,
            };
            let project = project(draft, &id, create)?;
            draft.field(project, "ITEMS")
        }
        Scope::Chat(id) => {
            let active = active(draft)?;
            let project = project(draft, &active, create)?;
            let chats = draft.field(project, "CHATS")?;
            let chat = match (with_id(draft, chats.clone(), "CHAT-ID", id)?, create) {
                (Some(chat), _) => chat,
                (None, true) => draft.push(chats, new_chat(id))?,
                (None, false) => {
                    return Err(Refusal::state(format!(
                        "there is no chat {} in the project {}",
                        quoted(id),
                        quoted(&active)
                    )))
                }
            };
            draft.field(chat, "ITEMS")
        }
    }
}

/// The entry of a project.
pub(super) fn project(draft: &mut Draft<'_>, id: &str, create: bool) -> Result<Place> {
    let root = draft.root();
    let items = draft.field(root, "ITEMS")?;
    let projects = draft.field(items, "PROJECTS")?;
    match (with_id(draft, projects.clone(), "PROJECT-ID", id)?, create) {
        (Some(project), _) => Ok(project),
        (None, true) => draft.push(projects, new_project(id)),
        (None, false) => Err(Refusal::state(format!(
            "there is no project {}",
            quoted(id)
        ))),
    }
}

fn active(draft: &mut Draft<'_>) -> Result<String> {
    let root = draft.root();
    let active = draft.field(root, "ACTIVE-PROJECT")?;
    let id = draft.field(active, "PROJECT-ID")?;
    match draft.shown(id)? {
        Json::String(id) => Ok(id),
        _ => Err(Refusal::state(
            "no project is active; name one with project set active --id ID, or with --project ID",
        )),
    }
}

/// The entry of a list whose id is this one. Looked for in the files as they were read: what was added since has other
/// ids, and lists of its own that are empty.
fn with_id(draft: &mut Draft<'_>, list: Place, key: &str, id: &str) -> Result<Option<Place>> {
    let list = draft.follow(list)?;
    let graph = draft.graph();
    let entries = draft.at(&list).map_or(Vec::new(), |at| graph.items(at));
    let has_id = |entry: &At| {
        let found = graph.field(*entry, key);
        found
            .and_then(|at| graph.text(at))
            .is_some_and(|text| text == id)
    };
    Ok(entries
        .iter()
        .position(has_id)
        .map(|index| list.item(index)))
}

fn new_project(id: &str) -> Json {
    object([
        ("PROJECT-ID", id.into()),
        ("ITEMS", areas()),
        ("CHATS", Json::Array(Vec::new())),
    ])
}

fn new_chat(id: &str) -> Json {
    object([("CHAT-ID", id.into()), ("ITEMS", areas())])
}

/// META and CONTENT, both empty.
pub(super) fn areas() -> Json {
    object([
        ("META", Json::Object(Vec::new())),
        ("CONTENT", Json::Object(Vec::new())),
    ])
}

/// An object of these members.
pub(super) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.map(|(key, value)| (key.to_owned(), value)).into())
}
