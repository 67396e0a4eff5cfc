//! What leads to a place: prepositions, and verbs of coming to one or taking things from it.

use super::venue;
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
        let joined = word
            .split_once('\'')
            .is_some_and(|(before, _)| matches!(before, "all" | "nell" | "dall" | "sull"));
        let strong = matches!(word, "at" | "chez");
        let to = matches!(
            word,
            "to" | "nach" | "naar" | "towards" | "toward" | "zum" | "zur"
        );
        let on = word == "on";
        let beside = venue::beside(words, at);
        let reached = is_coming(word);
        let passing = word == "from" && is_taken(words, at)
            || matches!(word, "up" | "down") && is_climbed(words, at);
        let plain = matches!(
            word,
            "in" | "into"
                | "near"
                | "inside"
                | "outside"
                | "en"
                | "im"
                | "bei"
                | "em"
                | "bij"
                | "presso"
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
        // German and Dutch say "nach" and "zum" of little else
        let sure = matches!(words.word(self.at), "nach" | "naar" | "zum" | "zur");
        self.to
            && (sure
                || moves(words.tokens, self.at)
                || carried(words, self.at)
                || travels(words, self.at))
    }
}

/// Whether the words before "to" tell of a way to a town: "across to Bruny Island", "to move her to Brisbane".
fn travels(words: &Words<'_>, at: usize) -> bool {
    const FAR: usize = 5;
    (at.saturating_sub(FAR)..at).any(|n| {
        let noun = n > 0
            && matches!(
                words.word(n - 1),
                "the" | "a" | "our" | "my" | "his" | "her" | "their"
            );
        words.word(n) == "move" && !noun
            || matches!(
                words.word(n),
                "across"
                    | "moves"
                    | "moving"
                    | "driving"
                    | "drives"
                    | "flying"
                    | "flies"
                    | "walking"
                    | "cycling"
                    | "cycle"
                    | "hiking"
                    | "sail"
                    | "sailing"
                    | "riding"
                    | "rode"
                    | "rowed"
                    | "paddled"
                    | "travelling"
                    | "traveling"
                    | "travels"
                    | "head"
                    | "heading"
                    | "heads"
                    | "goes"
                    | "went"
                    | "gone"
                    | "returns"
                    | "returned"
                    | "returning"
                    | "return"
                    | "journey"
                    | "excursion"
                    | "outing"
                    | "tour"
                    | "pilgrimage"
                    | "arrive"
                    | "arriving"
                    | "arrives"
                    | "relocating"
                    | "relocate"
                    | "relocated"
                    | "trips"
                    | "flights"
                    | "boat"
                    | "crossing"
                    | "road-trip"
            )
    })
}

/// Whether a word tells of coming to what stands behind it: "reached the gate", "visited Leeds".
fn is_coming(word: &str) -> bool {
    matches!(
        word,
        "reached"
            | "entered"
            | "visited"
            | "visiting"
            | "visit"
            | "visits"
            | "inspected"
            | "toured"
            | "touring"
            | "explored"
            | "exploring"
            | "climbed"
            | "climbing"
            | "summited"
            | "crossed"
            | "hiked"
            | "besuchten"
            | "besuchen"
            | "besichtigten"
            | "besichtigen"
            | "visite"
            | "visiter"
            | "visitamos"
            | "visitar"
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

/// Whether the word before "a" tells of going or being: "fuimos a Sevilla", "siamo stati a Paola", "allons à Lyon".
fn is_way(words: &Words<'_>, at: usize) -> bool {
    const VERBS: &str = " fui fuimos fue fueron voy vas va vamos van ir ire iremos iran viajo viajamos viajar viaje llego llegue llegamos \
        llegar llegaron vuelvo volvimos volver regreso mudo mudamos mudarme allons vais vont aller alle allee alles allees partons \
        partir pars part arrive arrivons arriver arrives rentre rentrons retourne habite vado andiamo vanno andare andato andata \
        andati andate siamo stati stato stata essere arriviamo arrivo arrivare torno torniamo tornare vou fomos vamos vao chegamos ";
    let before = at.checked_sub(1).map_or("", |n| words.word(n));
    let capital = words
        .tokens
        .get(at + 1)
        .is_some_and(|t| t.capital && t.word);
    capital && VERBS.split_whitespace().any(|v| v == before)
}

/// Whether what stands behind "from" at a token is where something is taken up or begins: "collect it from the depot",
/// "the bus leaves from Alder Row".
pub(super) fn is_taken(words: &Words<'_>, at: usize) -> bool {
    const FAR: usize = 7;
    (at.saturating_sub(FAR)..at)
        .rev()
        .take_while(|n| !matches!(words.word(*n), "." | "!" | "?" | ";" | ":"))
        .any(|n| {
            matches!(
                words.word(n),
                "fetch"
                    | "fetched"
                    | "fetching"
                    | "collect"
                    | "collected"
                    | "collecting"
                    | "pick"
                    | "picks"
                    | "picked"
                    | "picking"
                    | "pickup"
                    | "pick-up"
                    | "leave"
                    | "leaves"
                    | "leaving"
                    | "depart"
                    | "departs"
                    | "departing"
                    | "departure"
                    | "starts"
                    | "starting"
                    | "sails"
                    | "stole"
                    | "stolen"
                    | "rescued"
            )
        })
}

/// Whether somebody moves up or down what stands behind the token: "rode up Alder Hill".
fn is_climbed(words: &Words<'_>, at: usize) -> bool {
    at > 0
        && matches!(
            words.word(at - 1),
            "went"
                | "go"
                | "going"
                | "walked"
                | "walk"
                | "walking"
                | "hiked"
                | "hike"
                | "rode"
                | "ride"
                | "riding"
                | "ran"
                | "run"
                | "running"
                | "climbed"
                | "cycled"
                | "cycling"
                | "biked"
                | "drove"
                | "drive"
                | "driving"
                | "skied"
                | "sailed"
                | "paddled"
                | "rowed"
        )
}

/// Whether something is brought to the place behind "to": "walked it to the strong room", "moving the case to Court 4".
fn carried(words: &Words<'_>, at: usize) -> bool {
    const FAR: usize = 5;
    words.word(at) == "to"
        && (at.saturating_sub(FAR)..at).any(|n| {
            matches!(
                words.word(n),
                "moved"
                    | "moving"
                    | "walked"
                    | "carried"
                    | "brought"
                    | "took"
                    | "wheeled"
                    | "pushed"
                    | "drove"
                    | "towed"
            )
        })
}
