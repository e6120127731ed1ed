//! The host's registry: admitted by the core's rules, stored, then visible.

use crate::store::writer::Writer;
use crate::store::{Snapshot, Write};
use axum::body::Bytes;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use tokio::task::block_in_place;
use vitrine::error::{Code, Error, Result};
use vitrine::json::Json;
use vitrine::turns::registry::{Put, Registry};

/// The registry at one moment.
#[derive(Debug, Default, Clone)]
pub struct Known {
    /// What has been published.
    pub registry: Registry,
    merged: OnceLock<Bytes>,
}

impl Known {
    /// The text of the merged bundle, made at most once.
    pub fn merged(&self) -> Bytes {
        let text = || Bytes::from(self.registry.merged().to_string());
        self.merged.get_or_init(text).clone()
    }
}

/// The registry and its way to the store.
#[derive(Debug)]
pub struct Bundles {
    current: RwLock<Arc<Known>>,
    /// Held while a bundle is admitted and stored: each is judged against all before it.
    putting: tokio::sync::Mutex<()>,
}

impl Bundles {
    /// Reads what is stored.
    ///
    /// # Errors
    /// `Storage` when it cannot be read, or a stored bundle is refused.
    pub fn load(snapshot: &dyn Snapshot) -> Result<Bundles> {
        let mut registry = Registry::new();
        for text in snapshot.bundles()? {
            registry.put_text(&text).map_err(|e| {
                Error::new(
                    Code::Storage,
                    format!("a stored registry bundle is damaged: {e}"),
                )
            })?;
        }
        let known = Known {
            registry,
            ..Known::default()
        };
        Ok(Bundles {
            current: RwLock::new(Arc::new(known)),
            putting: tokio::sync::Mutex::default(),
        })
    }

    /// What is published now.
    pub fn current(&self) -> Arc<Known> {
        // What is taken in was checked before, so that a poisoned lock still holds a whole value.
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Publishes the bundle in `text`, JSON or msgpack, whose id must be `id`. It is stored as JSON.
    ///
    /// # Errors
    /// Those of [`Registry::read`] and of [`Registry::put`], `Unprocessable` for another id, `Storage` when the disk fails.
    pub async fn put(&self, id: &str, text: &[u8], writer: &Writer) -> Result<Put> {
        let _alone = self.putting.lock().await;
        let (bundle, known) = (block_in_place(|| Registry::read(text))?, self.current());
        let bundle = Arc::new(bundle);
        let checked = block_in_place(|| known.registry.check(&bundle))?;
        // From here on nobody but readers holds what is known, so that it seldom has to be copied.
        drop(known);
        let found = bundle.get("bundle_id").and_then(Json::as_str);
        if found != Some(id) {
            return Err(Error::mismatch(
                Code::Unprocessable,
                "bundle_id",
                format_args!("{id:?}, as in the request"),
                format_args!("{:?}", found.unwrap_or_default()),
            ));
        }
        let Some(checked) = checked else {
            return Ok(Put::Unchanged);
        };
        let stored = Write::PutBundle(id.to_owned(), bundle.to_string().into_bytes());
        writer.write(stored).await?;
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let known = Arc::make_mut(&mut current);
        known.registry.apply(checked);
        known.merged = OnceLock::new();
        Ok(Put::Created)
    }
}
