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
#[derive(Debug, Default)]
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
        // The lock is only ever held to swap a pointer, so a poisoned one still holds a whole value.
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Publishes the bundle in `text`, JSON or msgpack, whose id must be `id`. It is stored as JSON.
    ///
    /// # Errors
    /// Those of [`Registry::read`] and of [`Registry::put`], `Unprocessable` for another id, `Storage` when the disk fails.
    pub async fn put(&self, id: &str, text: &[u8], writer: &Writer) -> Result<Put> {
        let _alone = self.putting.lock().await;
        let mut registry = self.current().registry.clone();
        let (put, text) = block_in_place(|| {
            let bundle = Registry::read(text)?;
            let put = registry.put(&bundle)?;
            match bundle.get("bundle_id").and_then(Json::as_str) {
                Some(found) if found == id => Ok((put, bundle.to_string())),
                found => Err(Error::mismatch(
                    Code::Unprocessable,
                    "bundle_id",
                    format_args!("{id:?}, as in the request"),
                    format_args!("{:?}", found.unwrap_or_default()),
                )),
            }
        })?;
        if put == Put::Created {
            writer
                .write(Write::PutBundle(id.to_owned(), text.into_bytes()))
                .await?;
            let known = Arc::new(Known {
                registry,
                ..Known::default()
            });
            *self.current.write().unwrap_or_else(PoisonError::into_inner) = known;
        }
        Ok(put)
    }
}
