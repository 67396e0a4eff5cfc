//! Places that stand beside a time with nothing but a comma between: "Fri 18:00, Alder lab, room B".

use super::numbered::labelled;
use super::venue::{article, is_code, is_place};
use super::words::Words;
use crate::extract::entities::{cues::Cue, token::Token};
use crate::extract::people::past;
use memo_common::api::EntityType;
use std::ops::Range;

/// Words that such a place has at most.
const LONG: usize = 6;

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

/// The place in the parts that follow token `at`.
fn after(words: &Words<'_>, at: usize) -> Option<Range<usize>> {
    let mut part = at..part_end(words, at);
    let mut found: Option<Range<usize>> = None;
    for n in 0..=FAR {
        match (of_part(words, part.clone(), n > 0), &mut found) {
            (Some(place), None) => found = Some(place),
            // "Alder lab, room B"
            (Some(place), Some(whole)) if !names_somebody(words, &place) => whole.end = place.end,
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
    let start = (end.saturating_sub(LONG)..end)
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

/// The place that the part is, or with which it begins: "registry office on Alder Row", "Restaurant Zum Hirsch in the
/// Rheingasse".
fn of_part(words: &Words<'_>, part: Range<usize>, whole: bool) -> Option<Range<usize>> {
    // "Tarek + both": people
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
        place(words, part.start..cut, false)
    })
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
            let with = matches!(
                words.word(*n),
                "with" | "w" | "mit" | "avec" | "con" | "med" | "met" | "com" | "for"
            );
            !words.tokens[*n].word && !titled(*n) || *n > at && (words.tokens[*n].line || with)
        })
        .unwrap_or_else(|| words.tokens.len().min(at + LONG + 3))
}

/// The part's words, where they are a place and nothing else; `whole` takes a name that only may be one.
pub(super) fn place(words: &Words<'_>, part: Range<usize>, whole: bool) -> Option<Range<usize>> {
    let mut start = part.start;
    let led = matches!(
        words.word(start),
        "at" | "in"
            | "im"
            | "en"
            | "@"
            | "from"
            | "outside"
            | "au"
            | "aux"
            | "am"
            | "beim"
            | "bei"
            | "chez"
            | "presso"
    );
    start += usize::from(led);
    let whole = whole || words.word(part.start) == "from";
    // On the way, and no place of its own; a call's program is none.
    if matches!(
        words.word(start),
        "via"
            | "pick-up"
            | "pickup"
            | "same"
            | "other"
            | "another"
            | "zoom"
            | "teams"
            | "skype"
            | "jitsi"
            | "discord"
            | "facetime"
            | "webex"
            | "google"
            | "microsoft"
    ) {
        return None;
    }
    let bare = start + usize::from(article(words.word(start)));
    if bare >= part.end || part.end - bare > LONG {
        return None;
    }
    let inner = &words.tokens[bare..part.end];
    // "the car broke down on Alder Road" is a sentence
    let numbered = inner.len() == 2 && labelled(words, bare) == Some(part.end);
    if inner.iter().any(past) || is_code(words.text, inner) && !numbered {
        return None;
    }
    // "22.8 Balling", "R3 800", "MD": a measure, a price, a degree
    let amount = inner[0].folded.contains('.')
        || inner[0].capital
            && inner[0]
                .folded
                .chars()
                .nth(1)
                .is_some_and(|c| c.is_ascii_digit())
            && inner
                .last()
                .is_some_and(|t| t.folded.chars().all(|c| c.is_ascii_digit() || c == '.'));
    let degree = inner.len() == 1 && inner[0].all_capitals(words.text) && inner[0].folded.len() < 3;
    // "17.03.2025 (bank)": how it was paid; "takes place on Monday"
    let paid = inner.len() == 1
        && matches!(inner[0].folded.as_str(), "bank" | "card")
        && bare == part.start;
    let happens = inner.last().is_some_and(|t| t.folded == "place")
        && inner.iter().any(|t| {
            matches!(
                t.folded.as_str(),
                "take" | "takes" | "took" | "taking" | "first" | "second"
            )
        });
    if amount || degree || paid || happens {
        return None;
    }
    let plain = inner.iter().enumerate().all(|(n, t)| {
        let joint = matches!(
            t.folded.as_str(),
            "of" | "de" | "la" | "in" | "at" | "on" | "the" | "'s"
        );
        let number = t.folded.starts_with(|c: char| c.is_ascii_digit());
        t.word
            && (joint && n > 0
                || number
                || !t.cues.any(&[
                    Cue::Function,
                    Cue::Calendar,
                    Cue::Be,
                    Cue::State,
                    Cue::With,
                    Cue::Kin,
                    Cue::First,
                    Cue::Second,
                ]))
    });
    if !plain
        || inner
            .iter()
            .all(|t| !t.folded.starts_with(char::is_alphabetic))
    {
        return None;
    }
    let named = words.name(bare);
    let person = (bare..part.end).any(|n| {
        matches!(
            words.name(n),
            Some((
                _,
                EntityType::Person | EntityType::Event | EntityType::Product
            ))
        )
    });
    let entire = named.is_some_and(|(end, _)| end == part.end);
    let location = matches!(named, Some((_, EntityType::Location)));
    let organization = matches!(
        named,
        Some((_, EntityType::Organization | EntityType::Other))
    );
    let joined = named.is_some_and(|(end, _)| {
        matches!(words.word(end), "in" | "at") && inner.iter().rev().take(1).all(|t| t.capital)
    });
    let noun = |t: &Token| is_place(t) || t.cues.has(Cue::PlaceHead) && t.folded.len() > 2;
    let last = inner.iter().rev().find(|t| !is_sign(t))?;
    let numbered = inner.len() > 1 && labelled(words, part.end - 2) == Some(part.end);
    // "en la escribanía de la doctora Roe"
    let owned = noun(&inner[0])
        && inner
            .get(1)
            .is_some_and(|t| matches!(t.folded.as_str(), "de" | "of" | "del" | "du" | "von"));
    let head = owned
        || numbered
        || noun(last)
        || inner[0].cues.has(Cue::PlaceStart) && inner.len() > 1 && inner[1].capital
        || inner.len() > 1 && noun(&inner[0]) && inner[1..].iter().all(is_sign)
        || is_opened(inner);
    // "Fri 18:00, Casa Alta": capitals that name nobody
    let name = |t: &&Token| t.capital && t.folded.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let unknown = whole
        && inner.iter().filter(name).count() > 1
        && name(&&inner[0])
        && inner.iter().all(|t| {
            t.capital
                && !t.first
                && !t.entry.given()
                && !t.entry.surname()
                && !t.cues.has(Cue::Title)
                || is_sign(t)
                || matches!(t.folded.as_str(), "of" | "de" | "la" | "the")
        })
        && !matches!(
            named,
            Some((
                _,
                EntityType::Event | EntityType::Product | EntityType::Work
            ))
        );
    let fits = head
        || unknown
        || !person && ((location || organization) && (entire && (location || whole) || joined));
    fits.then_some(start..part.end)
}

/// Whether a word of a place is a number or a letter, as rooms have: what stands in a list by itself may be any.
fn is_sign(token: &Token) -> bool {
    token.folded.starts_with(|c: char| c.is_ascii_digit()) || token.folded.chars().count() == 1
}

/// Whether a noun before a name makes it that of a room or a house: "Saal Birke", "meeting room Alder", "Trattoria Da
/// Bruno".
fn is_opened(inner: &[Token]) -> bool {
    const NOUNS: &str = " room rm saal salle sala raum zimmer aula zaal dvorana trattoria osteria gostilna gasthaus gasthof \
        restaurant restaurante ristorante cafe bistro brasserie taverna taverne pizzeria konoba kavarna bar pub hotel hostel hostal \
        pension albergo rifugio refugio refuge hutte schronisko chalet villa teatro theater teatr kino cinema cine museo musee \
        museum muzeum galerie galleria palais palazzo palacio stade stadion estadio centre centro zentrum haus maison escuela ecole \
        college lycee szkola hopital klinik clinique clinica klinika hospital szpital iglesia eglise chiesa kirche kosciol masjid parque \
        parc parco piazza plaza praca gare stazione estacion bodega finca cascina agriturismo camping auberge gite chateau schloss \
        castello castillo biblioteca bibliotheque bibliothek mercado marche mercato puerto cantine studio lab ";
    let noun = |t: &Token| NOUNS.split_whitespace().any(|n| n == t.folded);
    let Some(at) = inner.iter().position(noun) else {
        return false;
    };
    let plain = inner[..at]
        .iter()
        .enumerate()
        .all(|(n, t)| !t.capital || n == 0);
    let name = &inner[at + 1..];
    let joint = |t: &Token| {
        matches!(
            t.folded.as_str(),
            "of" | "de" | "la" | "da" | "di" | "del" | "du" | "pod" | "zum" | "zur" | "am"
        )
    };
    plain
        && name.iter().any(|t| t.capital)
        && name.iter().all(|t| t.capital || joint(t) || is_sign(t))
}
