//! What a caller may choose.

use super::policy;
use super::values::url::{Fetch, Remote};
use super::HtmlLimits;
use crate::error::{Code, Error, Result};
use crate::json::Json;

/// The options of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The element that the markup is meant for: one of the policy that holds elements.
    pub context: String,
    /// Whose images, sounds and films may be fetched.
    pub fetch: Fetch,
    /// Whether graphics pass.
    pub svg: bool,
    /// Whether `id` and `name` are held against the properties that they could hide.
    pub clobbering: bool,
    /// Limits on the input.
    pub limits: HtmlLimits,
}

impl Default for Options {
    /// A `div`, same-origin images, graphics, clobbering denied.
    fn default() -> Self {
        Options {
            context: "div".into(),
            fetch: Fetch::default(),
            svg: true,
            clobbering: true,
            limits: HtmlLimits::DEFAULT,
        }
    }
}

impl Options {
    /// Reads `{context?, images?, svg?, clobbering?, origin?}`; `origin` is the page's own.
    ///
    /// # Errors
    /// `BadRequest` for an option that does not exist, or a value that it cannot have.
    pub fn from_json(json: &Json) -> Result<Options> {
        let mut options = Options::default();
        for (key, value) in entries(json)? {
            match key.as_str() {
                "context" => options.context = context(value)?,
                "images" => options.fetch.remote = images(value)?,
                "origin" => options.fetch.own = Some(text(value, "origin")?.to_owned()),
                "svg" => {
                    options.svg = value
                        .as_bool()
                        .ok_or_else(|| wrong("svg", "true or false", value))?;
                }
                "clobbering" => {
                    options.clobbering = match value.as_str() {
                        Some("deny") => true,
                        Some("allow") => false,
                        _ => return Err(wrong("clobbering", "\"deny\" or \"allow\"", value)),
                    };
                }
                _ => {
                    let expected = "context, images, svg or clobbering";
                    return Err(Error::mismatch(Code::BadRequest, "option", expected, key));
                }
            }
        }
        Ok(options)
    }
}

fn entries(json: &Json) -> Result<&[(String, Json)]> {
    json.as_object()
        .ok_or_else(|| wrong("options", "an object", json))
}

fn context(value: &Json) -> Result<String> {
    let name = text(value, "context")?;
    match policy::context(name) {
        Some(element) => Ok(element.name.to_owned()),
        None => Err(wrong(
            "context",
            "an element of the policy that holds something, or svg",
            value,
        )),
    }
}

fn images(value: &Json) -> Result<Remote> {
    const EXPECTED: &str =
        "\"same-origin\", \"remote\" or a list of origins such as \"https://img.example\"";
    match (value.as_str(), value.as_array()) {
        (Some("same-origin"), _) => Ok(Remote::SameOrigin),
        (Some("remote"), _) => Ok(Remote::Any),
        (_, Some(list)) => {
            let origins = list.iter().map(|item| {
                let origin = item.as_str().filter(|text| is_origin(text));
                origin
                    .map(str::to_owned)
                    .ok_or_else(|| wrong("images", EXPECTED, item))
            });
            Ok(Remote::Origins(origins.collect::<Result<_>>()?))
        }
        _ => Err(wrong("images", EXPECTED, value)),
    }
}

fn is_origin(text: &str) -> bool {
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@', '\\', ' ']))
}

fn text<'a>(value: &'a Json, name: &str) -> Result<&'a str> {
    value.as_str().ok_or_else(|| wrong(name, "text", value))
}

fn wrong(name: &str, expected: &str, found: &Json) -> Error {
    let found: String = found.to_string().chars().take(80).collect();
    Error::mismatch(Code::BadRequest, name, expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_or_refused_by_name() {
        let read = |text: &str| Options::from_json(&Json::parse(text.as_bytes()).unwrap());
        let options = read(r#"{"context":"tbody","images":["https://a.example"],"svg":false,"clobbering":"allow"}"#).unwrap();
        assert_eq!(options.context, "tbody");
        assert_eq!(
            options.fetch.remote,
            Remote::Origins(vec!["https://a.example".into()])
        );
        assert!(!options.svg && !options.clobbering);
        for bad in [
            r#"[]"#,
            r#"{"contxt":"p"}"#,
            r#"{"context":"script"}"#,
            r#"{"context":"br"}"#,
            r#"{"images":["a.example"]}"#,
            r#"{"images":true}"#,
            r#"{"svg":1}"#,
            r#"{"clobbering":"no"}"#,
        ] {
            assert_eq!(read(bad).unwrap_err().code, Code::BadRequest, "{bad}");
        }
    }
}
