//! Settings as JSON: the options of the package's validator and simulator.

use super::{Mode, Settings};
use crate::a2ui::catalog::Catalog;
use crate::a2ui::finding::quoted;
use crate::a2ui::limits::Limits;
use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::map::Map;
use crate::pointer::Pointer;
use std::sync::Arc;

/// The one version of the extended mode.
const EXTENDED: &str = "vitrine/1";

/// Changes `settings` by what `json` names.
pub(super) fn read(mut settings: Settings, json: &Json) -> Result<Settings> {
    let Some(entries) = json.as_object() else {
        return Err(refuse("an object", json.kind(), Pointer::root()));
    };
    for (key, value) in entries {
        let at = Pointer::root().key(key);
        match key.as_str() {
            "mode" => {
                let modes = [Mode::Strict, Mode::Lenient];
                let named = |mode: &Mode| value.as_str() == Some(mode.name());
                let Some(mode) = modes.into_iter().find(named) else {
                    return Err(refuse("strict or lenient", &value.to_string(), at));
                };
                settings.mode = mode;
            }
            "extended" => {
                if value.as_str() != Some(EXTENDED) {
                    return Err(refuse(&quoted(EXTENDED), &value.to_string(), at));
                }
                settings.extended = true;
            }
            "catalog" => catalogs(&mut settings, value).map_err(|error| within(error, &at))?,
            "inlineCatalogs" => match value.as_bool() {
                Some(allowed) => settings.inline_allowed = allowed,
                None => return Err(refuse("a boolean", value.kind(), at)),
            },
            "limits" => settings.limits = Limits::of_json(value)?,
            "actions" => settings.actions = Some(names(value, &at)?),
            "contextKeys" => settings.context_keys = Some(names(value, &at)?),
            "urlSchemes" => {
                let schemes = texts(value, &at)?.into_iter();
                settings.url_schemes = schemes
                    .map(|scheme| scheme.trim_end_matches(':').to_ascii_lowercase())
                    .collect();
            }
            _ => {
                let known = "one of mode, extended, catalog, inlineCatalogs, limits, actions, contextKeys, urlSchemes";
                return Err(refuse(known, &quoted(key), at));
            }
        }
    }
    Ok(settings)
}

/// The pinned catalog as catalog JSON; or what a client says that it can: `{supportedCatalogIds?, inlineCatalogs?}`.
fn catalogs(settings: &mut Settings, json: &Json) -> Result<()> {
    let standard = settings.catalog.id.clone();
    let inline = json.get("inlineCatalogs");
    let ids = json.get("supportedCatalogIds");
    if inline.is_none() && ids.is_none() {
        settings.catalog = Arc::new(Catalog::of_json(json, &standard)?);
        return Ok(());
    }
    if let Some(ids) = ids {
        let at = Pointer::root().key("supportedCatalogIds");
        if !texts(ids, &at)?.contains(&standard) {
            return Err(refuse(&quoted(&standard), "other catalogs only", at));
        }
    }
    let at = Pointer::root().key("inlineCatalogs");
    let list = inline.map(|inline| {
        let wrong = || refuse("an array of catalogs", inline.kind(), at.clone());
        inline.as_array().ok_or_else(wrong)
    });
    for (index, catalog) in list.transpose()?.unwrap_or_default().iter().enumerate() {
        let at = at.index(index);
        let catalog = Catalog::of_json(catalog, "").map_err(|error| within(error, &at))?;
        if catalog.id.is_empty() {
            return Err(refuse("a catalogId", "none", at));
        }
        settings.inline.push(Arc::new(catalog));
    }
    Ok(())
}

fn names(json: &Json, at: &Pointer) -> Result<Map<String, ()>> {
    let texts = texts(json, at)?.into_iter();
    Ok(texts.map(|text| (text, ())).collect())
}

fn texts(json: &Json, at: &Pointer) -> Result<Vec<String>> {
    let wrong = || refuse("an array of strings", json.kind(), at.clone());
    let items = json.as_array().ok_or_else(wrong)?.iter().enumerate();
    let text = |(index, item): (usize, &Json)| {
        let wrong = || refuse("a string", item.kind(), at.index(index));
        item.as_str().map(str::to_owned).ok_or_else(wrong)
    };
    items.map(text).collect()
}

fn within(mut error: Error, at: &Pointer) -> Error {
    error.pointer = at.join(&error.pointer);
    error
}

#[cold]
fn refuse(expected: &str, found: &str, at: Pointer) -> Error {
    let what = "an option cannot be taken";
    let found = crate::a2ui::finding::cut(found);
    Error::mismatch(Code::BadRequest, what, expected, found).at(at)
}
