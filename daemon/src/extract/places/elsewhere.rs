//! Places that a text names though it did not happen there: where somebody is who is called up, where another thing
//! was, where it was not.

use super::Weight;
use super::words::Words;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::whereabouts::employs;
use crate::extract::people::past;
use memo_common::api::EntityType;

/// What the words up to one say of where the next are.
#[derive(Default)]
pub(super) struct Elsewhere {
    /// Somebody is called up: who it is, is not where they are.
    called: bool,
    /// "the thing that happened in the gallery": where something else was.
    relative: bool,
    /// That stands between commas.
    aside: bool,
    /// "Don't climb on the roof".
    forbidden: bool,
}

impl Elsewhere {
    /// Goes on to the token `at`.
    pub(super) fn read(&mut self, words: &Words<'_>, at: usize) {
        let token = &words.tokens[at];
        self.called =
            is_call(words.word(at)) && !is_visit(words.word(at + 1)) || self.called && !token.first;
        // ", who wrote it, will speak in Leeds": who was called up between the commas is called up no longer
        let opened = at > 0 && words.word(at - 1) == ",";
        if begins_relative(words, at) {
            (self.relative, self.aside) = (true, opened);
        } else if token.first || !token.word {
            self.called &= !(self.relative && self.aside);
            self.relative = false;
        }
        if token.first {
            self.forbidden = words.word(at) == "don't"
                || words.word(at) == "please" && words.word(at + 1) == "don't"
                || (words.word(at), words.word(at + 1)) == ("do", "not");
        }
        self.forbidden &= !matches!(words.word(at), "," | "but");
    }

    /// Whether a place of this weight, to which the token `at` leads and which ends before token `end`, is not where it
    /// happened.
    pub(super) fn rules_out(
        &self,
        words: &Words<'_>,
        at: usize,
        end: usize,
        weight: Weight,
    ) -> bool {
        self.relative
            || self.forbidden
            || self.called && (weight < Weight::Best || is_who(words, at))
            || is_denied(words, at)
            || employs(words.tokens, at)
            || is_where_another_is(words, at)
            || is_office(words, at)
            || is_of_who_spoke(words, at, end)
    }
}

/// Whether a name before "at" says who was called up there: "rang Vesna at the Festival".
fn is_who(words: &Words<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|n| words.tokens.get(n));
    let named = before.is_some_and(|t| t.capital && !t.first);
    words.word(at) == "at" && named && at > 1 && is_call(words.word(at - 2))
}

/// Whether a word tells of talking to somebody who is elsewhere.
fn is_call(word: &str) -> bool {
    matches!(
        word,
        "rang"
            | "ring"
            | "rings"
            | "ringing"
            | "call"
            | "calls"
            | "called"
            | "phone"
            | "phoned"
            | "phones"
            | "texted"
            | "emailed"
            | "mailed"
            | "wrote"
            | "messaged"
            | "zoom"
            | "zoomed"
            | "skype"
            | "skyped"
            | "facetime"
            | "facetimed"
            | "telefoniert"
            | "angerufen"
            | "llamo"
            | "appele"
    )
}

/// Whether a word behind "called" makes it a visit: "called on her", "called at the shop".
fn is_visit(word: &str) -> bool {
    matches!(word, "on" | "at" | "in" | "by" | "round" | "off" | "for")
}

/// Whether a word begins a clause that only says which person or thing is meant.
fn begins_relative(words: &Words<'_>, at: usize) -> bool {
    match words.word(at) {
        "who" | "whose" => !words.tokens[at].first,
        "which" | "that" => at.checked_sub(1).is_some_and(|b| {
            let before = &words.tokens[b];
            let next = words.tokens.get(at + 1);
            let noun = before.word
                && before.entry.word()
                && !before
                    .cues
                    .any(&[Cue::Function, Cue::State, Cue::Be, Cue::Link])
                && !before.folded.ends_with("ed");
            noun && next.is_some_and(|t| past(t) || t.cues.any(&[Cue::Be, Cue::Modal]))
        }),
        _ => false,
    }
}

/// Whether a place is only where somebody else is meanwhile: "she's up in Leeds", "he is at a funeral in Leeds".
fn is_where_another_is(words: &Words<'_>, at: usize) -> bool {
    /// Words between "is" and the place.
    const FAR: usize = 5;
    let between = |t: &str| {
        matches!(
            t,
            "stuck"
                | "still"
                | "up"
                | "down"
                | "away"
                | "over"
                | "back"
                | "off"
                | "currently"
                | "now"
                | "at"
                | "a"
                | "an"
                | "the"
                | "on"
                | "funeral"
                | "wedding"
                | "conference"
                | "course"
                | "leave"
                | "holiday"
                | "hospital"
                | "all"
                | "week"
                | "also"
                | "already"
        )
    };
    if words.word(at) != "in" || !matches!(words.name(at + 1), Some((_, EntityType::Location))) {
        return false;
    }
    let Some(be) = (at.saturating_sub(FAR)..at)
        .rev()
        .find(|n| !between(words.word(*n)))
    else {
        return false;
    };
    let is = matches!(words.word(be), "is" | "are" | "'s" | "'re" | "’s" | "’re");
    let subject = be.checked_sub(1).and_then(|n| words.tokens.get(n));
    is && subject.is_some_and(|t| {
        // "Ida's in Leeds" is a house of hers as often
        matches!(t.folded.as_str(), "he" | "she" | "they")
            || words.word(be) == "is" && t.capital && t.entry.given()
    })
}

/// Whether a place says which of them spoke or asked: "Maija at the pilot station asked", "the office in Turku rang".
fn is_of_who_spoke(words: &Words<'_>, at: usize, end: usize) -> bool {
    /// Words before the place at most.
    const LONG: usize = 4;
    let opens = (at.saturating_sub(LONG)..at).any(|n| words.tokens[n].first);
    let spoke = matches!(
        words.word(end),
        "asked"
            | "asks"
            | "rang"
            | "called"
            | "phoned"
            | "said"
            | "says"
            | "told"
            | "tells"
            | "wants"
            | "wrote"
            | "writes"
            | "mailed"
            | "emailed"
            | "sent"
            | "confirmed"
            | "offered"
            | "thinks"
            | "needs"
    );
    // "a restaurant in Lund called Ebbe"
    let named = words.word(end) == "called" && words.tokens.get(end + 1).is_some_and(|t| t.capital);
    opens && spoke && !named && matches!(words.word(at), "at" | "in" | "from")
}

/// Whether the words before say what somebody is there: "she's the shipwright at Franklin".
fn is_office(words: &Words<'_>, at: usize) -> bool {
    /// Words of the office at most.
    const LONG: usize = 3;
    let noun = |n: usize| {
        let t = &words.tokens[n];
        t.word && !t.capital && !t.cues.has(Cue::Function)
    };
    let Some(article) = (at.saturating_sub(LONG + 1)..at).rev().find(|n| !noun(*n)) else {
        return false;
    };
    let Some(be) = article.checked_sub(1).filter(|_| article + 1 < at) else {
        return false;
    };
    let who = be.checked_sub(1).and_then(|n| words.tokens.get(n));
    // these are so there and then
    let guest = (article..at).any(|n| {
        matches!(
            words.word(n),
            "speaker" | "guest" | "host" | "winner" | "judge" | "referee"
        )
    });
    matches!(words.word(article), "a" | "an" | "the")
        && !guest
        && matches!(words.word(be), "is" | "'s" | "’s")
        && who.is_some_and(|t| {
            matches!(t.folded.as_str(), "he" | "she" | "who") || t.capital && t.entry.given()
        })
}

/// Whether a place is named as the one that it is not ("not at our office").
fn is_denied(words: &Words<'_>, at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map_or("", |n| words.word(n));
    matches!(before(1), "not" | "n't" | "nicht" | "never")
        || before(1) == "of" && before(2) == "instead"
        || before(1) == "than" && before(2) == "rather"
}
