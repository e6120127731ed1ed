//! The snapshot that `chat state dump` stores, from an address.

use std::time::Duration;
use ureq::Agent;

const TIMEOUT: Duration = Duration::from_secs(10);

/// Gets what is at the address, over HTTP or HTTPS.
///
/// # Errors
/// A sentence.
pub(crate) fn fetch(url: Option<&str>) -> Result<Vec<u8>, String> {
    let url = url.ok_or(
        "SNAPSHOT_URL is not set; set it like http://127.0.0.1:8080/browser/state-snapshot, or name a file with --from FILE",
    )?;
    let agent = Agent::new_with_config(
        Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .max_redirects(3)
            .build(),
    );
    agent
        .get(url)
        .call()
        .and_then(|mut answer| {
            let body = answer.body_mut().with_config();
            body.limit(crate::reader::MOST_BYTES).read_to_vec()
        })
        .map_err(|error| format!("{url}: {error}"))
}
