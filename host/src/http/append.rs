//! Turns appended over HTTP, for writers that have no socket of their own.

use super::error::{no_store_json, ApiError, ApiResult};
use super::query::{body, id, Path, Query};
use crate::service::Service;
use axum::body::Body;
use axum::extract::State;
use axum::http::{header, HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base64::prelude::{Engine, BASE64_STANDARD};
use std::sync::Arc;
use vitrine::error::{Code, Error, Result};
use vitrine::json::Json;
use vitrine::turns::blob::{hash, to_hex};
use vitrine::turns::wire::reply::Appended;
use vitrine::turns::wire::request::AppendTurn;

/// An APPEND_TURN payload as a body.
const APPEND: &str = "application/vnd.vitrine.append";

/// `POST /v1/contexts/{id}/turns`: 201 when the turn is durable.
pub(super) async fn append(
    State(service): State<Arc<Service>>,
    Path(context): Path<String>,
    query: Query,
    headers: HeaderMap,
    request: Body,
) -> ApiResult<impl IntoResponse> {
    query.only(&[])?;
    let context = id("context id", &context)?;
    let kind = kind(&headers)?;
    let copies = match kind {
        Kind::Binary => 1,
        // The text, the string in it, and what the string stands for.
        Kind::Json => 3,
    };
    let most = service.limits.frame_bytes as usize;
    let (bytes, _share) = body(request, most, copies, &service.memory).await?;
    let ack = match kind {
        Kind::Binary => {
            let turn = AppendTurn::decode(0, &bytes)?;
            same_context(turn.context, context)?;
            service.append(&turn).await?.done().await?
        }
        Kind::Json => {
            let told = Told::read(&Json::parse(&bytes)?)?;
            service.append(&told.turn(context)?).await?.done().await?
        }
    };
    Ok((StatusCode::CREATED, no_store_json(&describe(&ack))))
}

enum Kind {
    Binary,
    Json,
}

fn kind(headers: &HeaderMap) -> ApiResult<Kind> {
    let value = headers.get(header::CONTENT_TYPE);
    let text = value
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = text.split(';').next().unwrap_or_default().trim();
    match essence.to_ascii_lowercase().as_str() {
        APPEND => Ok(Kind::Binary),
        "application/json" => Ok(Kind::Json),
        _ => {
            let expected = format_args!("{APPEND} or application/json");
            let found = format_args!("{text:?}");
            Err(ApiError {
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                error: Error::mismatch(Code::BadRequest, "Content-Type", expected, found),
            })
        }
    }
}

fn same_context(found: u64, expected: u64) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    let expected = format_args!("{expected}, as in the path");
    Err(Error::mismatch(
        Code::Unprocessable,
        "context id of the body",
        expected,
        found,
    ))
}

/// What the JSON form says.
#[derive(Default)]
struct Told {
    type_id: Option<String>,
    type_version: Option<u32>,
    payload: Option<Vec<u8>>,
    parent: u64,
    idempotency_key: String,
}

impl Told {
    fn read(body: &Json) -> Result<Told> {
        let fields = body
            .as_object()
            .ok_or_else(|| bad("body", "an object", body.kind()))?;
        let mut told = Told::default();
        for (index, (name, value)) in fields.iter().enumerate() {
            if fields[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(bad("body", format_args!("{name} once"), "it twice"));
            }
            match name.as_str() {
                "type_id" => told.type_id = Some(text(name, value)?.to_owned()),
                "type_version" => told.type_version = Some(version(value)?),
                "payload_b64" => told.payload = Some(payload(text(name, value)?)?),
                "parent_turn_id" => told.parent = id(name, text(name, value)?)?,
                "idempotency_key" => told.idempotency_key = text(name, value)?.to_owned(),
                other => {
                    let expected =
                        "type_id, type_version, payload_b64, parent_turn_id or idempotency_key";
                    return Err(bad(
                        "member of the body",
                        expected,
                        format_args!("{other:?}"),
                    ));
                }
            }
        }
        Ok(told)
    }

    fn turn(&self, context: u64) -> Result<AppendTurn<'_>> {
        let missing = |name| bad("body", format_args!("the member {name}"), "none");
        let payload = self
            .payload
            .as_deref()
            .ok_or_else(|| missing("payload_b64"))?;
        Ok(AppendTurn {
            context,
            parent: self.parent,
            type_id: self.type_id.as_deref().ok_or_else(|| missing("type_id"))?,
            type_version: self.type_version.ok_or_else(|| missing("type_version"))?,
            encoding: 1,
            compression: 0,
            // A body is no longer than a frame.
            uncompressed_len: u32::try_from(payload.len()).unwrap_or(u32::MAX),
            hash: hash(payload),
            payload,
            idempotency_key: self.idempotency_key.as_bytes(),
            fs_root: None,
        })
    }
}

fn text<'a>(name: &str, value: &'a Json) -> Result<&'a str> {
    value
        .as_str()
        .ok_or_else(|| bad(name, "a string", value.kind()))
}

fn version(value: &Json) -> Result<u32> {
    value
        .as_u64()
        .and_then(|number| u32::try_from(number).ok())
        .ok_or_else(|| bad("type_version", "a whole number of 32 bits", value))
}

fn payload(text: &str) -> Result<Vec<u8>> {
    BASE64_STANDARD.decode(text).map_err(|e| {
        bad(
            "payload_b64",
            "base64 with padding",
            format_args!("this: {e}"),
        )
    })
}

fn describe(ack: &Appended) -> Json {
    Json::Object(vec![
        ("context_id".into(), ack.context.to_string().into()),
        ("turn_id".into(), ack.turn.to_string().into()),
        ("depth".into(), ack.depth.into()),
        ("content_hash_b3".into(), to_hex(&ack.hash).into()),
    ])
}

fn bad(what: &str, expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Error {
    Error::mismatch(Code::BadRequest, what, expected, found)
}
