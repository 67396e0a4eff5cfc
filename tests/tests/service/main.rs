//! The service through its real binary and port: each rule and error of the interface, by name.

mod access;
mod additions;
mod agenda;
mod ask;
mod bounds;
mod contract;
mod corrections;
mod crash;
mod embedding;
mod export;
#[cfg(target_os = "linux")]
mod faults;
mod feedback;
mod files;
mod forget;
mod framework;
mod hosts;
mod life;
mod load;
mod mcp;
mod mcp_access;
mod mcp_cancelled;
mod memorize;
mod model;
mod model_answers;
mod model_calls;
mod model_faults;
mod model_hostile;
mod overview;
mod people;
mod read_only;
mod recall;
mod runs;
mod stress;
mod suggestions;
mod threats;
mod torn;
mod users;
mod watches;
mod web;
mod web_access;
mod web_changes;

use memo_tests::daemon::{Daemon, Form};

/// How much a test that tries many places tries: so many by itself, ten times as many where `MEMO_CAMPAIGN` is 1, and as many
/// as it says where it is more.
fn campaign(by_itself: usize) -> usize {
    let told = std::env::var("MEMO_CAMPAIGN").ok();
    match told.and_then(|n| n.parse().ok()) {
        None => by_itself,
        Some(0 | 1) => 10 * by_itself,
        Some(n) => n,
    }
}

/// A complete upload of a short text.
fn upload() -> Form {
    Form::new().text("user_name", "Mira Halloran").file(
        "notes.txt",
        "I planted tulips with Tomas Brandt on 3 May 2024.",
    )
}

/// A daemon that holds one document, `garden`.
fn garden() -> Daemon {
    let daemon = Daemon::start();
    daemon.add(
        "garden",
        "On 3 May 2024 I planted tulips with Tomas Brandt behind the shed.",
    );
    daemon
}
