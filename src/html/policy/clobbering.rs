//! Names that an `id` or a `name` must not take where markup lands in a page's own tree: a control called `submit`
//! hides its form's method, an image called `cookie` the document's property.

use std::sync::LazyLock;

/// The properties of window, document and forms, sorted; `scripts/generate-clobbering.mjs` writes them.
static NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("clobbering.txt").lines().collect());

/// Whether an element of this name would hide a property.
pub fn hides(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_hidden_and_plain_names_are_not() {
        assert!(NAMES.is_sorted());
        for name in [
            "__proto__",
            "attributes",
            "body",
            "cookie",
            "getElementById",
            "location",
            "parentNode",
            "submit",
            "action",
            "ELEMENT_NODE",
            "DOCUMENT_POSITION_CONTAINS",
            "URL",
        ] {
            assert!(hides(name), "{name}");
        }
        for name in ["", "email", "main-title", "Submit", "HTMLDivElement"] {
            assert!(!hides(name), "{name}");
        }
    }
}
