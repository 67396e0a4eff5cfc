//! When what an episode tells took place: by its words, else by what the document's structure says.
//!
//! Words win where they tell of another time than the writing ("fell last Tuesday", "on 3 June"), but not where a day is
//! only spoken of: vague times that have passed, a day that owns something ("Monday's call").

use super::{
    dates::{self, Found},
    episodes::Episode,
};
use crate::{
    ingest::{Document, Kind},
    when::When,
};
use memo_common::api::SourceType;

/// When what an episode tells took place (or will), by its words, else by what the document's structure says.
pub(crate) fn of(document: &Document, episode: &Episode) -> Option<When> {
    let passage = &document.passages[episode.pieces[0].passage];
    // What a reader has dated by itself stands: a record, a point of a printed paper.
    let printed =
        document.source_type == SourceType::Pdf && !matches!(passage.kind, Kind::Message { .. });
    if (passage.kind == Kind::Record || printed) && passage.when.is_some() {
        return passage.when;
    }
    let told = episode.written.map(|w| w.days().0);
    // A commit or a comment happens when it is made; the days it speaks of are its subject, unless they are to come.
    let made = matches!(
        document.source_type,
        SourceType::Github | SourceType::Vscode
    );
    let mut candidates = Vec::new();
    for piece in &episode.pieces {
        let text = &document.passages[piece.passage].text[piece.range.clone()];
        for found in &piece.found {
            let (first, last) = found.when.days();
            let past = told.is_some_and(|t| first < t);
            let vague = (last - first).get_days() > WEEK;
            let owner = ["'s", "’s"]
                .iter()
                .any(|s| text[found.span.end..].starts_with(s));
            if owner || (past && (vague || made) && !since(text, found)) {
                continue;
            }
            let mut found = found.clone();
            if since(text, &found) {
                found.when.end = None;
            }
            candidates.push(found);
        }
    }
    dates::best(&candidates).or(episode.written)
}

/// Days up to which a stretch of time is as good as a date.
const WEEK: i32 = 7;

/// Whether the words say when something began that goes on ("since Sunday").
fn since(text: &str, found: &Found) -> bool {
    let said = text[found.span.clone()].to_lowercase();
    found.when.end.is_some()
        && ["since ", "seit ", "desde ", "depuis "]
            .iter()
            .any(|w| said.starts_with(w))
}
