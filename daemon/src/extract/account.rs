//! What an episode is an account of: what was done then, whatever days it speaks of further down.

use super::{
    dates::{self, Anchor, Lean},
    episode::{Episode, Piece},
    event_time,
};
use crate::ingest::{Document, Kind, Passage};
use memo_common::api::SourceType;

/// Verbs of hearing from somebody: what was heard is what one remembers, and its day.
const HEARD: [&str; 22] = [
    "called",
    "rang",
    "phoned",
    "told",
    "said",
    "says",
    "wrote",
    "texted",
    "emailed",
    "mailed",
    "heard",
    "asked",
    "announced",
    "confirmed",
    "got",
    "received",
    "found",
    "learned",
    "learnt",
    "agreed",
    "decided",
    "booked",
];

/// Whether an episode begins with what was done on the day of its entry: then it is of that day, whatever days it speaks
/// of further down. What somebody heard, got or arranged is of the day that it is about, unless it was at an hour.
pub(super) fn is_of_the_day(document: &Document, episode: &Episode) -> bool {
    let first = &episode.pieces[0];
    let passage = &document.passages[first.passage];
    let text = &passage.text[first.range.clone()];
    let heard = || {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|w| HEARD.contains(&w.to_lowercase().as_str()))
    };
    let entry = passage.kind == Kind::Prose
        || passage.kind == (Kind::Item { task: None }) && passage.when.is_some();
    entry
        && document.source_type == SourceType::Text
        && episode.written.is_some()
        && !event_time::names_day(first)
        && (first.found.iter().any(|f| f.anchor == Anchor::Clock)
            || dates::lean(text) == Some(Lean::Past) && (!first.found.is_empty() || !heard()))
}

/// Whether talk opens with whom one has just reached or met: that is what happened, whatever was arranged then. "Rang
/// the mill in Lund, they'll bring it on Friday", but not "called him. pick it up on Friday".
pub(super) fn is_of_contact(passage: &Passage, pieces: &[Piece]) -> bool {
    /// Words among which the verb stands.
    const NEAR: usize = 4;
    const CONTACT: [&str; 12] = [
        "rang",
        "phoned",
        "called",
        "spoke",
        "talked",
        "met",
        "visited",
        "angerufen",
        "telefoniert",
        "llamé",
        "hablé",
        "appelé",
    ];
    // "he rang" and "it is called" are of others
    const OTHERS: [&str; 13] = [
        "he", "she", "they", "is", "are", "was", "were", "who", "so", "which", "it", "me", "us",
    ];
    if !matches!(passage.kind, Kind::Turn | Kind::Post { .. }) {
        return false;
    }
    let text = |piece: &Piece| passage.text[piece.range.clone()].trim().to_owned();
    // "Yes." says nothing
    let mut own = pieces.iter().filter(|p| p.passage == pieces[0].passage);
    let Some(first) = own.find(|p| text(p).contains(' ')) else {
        return false;
    };
    let said = text(first);
    if said.starts_with("back from ") || said.contains("off the phone with") {
        return true;
    }
    let words = said
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty());
    let opening: Vec<String> = words.take(NEAR).map(str::to_lowercase).collect();
    let is = |list: &[&str]| opening.iter().any(|w| list.contains(&w.as_str()));
    let named = || said.chars().skip(1).any(char::is_uppercase) || !first.found.is_empty();
    is(&CONTACT) && !is(&OTHERS) && named()
}

#[cfg(test)]
mod tests {
    use crate::extract::event_time::tests::whens;
    use memo_common::api::SourceType;

    #[test]
    fn an_entry_of_what_was_done_is_of_its_day() {
        let when = |entry: &str| {
            let text = format!("# Sunday 4 October 2026\n\n{entry}\n");
            whens(SourceType::Text, &text).swap_remove(0)
        };
        let drove = "Drove Ida to the clinic. It took two hours, and she can go home on Friday.";
        assert_eq!(when(drove), "2026-10-04");
        let plans = "Dug the potatoes with Ida, who wants to try garlic this winter.";
        assert_eq!(when(plans), "2026-10-04");
        let hours = "Parents' evening at 7 pm. The trip is on 4 May 2027.";
        assert_eq!(when(hours), "2026-10-04 19:00");
        let headed = "Q1 2019. The pump was bought.";
        assert_eq!(when(headed), "2019-01/2019-03");
        let heard = "Ida called. Her operation is on the 21st of October at 7:30.";
        assert_eq!(when(heard), "2026-10-21 07:30");
        let off = "Bo rang me at 2pm, he has cut his hand. Off till Monday.";
        assert_eq!(when(off), "2026-10-04 14:00");
        let old = "Drove past the chapel again. Ida and Ulf were married there in June 1959.";
        assert_eq!(when(old), "1959-06");
    }

    #[test]
    fn who_was_reached_was_reached_then() {
        let when = |said: &str| {
            let text = format!("Bo Alm  9:02 AM\n{said}\n");
            whens(SourceType::Slack, &text).swap_remove(0)
        };
        for (said, day) in [
            (
                "rang the mill in Lund, they bring the flour on Friday",
                "2026-11-17",
            ),
            (
                "yes. spoke to Ida, new ones come on Friday before noon",
                "2026-11-17",
            ),
            (
                "just off the phone with Ida, she is back on Friday",
                "2026-11-17",
            ),
            (
                "Ida rang me about the keys, she wants them by Friday",
                "2026-11-20",
            ),
            ("called him. pick it up on Friday", "2026-11-20"),
        ] {
            assert!(when(said).starts_with(day), "{said}: {}", when(said));
        }
    }
}
