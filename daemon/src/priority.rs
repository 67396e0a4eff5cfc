//! Which threads come first: those that answer questions. The others take what these leave of the processors.

/// How far the thread that writes the store is below those that answer: uploads wait for it.
pub(crate) const WRITES: i32 = 5;

/// How far those are that work in the background.
pub(crate) const WORKS: i32 = 10;

/// Lowers the priority of this thread, and of those that it starts from now on.
pub(crate) fn give_way(by: i32) {
    // On other systems this would slow down the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, by) {
        tracing::debug!(%error, "a thread keeps its priority");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}
