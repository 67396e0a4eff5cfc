//! Background runs: states, progress, and what becomes of those that are no longer wanted.

use memo_common::api::RunState;
use memo_tests::daemon::{Daemon, Form, until};

/// A text that takes the daemon a while.
fn long(lines: usize) -> String {
    let line = |n: usize| {
        format!("On 3 May 2024 I saw a heron, number {n} with Tomas Brandt in Lisbon.\n\n")
    };
    (0..lines).map(line).collect()
}

fn send(daemon: &Daemon, item_id: &str, text: &str) -> String {
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", item_id)
        .file("a.txt", text);
    daemon.upload(&form)
}

#[test]
fn a_run_that_succeeded_is_recallable_at_once() {
    let daemon = Daemon::start();
    for n in 0..10 {
        let run = daemon.add(&format!("d{n}"), &format!("I met quokka{n} at the zoo."));
        assert!(run.memories.is_some_and(|m| m > 0));
        assert!(run.end_time.is_some() && run.error.is_none());
        assert_eq!(
            (run.progress.stage.as_str(), run.progress.done),
            ("done", run.progress.total)
        );
        let found = daemon.recall(&format!("quokka{n}"));
        assert!(
            found.iter().any(|t| t.contains(&format!("quokka{n}"))),
            "{n}: {found:?}"
        );
    }
}

#[test]
fn an_unknown_run_is_404() {
    let daemon = Daemon::start();
    for path in [
        "/v1/projects/local/locations/local/workflows/memory-extraction/executions/nothing",
        "/v1/projects/other/locations/local/workflows/memory-extraction/executions/nothing",
    ] {
        daemon.get(path).problem(404, "not_found");
    }
}

#[test]
fn progress_is_real() {
    let daemon = Daemon::start();
    let run = send(&daemon, "long", &long(250));
    let mut stages = Vec::new();
    until("the run ends", || {
        let run = daemon.client().execution(&run).expect("a run");
        let p = run.progress;
        assert!(p.total == 0 || p.done <= p.total, "{p:?}");
        if stages.last() != Some(&p.stage) {
            stages.push(p.stage);
        }
        (run.state == RunState::Succeeded).then_some(())
    });
    let order = [
        "queued",
        "reading",
        "extracting",
        "storing",
        "indexing",
        "done",
    ];
    let places: Vec<_> = stages
        .iter()
        .map(|s| order.iter().position(|o| o == s))
        .collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{stages:?}"
    );
    assert!(stages.len() > 2, "{stages:?}");
}

#[test]
fn a_superseded_run_ends_and_says_why() {
    let daemon = Daemon::start();
    let old = send(&daemon, "same", &long(8_000));
    let new = send(&daemon, "same", "I saw a kingfisher.");
    let old = daemon.wait(&old);
    assert_eq!(old.state, RunState::Failed);
    assert_eq!(old.error.map(|e| e.code).as_deref(), Some("superseded"));
    assert_eq!(daemon.wait(&new).state, RunState::Succeeded);
    assert!(daemon.recall("heron").iter().all(|n| !n.contains("heron")));
    assert_eq!(daemon.recall("kingfisher").len(), 1);
}

#[test]
fn a_deleted_documents_run_ends_and_says_why() {
    let daemon = Daemon::start();
    let run = send(&daemon, "gone", &long(8_000));
    daemon.client().forget_document("gone").expect("forgotten");
    let run = daemon.wait(&run);
    assert_eq!(run.state, RunState::Failed);
    assert_eq!(run.error.map(|e| e.code).as_deref(), Some("deleted"));
    assert!(daemon.recall("heron").is_empty());
}

#[test]
fn a_small_document_does_not_wait_for_large_ones() {
    let daemon = Daemon::start();
    let large: Vec<_> = (0..3)
        .map(|n| send(&daemon, &format!("large{n}"), &long(8_000)))
        .collect();
    let small = daemon.wait(&send(&daemon, "small", "I saw a kingfisher."));
    assert_eq!(small.state, RunState::Succeeded);
    let last = daemon.client().execution(&large[2]).expect("a run");
    assert_eq!(last.state, RunState::Active);
}

#[test]
fn many_at_once_all_succeed() {
    let daemon = Daemon::start();
    std::thread::scope(|scope| {
        for worker in 0..8 {
            let daemon = &daemon;
            scope.spawn(move || {
                for n in 0..10 {
                    send(
                        daemon,
                        &format!("w{worker}-{n}"),
                        &format!("I met quokka{worker}x{n} at the zoo."),
                    );
                }
            });
        }
    });
    until("all are done", || {
        let mut page = daemon
            .client()
            .documents(Some(100), None)
            .expect("a page")
            .documents;
        page.retain(|d| d.run.state == RunState::Succeeded);
        (page.len() == 80).then_some(())
    });
    assert_eq!(
        daemon
            .client()
            .memories(&Default::default(), Some(100), None)
            .expect("a page")
            .memories
            .len(),
        80
    );
}
