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
