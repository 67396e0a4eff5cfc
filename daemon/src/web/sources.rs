//! Where memories come from: what is watched, and the documents, each with how far it is and what went wrong.

use super::{
    Site,
    frame::{Here, page},
    parts::memories,
    watched,
};
use maud::{Markup, html};
use memo_common::{
    api::{Document, DocumentPage, Execution, RunState, Watch},
    printable,
};

/// `watches`: what is watched, for whom that is to know.
pub(crate) fn show(site: &Site, found: &DocumentPage, watches: Option<&[Watch]>) -> Markup {
    let main = html! {
        h1 { "Sources" }
        @if let Some(watches) = watches { (watched::list(site, watches)) }
        section {
            h2 { "Documents" }
            @if found.documents.is_empty() { p.nothing { "There are none. " code { "memo add" } " adds them." } }
            ul.documents {
                @for document in &found.documents {
                    li {
                        a href=(site.document(&document.item_id)) {
                            bdi { (printable::clean(document.filename.as_deref().unwrap_or(&document.item_id))) }
                        }
                        p.note {
                            (about(document)) " · "
                            a href=(site.search([("item_id", document.item_id.as_str())])) { (memories(document.memories)) }
                        }
                        (state(&document.run))
                    }
                }
            }
            @if let Some(next) = &found.next_cursor {
                p.more { a href=(site.with("sources", [("cursor", next.as_str())])) { "More" } }
            }
        }
    };
    page(site, Here::Sources, "Sources", &main)
}

/// What a document is.
pub(super) fn about(document: &Document) -> Markup {
    let kind = document
        .source_type
        .map_or("not read yet", |kind| kind.as_str());
    let day = document
        .created_at
        .get(..10)
        .unwrap_or(&document.created_at);
    html! {
        (kind) " · told by " bdi { (printable::clean(&document.user_name)) }
        " · " (size(document.bytes)) " · added " (day)
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes / 1024),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

/// How far the work on a document is, where it is not simply done.
pub(super) fn state(run: &Execution) -> Markup {
    let progress = &run.progress;
    html! {
        @match run.state {
            RunState::Active => {
                p.working {
                    "Being worked on: " (progress.stage)
                    @if progress.total > 0 {
                        " " progress value=(progress.done) max=(progress.total) aria-label="How far it is" {}
                        " " (progress.done) " of " (progress.total)
                    }
                }
            }
            RunState::Failed => {
                p.failed {
                    "Failed"
                    @if let Some(error) = &run.error { ": " (printable::lines(&error.message)) }
                }
            }
            RunState::Succeeded => {
                @if let Some(why) = &run.fallback {
                    p.note { "Told without the language model: " (printable::lines(&why.message)) }
                }
            }
        }
    }
}
