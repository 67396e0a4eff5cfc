//! The place that a preposition leads to ("at the Crown Café", "in Leeds", "behind the barn"), a verb of coming to one
//! ("reached the plant room"), or the label of a line ("Location: Leeds").

use super::Weight;
use super::lead::Lead;
use super::words::Words;
use super::{hosts, numbered, streets, upon, venue};
use crate::extract::entities::cues::Cue;
use crate::extract::entities::is_currency;
use crate::extract::entities::token::Token;
use crate::extract::entities::whereabouts::moves;
use crate::ingest::labels;
use memo_common::api::EntityType;
use std::ops::{ControlFlow, Range};

/// Words that the place behind a line's label has at most.
const LABELLED: usize = 13;

/// A place phrase, and how well it says where something took place.
pub(super) type Weighed = (Weight, Range<usize>);

/// The place phrase to which the word at this token leads.
pub(super) fn place_at(words: &Words<'_>, at: usize) -> Option<Weighed> {
    let token = &words.tokens[at];
    if !token.word {
        return None;
    }
    if token.line && is_place_label(words, at) {
        return behind_label(words, at + 2);
    }
    if let Some(road) = upon::along_road(words, at) {
        return Some((Weight::Good, road));
    }
    if let Some(corner) = streets::corner(words, at) {
        return Some((Weight::Best, corner));
    }
    let lead = Lead::read(words, at)?;
    let head = words.tokens.get(lead.head)?;
    // "at school" says little, "at the school gate" where
    let vague = head.cues.has(Cue::NoPlace)
        && !head.capital
        && venue::phrase(words, lead.head).is_none_or(|end| end <= lead.head + 1);
    // "at EUR 7.20"
    let costs = head.span.len() <= 5 && is_currency(&words.text[head.span.clone()]);
    if !head.word || head.line || vague || costs {
        return None;
    }
    // "on Ward 64", "in block 7"
    let moved = lead.moved(words);
    let there = !lead.to || moved;
    if let Some(end) = numbered::labelled(words, lead.head).filter(|_| there && !lead.reached) {
        return Some((Weight::Best, lead.head..end));
    }
    // "sur la N86"
    if matches!(words.word(at), "sur" | "auf" | "op") && upon::is_on_road(words, &lead) {
        return Some((Weight::Good, lead.head..lead.head + 1));
    }
    if lead.on {
        return upon::place(words, &lead);
    }
    if lead.town(words) {
        return Some((Weight::Good, lead.head..words.capitals(lead.head)));
    }
    if let Some(end) = streets::street(words, lead.head) {
        return there.then_some((Weight::Good, lead.head..end));
    }
    if let Some(end) = hosts::noun(words, &lead) {
        return Some((Weight::Good, lead.whole(end)));
    }
    if let Some((end, kind)) = name(words, &lead, head)
        && let ControlFlow::Break(place) = by_name(words, &lead, end, kind)
    {
        return place;
    }
    // "we brought her to the cemetery"
    if lead.to && !(lead.article && moved) {
        // "the tram to Alderplatz"
        let named = moved && head.capital && venue::is_place(head) && words.ends(lead.head + 1);
        return named.then_some((Weight::Weak, lead.head..lead.head + 1));
    }
    by_noun(words, &lead, head)
}

/// Whether a word names the field of a place: "Where:".
fn is_place_label(words: &Words<'_>, at: usize) -> bool {
    words.word(at + 1) == ":" && labels::is_place(words.word(at))
}

/// What a line's label names as the place: the rest of the line from token `from` on.
fn behind_label(words: &Words<'_>, from: usize) -> Option<Weighed> {
    // "Venue: the Old Hut. Speaker: Ann"
    let stop = |n: usize| {
        let sentence = words.tokens.get(n + 1).is_none_or(|t| t.first);
        words.word(n) == "." && sentence && n > from && words.word(n - 1).len() > 2
    };
    let ends = |n: &usize| words.tokens[*n].line || matches!(words.word(*n), ";" | "(") || stop(*n);
    let all = words.tokens.len();
    let end = (from..all).find(ends).unwrap_or(all);
    (end > from && end - from <= LABELLED).then_some((Weight::Best, from..end))
}

/// The name that stands behind the preposition: where it ends, and what it names.
fn name(words: &Words<'_>, lead: &Lead, head: &Token) -> Option<(usize, EntityType)> {
    let number = || head.folded.len() <= 4 && head.folded.starts_with(|c: char| c.is_ascii_digit());
    // "at 14 Alder Row": the number belongs to the name behind it
    words
        .name(lead.head)
        .or_else(|| words.name(lead.head + 1).filter(|_| number()))
        // "visited Ida"
        .filter(|(_, kind)| {
            let begins = head.cues.has(Cue::PlaceStart);
            !lead.reached || *kind == EntityType::Location || begins && *kind != EntityType::Product
        })
}

/// What the name up to token `end` says of the place; goes on where it says nothing, and a noun in it may.
fn by_name(
    words: &Words<'_>,
    lead: &Lead,
    end: usize,
    kind: EntityType,
) -> ControlFlow<Option<Weighed>> {
    let (tokens, n) = (words.tokens, lead.head);
    // "at Bo and Kim's"
    let end = match words.name(end + 1) {
        Some((second, EntityType::Person))
            if kind == EntityType::Person
                && matches!(words.word(end), "and" | "&")
                && words.word(second) == "'s" =>
        {
            second
        }
        _ => end,
    };
    // "in owner/repository": a path
    if words.word(end) == "/" && tokens[end].span.start == tokens[end - 1].span.end {
        return ControlFlow::Break(None);
    }
    let owns = words.word(end) == "'s";
    // "in Nino's kitchen"
    if owns
        && !lead.to
        && let Some(venue) = venue::phrase(words, end + 1)
    {
        return ControlFlow::Break(Some((Weight::Good, n..venue)));
    }
    // "at Nino's"
    let home = hosts::leads(words, lead)
        && owns
        && tokens
            .get(end + 1)
            .is_none_or(|t| !t.word || t.cues.any(&[Cue::Function, Cue::Link, Cue::Calendar]));
    // "at Nino's", and "at Bellamy's", whatever that is
    let taken = lead.passing && owns && words.ends(end + 1);
    // "the rehearsal in St Alban's"
    let inn = !lead.to && kind != EntityType::Person && owns && words.ends(end + 1);
    if (home || taken) && kind != EntityType::Location {
        let end = hosts::with_town(words, end + 1);
        return ControlFlow::Break(Some((Weight::Good, n..end)));
    }
    // "at PyCon in Leeds": where that was
    if lead.strong
        && let Some(town) = town_behind(words, n..end)
    {
        return ControlFlow::Break(Some((Weight::Good, town)));
    }
    let generic = tokens[n..end].iter().all(|t| t.cues.has(Cue::NoPlace))
        || venue::is_code(words.text, &tokens[n..end]);
    // "our Alder Street office"
    let end = venue_behind(tokens, end);
    // "at St Alban's"
    let end = end + usize::from(home || taken || inn);
    match weight(words, lead, kind) {
        Some(weight) if !generic => ControlFlow::Break(Some((weight, n..end))),
        _ if !generic && tokens[n..end].iter().any(venue::is_place) => ControlFlow::Continue(()),
        _ => ControlFlow::Break(None),
    }
}

/// How well a name of this kind behind the preposition says where something took place.
fn weight(words: &Words<'_>, lead: &Lead, kind: EntityType) -> Option<Weight> {
    match kind {
        EntityType::Location if lead.beside && !venue::leads_to_names(words.word(lead.at)) => None,
        // "will come to 27 Alder Row"
        EntityType::Location if lead.to && is_house(words, lead.head) => {
            moves(words.tokens, lead.at).then_some(Weight::Best)
        }
        EntityType::Location if lead.to => lead.moved(words).then_some(Weight::Weak),
        EntityType::Location if lead.passing => Some(Weight::Weak),
        // "climbed Ben Alder", "rode up Alder Bank"
        _ if lead.reached && words.tokens[lead.head].cues.has(Cue::PlaceStart) => {
            Some(Weight::Good)
        }
        EntityType::Organization | EntityType::Other
            if lead.passing && words.word(lead.at) != "from" =>
        {
            Some(Weight::Weak)
        }
        EntityType::Location if lead.strong => Some(Weight::Best),
        EntityType::Location => Some(Weight::Good),
        EntityType::Organization | EntityType::Other | EntityType::Product
            if lead.strong && words.tokens[lead.head].capital =>
        {
            Some(Weight::Good)
        }
        _ => None,
    }
}

/// Whether a house's number stands at token `n`.
fn is_house(words: &Words<'_>, n: usize) -> bool {
    words.word(n).starts_with(|c: char| c.is_ascii_digit())
}

/// The place that no known name tells: a room, a capitalised word, a place noun.
fn by_noun(words: &Words<'_>, lead: &Lead, head: &Token) -> Option<Weighed> {
    let (tokens, n) = (words.tokens, lead.head);
    let numbered = |t: &Token| t.word && t.folded.starts_with(|c: char| c.is_ascii_digit());
    if head.folded == "room" && tokens.get(n + 1).is_some_and(numbered) {
        return Some((Weight::Best, n..n + 2));
    }
    // capitals that are no known name: "at Kuckuck"
    if lead.strong
        && head.capital
        && !head.first
        && !head
            .cues
            .any(&[Cue::Function, Cue::Calendar, Cue::Kin, Cue::Title])
        && !head.entry.given()
    {
        let end = words.capitals(n).max(n + 1);
        // "stood at R 141 022.16"
        if venue::is_code(words.text, &tokens[n..end]) {
            return None;
        }
        let town = town_behind(words, n..end);
        return Some((Weight::Good, town.unwrap_or(n..end)));
    }
    let end = venue::phrase(words, n)?;
    // "at the workshop in Leeds": what is held there
    if let Some(town) = town_behind(words, n..end) {
        return Some((Weight::Good, town));
    }
    if lead.article {
        let weight = if lead.to || lead.passing {
            Weight::Weak
        } else {
            Weight::Good
        };
        let word = words.word(lead.at);
        // "am Bahnhof abholen": the verb comes last
        let german = matches!(word, "am" | "auf") && head.capital;
        let sure = german || !venue::doubtful(word) || words.ends(end);
        return sure.then(|| (weight, lead.whole(end)));
    }
    // "in hall 3", "in church"
    let labelled = end > n + 1 && numbered::is_label(&tokens[end - 1]);
    let bare = !lead.to && !lead.reached && !lead.beside && !lead.passing;
    // "at front desk"
    let single = end == n + 1 || end == n + 2 && venue::is_pair(words, n);
    let ends = labelled || single && words.ends(end);
    (bare && ends).then_some((Weight::Good, n..end))
}

/// Whether a noun may name an event as well as a place.
fn is_held(noun: &str) -> bool {
    matches!(
        noun,
        "workshop" | "fair" | "market" | "exhibition" | "clinic" | "camp" | "course" | "show"
    )
}

/// The town that is told of what is no place by its name ("PyCon in Leeds", but not "Crown Café in Leeds").
fn town_behind(words: &Words<'_>, range: Range<usize>) -> Option<Range<usize>> {
    let place = |t: &Token| {
        (venue::is_place(t) || t.cues.any(&[Cue::PlaceHead, Cue::PlaceStart]))
            && !is_held(&t.folded)
            || t.entry.town()
            || t.entry.country()
    };
    let at = range.end + 1;
    match words.name(at) {
        Some((end, EntityType::Location))
            if words.word(range.end) == "in" && !words.tokens[range].iter().any(place) =>
        {
            Some(at..end)
        }
        _ => None,
    }
}

/// A lower-case place noun behind a name belongs to it.
fn venue_behind(tokens: &[Token], end: usize) -> usize {
    end + usize::from(
        tokens
            .get(end)
            .is_some_and(|t| !t.capital && !t.line && t.cues.has(Cue::Venue)),
    )
}
