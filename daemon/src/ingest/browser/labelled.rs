//! Visits that a program lists as blocks of labelled lines: `URL : …`, `Title : …`, `Visited On : …`.

use super::fields::{TIMES, TITLES, URLS};
use super::visit::{Visit, begun};
use crate::ingest::About;
use crate::ingest::lines;
use crate::ingest::stamp::column::Days;
use std::ops::Range;

/// What a block says so far.
#[derive(Default)]
struct Block {
    url: String,
    title: String,
    time: String,
    span: Option<Range<usize>>,
}

/// The visits of such blocks; none where the text has none. A block ends at an empty line, a rule, or where a label
/// comes again.
pub(super) fn read(text: &str, about: &About<'_>) -> Vec<Visit> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = Block::default();
    for line in lines::of(text, 0) {
        let field = line.text.split_once(':').and_then(|(label, said)| {
            let label = label.trim().to_lowercase();
            let named = |names: &[&str]| names.contains(&label.as_str());
            let which = [named(&URLS), named(&TITLES), named(&TIMES)];
            Some((which.iter().position(|w| *w)?, said.trim()))
        });
        let rule = !line.text.contains(char::is_alphanumeric);
        if rule {
            blocks.push(std::mem::take(&mut open));
            continue;
        }
        let Some((which, said)) = field else { continue };
        let is_there = |block: &Block| {
            !match which {
                0 => &block.url,
                1 => &block.title,
                _ => &block.time,
            }
            .is_empty()
        };
        // more than one time tells of a page: the first visit, the last
        if is_there(&open) && which == 2 {
            continue;
        }
        if is_there(&open) {
            blocks.push(std::mem::take(&mut open));
        }
        match which {
            0 => said.clone_into(&mut open.url),
            1 => said.clone_into(&mut open.title),
            _ => said.clone_into(&mut open.time),
        }
        let start = open.span.as_ref().map_or(line.span.start, |s| s.start);
        open.span = Some(start..line.span.end);
    }
    blocks.push(open);
    blocks.retain(|b| b.url.contains("://") && !b.time.is_empty());
    let times = blocks.iter().map(|b| b.time.as_str());
    let days = Days::of(times, about.reference.date());
    let visits = blocks.into_iter().filter_map(|block| {
        let at = days.moment(&block.time, about.reference.time_zone())?;
        Visit {
            title: block.title,
            url: block.url,
            at: Some(begun(at)),
            folders: None,
            note: None,
            span: block.span?,
        }
        .read()
    });
    visits.collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::texts;

    #[test]
    fn blocks_of_labels() {
        let text = "Visited On        : 04/01/2024 10:15:22\nTitle             : Boat paint\nURL               : https://paint.example/1\n\
            Visit Count       : 2\n==========\nURL               : https://b.example/\nTitle             : Ferries\nVisited On        : 17/01/2024 18:40:01\n";
        assert_eq!(
            texts(text),
            [
                "On 4 January 2024 at 10:15 I looked at “Boat paint” on paint.example.",
                "On 17 January 2024 at 18:40 I looked at “Ferries” on b.example.",
            ]
        );
        // a page's own lines are none
        assert!(
            texts("Title: Boat paint\nDate: 4 January 2024\n")
                .iter()
                .all(|t| !t.contains("looked at"))
        );
    }
}
