//! A user action as a form sends it: `application/x-www-form-urlencoded` (the URL standard, section 5.1).
//!
//! A form sends texts only. What an action's rules call a number or a boolean is read as one; a name that stands more
//! than once is a list.

use super::envelope::{fits, invalid, within, UserAction};
use super::options::Options;
use super::reserved::is_reserved;
use super::rules::Kind;
use super::Checked;
use crate::json::Json;
use crate::map::Map;
use crate::pointer::Pointer;

const ACTION: &str = "vitrine.action";
const SURFACE: &str = "vitrine.surface";
const COMPONENT: &str = "vitrine.component";
const TIMESTAMP: &str = "vitrine.timestamp";

pub(super) fn read(body: &[u8], options: &Options) -> Checked<UserAction> {
    fits(body.len(), &options.limits)?;
    let at = Pointer::root().key("userAction");
    let mut fields = fields(body)?;
    let mut own = |field: &str, name: &str| match fields.remove(field) {
        Some(mut values) if values.len() == 1 => Ok(values.pop()),
        Some(values) => {
            let reason = format!("{field}: expected one value, found {}", values.len());
            Err(invalid(at.key(name), reason))
        }
        None => Ok(None),
    };
    let name = own(ACTION, "name")?;
    let surface_id = own(SURFACE, "surfaceId")?;
    let component_id = own(COMPONENT, "sourceComponentId")?;
    let timestamp = own(TIMESTAMP, "timestamp")?;
    let given = |value: Option<String>, field: &str, name: &str| {
        value.ok_or_else(|| {
            invalid(
                at.key(name),
                format!("{field}: expected a value, found nothing"),
            )
        })
    };
    let name = given(name, ACTION, "name")?;
    let rules = options.actions.get(name.as_str());
    let context = fields.into_sorted().map(|(key, values)| {
        let kind = rules
            .and_then(|rules| rules.kind(&key))
            .filter(|_| !is_reserved(&key));
        let value = value(values, kind);
        (key, value)
    });
    let context: Vec<_> = context.collect();
    within(&context, &at.key("context"), &options.limits)?;
    UserAction {
        name,
        surface_id: given(surface_id, SURFACE, "surfaceId")?,
        component_id: given(component_id, COMPONENT, "sourceComponentId")?,
        timestamp,
        context,
    }
    .checked(&at)
}

/// The values of each name, in the order sent.
fn fields(body: &[u8]) -> Checked<Map<String, Vec<String>>> {
    let mut fields: Map<String, Vec<String>> = Map::EMPTY;
    for field in body
        .split(|byte| *byte == b'&')
        .filter(|field| !field.is_empty())
    {
        let mut halves = field.splitn(2, |byte| *byte == b'=');
        let mut half = || decode(halves.next().unwrap_or_default());
        let (name, value) = (half()?, half()?);
        fields.get_or_insert_with(name, Vec::new).push(value);
    }
    Ok(fields)
}

fn decode(text: &[u8]) -> Checked<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => match escaped(after) {
                Some(byte) => {
                    rest = after.get(2..).unwrap_or_default();
                    byte
                }
                None => b'%',
            },
            byte => *byte,
        });
    }
    String::from_utf8(bytes)
        .map_err(|_| invalid(Pointer::root(), "a form: expected UTF-8, found other bytes"))
}

fn escaped(after: &[u8]) -> Option<u8> {
    let digit = |at: usize| {
        after
            .get(at)
            .and_then(|byte| char::from(*byte).to_digit(16))
    };
    u8::try_from(digit(0)? << 4 | digit(1)?).ok()
}

/// What a field says, for a rule of that kind.
fn value(mut values: Vec<String>, kind: Option<Kind>) -> Json {
    if values.len() != 1 || kind == Some(Kind::Array) {
        return Json::Array(values.into_iter().map(Json::from).collect());
    }
    let text = values.pop().unwrap_or_default();
    match (kind, text.as_str()) {
        // A checkbox without a value of its own sends `on`.
        (Some(Kind::Boolean), "true" | "on") => true.into(),
        (Some(Kind::Boolean), "false") => false.into(),
        (Some(Kind::Number), digits) => match Json::parse(digits.as_bytes()) {
            Ok(number @ Json::Number(_)) => number,
            _ => text.into(),
        },
        _ => text.into(),
    }
}
