//! What messages are judged by.

mod read;

use super::catalog::{Catalog, Object};
use super::limits::Limits;
use crate::error::Result;
use crate::json::Json;
use crate::map::Map;
use std::sync::Arc;

/// How much is forgiven.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    #[default]
    Strict,
    /// What the rows of the mode table name, each with a warning.
    Lenient,
}

impl Mode {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Strict => "strict",
            Mode::Lenient => "lenient",
        }
    }
}

/// What messages are judged by.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Strict or lenient.
    pub mode: Mode,
    /// Index maps are shown as lists; opt-in, as `vitrine/1`.
    pub extended: bool,
    /// The pinned catalog.
    pub catalog: Arc<Catalog>,
    /// Catalogs that came from a client.
    pub inline: Vec<Arc<Catalog>>,
    /// Whether surfaces may use them.
    pub inline_allowed: bool,
    /// The guardrails.
    pub limits: Limits,
    /// The only actions that may be named, where given.
    pub actions: Option<Map<String, ()>>,
    /// The only keys that a context may have, where given.
    pub context_keys: Option<Map<String, ()>>,
    /// Schemes of addresses beside http and https, in lower case.
    pub url_schemes: Vec<String>,
}

impl Default for Settings {
    /// Strict, the standard catalog of v0.8, the default limits.
    fn default() -> Self {
        Settings::pinned(super::v0_8::standard::shared())
    }
}

impl Settings {
    /// Strict, with this catalog and the default limits.
    pub fn pinned(catalog: Arc<Catalog>) -> Self {
        Settings {
            mode: Mode::Strict,
            extended: false,
            catalog,
            inline: Vec::new(),
            inline_allowed: false,
            limits: Limits::DEFAULT,
            actions: None,
            context_keys: None,
            url_schemes: Vec::new(),
        }
    }

    /// The defaults, with what `json` names set otherwise: `{mode, extended, catalog, inlineCatalogs, limits, actions,
    /// contextKeys, urlSchemes}`. `catalog` is catalog JSON, or what a client says that it can, `{supportedCatalogIds?,
    /// inlineCatalogs?}`; the inline ones hold only with `inlineCatalogs: true`.
    ///
    /// # Errors
    /// `BadRequest` with a pointer.
    pub fn of_json(json: &Json) -> Result<Settings> {
        read::read(Settings::default(), json)
    }

    /// What a component of that type takes: by the pinned catalog, or by a client's where those are allowed.
    #[inline]
    pub fn component(&self, kind: &str) -> Option<&Object> {
        let inline = || match self.inline_allowed {
            true => self
                .inline
                .iter()
                .find_map(|catalog| catalog.component(kind)),
            false => None,
        };
        self.catalog.component(kind).or_else(inline)
    }

    /// Lenient?
    pub fn is_lenient(&self) -> bool {
        self.mode == Mode::Lenient
    }
}
