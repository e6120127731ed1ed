//! Reading a bundle's enumerations.

use super::model::{spelled, Enumeration};
use super::object::{entries, value_key};
use super::rules::{shown, shown_json, Place, Rule};
use super::state::State;
use crate::error::Result;
use crate::json::Json;

/// The enumerations that are new or have new values, whole.
pub(super) fn check<'a>(
    json: &'a Json,
    known: &State,
    place: &Place<'_>,
) -> Result<Vec<(&'a str, Enumeration)>> {
    let mut changed = Vec::new();
    for (name, json) in entries(json, place)? {
        let place = place.key(name);
        let known = known.enums.get(name.as_str()).map(|known| &**known);
        let listed = read(json, known, &place)?;
        if known != Some(&listed) {
            changed.push((name.as_str(), listed));
        }
    }
    Ok(changed)
}

/// One enumeration: every published value with its label, and perhaps more.
fn read(json: &Json, known: Option<&Enumeration>, place: &Place<'_>) -> Result<Enumeration> {
    let mut listed = Enumeration::default();
    for (key, label) in entries(json, place)? {
        let place = place.key(key);
        let value = value_key(key, &place)?;
        let Some(label) = label.as_str() else {
            return Err(place.malformed("a label (a string)", &shown_json(label)));
        };
        if listed.label(value).is_some() {
            let finding = format!("the value {} is listed twice", spelled(value));
            return Err(place.conflict(Rule::ENUM_VALUE_REPEATED, &finding));
        }
        if let Some(was) = known
            .and_then(|known| known.label(value))
            .filter(|was| *was != label)
        {
            let finding = format!(
                "the value {} was {} and is {}",
                spelled(value),
                shown(was),
                shown(label)
            );
            return Err(place.conflict(Rule::ENUM_VALUE_CHANGED, &finding));
        }
        if let Some(other) = listed.value(label) {
            let finding = format!(
                "the values {} and {} are both {}",
                spelled(other),
                spelled(value),
                shown(label)
            );
            return Err(place.conflict(Rule::ENUM_LABEL_REPEATED, &finding));
        }
        listed.insert(value, label);
    }
    let mut published = known.into_iter().flat_map(Enumeration::iter);
    if let Some((value, label)) = published.find(|(value, _)| listed.label(*value).is_none()) {
        let finding = format!(
            "the value {}, {}, is published and not listed",
            spelled(value),
            shown(label)
        );
        return Err(place.conflict(Rule::ENUM_VALUE_REMOVED, &finding));
    }
    Ok(listed)
}
