//! Rendering options: the same names and defaults as in the specification's section 5.2.2.

use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::pointer::Pointer;

/// Which descriptor a turn is decoded with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TypeHint {
    /// The stored declared type.
    #[default]
    Inherit,
    /// The latest version known of the stored TypeID.
    Latest,
    /// This type, which must be a version of the stored TypeID (or the turn has none stored).
    Explicit {
        /// TypeID
        type_id: String,
        /// TypeVersion
        version: u32,
    },
}

/// How `bytes` render.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BytesRender {
    /// Standard padded base64.
    #[default]
    Base64,
    /// Lower-case hexadecimal.
    Hex,
    /// The length, a number.
    LenOnly,
    /// JavaScript only: a `Uint8Array` view of the bytes as read.
    View,
}

/// How `u64` and `i64` render.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum U64Format {
    /// Decimal digits.
    #[default]
    String,
    /// A number; decimal digits where it is no safe integer, so that nothing is lost.
    Number,
    /// JavaScript only: a `BigInt`.
    BigInt,
}

/// How enums render. A number without a label renders as the number, whatever is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EnumRender {
    /// The label.
    #[default]
    Label,
    /// The number.
    Number,
    /// `{label, value}`
    Both,
}

/// How times render.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeRender {
    /// ISO 8601 in UTC with milliseconds and `Z`.
    #[default]
    Iso,
    /// Milliseconds since the epoch.
    UnixMs,
}

/// All options of a projection.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProjectOptions {
    /// Which descriptor.
    pub hint: TypeHint,
    /// Render fields that no descriptor names.
    pub include_unknown: bool,
    /// Bytes.
    pub bytes: BytesRender,
    /// 64-bit integers.
    pub u64: U64Format,
    /// Enums.
    pub enums: EnumRender,
    /// Times.
    pub time: TimeRender,
    /// Leave the hash of each payload unchecked. Checking is the default.
    pub skip_verify: bool,
}

impl ProjectOptions {
    /// Reads the options as the package passes them: an object of the names of its `ProjectOptions`.
    ///
    /// # Errors
    /// `BadRequest` with the option's pointer for an unknown name, a value that is none of the option's, `as`
    /// outside explicit mode, explicit mode without `as`.
    pub fn from_json(json: &Json) -> Result<Self> {
        const MODES: [&str; 3] = ["inherit", "latest", "explicit"];
        let mut options = ProjectOptions::default();
        let (mut mode, mut target) = ("inherit", None);
        let entries = json
            .as_object()
            .ok_or_else(|| refuse("", "an object of options", json))?;
        for (name, value) in entries {
            match name.as_str() {
                "typeHintMode" => mode = MODES[pick(name, value, &MODES)?],
                "as" => target = Some(read_type_ref(value)?),
                "includeUnknown" => options.include_unknown = read_bool(name, value)?,
                "verify" => options.skip_verify = !read_bool(name, value)?,
                "bytesRender" => {
                    use BytesRender::{Base64, Hex, LenOnly, View};
                    let names = ["base64", "hex", "len_only", "view"];
                    options.bytes = [Base64, Hex, LenOnly, View][pick(name, value, &names)?];
                }
                "u64Format" => {
                    use U64Format::{BigInt, Number, String};
                    let names = ["string", "number", "bigint"];
                    options.u64 = [String, Number, BigInt][pick(name, value, &names)?];
                }
                "enumRender" => {
                    use EnumRender::{Both, Label, Number};
                    let names = ["label", "number", "both"];
                    options.enums = [Label, Number, Both][pick(name, value, &names)?];
                }
                "timeRender" => {
                    use TimeRender::{Iso, UnixMs};
                    options.time = [Iso, UnixMs][pick(name, value, &["iso", "unix_ms"])?];
                }
                _ => {
                    return Err(refuse(
                        name,
                        "an option of ProjectOptions",
                        &Json::from(name.as_str()),
                    ))
                }
            }
        }
        options.hint = match (mode, target) {
            ("explicit", Some((type_id, version))) => TypeHint::Explicit { type_id, version },
            ("explicit", None) => {
                return Err(refuse(
                    "as",
                    "a type, because typeHintMode is explicit",
                    &Json::Null,
                ))
            }
            (_, Some(_)) => {
                return Err(refuse(
                    "typeHintMode",
                    "\"explicit\", because as is given",
                    &Json::from(mode),
                ))
            }
            ("latest", None) => TypeHint::Latest,
            _ => TypeHint::Inherit,
        };
        Ok(options)
    }
}

#[inline(never)]
fn refuse(option: &str, expected: &str, found: &Json) -> Error {
    let place = if option.is_empty() {
        Pointer::root()
    } else {
        Pointer::root().key(option)
    };
    Error::mismatch(
        Code::BadRequest,
        &format!("project option {option}"),
        expected,
        found,
    )
    .at(place)
}

/// Which of the names the option's value is.
#[inline(never)]
fn pick(option: &str, value: &Json, names: &[&str]) -> Result<usize> {
    let chosen = value
        .as_str()
        .and_then(|name| names.iter().position(|choice| *choice == name));
    chosen.ok_or_else(|| refuse(option, &format!("one of {}", names.join(", ")), value))
}

#[inline(never)]
fn read_bool(option: &str, value: &Json) -> Result<bool> {
    value
        .as_bool()
        .ok_or_else(|| refuse(option, "true or false", value))
}

fn read_type_ref(value: &Json) -> Result<(String, u32)> {
    let type_id = value
        .get("typeId")
        .and_then(Json::as_str)
        .filter(|id| !id.is_empty());
    let version = value
        .get("typeVersion")
        .and_then(Json::as_u64)
        .and_then(|v| u32::try_from(v).ok());
    match (type_id, version) {
        (Some(type_id), Some(version)) => Ok((type_id.to_owned(), version)),
        _ => Err(refuse("as", "{typeId, typeVersion}", value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ProjectOptions> {
        ProjectOptions::from_json(&Json::parse(text.as_bytes())?)
    }

    #[test]
    fn nothing_said_means_the_defaults() {
        assert_eq!(read("{}"), Ok(ProjectOptions::default()));
    }

    #[test]
    fn a_value_that_is_no_choice_is_refused_by_name() {
        let error = read(r#"{"bytesRender":"octal"}"#).unwrap_err();
        assert_eq!(
            (error.code, error.pointer.as_str()),
            (Code::BadRequest, "/bytesRender")
        );
        assert!(
            error.message.contains("base64, hex, len_only, view")
                && error.message.contains("octal"),
            "{error}"
        );
    }

    #[test]
    fn as_and_explicit_need_each_other() {
        assert_eq!(
            read(r#"{"typeHintMode":"explicit"}"#)
                .unwrap_err()
                .pointer
                .as_str(),
            "/as"
        );
        assert_eq!(
            read(r#"{"as":{"typeId":"a","typeVersion":1}}"#)
                .unwrap_err()
                .pointer
                .as_str(),
            "/typeHintMode"
        );
        let both =
            read(r#"{"as":{"typeId":"a","typeVersion":2},"typeHintMode":"explicit"}"#).unwrap();
        assert_eq!(
            both.hint,
            TypeHint::Explicit {
                type_id: "a".into(),
                version: 2
            }
        );
    }
}
