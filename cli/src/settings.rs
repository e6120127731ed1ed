//! What the environment says: where the document and its lock are, and how long to wait.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use vitrine::state::{Exit, Outcome};

const DEFAULT_STATE: &str = "state/state.json";
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// The environment, read.
#[derive(Debug)]
pub(crate) struct Settings {
    /// STATE_PATH, absolute, `.` taken out, links and `..` left as they are: references start at its folder as written.
    pub(crate) state: String,
    /// STATE_LOCK_PATH, where it is given.
    pub(crate) lock: Option<PathBuf>,
    /// STATE_LOCK_TIMEOUT_MS.
    pub(crate) timeout: Duration,
    /// SNAPSHOT_URL.
    pub(crate) snapshot_url: Option<String>,
}

impl Settings {
    /// Reads the environment; an empty variable is as good as none.
    ///
    /// # Errors
    /// Exit 2: a variable holds what it cannot mean.
    pub(crate) fn read(variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Settings, Outcome> {
        let text = |name: &str| match variable(name).filter(|value| !value.is_empty()) {
            None => Ok(None),
            Some(value) => value
                .into_string()
                .map(Some)
                .map_err(|_| wrong(format!("{name}: expected UTF-8"))),
        };
        let state = text("STATE_PATH")?.unwrap_or_else(|| DEFAULT_STATE.to_owned());
        let state = std::path::absolute(&state)
            .map_err(|error| wrong(format!("STATE_PATH: the current folder: {error}")))?
            .into_os_string()
            .into_string()
            .map_err(|_| wrong("STATE_PATH: expected a path in UTF-8".to_owned()))?;
        let timeout = match text("STATE_LOCK_TIMEOUT_MS")? {
            None => DEFAULT_TIMEOUT,
            Some(number) => number.parse().map(Duration::from_millis).map_err(|_| {
                wrong(format!(
                    "STATE_LOCK_TIMEOUT_MS: expected a number of milliseconds like 10000, found {number:?}"
                ))
            })?,
        };
        Ok(Settings {
            state,
            lock: text("STATE_LOCK_PATH")?.map(PathBuf::from),
            timeout,
            snapshot_url: text("SNAPSHOT_URL")?,
        })
    }
}

fn wrong(message: String) -> Outcome {
    Outcome::refused(Exit::Input, message)
}
