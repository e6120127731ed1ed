//! The branches around a context: all turns that share its root.

use super::error::{no_store_json, ApiResult};
use super::query::{id, Path, Query};
use crate::service::Service;
use crate::store::{ancestry, rules};
use axum::extract::State;
use axum::response::IntoResponse;
use std::sync::Arc;
use vitrine::error::Result;
use vitrine::json::Json;

/// `GET /v1/contexts/{id}/graph?limit&after`: ids, parents and depths, by rising ids, so that a parent comes before its
/// children.
pub(super) async fn family(
    State(service): State<Arc<Service>>,
    Path(context): Path<String>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.only(&["limit", "after"])?;
    let context = id("context id", &context)?;
    let limit = query.limit()? as usize;
    let after = query.id("after")?.unwrap_or(0);
    let described = service.read(|snapshot| {
        let head = snapshot
            .head(context)?
            .ok_or_else(|| rules::no_context(context))?;
        let root = match head.turn {
            0 => 0,
            turn => ancestry::stored(snapshot, turn)?.root,
        };
        // One more than asked for shows whether there is a next page.
        let mut ids = snapshot.family(root, after, limit + 1)?;
        let more = ids.len() > limit;
        ids.truncate(limit);
        let next = ids.last().filter(|_| more).map(u64::to_string);
        let turns = ids.iter().map(|id| {
            let turn = ancestry::stored(snapshot, *id)?;
            Ok(Json::Object(vec![
                ("turn_id".into(), turn.id.to_string().into()),
                ("parent_turn_id".into(), turn.parent.to_string().into()),
                ("depth".into(), turn.depth.into()),
            ]))
        });
        Ok(Json::Object(vec![
            ("context_id".into(), context.to_string().into()),
            ("head_turn_id".into(), head.turn.to_string().into()),
            ("turns".into(), Json::Array(turns.collect::<Result<_>>()?)),
            ("next_after".into(), next.map_or(Json::Null, Json::from)),
        ]))
    })?;
    Ok(no_store_json(&described))
}
