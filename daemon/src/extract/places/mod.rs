//! Where something took place, in the source's own words.
//!
//! - `lead`: words that lead to a place, by `ways` to it or `taken` from it; `preposition`, `upon`: what they lead to;
//!   `elsewhere`, `others`, `office`, `spoken`: though it did not happen there
//! - `streets`: corners and streets by their form; `subject`: places that are opened or shut
//! - `listed`: what stands beside a time; `part`: whether words by themselves are a place
//! - `hosts`, `home`: houses by who is there; `venue`: places without a name; `numbered`: those that a number calls
//! - `premises`: the house whose paper it is; `about`: the place that all of it is about
//! - `online`: calls
//! - `shorten`: what of a place is said; `words`: the text as all these read it

mod about;
mod elsewhere;
mod home;
mod hosts;
mod lead;
mod listed;
mod numbered;
mod office;
mod online;
mod others;
mod part;
mod premises;
mod preposition;
mod shorten;
mod spoken;
mod streets;
mod subject;
mod taken;
mod upon;
mod venue;
mod ways;
mod words;

pub(crate) use about::about;
pub(crate) use online::is_online;
pub(crate) use premises::premises;

use super::{
    dates,
    entities::{Reading, cues::Cue, token::Token},
    tagged::PLACES,
};
use elsewhere::Elsewhere;
use memo_common::api::EntityType;
use shorten::{shortened, without_elision};
use std::ops::Range;
use words::Words;

/// How likely the tagger has to find a place.
const LIKELY: f32 = 0.8;

/// How well a phrase says where something took place; the best of a text is taken, the first among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// "to Leeds".
    Weak,
    /// "in Leeds", "at the library".
    Good,
    /// "at the Crown Café", "in room 312", "Location: Leeds".
    Best,
    /// "Friday, 18:00, the library".
    Listed,
}

/// The place that a text says it happens at: "at the …", "in TOWN", a room, an address, what stands beside a time.
/// None where the text names none. `times` are the bytes that say a time, in order. Linear in the text.
pub fn find(text: &str, times: &[Range<usize>]) -> Option<String> {
    find_in(&Reading::new(text), times)
}

/// As [`find`], in a text that has been read.
pub(crate) fn find_in(reading: &Reading<'_>, times: &[Range<usize>]) -> Option<String> {
    let words = Words::new(reading);
    let mut best: Option<(Weight, Range<usize>)> = None;
    let mut take = |weight: Weight, range: Range<usize>| {
        if best.as_ref().is_none_or(|b| weight > b.0) {
            best = Some((weight, range));
        }
    };
    // "20 SEP; Gate: A62" names a field
    let is_field = |r: &Range<usize>| {
        words.word(r.end) == ":" && (r.len() == 1 || words.tokens[r.start].capital)
    };
    if let Some(range) = listed::beside(&words, times).filter(|r| !is_field(r)) {
        take(Weight::Listed, range);
    }
    // read up to each place: most texts name none
    let mut elsewhere = Elsewhere::default();
    for at in 0..words.tokens.len() {
        let place = home::place_at(&words, at)
            .or_else(|| preposition::place_at(&words, at))
            .or_else(|| subject::place_at(&words, at))
            .or_else(|| listed::alone(&words, at));
        if let Some((weight, range)) = place
            && !elsewhere.rules_out(&words, at, range.end, weight)
            && !words.said(&range).is_some_and(is_online)
            && !is_time(&words, &range, times)
        {
            take(weight, range);
        }
    }
    let range = match best {
        Some((_, range)) => shortened(&words, range),
        None => online::call(&words)?,
    };
    words
        .said(&range)
        .map(|place| without_elision(place).to_owned())
}

/// The named place where a text that no rule finds one in most likely happens, by the tagger; `times` as in [`find`].
pub(crate) fn tagged_in(reading: &Reading<'_>, times: &[Range<usize>]) -> Option<String> {
    let words = Words::new(reading);
    let mut spans = Vec::new();
    let mut at = 0;
    for line in words.tokens.chunk_by(|_, next| !next.line) {
        if may_name_place(&words, at..at + line.len()) {
            let found = PLACES.spans(reading.text, line, LIKELY);
            spans.extend(
                found
                    .into_iter()
                    .map(|(r, l)| (at + r.start..at + r.end, l)),
            );
        }
        at += line.len();
    }
    let likelier = |best: (Range<usize>, f32), next: (Range<usize>, f32)| match next.1 > best.1 {
        true => next,
        false => best,
    };
    // the words before each, which stand in order, may say that it did not happen there
    let mut elsewhere = Elsewhere::default();
    spans.retain(|(range, _)| {
        let article = usize::from(venue::article(words.back(range.start, 1)));
        let Some(lead) = range.start.checked_sub(1 + article) else {
            return true;
        };
        !elsewhere.rules_out(&words, lead, range.end, Weight::Good)
            && !office::is_employer(&words, range.start)
    });
    let (range, _) = spans.into_iter().reduce(likelier)?;
    let named = words.tokens[range.clone()].iter().any(|t| t.capital);
    // what it takes in beside a place is none
    let other = |n: usize| {
        matches!(words.name(n), Some((_, EntityType::Person)))
            || words.tokens[n]
                .folded
                .contains(|c: char| c.is_ascii_digit())
            || !words.tokens[n].word && !matches!(words.word(n), "," | "'" | "’" | "-" | "&")
    };
    // "under the Alder Repair Scheme"
    let rules = matches!(
        words.word(range.end - 1),
        "scheme" | "act" | "programme" | "program" | "fund" | "agreement" | "policy" | "bill"
    );
    let place = |t: &Token| {
        venue::is_place(t)
            || t.cues.any(&[Cue::PlaceHead, Cue::PlaceStart])
            || t.entry.town()
            || t.entry.country()
    };
    // German writes all its nouns as names: "in Anwesenheit"
    let noun = || !words.tokens[range.clone()].iter().any(place) && dates::is_german(reading.text);
    if !named || rules || range.clone().any(other) || noun() {
        return None;
    }
    let place = words
        .said(&shortened(&words, range.clone()))
        .filter(|place| !is_online(place) && !is_time(&words, &range, times))?;
    Some(without_elision(place).to_owned())
}

/// Whether any of these words is written as a name, which is nobody's: the others need not be looked at any closer.
fn may_name_place(words: &Words<'_>, line: Range<usize>) -> bool {
    let mut at = line.start;
    while at < line.end {
        let token = &words.tokens[at];
        match words.name(at) {
            Some((end, EntityType::Person)) => {
                at = end.max(at + 1);
                continue;
            }
            Some(_) if token.capital => return true,
            _ => at += 1,
        }
        let opens = token.first && (token.entry.everyday() || token.cues.has(Cue::Function));
        if token.capital
            && !opens
            && !token.cues.has(Cue::Calendar)
            && token.folded != "i"
            && !token.folded.contains(|c: char| c.is_ascii_digit())
        {
            return true;
        }
    }
    false
}

/// Whether words are nothing but a time: "put it in tmrw".
fn is_time(words: &Words<'_>, range: &Range<usize>, times: &[Range<usize>]) -> bool {
    let Some(tokens) = words.tokens.get(range.clone()) else {
        return false;
    };
    let (first, last) = (tokens.first(), tokens.last());
    first.zip(last).is_some_and(|(first, last)| {
        let within = |t: &Range<usize>| t.start <= first.span.start && last.span.end <= t.end;
        times.iter().any(within)
    })
}

/// The place that the title of an entry in a calendar or a journal names: "Interview (Ida) -- Room 414", "Leeds with
/// Bo", "Tue 13 Oct - Leeds", "hygienist, Alder Dental"; else as [`find`] does. `times` as there.
pub fn titled(title: &str, times: &[Range<usize>]) -> Option<String> {
    let reading = Reading::new(title);
    let words = Words::new(&reading);
    let is_dash = |n: usize| matches!(words.word(n), "-" | "–" | "—" | "|" | "@" | "·");
    let count = words.tokens.len();
    let last = (0..count)
        .rev()
        .find(|n| is_dash(*n))
        .map_or(count, |n| n + 1);
    if let Some(place) = part::place(&words, last..count, false) {
        return words.said(&shortened(&words, place)).map(str::to_owned);
    }
    if let Some((end, EntityType::Location)) = words.name(0)
        && (end == count || is_dash(end) || matches!(words.word(end), "with" | "w" | "mit" | "con"))
    {
        return words.said(&(0..end)).map(str::to_owned);
    }
    // "hygienist, Alder Street Dental"
    if times.is_empty()
        && let Some(comma) = (0..count).rev().find(|n| words.word(*n) == ",")
    {
        let end = count - usize::from(words.word(count - 1) == ".");
        if comma + 1 < end
            && let Some(place) = part::place(&words, comma + 1..end, false)
        {
            return words.said(&shortened(&words, place)).map(str::to_owned);
        }
    }
    find_in(&reading, times)
}

#[cfg(test)]
mod tests;
