//! What the daemon keeps up with by itself, among the sources.

use super::{Site, forms::post, parts::one_line};
use jiff::{Timestamp, tz::TimeZone};
use maud::{Markup, html};
use memo_common::{
    api::{OnDelete, Watch, WatchState},
    printable,
};

pub(super) fn list(site: &Site, watches: &[Watch]) -> Markup {
    html! {
        section {
            h2 { "Watched" }
            @if watches.is_empty() { p.nothing { "Nothing is. " code { "memo watch add" } " keeps up with a folder, a file or a calendar." } }
            ul.documents {
                @for watch in watches {
                    li {
                        span { bdi { (one_line(&watch.source)) } }
                        p.note { (about(watch)) }
                        @if let Some(error) = &watch.error { p.failed { (printable::lines(error)) } }
                        @if watch.state == WatchState::Reading && watch.total > 0 {
                            p.working {
                                progress value=(watch.done) max=(watch.total) aria-label="How far it is" {}
                                " " (watch.done) " of " (watch.total)
                            }
                        }
                        @if site.changes {
                            details {
                                summary aria-label=(format!("Watch it no longer: {}", one_line(&watch.source))) { "Watch it no longer" }
                                p.note { "What is remembered of it stays." }
                                (post(site, "sources/unwatch", &html! {
                                    input type="hidden" name="watch_id" value=(watch.watch_id);
                                    button.quiet { "End this watch" }
                                }))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn about(watch: &Watch) -> String {
    let count = |n: u64, one: &str, more: &str| match n {
        1 => format!("1 {one}"),
        _ => format!("{n} {more}"),
    };
    let state = match watch.state {
        WatchState::New => "not looked at yet",
        WatchState::Reading => "being read",
        WatchState::Watching => "up to date",
        WatchState::Failing => "looked at in vain, again soon",
    };
    let deleted = match watch.on_delete {
        OnDelete::Keep => "keeps what is deleted",
        OnDelete::Forget => "forgets what is deleted",
    };
    let looked = watch.looked_at.as_deref().map(here);
    let looked = looked.map_or_else(String::new, |at| format!(" · last looked at {at}"));
    format!(
        "{state}{looked} · {}, {} · {deleted} · told by {}",
        count(watch.files, "file", "files"),
        count(watch.documents, "document", "documents"),
        one_line(&watch.user_name),
    )
}

/// A moment on this place's clock.
fn here(moment: &str) -> String {
    match moment.parse::<Timestamp>() {
        Ok(at) => {
            let at = at.to_zoned(TimeZone::system());
            at.strftime("%Y-%m-%d %H:%M").to_string()
        }
        Err(_) => one_line(moment),
    }
}
