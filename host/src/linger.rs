//! The end of a connection whose peer may still be sending. To close it while something unread has come takes answers with
//! it that the peer has not read yet: it would get a reset in the place of the error that says why.

use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

/// How long at most what still comes is read.
const LONGEST: Duration = Duration::from_secs(30);

/// How long a peer may be silent before it is left: several round trips of a long link.
pub(crate) const SILENCE: Duration = Duration::from_secs(1);

/// How long a peer may that a stopping host leaves.
pub(crate) const LAST_SILENCE: Duration = Duration::from_millis(100);

/// Bytes at a time.
const READ: usize = 16 << 10;

/// Says that nothing more will be sent, then reads what still comes, until the peer ends it or is silent for so long.
///
/// # Errors
/// When the peer is gone already.
pub(crate) async fn linger(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    silence: Duration,
) -> io::Result<()> {
    stream.shutdown().await?;
    let mut rest = vec![0; READ];
    let drain =
        async { while matches!(timeout(silence, stream.read(&mut rest)).await, Ok(Ok(1..))) {} };
    let _ = timeout(LONGEST, drain).await;
    Ok(())
}
