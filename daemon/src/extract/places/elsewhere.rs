//! Places that a text names though it did not happen there: where somebody is who is called up, where another thing
//! was, where it was not.

use super::Weight;
use super::others::{self, is_others};
use super::spoken;
use super::taken::is_taken;
use super::venue::article;
use super::words::Words;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::whereabouts::employs;
use crate::extract::people::past;

/// What the words up to one say of where the next are.
#[derive(Default)]
pub(super) struct Elsewhere {
    /// Tokens that are read.
    upto: usize,
    /// Somebody is called up: who it is, is not where they are.
    called: bool,
    /// "the thing that happened in the gallery": where something else was.
    relative: bool,
    /// That stands between commas.
    aside: bool,
    /// "Don't climb on the roof".
    forbidden: bool,
    /// In brackets: "(Ann, Bo. Mia was at the dentist)".
    noted: bool,
    /// "We talked about moving to Leeds": what is only spoken or thought of.
    topic: bool,
}

impl Elsewhere {
    /// Reads the token `at`.
    fn read(&mut self, words: &Words<'_>, at: usize) {
        let token = &words.tokens[at];
        // "the ring", "my phone": things
        let thing = || article(words.back(at, 1));
        let calls = is_call(words.word(at)) && !thing() && !is_visit(words.word(at + 1));
        self.called = calls || self.called && !token.first;
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
        let ends =
            token.first || matches!(words.word(at), "," | ";" | "and" | "but" | "-" | "–" | "at");
        self.topic = spoken::is_topic(words, at) || self.topic && !ends;
        match words.word(at) {
            "(" => self.noted = true,
            ")" => self.noted = false,
            _ => self.noted &= !token.line,
        }
    }

    /// Whether a place of this weight, to which the token `at` leads and which ends before token `end`, is not where it
    /// happened. Asked of places in the order of the tokens.
    pub(super) fn rules_out(
        &mut self,
        words: &Words<'_>,
        at: usize,
        end: usize,
        weight: Weight,
    ) -> bool {
        for n in self.upto..=at {
            self.read(words, n);
        }
        self.upto = self.upto.max(at + 1);
        self.relative
            || self.forbidden
            || self.topic && weight < Weight::Listed && !article(words.word(at + 1))
            || spoken::is_home(words, at)
            || self.called && weight < Weight::Best
            || is_who(words, at)
            || is_denied(words, at)
            || employs(words.tokens, at)
            || is_others(words, at, end)
            || is_source(words, at)
            || is_before(words, at)
            || is_shop_of_programs(words, at, end)
            || self.noted && others::has_subject(words, at)
    }
}

/// Whether the words before "at" say who was called up there: "rang Vesna at the Festival", "rang Ms Roe at Alder's".
fn is_who(words: &Words<'_>, at: usize) -> bool {
    /// Words that name somebody at most.
    const LONG: usize = 4;
    let name = |n: &usize| {
        let t = &words.tokens[*n];
        t.word && (t.capital && !t.first || t.cues.has(Cue::Title)) || words.word(*n) == "."
    };
    let named = (at.saturating_sub(LONG)..at).rev().take_while(name).count();
    let verb = at.checked_sub(named + 1).map_or("", |n| words.word(n));
    let asked = matches!(
        verb,
        "ask"
            | "asked"
            | "asking"
            | "like"
            | "want"
            | "need"
            | "thank"
            | "thanks"
            | "contact"
            | "tell"
            | "told"
    );
    words.word(at) == "at" && named > 0 && (is_call(verb) || asked)
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

/// Whether a place is named as the one that it is not ("not at our office").
fn is_denied(words: &Words<'_>, at: usize) -> bool {
    let before = |n: usize| words.back(at, n);
    matches!(before(1), "not" | "n't" | "nicht" | "never")
        || before(1) == "of" && before(2) == "instead"
        || before(1) == "than" && before(2) == "rather"
}

/// Whether a place says where a thing was that is here now: "chairs from her uncle's barn in Leeds".
fn is_source(words: &Words<'_>, at: usize) -> bool {
    /// Words that name the source at most.
    const LONG: usize = 6;
    let noun = |n: &usize| {
        let t = &words.tokens[*n];
        t.word
            && words.word(*n) != "from"
            && !past(t)
            && (!t.cues.any(&[Cue::Be, Cue::Modal, Cue::Calendar]) || t.folded == "'s")
    };
    let between = (at.saturating_sub(LONG)..at).rev().take_while(noun).count();
    let Some(from) = at.checked_sub(between + 1).filter(|_| between > 0) else {
        return false;
    };
    let back = words.back(from, 1);
    words.word(at) == "in"
        && words.word(from) == "from"
        && !is_taken(words, from)
        && !words
            .word(from + 1)
            .starts_with(|c: char| c.is_ascii_digit())
        && !matches!(back, "back" | "home" | "returned" | "away" | "far")
}

/// Whether a place is where another event will be, before which this is: "I iron it before the wedding in Leeds".
fn is_before(words: &Words<'_>, at: usize) -> bool {
    /// Words from "before" to the event at most.
    const LONG: usize = 5;
    let event = at
        .checked_sub(1)
        .is_some_and(|n| words.tokens[n].cues.has(Cue::EventHead) || words.word(n) == "engagement");
    event
        && matches!(words.word(at), "in" | "at")
        && (at.saturating_sub(LONG)..at)
            .rev()
            .take_while(|n| words.tokens[*n].word)
            .any(|n| matches!(words.word(n), "before" | "until" | "till" | "since"))
}

/// Whether a "store" is where programs are had: "2.4.1 is in the store today", "the app is live in the store".
fn is_shop_of_programs(words: &Words<'_>, at: usize, end: usize) -> bool {
    /// Words from the program to its shop at most.
    const LONG: usize = 8;
    matches!(words.word(end - 1), "store" | "stores")
        && (at.saturating_sub(LONG)..at).any(|n| {
            let word = words.word(n);
            let version = word.starts_with(|c: char| c.is_ascii_digit() || c == 'v')
                && word.matches('.').count() > 1;
            version
                || matches!(
                    word,
                    "app"
                        | "apps"
                        | "update"
                        | "release"
                        | "version"
                        | "build"
                        | "plugin"
                        | "extension"
                )
        })
}
