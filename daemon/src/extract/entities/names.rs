//! Named things in running text: people, organizations, places, products and events, by their shape, by the embedded
//! lists and cue words, and by the trained tagger where these do not say.

use super::cues::{Cue, Cues};
use super::lexicon;
use super::tagger;
use super::token::Token;
use memo_common::api::EntityType;
use std::ops::Range;

/// A named thing at its place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Bytes in the text.
    pub(crate) span: Range<usize>,
    /// What it is.
    pub(crate) kind: EntityType,
}

/// By how much a tag must beat "no name"; chosen on wnut17-dev.
const MARGIN: i16 = 20;

/// Every named thing in a text, in order, none overlapping. Linear in the text.
pub(crate) fn names_in(text: &str, tokens: &[Token]) -> Vec<Named> {
    let tagged = tagger::tag(text, tokens, MARGIN);
    let mut next = 0;
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        while tagged.get(next).is_some_and(|t| t.tokens.end <= at) {
            next += 1;
        }
        let Some(end) = run(text, tokens, at) else {
            let lower = tagged
                .get(next)
                .filter(|t| t.tokens.start == at && listed(tokens, &t.tokens, t.kind));
            let (end, kind) = match lower {
                Some(t) => (t.tokens.end, Some(t.kind)),
                None => super::common::lower_case(tokens, at)
                    .map_or((at + 1, None), |(end, kind)| (end, Some(kind))),
            };
            push(&mut out, tokens, at..end, kind);
            at = end;
            continue;
        };
        let overlap = tagged[next..]
            .iter()
            .take_while(|t| t.tokens.start < end)
            .find(|t| t.tokens.end > at);
        let kind = judge(text, tokens, at..end, overlap.map(|t| t.kind));
        let (range, kind) = widen(text, tokens, at..end, kind);
        at = range.end;
        push(&mut out, tokens, range, kind);
    }
    out
}

/// A place takes its number ("14 Alder Row") and its common noun ("Howth market") into its name.
fn widen(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    kind: Option<EntityType>,
) -> (Range<usize>, Option<EntityType>) {
    let near = |n: usize| text.get(tokens[n - 1].span.end..tokens[n].span.start) == Some(" ");
    let plain = tokens[range.clone()]
        .iter()
        .all(|t| !t.entry.everyday() || range.len() > 1);
    if let Some(noun) = tokens.get(range.end)
        && matches!(kind, Some(EntityType::Location | EntityType::Other))
        && plain
        && !noun.capital
        && noun.folded.len() > 3
        && noun.cues.any(&[Cue::PlaceHead, Cue::Venue])
        && near(range.end)
    {
        return (range.start..range.end + 1, Some(EntityType::Location));
    }
    // "Heuvelrug half", "Alder spice tour"
    let lower = |n: usize| tokens.get(n).filter(|t| t.word && !t.capital && near(n));
    let event = |n: usize| {
        lower(n).is_some_and(|t| {
            t.cues.has(Cue::EventHead) && !matches!(t.folded.as_str(), "party" | "open" | "class")
        })
    };
    let whole = |n: usize| {
        tokens
            .get(n)
            .is_none_or(|t| !matches!(t.folded.as_str(), "an" | "a" | "of" | "past" | "way"))
    };
    if matches!(kind, Some(EntityType::Location | EntityType::Other)) {
        let plain =
            lower(range.end).is_some_and(|t| t.entry.everyday() && t.cues == Cues::default());
        for end in [range.end + 1, range.end + 2] {
            if event(end - 1) && whole(end) && (end == range.end + 1 || plain) {
                return (range.start..end, Some(EntityType::Event));
            }
        }
    }
    let street =
        tokens[range.end - 1].cues.has(Cue::PlaceHead) && kind == Some(EntityType::Location);
    let number =
        |t: &Token| t.folded.len() <= 4 && t.folded.starts_with(|c: char| c.is_ascii_digit());
    if street && range.start > 0 && number(&tokens[range.start - 1]) && near(range.start) {
        return (range.start - 1..range.end, kind);
    }
    (range, kind)
}

fn push(out: &mut Vec<Named>, tokens: &[Token], range: Range<usize>, kind: Option<EntityType>) {
    if let Some(kind) = kind {
        out.push(Named {
            span: tokens[range.start].span.start..tokens[range.end - 1].span.end,
            kind,
        });
    }
}

/// Whether lower-case words that were tagged stand in a list of that kind, in no dictionary, and people beside a word
/// that people stand beside.
fn listed(all: &[Token], range: &Range<usize>, kind: EntityType) -> bool {
    let tokens = &all[range.clone()];
    let beside = |n: Option<usize>, cue| {
        n.and_then(|n| all.get(n))
            .is_some_and(|t: &Token| t.cues.has(cue))
    };
    let person = || {
        beside(range.start.checked_sub(1), Cue::BeforePerson)
            || beside(Some(range.end), Cue::AfterPerson)
    };
    tokens.iter().all(|t| {
        t.word
            && !t.entry.word()
            && !t.cues.any(&[Cue::Function, Cue::Calendar])
            && t.folded.len() > 2
    }) && tokens.iter().any(|t| match kind {
        EntityType::Person => {
            let plain = |t: &Token| t.entry.given() || t.entry.surname();
            t.entry.given() && tokens.iter().all(plain) && person()
        }
        EntityType::Location => t.entry.town() || t.entry.country(),
        _ => false,
    })
}

/// Whether a token can begin or continue a name by its shape.
fn proper(token: &Token) -> bool {
    token.word
        && token.capital
        && !token
            .cues
            .any(&[Cue::Function, Cue::Calendar, Cue::Demonym])
}

/// Where a name that begins at this token ends, by its shape.
fn run(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let first = &tokens[at];
    let title = first.cues.has(Cue::Title);
    let kin = first.cues.has(Cue::Kin);
    // "The Crown", "New York": a demonym or a small word may be a part of a longer name, not its beginning
    let lower_title = title
        && !first.capital
        && !first.entry.everyday()
        && tokens.get(at + 1).is_some_and(proper);
    if !first.word || !proper(first) && !kin && !lower_title {
        return None;
    }
    let adjacent = |n: usize| {
        let gap = &text[tokens[n - 1].span.end..tokens[n].span.start];
        (gap.is_empty() || gap == " " || gap == "\u{a0}") && !tokens[n].line
    };
    let proper_at = |n: usize| tokens.get(n).is_some_and(proper) && adjacent(n);
    let mut end = at + 1;
    while end < tokens.len() && adjacent(end) {
        let next = &tokens[end];
        let opening = end == at + 1
            && first.first
            && first.entry.everyday()
            && !first.entry.given()
            && !title
            && !kin;
        // "Dear Dr Lee", "Met Ann": the name begins behind the word
        if next.cues.has(Cue::Title) && next.capital && !title
            || opening && next.entry.given() && !next.entry.word()
        {
            break;
        }
        let person = title || first.entry.given();
        let number = next.word
            && next.folded.starts_with(|c: char| c.is_ascii_digit())
            && next.folded.len() <= 4;
        let dot = next.folded == "."
            && (title && end == at + 1 || tokens[end - 1].folded.chars().count() == 1);
        if dot && proper_at(end + 1) || joins(next, person) && proper_at(end + 1) {
            end += 2;
        } else if proper(next)
            || number && !kin && !person && !numbered_time(tokens, end)
            || kin && next.entry.given() && !next.entry.word()
        {
            end += 1;
        } else if quoted_nickname(tokens, at, end) {
            end += 4;
        } else {
            break;
        }
    }
    Some(end)
}

/// Whether a number behind a name counts or dates something and does not belong to the name: "Ann 3 pm".
fn numbered_time(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|t| {
        t.cues.has(Cue::Calendar) || matches!(t.folded.as_str(), ":" | "/" | "%" | "x")
    })
}

/// Small words inside names; few of them inside people's.
fn joins(token: &Token, person: bool) -> bool {
    let particle = !matches!(
        token.folded.as_str(),
        "of" | "'s" | "&" | "und" | "och" | "o" | "i" | "e" | "y" | "do"
    );
    token.cues.has(Cue::Joint) && token.folded != "'s" && (particle || !person)
}

/// Whether `"Pio" Nowak` stands here, behind a given name.
fn quoted_nickname(tokens: &[Token], at: usize, end: usize) -> bool {
    let quote = |n: usize| {
        tokens
            .get(n)
            .is_some_and(|t| matches!(t.folded.as_str(), "\"" | "“" | "”"))
    };
    end == at + 1
        && tokens[at].entry.given()
        && quote(end)
        && quote(end + 2)
        && [end + 1, end + 3]
            .iter()
            .all(|&n| tokens.get(n).is_some_and(proper))
}

/// What a run of proper words is; none where it is no name. Cue words outweigh the tagger, the tagger the bare lists.
fn judge(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    let parts: Vec<&Token> = tokens[range.clone()].iter().filter(|t| t.word).collect();
    let (first, last) = (parts.first()?, parts.last()?);
    if first.cues.has(Cue::Kin)
        && (parts.len() == 1 || first.entry.everyday() || !first.entry.given())
    {
        let called = parts.len() > 1 || !first.cues.has(Cue::KinBefore);
        return called.then_some(EntityType::Person);
    }
    let before = range
        .start
        .checked_sub(1)
        .map_or("", |n| tokens[n].folded.as_str());
    if parts.len() == 1 {
        let moved = before == "to" && moves(tokens, range.start - 1);
        let before = if moved || there(tokens, range.start) {
            "in"
        } else {
            before
        };
        return single(text, first, before, tagged);
    }
    let joined: Vec<&str> = parts.iter().map(|p| p.folded.as_str()).collect();
    let entry = lexicon::look_up(&joined.join(" "));
    if entry.town() || entry.country() {
        return Some(EntityType::Location);
    }
    if first.cues.has(Cue::Title) && !last.cues.any(&[Cue::OrgHead, Cue::PlaceHead]) {
        return Some(EntityType::Person);
    }
    // "J. Addo", but not "cinema B. Rui"
    let noun = range.start.checked_sub(1).is_some_and(|n| {
        let t = &tokens[n];
        t.word && !t.capital && t.cues == Cues::default() && text[t.span.end..].starts_with(' ')
    });
    let initial = !noun
        && first.folded.chars().count() == 1
        && tokens[range.start + 1].folded == "."
        && !last.entry.everyday()
        && !last.all_capitals(text);
    if initial {
        return Some(EntityType::Person);
    }
    // a town and its code: "Akureyri AEY", "Portland OR"
    let code = parts.len() == 2 && last.all_capitals(text) && last.folded.len() <= 3;
    if code && first.entry.town() {
        return Some(EntityType::Location);
    }
    let listed =
        first.entry.given() && (!first.entry.everyday() || !first.first || last.entry.surname());
    // a town or a country that is a given name as well, or a given name with no family name behind it, gives way to the
    // tagger: "Houston Public Works", "Del Frisco"
    let doubtful = first.entry.town() || first.entry.country() || !last.entry.surname();
    let outvoted = doubtful && tagged.is_some_and(|kind| kind != EntityType::Person);
    let listed = listed && !outvoted;
    let person = listed
        || tagged == Some(EntityType::Person)
            && first.folded.chars().count() > 1
            && !first.entry.word()
            && !first.cues.any(&[Cue::PlaceStart, Cue::OrgHead]);
    let digits = last.folded.starts_with(|c: char| c.is_ascii_digit());
    let listed_place = place_word(before) || matches!(before, "," | "(");
    // a house in a street of another language: "Skipholt 9", "Oude Houtlei 41"
    let short = last.folded.len() <= 3 && last.folded.chars().all(|c| c.is_ascii_digit());
    let street = short
        && parts[..parts.len() - 1]
            .iter()
            .all(|p| !p.entry.word() && !p.all_capitals(text) && !p.cues.has(Cue::Product))
        && parts[parts.len() - 2].folded.chars().count() >= 7;
    let house = !first.entry.word() && listed_place || first.cues.has(Cue::PlaceStart) || street;
    if digits && house {
        return Some(EntityType::Location);
    }
    // "Alder Street", "Harlow Pike LLP"; a surname may be such a word, too: "Ada Bridge"
    let sure = !(listed
        && last.entry.surname()
        && (tagged == Some(EntityType::Person) || !last.entry.everyday()));
    let head = [
        (Cue::OrgHead, EntityType::Organization),
        (Cue::PlaceHead, EntityType::Location),
        (Cue::EventHead, EntityType::Event),
    ];
    if let Some((_, kind)) = head.iter().find(|(cue, _)| sure && last.cues.has(*cue)) {
        return Some(*kind);
    }
    // "École des Lilas", "Clínica Sol": the head comes first
    if first.cues.has(Cue::OrgHead) && !digits && !listed {
        return Some(EntityType::Organization);
    }
    if first.cues.has(Cue::PlaceStart) && !person {
        return Some(EntityType::Location);
    }
    if person {
        return Some(EntityType::Person);
    }
    // a heading in capitals
    if parts
        .iter()
        .all(|p| p.entry.everyday() && p.all_capitals(text))
    {
        return None;
    }
    if let Some(kind) = tagged.filter(|kind| *kind != EntityType::Person) {
        return Some(kind);
    }
    if first.entry.town() || first.entry.country() {
        return Some(EntityType::Location);
    }
    if parts.iter().any(|p| p.cues.has(Cue::Product)) {
        return Some(EntityType::Product);
    }
    // "Korg MS-20"
    let model = last.folded.contains('-')
        && last.folded.ends_with(|c: char| c.is_ascii_digit())
        && last.all_capitals(text);
    if model {
        return Some(EntityType::Product);
    }
    if digits {
        return (!first.first || !first.entry.everyday()).then_some(EntityType::Product);
    }
    if parts.len() == 2 && last.entry.surname() && !first.entry.everyday() {
        return Some(EntityType::Person);
    }
    // a capitalised heading is no name
    let unusual = parts.iter().filter(|p| !p.entry.everyday()).count();
    (unusual * 2 >= parts.len()).then_some(EntityType::Other)
}

/// Whether a place can stand here though no preposition leads to it: "in the Tejo", "the harbour, Lønvik", "Aberwen →
/// Lønvik".
fn there(tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|n| &tokens[n]) else {
        return false;
    };
    let earlier = at.checked_sub(2).map(|n| &tokens[n]);
    let after = tokens.get(at + 1);
    match before.folded.as_str() {
        "→" => true,
        "the" => earlier.is_some_and(|t| matches!(t.folded.as_str(), "in" | "near" | "on")),
        "," => {
            let venue = earlier.is_some_and(|t| {
                t.cues.any(&[Cue::PlaceHead, Cue::Venue, Cue::EventHead])
                    || t.entry.town() && !t.entry.given() && t.capital
                    || t.folded.starts_with(|c: char| c.is_ascii_digit())
            });
            venue
                && after
                    .is_none_or(|t| t.line || matches!(t.folded.as_str(), "." | "," | ";" | ")"))
        }
        _ => after.is_some_and(|t| t.folded == "→"),
    }
}

/// Whether somebody moves: "train to", "drove to", "back to".
pub(crate) fn moves(tokens: &[Token], at: usize) -> bool {
    tokens[at.saturating_sub(4)..at].iter().any(|t| {
        matches!(
            t.folded.as_str(),
            "went"
                | "go"
                | "going"
                | "drove"
                | "walked"
                | "hiked"
                | "flew"
                | "cycled"
                | "ran"
                | "climbed"
                | "moved"
                | "travelled"
                | "traveled"
                | "trip"
                | "up"
                | "back"
                | "down"
                | "came"
                | "hike"
                | "walk"
                | "drive"
                | "sailed"
                | "biked"
                | "headed"
                | "us"
                | "train"
                | "bus"
                | "flight"
                | "ferry"
                | "fly"
                | "travel"
                | "ride"
                | "ticket"
        )
    })
}

/// Words behind which a place stands.
fn place_word(before: &str) -> bool {
    matches!(
        before,
        "in" | "at"
            | "near"
            | "to"
            | "towards"
            | "around"
            | "through"
            | "on"
            | "en"
            | "nach"
            | "aus"
            | "from"
    )
}

/// What one capitalised word is.
fn single(
    text: &str,
    word: &Token,
    before: &str,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    let e = word.entry;
    if word.cues.has(Cue::Title) || word.folded.chars().count() < 2 {
        return None;
    }
    if word.cues.has(Cue::Product) && (!e.word() || !word.first) {
        return Some(EntityType::Product);
    }
    // an everyday word that opens a sentence is that word, unless the tagger knows a name of people in it
    let name = tagged == Some(EntityType::Person) && e.given() && e.surname();
    if e.everyday() && word.first && !name
        || e.word() && word.first && !e.given() && tagged.is_none()
    {
        return None;
    }
    if e.country() || e.town() && !e.given() && !e.surname() && !e.word() {
        return Some(EntityType::Location);
    }
    if e.town() && !e.everyday() && matches!(before, "in" | "en" | "near" | "nach") {
        return Some(EntityType::Location);
    }
    // where the lists say two things the tagger decides: "Houston", "Valencia"
    if let Some(kind) = tagged.filter(|_| e.given() && (e.town() || e.country())) {
        return Some(kind);
    }
    if e.given() && !e.word() && !(e.town() && place_word(before)) {
        return Some(EntityType::Person);
    }
    match tagged {
        // an unlisted word that opens a sentence is more often a word than a person
        Some(EntityType::Person) if word.first && !e.given() && !e.surname() => return None,
        Some(kind) => return Some(kind),
        None => {}
    }
    let place = place_word(before) && !matches!(before, "from" | "on" | "to");
    if place && (e.town() || !e.word() && !word.all_capitals(text)) {
        return Some(EntityType::Location);
    }
    if e.given() {
        return Some(EntityType::Person);
    }
    if e.town() && !e.everyday() {
        return Some(EntityType::Location);
    }
    if e.word() {
        return None;
    }
    if word.all_capitals(text) {
        let digits = word.folded.contains(|c: char| c.is_ascii_digit());
        return Some(if digits {
            EntityType::Product
        } else {
            EntityType::Organization
        });
    }
    (!word.first).then_some(if e.surname() {
        EntityType::Person
    } else {
        EntityType::Other
    })
}
