//! How many files and sockets the process may have open, and who gets them.

use vitrine::error::{Code, Error, Result};

/// Most connections of the binary protocol. So many that idle ones, which cost a few KiB each, keep nobody out.
const WIRE: usize = 8192;

/// Most connections of HTTP.
const HTTP: usize = 1024;

/// Kept for the store, which must always be able to open its files: one for each thread that reads, and the runtime's.
const RESERVE: usize = 256;

/// The fewest connections that make a host worth starting.
const FEWEST: usize = 64;

/// How many connections each listener may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// The binary protocol.
    pub wire: usize,
    /// HTTP.
    pub http: usize,
}

impl Places {
    /// Raises the process's limit of open files as far as it is needed and allowed, and divides it.
    ///
    /// # Errors
    /// `Storage` when the system allows too few.
    pub fn claim() -> Result<Places> {
        let places = Places::divide(raise(WIRE + HTTP + RESERVE))?;
        tracing::debug!(wire = places.wire, http = places.http, "connections");
        Ok(places)
    }

    fn divide(files: usize) -> Result<Places> {
        let free = files.saturating_sub(RESERVE);
        if free < FEWEST {
            let expected = format_args!("at least {} (ulimit -n)", RESERVE + FEWEST);
            return Err(Error::mismatch(
                Code::Storage,
                "limit of open files",
                expected,
                files,
            ));
        }
        let http = HTTP.min(free / 4);
        let wire = WIRE.min(free - http);
        Ok(Places { wire, http })
    }
}

/// Raises the soft limit to `wanted`, or to the hard one; gives what it is then.
#[cfg(unix)]
fn raise(wanted: usize) -> usize {
    use rustix::process::{getrlimit, setrlimit, Resource, Rlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let unlimited = u64::MAX;
    let (soft, hard) = (current.unwrap_or(unlimited), maximum.unwrap_or(unlimited));
    let raised = hard.min(wanted as u64);
    let limit = Rlimit {
        current: Some(raised),
        maximum,
    };
    let files = if raised > soft && setrlimit(Resource::Nofile, limit).is_ok() {
        raised
    } else {
        soft
    };
    usize::try_from(files).unwrap_or(usize::MAX)
}

/// Sockets are no files there.
#[cfg(not(unix))]
fn raise(wanted: usize) -> usize {
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_keeps_its_reserve_whatever_the_limit() {
        assert_eq!(
            Places::divide(1_000_000).unwrap(),
            Places {
                wire: WIRE,
                http: HTTP
            }
        );
        for files in [RESERVE + FEWEST, 1024, 4096, 20_000] {
            let places = Places::divide(files).unwrap();
            assert!(places.wire + places.http + RESERVE <= files, "{places:?}");
            assert!(places.wire >= 3 * places.http);
        }
        for files in [0, RESERVE, RESERVE + FEWEST - 1] {
            assert!(Places::divide(files).is_err(), "{files}");
        }
    }
}
