//! `data-command`: the JSON of a batch with tokens in its strings, which become what the page holds when it fires.
//!
//! The text is parsed first and the tokens are replaced in the parsed strings, so that what a person typed cannot
//! close a string and begin an operation. What is put into an `html` field is escaped: it stays text there.

use crate::error::{Code, Error, Result};
use crate::json::Json;

/// Most bytes of a `data-command`.
pub const MAX_DATA_COMMAND_LEN: usize = 32 << 10;
/// Most tokens of one `data-command`.
pub const MAX_TEMPLATE_TOKENS: usize = 16;

/// What the tokens stand for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'a> {
    /// `{{windowId}}`
    pub window: &'a str,
    /// `{{componentId}}`; empty outside of components.
    pub component: &'a str,
    /// `{{value}}`
    pub value: &'a str,
    /// `{{form.FIELD}}`: the fields of the nearest form by name. The last one holds where a name is repeated.
    pub form: &'a [(String, Json)],
}

/// A token that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    Value,
    Window,
    Component,
    Field(&'t str),
}

impl<'t> Token<'t> {
    /// What stands between the braces, with or without spaces around it.
    fn read(inside: &'t str) -> Option<Token<'t>> {
        match inside.trim_matches(' ') {
            "value" => Some(Token::Value),
            "windowId" => Some(Token::Window),
            "componentId" => Some(Token::Component),
            name => Some(Token::Field(
                name.strip_prefix("form.")
                    .filter(|field| !field.is_empty())?,
            )),
        }
    }

    fn text(self, context: &Context<'t>) -> &'t str {
        match self {
            Token::Value => context.value,
            Token::Window => context.window,
            Token::Component => context.component,
            Token::Field(name) => {
                let mut fields = context.form.iter().rev();
                let found = fields.find(|(field, _)| field == name);
                found
                    .and_then(|(_, value)| value.as_str())
                    .unwrap_or_default()
            }
        }
    }
}

/// The batch that a `data-command` is in a context, to be validated like any other.
///
/// # Errors
/// `BadRequest` for what is no JSON, `Unprocessable` over a limit.
pub fn fill(command: &str, context: &Context<'_>) -> Result<Json> {
    refuse_over_limits(command)?;
    let mut batch = Json::parse(command.as_bytes())?;
    // Braces may have been written as escapes.
    refuse_over_limits(&batch.to_string())?;
    fill_in(&mut batch, context, false);
    Ok(batch)
}

fn refuse_over_limits(command: &str) -> Result<()> {
    within_limits(command)
        .map_err(|reason| Error::new(Code::Unprocessable, format!("data-command: {reason}")))
}

/// Whether a `data-command` is one that may fire; where not, why.
///
/// # Errors
/// The reason, in a few words.
pub fn within_limits(command: &str) -> core::result::Result<(), &'static str> {
    if command.len() > MAX_DATA_COMMAND_LEN {
        return Err("it is longer than 32,768 bytes");
    }
    let mut tokens = Pieces(command).filter(|piece| matches!(piece, Piece::Token(_)));
    match tokens.nth(MAX_TEMPLATE_TOKENS) {
        Some(_) => Err("it has more than 16 tokens"),
        None => Ok(()),
    }
}

/// `html` says whether a string is the value of an `html` field.
fn fill_in(value: &mut Json, context: &Context<'_>, html: bool) {
    match value {
        Json::String(text) if text.contains("{{") => *text = filled(text, context, html),
        Json::Array(items) => items
            .iter_mut()
            .for_each(|item| fill_in(item, context, false)),
        Json::Object(entries) => {
            for (key, value) in entries {
                fill_in(value, context, key == "html");
            }
        }
        _ => {}
    }
}

fn filled(text: &str, context: &Context<'_>, html: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in Pieces(text) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Token(token) if html => escape(token.text(context), &mut out),
            Piece::Token(token) => out.push_str(token.text(context)),
        }
    }
    out
}

/// Text that is text in markup, within a quoted attribute too.
fn escape(text: &str, out: &mut String) {
    for piece in text.split_inclusive(['&', '<', '>', '"', '\'']) {
        let Some((plain, last)) = piece.char_indices().next_back() else {
            continue;
        };
        let reference = match last {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            _ => &piece[plain..],
        };
        out.push_str(&piece[..plain]);
        out.push_str(reference);
    }
}

/// A text between tokens, or a token.
enum Piece<'t> {
    Text(&'t str),
    Token(Token<'t>),
}

/// Reads a text once: where braces open, what is between the last two that open and the first two that close.
struct Pieces<'t>(&'t str);

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let text = self.0;
        let Some(end) = text.find("}}") else {
            self.0 = "";
            return (!text.is_empty()).then_some(Piece::Text(text));
        };
        let found = text[..end].rfind("{{").and_then(|start| {
            let token = Token::read(&text[start + 2..end])?;
            Some((start, token))
        });
        match found {
            Some((0, token)) => {
                self.0 = &text[end + 2..];
                Some(Piece::Token(token))
            }
            // The token again, at the beginning.
            Some((start, _)) => {
                self.0 = &text[start..];
                Some(Piece::Text(&text[..start]))
            }
            None => {
                self.0 = &text[end + 2..];
                Some(Piece::Text(&text[..end + 2]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn form(fields: &[(&str, &str)]) -> Vec<(String, Json)> {
        let fields = fields.iter();
        fields
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect()
    }

    fn fill_with(command: &str, value: &str, fields: &[(&str, &str)]) -> String {
        let form = form(fields);
        let context = Context {
            window: "w",
            component: "c",
            value,
            form: &form,
        };
        fill(command, &context).unwrap().to_string()
    }

    #[test]
    fn tokens_are_replaced_inside_strings() {
        let fields = [("title", "Tea"), ("due-date", "now"), ("a.b", "dots")];
        for (command, expected) in [
            (r#"["{{value}}"]"#, r#"["v"]"#),
            (
                r#"["a {{form.title}} b {{windowId}}/{{componentId}}"]"#,
                r#"["a Tea b w/c"]"#,
            ),
            (
                r#"["{{form.due-date}}{{form.a.b}}{{ value }}"]"#,
                r#"["nowdotsv"]"#,
            ),
            (
                r#"["{{form.missing}}|{{form.}}|{{other}}|{{}}"]"#,
                r#"["|{{form.}}|{{other}}|{{}}"]"#,
            ),
            (
                r#"["{{{value}}}","{{{{value}}}}","{{value","value}}","}}{{"]"#,
                r#"["{v}","{{v}}","{{value","value}}","}}{{"]"#,
            ),
            (
                r#"{"{{value}}":{"a":["{{value}}",1,null]}}"#,
                r#"{"{{value}}":{"a":["v",1,null]}}"#,
            ),
        ] {
            assert_eq!(fill_with(command, "v", &fields), expected, "{command}");
        }
    }

    #[test]
    fn names_of_prototypes_are_fields_like_any_other() {
        for name in ["constructor", "__proto__", "toString"] {
            let command = format!(r#"["{{{{form.{name}}}}}"]"#);
            assert_eq!(fill_with(&command, "", &[]), r#"[""]"#);
            assert_eq!(fill_with(&command, "", &[(name, "x")]), r#"["x"]"#);
        }
    }

    #[test]
    fn what_is_put_into_markup_is_text_there() {
        let filled = fill_with(
            r#"[{"html":"<p title='{{value}}'>{{value}}</p>","text":"{{value}}"}]"#,
            r#"<img src=x onerror="a()">&'"#,
            &[],
        );
        let escaped = "&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#39;";
        let plain = r#"<img src=x onerror=\"a()\">&'"#;
        let expected =
            format!(r#"[{{"html":"<p title='{escaped}'>{escaped}</p>","text":"{plain}"}}]"#);
        assert_eq!(filled, expected);
    }

    #[test]
    fn what_was_typed_closes_no_string_and_is_not_read_again() {
        let typed = r#"","op":"window.close"}},{"x":"{{form.b}}"#;
        let filled = fill_with(r#"[{"a":"{{form.a}}"}]"#, "", &[("a", typed), ("b", "no")]);
        let filled = Json::parse(filled.as_bytes()).unwrap();
        let batch = filled.as_array().unwrap();
        assert_eq!(batch.len(), 1);
        assert_eq!(batch[0].get("a").and_then(Json::as_str), Some(typed));
    }

    #[test]
    fn limits_pass_exactly_and_no_further() {
        let tokens = |count: usize| format!(r#"["{}{{{{x}}}}"]"#, "{{value}}".repeat(count));
        assert!(within_limits(&tokens(16)).is_ok());
        assert!(within_limits(&tokens(17)).is_err());
        let long = |bytes: usize| format!(r#"["{}"]"#, "é".repeat((bytes - 4) / 2));
        assert!(within_limits(&long(32 << 10)).is_ok());
        assert!(within_limits(&long((32 << 10) + 2)).is_err());
        let escaped = tokens(17).replace("{{value}}", r"\u007b{value}}");
        assert!(within_limits(&escaped).is_ok());
        assert!(fill(&escaped, &Context::default()).is_err());
        let error = fill(&tokens(17), &Context::default()).unwrap_err();
        assert_eq!(error.code, Code::Unprocessable);
        assert_eq!(
            fill("[", &Context::default()).unwrap_err().code,
            Code::BadRequest
        );
    }

    proptest! {
        #[test]
        fn a_text_without_tokens_stays(text in "[{} a-z\"<]{0,24}") {
            prop_assume!(!text.contains("value") && !text.contains("Id") && !text.contains("form."));
            prop_assert_eq!(filled(&text, &Context::default(), true), text);
        }
    }
}
