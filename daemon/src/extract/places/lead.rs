//! What leads to a place: prepositions, and verbs of coming to one or taking things from it.

use super::taken::{is_done_from, is_left, is_part_of, is_taken};
use super::venue;
use super::ways::{carried, is_climbed, is_coming, is_neared, is_way, travels};
use super::words::Words;
use crate::extract::entities::whereabouts::moves;
use memo_common::api::EntityType;
use std::ops::Range;

/// What leads to a place, and where the words of the place begin.
pub(super) struct Lead {
    /// The preposition or verb.
    pub(super) at: usize,
    /// The first word of the place, behind its article.
    pub(super) head: usize,
    /// An article stands before it.
    pub(super) written: bool,
    /// So it does, or the preposition holds one ("im", "am").
    pub(super) article: bool,
    /// "at the library"
    pub(super) strong: bool,
    /// "to Leeds": a place where somebody moves.
    pub(super) to: bool,
    /// "on Ward 64"
    pub(super) on: bool,
    /// "behind the barn": to place nouns, though to few names.
    pub(super) beside: bool,
    /// "reached the gate"
    pub(super) reached: bool,
    /// "collect it from the depot", "rode up Alder Hill": to a place where something begins or passes.
    pub(super) passing: bool,
}

impl Lead {
    /// What leads to a place at this token, where anything does.
    pub(super) fn read(words: &Words<'_>, at: usize) -> Option<Self> {
        let word = words.word(at);
        // "all'ufficio": the word is both
        let joined = word.starts_with("all'")
            || word.starts_with("nell'")
            || word.starts_with("dall'")
            || word.starts_with("sull'");
        let strong = matches!(word, "at" | "chez" | "outside" | "nr") || is_neared(words, at);
        // "looked at the Alder pump"
        if word == "at" && is_turned(words.back(at, 1)) {
            return None;
        }
        let to = matches!(
            word,
            "to" | "nach" | "naar" | "towards" | "toward" | "zum" | "zur" | "hasta" | "jusqu'a"
        );
        let on = word == "on";
        let beside = venue::beside(words, at);
        let reached = is_coming(word);
        let passing = word == "from" && is_taken(words, at)
            || is_done_from(words, at)
            || is_part_of(words, at)
            || is_left(words, at)
            || matches!(word, "up" | "down") && is_climbed(words, at);
        let plain = matches!(
            word,
            "in" | "into" | "near" | "inside" | "en" | "im" | "bei" | "em" | "bij" | "presso"
        ) || joined
            || word == "a" && leads_as_a(words, at);
        if !(strong || to || on || beside.is_some() || reached || plain || passing) {
            return None;
        }
        // "à piscina"
        let within = matches!(word, "im" | "bei") || word == "a" && plain;
        let (next, within) = beside.unwrap_or((at + usize::from(!joined), within));
        let written = venue::article(words.word(next));
        let head = next + usize::from(written);
        Some(Self {
            at,
            head,
            written,
            article: written || within || venue::elided(words.word(head)).is_some(),
            strong,
            to,
            on,
            beside: beside.is_some(),
            reached,
            passing,
        })
    }

    /// The place with its article up to token `end`.
    pub(super) fn whole(&self, end: usize) -> Range<usize> {
        self.head - usize::from(self.written)..end
    }

    /// Whether the lead says that a town follows, of whose name else nothing is known: "fuimos a Sevilla".
    pub(super) fn town(&self, words: &Words<'_>) -> bool {
        let head = &words.tokens[self.head];
        words.word(self.at) == "a"
            && is_way(words, self.at)
            && (head.entry.town() || !head.entry.given())
            && words.capitals(self.head) > self.head
    }

    /// Whether somebody or something comes to the place behind "to".
    pub(super) fn moved(&self, words: &Words<'_>) -> bool {
        // these say little else
        let sure = matches!(
            words.word(self.at),
            "nach" | "naar" | "zum" | "zur" | "hasta" | "jusqu'a"
        );
        self.to
            && (sure
                || moves(words.tokens, self.at)
                || carried(words, self.at)
                || travels(words, self.at))
    }
}

/// Whether "at" behind a word leads to what one turns to.
fn is_turned(verb: &str) -> bool {
    matches!(
        verb,
        "look"
            | "looks"
            | "looked"
            | "looking"
            | "stare"
            | "stared"
            | "staring"
            | "glanced"
            | "gazed"
            | "peered"
            | "laugh"
            | "laughed"
            | "laughing"
            | "smiled"
            | "shout"
            | "shouted"
            | "shouting"
            | "swore"
            | "waved"
            | "pointed"
            | "pointing"
            | "aimed"
            | "barked"
            | "marvelled"
    )
}

/// Whether "a" leads to a place: "à Saint-Louis", "a Siena per firmare", but not "a Tuesday", "a London bus".
fn leads_as_a(words: &Words<'_>, at: usize) -> bool {
    let written = &words.text[words.tokens[at].span.clone()];
    let town = || match words.name(at + 1) {
        Some((end, EntityType::Location)) => {
            let next = matches!(
                words.word(end),
                "per" | "con" | "para" | "por" | "alle" | "da" | "dal" | "ma"
            );
            (words.ends(end) || next) && words.tokens[at + 1].capital
        }
        _ => false,
    };
    matches!(written, "à" | "À") || written == "a" && (town() || is_way(words, at))
}
