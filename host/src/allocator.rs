//! What is freed goes back to the system, so that the bound on what requests hold is one on the process.

/// Blocks of this many bytes and more are mapped for themselves and unmapped when they are freed. Smaller ones, such as
/// pages of turns as they are read all the time, are kept for the next request.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: libc::c_int = 1 << 20;

/// Has large blocks given back, where the system's allocator would keep them: glibc raises its threshold with the first
/// large block that is freed, up to 32 MiB, and from then on each of its arenas keeps what it once had.
pub fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: it changes settings of the allocator, under its own lock, and touches no memory of ours.
        let set = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED) };
        if set == 0 {
            tracing::warn!(
                "the allocator keeps large blocks: this host may hold more than --memory says"
            );
        }
    }
}
