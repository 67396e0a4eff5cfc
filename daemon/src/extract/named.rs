//! The named things of a memory.

use super::{
    entities::{
        self,
        cues::{Cue, Cues},
        lexicon::{fold, look_up},
    },
    episode::Episode,
    marks::Marks,
    people::{People, PersonRef},
    structure::programs,
    window::Part,
};
use crate::{
    encoder::Span,
    ingest::{Document, Kind, Title, is_nameless},
};
use memo_common::api::{Entity, EntityType};

/// The named things of an episode: in its words, its title and headings, who says it to whom, and who took part.
pub(super) fn of(
    document: &Document,
    episode: &Episode,
    reading: &entities::Reading<'_>,
    participants: &[String],
    people: &People,
) -> Vec<Entity> {
    let first = &document.passages[episode.pieces[0].passage];
    let mut out: Vec<Entity> = Vec::new();
    let title = document
        .title
        .iter()
        .chain(&first.headings)
        .map(Title::as_str);
    let speakers = episode
        .pieces
        .iter()
        .filter_map(|p| document.passages[p.passage].speaker);
    let said = speakers
        .chain(first.audience.iter().copied())
        .map(|id| people.of(id));
    let is_program = |who: PersonRef| programs(document, people).any(|p| p == who);
    let nobody = |p: PersonRef| p == people.user() || is_nameless(people.name(p));
    let said = said.filter(|p| !nobody(*p)).map(|p| Entity {
        name: people.name(p).to_owned(),
        kind: if first.kind == Kind::Turn && is_program(p) {
            EntityType::Product
        } else if people.is_organization(p) {
            EntityType::Organization
        } else {
            EntityType::Person
        },
    });
    let act = match &first.kind {
        Kind::Post { act } => Some(act.as_str()),
        _ => None,
    };
    let beside = act
        .into_iter()
        .chain(title)
        .flat_map(|t| entities::find(t, people));
    let found = entities::find_in(reading, people).into_iter().chain(beside);
    let there = participants.iter().map(|name| Entity {
        name: name.clone(),
        kind: EntityType::Person,
    });
    // an event's own name last: what it is made of says more
    let event = |e: &&Entity| e.kind == EntityType::Event;
    let events = first.named.iter().filter(event).cloned();
    let exact = first.named.iter().filter(|e| !event(e)).cloned();
    for entity in exact.chain(found).chain(said).chain(there).chain(events) {
        if entity.name != people.name(people.user()) && !out.iter().any(|e| e.name == entity.name) {
            out.push(entity);
        }
    }
    out
}

/// Whether a place has a name or a number, not only a noun that may begin a sentence.
pub(super) fn is_called(place: &str) -> bool {
    let mut words = place.split_whitespace().skip(1);
    words.any(|w| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
}

/// The place that a source's structure gives is a named thing, too, where it is a name; what its words were taken for
/// by themselves goes.
pub(super) fn add_place(entities: &mut Vec<Entity>, place: &str) {
    let place = place.trim();
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let all = words(place);
    let within = |name: &str| {
        let part = words(name);
        !part.is_empty() && all.windows(part.len()).any(|w| w == part)
    };
    let named = place
        .chars()
        .any(|c| c.is_uppercase() || c.is_ascii_digit())
        && all.len() <= 12;
    let known = entities.iter().any(|e| words(&e.name) == all);
    if !named || known || place.contains("://") {
        return;
    }
    // "room Isar" is nobody's
    let head = all
        .first()
        .filter(|_| place.starts_with(char::is_lowercase));
    let called = |name: &str| {
        head.is_some_and(|h| Cues::of(h).has(Cue::PlaceHead) && words(name) == all[1..])
    };
    entities.retain(|e| match e.kind {
        EntityType::Other | EntityType::Product => !within(&e.name),
        EntityType::Person => !called(&e.name),
        _ => true,
    });
    entities.push(Entity {
        name: place.to_owned(),
        kind: EntityType::Location,
    });
}

/// Leaves out words of every day that look like names for the capital they begin with, and names of people without one:
/// "Hazelnuts" at the beginning of a sentence, "judo".
pub(super) fn without_words(entities: &mut Vec<Entity>, participants: &[String]) {
    let is_word = |name: &str| {
        let folded = fold(name);
        // "Hazelnuts"
        let one = folded
            .strip_suffix('s')
            .filter(|one| look_up(one).everyday());
        let word = look_up(one.unwrap_or(&folded));
        let lower = !name.contains(char::is_uppercase) && name.contains(char::is_lowercase);
        !name.contains(' ') && (lower && !word.given() || word.everyday() && !word.given())
    };
    entities.retain(|e| {
        e.kind != EntityType::Person || participants.contains(&e.name) || !is_word(&e.name)
    });
}

/// How likely words have to be a name, by the mean of their pieces.
const LIKELY: f32 = 0.3;

/// Adds the names that the tagger marks, people by their fullest; what it takes a name for that is known already is
/// righter than what that was taken for.
pub(super) fn add_marked(entities: &mut Vec<Entity>, marks: &Marks, people: &People) {
    for (part, said, marked) in marks.marked() {
        if !matches!(part, Part::Piece(_) | Part::Title) || marked.likely < LIKELY {
            continue;
        }
        let mut kind = match marked.span {
            Span::Took | Span::Person => EntityType::Person,
            Span::Place | Span::Elsewhere => EntityType::Location,
            Span::Organization => EntityType::Organization,
            Span::Product => EntityType::Product,
            Span::Work => EntityType::Work,
            Span::Other => EntityType::Other,
            Span::Time | Span::Date => continue,
        };
        let mut name = said;
        if kind == EntityType::Person
            && let Some(who) = people.resolve(said)
        {
            if who == people.user() {
                continue;
            }
            name = people.name(who);
            if people.is_organization(who) {
                kind = EntityType::Organization;
            }
        }
        let same = |e: &&mut Entity| e.name.to_lowercase() == name.to_lowercase();
        match entities.iter_mut().find(same) {
            Some(known) => known.kind = kind,
            None => entities.push(Entity {
                name: name.to_owned(),
                kind,
            }),
        }
    }
}
