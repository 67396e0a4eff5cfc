//! Named things in lower case, as notes have them: "the dezerter bazaar", "landed in tbilisi", "the opening reception".

use super::cues::Cue;
use super::token::Token;
use memo_common::api::EntityType;

/// Most words of such a name.
const MOST: usize = 3;

/// The lower-case name that begins at this token: where it ends and what it is.
pub(super) fn lower_case(tokens: &[Token], at: usize) -> Option<(usize, EntityType)> {
    let first = &tokens[at];
    if !first.word || first.capital || first.line && tokens.len() == 1 {
        return None;
    }
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    town(tokens, at, before)
        .or_else(|| place(tokens, at, before))
        .or_else(|| event(tokens, at, before))
        .or_else(|| numbered(tokens, at, before))
}

/// A thing or a room told from its like by a number or a letter: "gauge 4", "logger B", "cold room 3".
fn numbered(tokens: &[Token], at: usize, before: Option<&Token>) -> Option<(usize, EntityType)> {
    let article = before.is_none_or(|t| {
        !t.word || t.first || t.cues.any(&[Cue::Function, Cue::Link, Cue::With]) || t.folded == "'s"
    });
    if !article {
        return None;
    }
    // one word before the noun belongs to it: "rehearsal room 2"
    let plain = |t: &Token| {
        t.entry.everyday() && t.cues == super::cues::Cues::default() && t.folded.chars().count() > 3
    };
    let noun = |n: usize| {
        let t = &tokens[n];
        let place = t.cues.any(&[Cue::PlaceHead, Cue::PlaceStart]);
        let named = (t.entry.everyday() && (t.cues == super::cues::Cues::default() || place))
            && t.folded.chars().count() > 3
            && !["ed", "ing", "ly", "er", "est"]
                .iter()
                .any(|end| t.folded.ends_with(end) && !place)
            && !COUNTING.contains(&t.folded.as_str());
        let kind = if place {
            EntityType::Location
        } else {
            EntityType::Product
        };
        named.then_some(kind)
    };
    let ends = |n: usize| {
        let number = tokens.get(n).filter(|t| t.word && !t.line)?;
        let letter = number.capital
            && number.folded.chars().count() == 1
            && !matches!(number.folded.as_str(), "i" | "a");
        let digits = number.folded.len() <= 3 && number.folded.chars().all(|c| c.is_ascii_digit());
        // "oven 2 was", not "bring 2 chairs", "size 2.5", "exit 2:30"
        let alone = tokens.get(n + 1).is_none_or(|t| {
            t.line
                || !t.word && !matches!(t.folded.as_str(), ":" | "/" | "%" | "-" | "x" | "°")
                || t.cues
                    .any(&[Cue::Function, Cue::Be, Cue::Modal, Cue::Past, Cue::Not])
                || t.folded.ends_with("ed")
        });
        // "keep 14,200"
        let goes_on = tokens
            .get(n + 1)
            .zip(tokens.get(n + 2))
            .is_some_and(|(comma, more)| {
                comma.folded == ","
                    && comma.span.end == more.span.start
                    && more.folded.starts_with(|c: char| c.is_ascii_digit())
            });
        (alone && !goes_on && (digits || letter)).then_some(n + 1)
    };
    if let Some(end) = ends(at + 1) {
        return noun(at).map(|kind| (end, kind));
    }
    let second = tokens
        .get(at + 1)
        .filter(|t| t.word && !t.line && !t.capital)?;
    let end = ends(at + 2).filter(|_| plain(&tokens[at]) && second.word)?;
    noun(at + 1).map(|kind| (end, kind))
}

/// Nouns whose number says how many or which page, and names nothing.
const COUNTING: &[&str] = &[
    "page", "pages", "step", "line", "item", "point", "part", "chapter", "section", "figure",
    "table", "least", "most", "plus", "minus", "number", "size", "level", "grade", "score",
    "round", "times", "half", "past", "near", "over", "under", "only", "like", "another",
    "version", "week", "total", "rate", "type", "phase", "case", "option", "question", "goal",
    "task", "note", "class", "vitamin", "plan", "side", "until", "till", "than",
];

/// A town that is no dictionary word, where a place can stand.
fn town(tokens: &[Token], at: usize, before: Option<&Token>) -> Option<(usize, EntityType)> {
    let e = tokens[at].entry;
    // a word of no dictionary behind "in", among words of the dictionary
    let english = |n: Option<usize>| {
        n.and_then(|n| tokens.get(n))
            .is_none_or(|t| !t.word || t.entry.word())
    };
    let unlisted = before.is_some_and(|t| matches!(t.folded.as_str(), "in" | "near"))
        && !e.word()
        && !e.given()
        && tokens[at].cues == super::cues::Cues::default()
        && tokens[at].folded.chars().count() > 3
        && tokens[at].folded.chars().all(char::is_alphabetic)
        && english(at.checked_sub(2))
        && english(Some(at + 1));
    if unlisted {
        return Some((at + 1, EntityType::Location));
    }
    let named = (e.town() || e.country()) && !e.word() && tokens[at].folded.chars().count() > 3;
    if !named {
        return None;
    }
    let there = before.is_some_and(|t| {
        matches!(
            t.folded.as_str(),
            "in" | "to"
                | "from"
                | "near"
                | "landed"
                | "reached"
                | "left"
                | "via"
                | "towards"
                | "around"
                | "through"
                | "for"
        )
    });
    (there && (!e.given() || before.is_some_and(|t| t.folded == "in")))
        .then_some((at + 1, EntityType::Location))
}

/// Words of no dictionary before a place word: "gergeti trinity church", "hotel brannigan".
fn place(tokens: &[Token], at: usize, before: Option<&Token>) -> Option<(usize, EntityType)> {
    let unknown = |t: &Token| {
        t.word
            && !t.capital
            && !t.entry.word()
            && t.cues == super::cues::Cues::default()
            && t.folded.len() > 3
            && t.folded.chars().all(char::is_alphabetic)
    };
    // among known words: another language is all unknown words
    if !before.is_none_or(|t| !t.word || t.entry.word() || t.cues.has(Cue::Function)) {
        return None;
    }
    if unknown(&tokens[at]) {
        let rest = tokens[at + 1..].iter().take(MOST).take_while(|t| {
            t.word && !t.line && !t.cues.any(&[Cue::Function, Cue::Be, Cue::Calendar])
        });
        let head = rest
            .enumerate()
            .filter(|(_, t)| t.cues.any(&[Cue::PlaceHead, Cue::EventHead]))
            .last()?;
        let kind = if head.1.cues.has(Cue::PlaceHead) {
            EntityType::Location
        } else {
            EntityType::Event
        };
        let after = tokens.get(at + head.0 + 2);
        return after
            .is_none_or(|t| !t.word || t.entry.word())
            .then_some((at + head.0 + 2, kind));
    }
    let start = tokens[at].cues.has(Cue::PlaceStart)
        && tokens[at].entry.everyday()
        && !tokens[at].cues.has(Cue::Function);
    let numbered = matches!(
        tokens[at].folded.as_str(),
        "room" | "gate" | "platform" | "terminal" | "unit" | "floor" | "gallery"
    );
    let next = tokens.get(at + 1).filter(|t| !t.line)?;
    if start && unknown(next) && next.entry.octave() == 0 {
        return Some((at + 2, EntityType::Location));
    }
    (numbered && next.folded.starts_with(|c: char| c.is_ascii_digit()) && next.folded.len() <= 5)
        .then_some((at + 2, EntityType::Location))
}

/// An event by its common noun, with up to two words between it and its article: "the opening reception".
fn event(tokens: &[Token], at: usize, before: Option<&Token>) -> Option<(usize, EntityType)> {
    let article = before.is_some_and(|t| {
        matches!(
            t.folded.as_str(),
            "the"
                | "a"
                | "an"
                | "my"
                | "our"
                | "his"
                | "her"
                | "their"
                | "your"
                | "'s"
                | "for"
                | "at"
                | "next"
                | "this"
        )
    });
    if !article {
        return None;
    }
    let phrase = tokens[at..].iter().take(MOST);
    let phrase = phrase.take_while(|t| {
        t.word
            && !t.line
            && t.folded.starts_with(char::is_alphabetic)
            && !t.cues.any(&[Cue::Function, Cue::Be, Cue::Link, Cue::Topic])
    });
    let head = phrase
        .enumerate()
        .find(|(_, t)| !t.capital && strong(&t.folded))?;
    Some((at + head.0 + 1, EntityType::Event))
}

/// Nouns that are an event by themselves.
fn strong(word: &str) -> bool {
    matches!(
        word,
        "wedding"
            | "funeral"
            | "conference"
            | "workshop"
            | "meetup"
            | "concert"
            | "exhibition"
            | "festival"
            | "marathon"
            | "hackathon"
            | "retreat"
            | "reunion"
            | "graduation"
            | "christening"
            | "baptism"
            | "premiere"
            | "gala"
            | "reception"
            | "ceremony"
            | "webinar"
            | "party"
            | "birthday"
            | "interview"
            | "recital"
            | "fundraiser"
            | "tournament"
            | "review"
            | "standup"
            | "retrospective"
            | "hike"
    )
}
