//! The day of the news: what an article tells without a day was on the one that its opening names, not on that of its
//! printing.

use crate::extract::{
    dates::{self, Anchor},
    episode::Episode,
    event_time::is_told_of,
};
use crate::{
    ingest::{Document, Kind},
    when::When,
};
use jiff::civil::Date;
use memo_common::api::SourceType;

/// Episodes among which an article names its day.
const OPENING: usize = 2;

/// Days before its printing that are still news.
const NEWS: i32 = 7;

/// Gives what an article tells of the past without a day the day that its opening names.
pub(super) fn date(document: &Document, episodes: &mut [Episode]) {
    let printed = document.written.map(|w| w.days().1);
    let Some(printed) = printed.filter(|_| document.source_type == SourceType::Browser) else {
        return;
    };
    let opening = episodes.iter().take(OPENING);
    let Some(day) = opening.into_iter().find_map(|e| news(document, e, printed)) else {
        return;
    };
    for episode in episodes {
        let pieces = &episode.pieces;
        let prose = document.passages[pieces[0].passage].kind == Kind::Prose;
        let undated = pieces.iter().all(|p| p.found.is_empty());
        if prose && undated && dates::looks_back(&episode.text(document)) {
            episode.when = Some(When::day(day));
        }
    }
}

/// The first single day shortly before the printing that an episode tells of.
fn news(document: &Document, episode: &Episode, printed: Date) -> Option<Date> {
    episode.pieces.iter().find_map(|piece| {
        let text = &document.passages[piece.passage].text[piece.range.clone()];
        let mut told = piece.found.iter().filter(|f| f.anchor >= Anchor::Weekday);
        told.find_map(|found| {
            let (first, last) = found.when.days();
            let new = (1..=NEWS).contains(&(printed - first).get_days());
            (first == last && new && is_told_of(text, found)).then_some(first)
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::extract::event_time::tests::whens;
    use memo_common::api::SourceType;

    #[test]
    fn news_without_a_day_is_of_the_day_that_the_article_names() {
        let text = "The Alder Gazette\n\nCouncil keeps the baths\n\nBy Ida Ek, 13 August 2024, 16:05\n\n\
            The Alder baths will reopen on 14 September, after councillors agreed on Monday evening to pay for a new \
            boiler. They were shut in June, when the old one failed during a public session.\n\n\
            The cabinet, which met at the town hall, approved the money from reserves without a vote. It was proposed by \
            the chair, who said that a town needs water to swim in.\n";
        let whens = whens(SourceType::Browser, text);
        assert_eq!(
            whens.last().map(String::as_str),
            Some("2024-08-12"),
            "{whens:?}"
        );
    }
}
