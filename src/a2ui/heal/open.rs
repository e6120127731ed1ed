//! What is new in an unfinished line, and the message that all of it together is.

use crate::json::Json;

/// What is new since the last patch of the same line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Patch {
    /// The message with an empty list; in a line's first patch.
    pub head: Option<Json>,
    /// Items of the list that are complete. The first of them takes the place of the open one.
    pub done: Vec<Json>,
    /// The item that is open now, in the place of the one that was.
    pub open: Option<Open>,
    /// What follows in the text of the open item.
    pub text: String,
}

/// An unfinished item of the list, closed.
#[derive(Debug, Clone, PartialEq)]
pub struct Open {
    /// The item; its text is empty, because `Patch::text` brings it.
    pub item: Json,
    /// The keys that lead to the text.
    pub path: Vec<&'static str>,
}

impl Patch {
    /// Is there anything to show in it?
    pub(super) fn is_empty(&self) -> bool {
        self.done.is_empty() && self.open.is_none() && self.text.is_empty()
    }

    /// `{head?, done?, open?: {item, path}, text?}`
    pub fn into_json(self) -> Json {
        let mut entries = Vec::new();
        let mut put = |key: &str, value| entries.push((key.to_owned(), value));
        if let Some(head) = self.head {
            put("head", head);
        }
        if !self.done.is_empty() {
            put("done", Json::Array(self.done));
        }
        if let Some(Open { item, path }) = self.open {
            let path = path.into_iter().map(Json::from).collect();
            let open = vec![
                ("item".to_owned(), item),
                ("path".to_owned(), Json::Array(path)),
            ];
            put("open", Json::Object(open));
        }
        if !self.text.is_empty() {
            put("text", self.text.into());
        }
        Json::Object(entries)
    }
}

/// The patches of one line put together.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    head: Option<Json>,
    items: Vec<Json>,
    open: Option<Open>,
    text: String,
}

impl Draft {
    /// Takes the next patch of the line.
    pub fn apply(&mut self, patch: Patch) {
        self.head = patch.head.or(self.head.take());
        if !patch.done.is_empty() {
            self.items.extend(patch.done);
            self.open = None;
            self.text.clear();
        }
        if patch.open.is_some() {
            self.open = patch.open;
            self.text.clear();
        }
        self.text.push_str(&patch.text);
    }

    /// The provisional message; `None` before the first patch.
    pub fn message(&self) -> Option<Json> {
        let mut message = self.head.clone()?;
        let mut items = self.items.clone();
        if let Some(Open { item, path }) = &self.open {
            let mut item = item.clone();
            if let Some(place) = path.iter().try_fold(&mut item, |at, key| member(at, key)) {
                *place = self.text.as_str().into();
            }
            items.push(item);
        }
        let Json::Object(kinds) = &mut message else {
            return None;
        };
        let Json::Object(payload) = &mut kinds.first_mut()?.1 else {
            return None;
        };
        payload.last_mut()?.1 = Json::Array(items);
        Some(message)
    }
}

fn member<'a>(json: &'a mut Json, key: &str) -> Option<&'a mut Json> {
    let Json::Object(entries) = json else {
        return None;
    };
    let entry = entries.iter_mut().find(|(name, _)| name == key)?;
    Some(&mut entry.1)
}
