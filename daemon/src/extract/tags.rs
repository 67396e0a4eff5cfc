//! The few keywords that one would file a memory under.

use super::entities::{
    cues::Cue,
    token::{Token, tokens},
};
use foldhash::HashMap;
use memo_common::api::{Entity, EntityType};
use std::borrow::Cow;

/// Most keywords that a memory gets.
const MOST: usize = 6;

/// What a memory of something that is still to be done is filed under.
pub(crate) const TASK: &str = "todo";

/// Up to six keywords of a text, the most telling first: words that are frequent here and rare elsewhere, and named
/// things other than people. Lower case, no stop words, the same for the same text.
pub fn tags(text: &str, entities: &[Entity]) -> Vec<String> {
    tags_in(&tokens(text), entities)
}

/// The keywords of a memory that holds a task which is not done.
pub(super) fn with_task(mut tags: Vec<String>) -> Vec<String> {
    tags.retain(|tag| tag != TASK);
    tags.insert(0, TASK.to_owned());
    tags.truncate(MOST);
    tags
}

/// As [`tags`], of a text's words.
pub(crate) fn tags_in(tokens: &[Token], entities: &[Entity]) -> Vec<String> {
    let mut weights: HashMap<Cow<str>, (f64, usize)> = HashMap::default();
    let named: Vec<String> = entities
        .iter()
        .filter(|e| {
            matches!(
                e.kind,
                EntityType::Location
                    | EntityType::Organization
                    | EntityType::Event
                    | EntityType::Product
                    | EntityType::Work
            )
        })
        .map(|e| e.name.to_lowercase())
        .filter(|n| n.split_whitespace().count() <= 3)
        .collect();
    for (n, name) in named.into_iter().enumerate() {
        weights.entry(name.into()).or_insert((14.0, n));
    }
    let people: Vec<String> = entities
        .iter()
        .filter(|e| matches!(e.kind, EntityType::Person))
        .flat_map(|e| {
            e.name
                .split_whitespace()
                .map(super::entities::lexicon::fold)
        })
        .collect();
    for (n, token) in tokens.iter().enumerate() {
        let rarity = 14.0 - f64::from(token.entry.octave());
        let letters = || token.folded.chars().filter(|c| c.is_alphabetic()).count();
        if !token.word
            || !token.entry.word()
            || rarity < 5.0
            || letters() < 4
            || people.iter().any(|p| *p == token.folded)
            || dull(&token.folded)
            || is_verb(token)
        {
            continue;
        }
        let weight = weights.entry(singular(&token.folded)).or_insert((0.0, n));
        weight.0 += rarity;
    }
    let mut ranked: Vec<(Cow<str>, (f64, usize))> = weights.into_iter().collect();
    ranked.sort_by(|a, b| {
        b.1.0
            .total_cmp(&a.1.0)
            .then(a.1.1.cmp(&b.1.1))
            .then(a.0.cmp(&b.0))
    });
    let best = ranked.into_iter().take(MOST);
    best.map(|(tag, _)| tag.into_owned()).collect()
}

/// Verbs, adverbs and adjectives of feeling that no one files under.
fn dull(word: &str) -> bool {
    word.ends_with("ly") || word.ends_with("ing") || word.ends_with("ed")
}

/// Whether a word is a past tense that does not show by its ending, and no thing: "brought", but not "rose".
fn is_verb(token: &Token) -> bool {
    let thing = matches!(
        token.folded.as_str(),
        "cut" | "felt" | "rose" | "saw" | "shot" | "spread" | "stole" | "wound"
    );
    token.cues.has(Cue::Past) && !thing
}

fn singular(word: &str) -> Cow<'_, str> {
    if let Some(stem) = word.strip_suffix("ies").filter(|s| s.len() > 2) {
        return format!("{stem}y").into();
    }
    for (ending, keep) in [("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")] {
        if let Some(stem) = word.strip_suffix(ending) {
            return format!("{stem}{keep}").into();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') && !stem.ends_with('u') && !stem.ends_with('i') => {
            stem.into()
        }
        _ => word.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telling_words_in_the_singular() {
        let found = tags(
            "We picked apples in the orchard; the apples were ripe and the ladder broke.",
            &[],
        );
        assert!(found.starts_with(&["apple".to_owned()]), "{found:?}");
        assert!(found.contains(&"orchard".to_owned()) && !found.contains(&"the".to_owned()));
    }

    #[test]
    fn no_verbs() {
        let found = tags("Priya brought a rose and wrote to the orchard.", &[]);
        assert_eq!(found, ["orchard", "rose"]);
    }

    #[test]
    fn at_most_six() {
        assert!(
            tags(
                &"walnut pigeon lantern vineyard clarinet backgammon marshmallow trapeze "
                    .repeat(3),
                &[]
            )
            .len()
                <= MOST
        );
    }
}
