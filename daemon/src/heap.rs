//! What the C library is told of memory; other systems' allocators see to it themselves.

/// Heaps that it may keep apart for threads that allocate at once. It would make eight for each processor, and what many
/// threads have once needed stays with each: after a large upload twice as much memory, and no faster. With only two, who
/// answers a question often waits for one that a thread of lower priority holds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HEAPS: libc::c_int = 4;

/// Bounds how many heaps there are; to be called before any other thread runs.
#[cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "the C library's call takes two numbers")
)]
pub fn limit() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: no other thread runs yet, and the call touches nothing of ours.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, HEAPS);
    }
}

/// Gives the system back what was let go of: scattered among what is still in use, it would grow with every compaction.
#[cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "the C library's call takes a number")
)]
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call may come from any thread at any time, and touches nothing of ours.
    unsafe {
        libc::malloc_trim(0);
    }
}
