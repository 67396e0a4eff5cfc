//! Places that stand beside a time with nothing but a comma between: "Fri 18:00, Alder lab, room B".

use super::Weight;
use super::office::is_employer;
use super::part::{LONG, place};
use super::preposition::Weighed;
use super::venue::is_place;
use super::words::Words;
use crate::extract::dates::is_zone;
use crate::extract::entities::{cues::Cue, token::Token};
use crate::extract::people::past;
use std::ops::Range;

/// Parts between commas that are looked at behind a time.
const FAR: usize = 3;

/// The place beside the first of the `times` that has one.
pub(super) fn beside(words: &Words<'_>, times: &[Range<usize>]) -> Option<Range<usize>> {
    let mut from = 0;
    for time in times {
        let begin = from + words.tokens[from..].partition_point(|t| t.span.end <= time.start);
        let end = begin + words.tokens[begin..].partition_point(|t| t.span.start < time.end);
        if let Some(found) = after(words, end).or_else(|| before(words, begin)) {
            return Some(found);
        }
        from = end;
    }
    None
}

/// The place with which a sentence begins, parted by a comma from what was there: "Delivery room 2, by torch light",
/// "Village hall, all eleven of us", but not "Kitchen, hall and stairs need paint".
pub(super) fn alone(words: &Words<'_>, at: usize) -> Option<Weighed> {
    // "Ida Roe (Leeds South, Lib.)" begins no sentence behind its bracket
    let begins = words.tokens[at].line || matches!(words.back(at, 1), "." | "!" | "?" | "…");
    if !words.tokens[at].first || !begins {
        return None;
    }
    let end = part_end(words, at);
    if words.word(end) != "," || end < at + 2 {
        return None;
    }
    let place = place(words, at..end, false)?;
    let next = end + 1..part_end(words, end + 1);
    let many = words.tokens[next.clone()].iter().any(is_place)
        || words.tokens[next]
            .iter()
            .any(|t| matches!(t.folded.as_str(), "and" | "und" | "et" | "y"));
    (!many).then_some((Weight::Weak, place))
}

/// The place in the parts that follow token `at`.
fn after(words: &Words<'_>, at: usize) -> Option<Range<usize>> {
    // "11:00 MT in the hall"
    let zone = |t: &Token| is_zone(&words.text[t.span.clone()]);
    let at = at + usize::from(words.tokens.get(at).is_some_and(zone));
    let mut part = at..part_end(words, at);
    let mut found: Option<Range<usize>> = None;
    for n in 0..=FAR {
        let place = of_part(words, part.clone(), n > 0);
        match (place.filter(|p| !is_employer(words, p.start)), &mut found) {
            (Some(place), None) => found = Some(place),
            // "Alder lab, room B", but not "Hull, 9am at the pier"
            (Some(place), Some(whole))
                if !names_somebody(words, &place)
                    && !begins_people(words, &place)
                    && !is_hour(words.word(place.start)) =>
            {
                whole.end = place.end
            }
            (Some(_), Some(_)) => break,
            (None, Some(_)) => break,
            // "at my place in Leeds, 4th floor"
            (None, None) if n == 0 && matches!(words.word(part.start), "at" | "in") => break,
            (None, None) => {}
        }
        // "30 May, 9:15: exercises, the small room"
        let row = n == 0 && words.word(part.end) == ":" && part.is_empty();
        if !row
            && !words
                .tokens
                .get(part.end)
                .is_some_and(|t| is_comma(words, t))
        {
            break;
        }
        part = part.end + 1..part_end(words, part.end + 1);
    }
    found
}

/// Whether a part is a name alone that no town has: in "the hall, Ann, Bo" the hall ends with its comma.
fn names_somebody(words: &Words<'_>, part: &Range<usize>) -> bool {
    let other = |t: &Token| t.capital && !t.entry.town() && !t.entry.country() && !is_place(t);
    part.len() == 1 && words.tokens.get(part.start).is_some_and(other)
}

/// Whether a part is the first of several names: in "the hall, Reading, Bo, me" Reading is somebody.
fn begins_people(words: &Words<'_>, part: &Range<usize>) -> bool {
    let single = |n: usize| {
        words
            .tokens
            .get(n)
            .is_some_and(|t| t.word && (t.capital || t.cues.has(Cue::First)))
            && matches!(words.word(n + 1), "," | "and" | "&" | "+" | "." | "")
    };
    part.len() == 1 && words.word(part.end) == "," && single(part.end + 1)
}

/// The place in the part before token `at`: "alder harbour, 6ish", "Loading dock at eight".
fn before(words: &Words<'_>, at: usize) -> Option<Range<usize>> {
    if words.tokens.get(at).is_none_or(|t| t.line) {
        return None;
    }
    let mut end = at;
    while matches!(
        words.word(end.checked_sub(1)?),
        "at" | "from" | "on" | "um" | "am" | "ab" | "vom" | "den" | "le" | "el"
    ) {
        end -= 1;
    }
    let comma = end > 0 && is_comma(words, &words.tokens[end - 1]);
    end -= usize::from(comma);
    let start = (end.saturating_sub(LONG + 3)..end)
        .rev()
        .find(|n| !words.tokens[*n].word)
        .map_or(0, |n| n + 1);
    // "Committee meeting at the hut, 6pm"
    let start = (start + 1..end)
        .rev()
        .find(|n| matches!(words.word(*n), "at" | "in" | "im"))
        .filter(|_| comma)
        .map_or(start, |n| n + 1);
    // "I'll pay the hall on Friday" is a sentence
    let whole = !words.tokens[start..end]
        .iter()
        .skip(1)
        .any(|t| matches!(t.folded.as_str(), "the" | "a" | "an" | "my" | "our"));
    if !comma && !whole {
        return None;
    }
    // What no comma parts from the time is a place only where nothing else is said of it.
    (comma || words.tokens.get(start)?.first)
        .then(|| of_part(words, start..end, false))
        .flatten()
}

/// The place that the part is, or with which it begins: "town hall on Alder Row", "Restaurant Zum Hirsch in the
/// Marktgasse".
fn of_part(words: &Words<'_>, part: Range<usize>, whole: bool) -> Option<Range<usize>> {
    // "Ann + both": people
    let listed = part.len() == 1 && matches!(words.word(part.end), "+" | "&" | "/");
    if listed {
        return None;
    }
    place(words, part.clone(), whole).or_else(|| {
        let parts = |n: &usize| {
            matches!(
                words.word(*n),
                "in" | "on"
                    | "at"
                    | "above"
                    | "near"
                    | "behind"
                    | "opposite"
                    | "beside"
                    | "by"
                    | "below"
                    | "am"
                    | "an"
                    | "im"
                    | "auf"
                    | "bei"
                    | "en"
                    | "sur"
            )
        };
        let told = words.tokens[part.clone()].iter().any(past);
        let cut = (part.start + 1..part.end).find(parts).filter(|_| !told)?;
        // "her garage at 9 Alder Row": where that is says more
        let first = part.start + usize::from(matches!(words.word(part.start), "at" | "in"));
        let own = matches!(
            words.word(first),
            "my" | "our" | "your" | "his" | "her" | "their"
        );
        if own
            && words
                .tokens
                .get(cut + 1)
                .is_some_and(|t| t.capital || t.folded.starts_with(|c: char| c.is_ascii_digit()))
        {
            return None;
        }
        place(words, part.start..cut, false)
    })
}

/// Whether a word is an hour: "9am".
fn is_hour(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    matches!(&word[number.len()..], "am" | "pm" | "h")
        && number.starts_with(|c: char| c.is_ascii_digit())
}

fn is_comma(words: &Words<'_>, token: &Token) -> bool {
    matches!(&words.text[token.span.clone()], "," | "(" | "–" | "-" | "@")
}

/// Where the part that begins at token `at` ends: at a mark or a new line.
fn part_end(words: &Words<'_>, at: usize) -> usize {
    // "Dr. Roe"
    let titled =
        |n: usize| words.word(n) == "." && n > at && words.tokens[n - 1].cues.has(Cue::Title);
    (at..words.tokens.len())
        .take(LONG + 3)
        .find(|n| {
            let with = is_company(words, *n);
            // "The Owl & Fox"
            let joined = words.word(*n) == "&"
                && *n > at
                && words.tokens[*n - 1].capital
                && words.tokens.get(*n + 1).is_some_and(|t| t.capital)
                && words.word(at) == "the";
            !words.tokens[*n].word && !titled(*n) && !joined
                || *n > at && (words.tokens[*n].line || with)
        })
        .unwrap_or_else(|| words.tokens.len().min(at + LONG + 3))
}

/// Whether the words from token `n` on say who comes along: "with Bo", "w/ the twins", but not "with VAT".
fn is_company(words: &Words<'_>, n: usize) -> bool {
    let with = matches!(
        words.word(n),
        "with" | "w" | "mit" | "avec" | "con" | "med" | "met" | "com"
    );
    let next = n + 1 + usize::from(words.word(n + 1) == "/");
    with && words.tokens.get(next).is_some_and(|t| {
        t.entry.given() || !t.capital || t.cues.any(&[Cue::Title, Cue::Kin, Cue::Function])
    })
}

#[cfg(test)]
mod tests {
    use crate::extract::places::find;

    #[test]
    fn a_sentence_begins_with_its_place() {
        for (text, place) in [
            (
                "Delivery room 2, by torch light, and it was a girl.",
                Some("Delivery room 2"),
            ),
            ("Scout hut, all eleven of us.", Some("Scout hut")),
            ("Kitchen floor, hall and stairs need paint.", None),
            ("Ms. Ida Roe (Alder Park, Lib.): Mr. Chair, I speak.", None),
        ] {
            assert_eq!(find(text, &[]).as_deref(), place, "{text}");
        }
    }
}
