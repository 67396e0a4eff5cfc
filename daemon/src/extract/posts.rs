//! Posts (comments, commits) → episodes: one a post, parted only where it is long or turns to another day at length.

use super::{
    clock::{Clock, moment},
    dates::{Anchor, Found, Told},
    episode::{Episode, Piece},
    event_time::is_vague,
    sentences,
};
use crate::ingest::Document;
use std::ops::Range;

/// Words behind which a sentence about another day opens an episode of its own; chosen, with [`FEW`], on 129 events told
/// in 25 issues and pull requests of ten writers.
const ENOUGH: usize = 14;

/// Words at which an episode is closed at the next sentence.
const FULL: usize = 90;

/// Words that are too few to stand by themselves.
const FEW: usize = 8;

/// Cuts the posts in `range` into episodes.
pub(crate) fn cut(document: &Document, range: Range<usize>, clock: Clock) -> Vec<Episode> {
    range
        .flat_map(|index| post(document, index, clock))
        .collect()
}

fn post(document: &Document, index: usize, clock: Clock) -> Vec<Episode> {
    let passage = &document.passages[index];
    let written = passage.when.or(document.written);
    let now = written.map_or(clock.now, |w| moment(w, clock.now.time()));
    let mut groups: Vec<(Vec<Piece>, usize)> = Vec::new();
    let mut told = Told::default();
    let mut left = passage.text.split_whitespace().count();
    for range in sentences::split(&passage.text) {
        let text = &passage.text[range.clone()];
        let words = text.split_whitespace().count();
        let piece = Piece::read(text, index, range, clock.at(now), &mut told);
        let opens = groups.last().is_some_and(|(pieces, so_far)| {
            let turns = *so_far >= ENOUGH && left >= FEW && other_day(pieces, &piece.found);
            turns || (*so_far >= FULL && left >= ENOUGH)
        });
        left = left.saturating_sub(words);
        match groups.last_mut() {
            Some((pieces, so_far)) if !opens => {
                pieces.push(piece);
                *so_far += words;
            }
            _ => groups.push((vec![piece], words)),
        }
    }
    groups
        .into_iter()
        .map(|(pieces, _)| Episode::new(pieces, written, document))
        .collect()
}

fn other_day(pieces: &[Piece], found: &[Found]) -> bool {
    let is_day = |f: &&Found| f.anchor >= Anchor::Weekday && !is_vague(f.when);
    let now = found.iter().find(is_day).map(|f| f.when.days());
    let before = pieces.iter().flat_map(|p| &p.found).find(is_day);
    now.is_some() && now != before.map(|f| f.when.days())
}

#[cfg(test)]
mod tests {
    use crate::extract::{Context, extract};
    use crate::ingest;
    use memo_common::api::SourceType;

    fn drafts(body: &str) -> Vec<crate::extract::Draft> {
        let text = format!(
            r#"{{"number":4,"title":"Soup","url":"https://github.com/a/b/issues/4","author":{{"login":"ida","name":"Ida Ek"}},
            "createdAt":"2024-02-05T09:12:00Z","body":"{body}"}}"#
        );
        let reference: jiff::Zoned = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        let document = ingest::read(&text, Some(SourceType::Github), None, &reference);
        let context = Context {
            user_name: "Bo Alm".to_owned(),
            reference,
        };
        extract(&document, &context).expect("in proportion")
    }

    #[test]
    fn a_comment_is_one_memory() {
        let drafts = drafts("My fault, from the change in December. I will mend it by Friday.");
        assert_eq!(drafts.len(), 1);
        assert_eq!(drafts[0].participants, ["Ida Ek"]);
        assert!(
            drafts[0]
                .narrative
                .starts_with("Ida Ek opened issue #4 in a/b, “Soup”: “My fault")
        );
        assert!(drafts[0].entities.iter().any(|e| e.name == "a/b"));
    }

    #[test]
    fn a_comment_that_turns_to_another_day_is_two() {
        let drafts = drafts(
            "Plan: the mended pump goes out tomorrow to the small yard only, so that we see it run. \
             Next Tuesday I go there myself and watch a full day of it.",
        );
        let days: Vec<String> = drafts
            .iter()
            .filter_map(|d| Some(d.when?.to_string()))
            .collect();
        assert_eq!(days, ["2024-02-06", "2024-02-13"], "{drafts:?}");
    }
}
