//! What a caller may choose. The package reads and refuses options in its own form: see `js/src/html/options.ts`.

use super::values::url::Fetch;
use super::HtmlLimits;

/// The options of one call.
#[derive(Debug, Clone)]
pub struct Options {
    /// The element that the markup is meant for: one of the policy that holds elements, or `template`.
    pub context: String,
    /// Whose images, sounds and films may be fetched.
    pub fetch: Fetch,
    /// Whether graphics pass.
    pub svg: bool,
    /// Whether `id` and `name` are held against the properties that they could hide.
    pub clobbering: bool,
    /// A rule of the caller's for `data-*` and `aria-*` attributes.
    pub refuse_data: Option<DataRule>,
    /// Limits on the input.
    pub limits: HtmlLimits,
}

/// Why an attribute of that name and value may not pass; `None` where it may.
pub type DataRule = fn(&str, &str) -> Option<&'static str>;

impl Default for Options {
    /// A `div`, same-origin images, graphics, clobbering denied.
    fn default() -> Self {
        Options {
            context: "div".into(),
            fetch: Fetch::default(),
            svg: true,
            clobbering: true,
            refuse_data: None,
            limits: HtmlLimits::DEFAULT,
        }
    }
}
