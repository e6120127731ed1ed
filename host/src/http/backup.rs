//! `GET /v1/backup`: all that the store holds at this moment, while the host goes on.

use super::error::ApiResult;
use super::query::Query;
use super::stall::STALL;
use crate::service::Service;
use crate::store::archive::ArchiveWriter;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::stream;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;
use vitrine::error::{Code, Error};

/// Bytes that go out together.
const PIECE: usize = 256 << 10;

/// Pieces that wait for a slow reader.
const WAITING: usize = 4;

/// Streams a backup; see [`crate::store::archive`]. One that breaks off lacks the hash at its end.
pub(super) async fn stream(
    State(service): State<Arc<Service>>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.only(&[])?;
    let place = Arc::clone(&service.backups).try_acquire_owned();
    let place = place.map_err(|_| {
        let message = "another backup is being read; ask again when it is done";
        Error::new(Code::Conflict, message)
    })?;
    let (pieces, waiting) = mpsc::channel(WAITING);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let _place = place;
        let out = Pieces { pieces, runtime };
        let failed = out.pieces.clone();
        let runtime = out.runtime.clone();
        let written = service.snapshot().and_then(|snapshot| {
            let mut writer = ArchiveWriter::new(BufWriter::with_capacity(PIECE, out))?;
            snapshot.dump(&mut |record| writer.put(&record))?;
            writer.finish()
        });
        if let Err(e) = written {
            tracing::warn!("a backup broke off: {e}");
            // Cuts the connection, so that the reader does not take this for the end.
            let _ = runtime.block_on(failed.send(Err(io::Error::other(e.message.clone()))));
        }
    });
    let body = stream::unfold(waiting, |mut waiting| async {
        Some((waiting.recv().await?, waiting))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(body)))
}

struct Pieces {
    pieces: mpsc::Sender<io::Result<Bytes>>,
    runtime: Handle,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = Ok(Bytes::copy_from_slice(bytes));
        let sent = self
            .runtime
            .block_on(timeout(STALL, self.pieces.send(piece)))?;
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
