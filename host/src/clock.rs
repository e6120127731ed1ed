//! Where the time comes from: passed in, so that a test can say what it is.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Gives the time, in ms since 1970.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The machine's clock.
pub fn system() -> Clock {
    Arc::new(|| {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}
