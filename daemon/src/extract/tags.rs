//! The few keywords that one would file a memory under.

use super::{
    dates,
    entities::{
        cues::{Cue, Cues},
        lexicon::{self, look_up},
        token::{Token, tokens},
        whereabouts::moves,
    },
};
use foldhash::HashMap;
use memo_common::api::{Entity, EntityType};
use std::{borrow::Cow, collections::HashSet};

/// Most keywords that a memory gets.
const MOST: usize = 6;

/// Most words of a keyword.
const MOST_WORDS: usize = 3;

/// Letters of the shortest word that is one.
const SHORTEST: usize = 4;

/// Words that are met more often than this many octaves are none.
const COMMON: u32 = 7;

/// What a memory of something that is still to be done is filed under.
pub(crate) const TASK: &str = "todo";

/// Up to six keywords of a text, the most telling first: words that are frequent here and rare elsewhere, and named
/// things other than people. Lower case, no stop words, the same for the same text.
pub fn tags(text: &str, entities: &[Entity]) -> Vec<String> {
    tags_in(text, &tokens(text), entities)
}

/// The keywords of a memory that holds a task which is not done.
pub(super) fn with_task(mut tags: Vec<String>) -> Vec<String> {
    tags.retain(|tag| tag != TASK);
    tags.insert(0, TASK.to_owned());
    tags.truncate(MOST);
    tags
}

/// The keyword that a word of a text is, at its place among all words, with how rare it is.
type Keyword = fn(&str, &[Token], usize) -> Option<(Cow<'static, str>, f64)>;

/// As [`tags`], of a text and its words.
pub(crate) fn tags_in(text: &str, tokens: &[Token], entities: &[Entity]) -> Vec<String> {
    let mut weights: HashMap<Cow<str>, (f64, usize)> = HashMap::default();
    let named = entities.iter().filter(|e| {
        matches!(
            e.kind,
            EntityType::Location
                | EntityType::Organization
                | EntityType::Event
                | EntityType::Product
                | EntityType::Work
        )
    });
    for (n, entity) in named.enumerate() {
        let words: Vec<&str> = entity
            .name
            .split_whitespace()
            .take(MOST_WORDS + 1)
            .collect();
        if words.len() <= MOST_WORDS {
            let name = words.join(" ").to_lowercase();
            weights.entry(name.into()).or_insert((14.0, n));
        }
    }
    let people: HashSet<String> = entities
        .iter()
        .filter(|e| matches!(e.kind, EntityType::Person))
        .flat_map(|e| e.name.split_whitespace().map(lexicon::fold))
        .collect();
    let keyword: Keyword = if dates::is_english(text) {
        english
    } else if dates::is_german(text) {
        german
    } else if dates::is_french_or_spanish(text) {
        french_or_spanish
    } else {
        |_, _, _| None
    };
    for (n, token) in tokens.iter().enumerate() {
        let letters = token.folded.chars().filter(|c| c.is_alphabetic()).count();
        if !token.word || letters < SHORTEST || people.contains(token.folded.as_str()) {
            continue;
        }
        if let Some((word, rarity)) = keyword(text, tokens, n) {
            weights.entry(word).or_insert((0.0, n)).0 += rarity;
        }
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

/// The keyword that an English word is, with how rare it is: a noun's singular, so far as the words beside it tell.
fn english(_: &str, tokens: &[Token], n: usize) -> Option<(Cow<'static, str>, f64)> {
    let token = &tokens[n];
    if !token.entry.word() || token.cues.any(&[Cue::Function, Cue::Calendar]) {
        return None;
    }
    let word = singular(&token.folded);
    let octave = look_up(&word).octave().max(token.entry.octave());
    let said = !is_noun(tokens, n) && (is_verb(tokens, n) || dull(&token.folded));
    (octave <= COMMON && !said).then(|| (word.into_owned().into(), 14.0 - f64::from(octave)))
}

/// How rare a word is of a language for which no list says it.
const RARITY: f64 = 9.0;

/// Words of French and Spanish behind which a noun stands,
const BEFORE_NOUNS: [&str; 40] = [
    "un", "une", "des", "du", "au", "aux", "mon", "ma", "mes", "son", "sa", "ses", "notre", "nos",
    "votre", "vos", "leurs", "cet", "cette", "ces", "el", "una", "unos", "unas", "del", "al", "mi",
    "mis", "su", "sus", "nuestro", "nuestra", "nuestros", "nuestras", "este", "esta", "estos",
    "ese", "esa", "aquel",
];

/// and those that are pronouns before a verb, too, unless a preposition stands before them.
const ARTICLES: [&str; 5] = ["le", "la", "les", "los", "las"];
const PREPOSITIONS: [&str; 18] = [
    "de", "a", "à", "dans", "sur", "pour", "avec", "par", "chez", "sous", "vers", "sans", "en",
    "con", "por", "para", "sin", "sobre",
];

/// Adjectives and numbers that stand between the two.
const BETWEEN: &str = " petit petite petits petites grand grande grands grandes bon bonne bons bonnes beau belle vieux \
    vieille nouveau nouvelle nouveaux nouvelles jeune jeunes gros grosse autre autres meme memes premier premiere dernier \
    derniere deux trois gran buen buena nuevo nueva nuevos nuevas otro otra otros otras primer primera ultimo ultima mismo \
    misma dos tres ";

/// The keyword that a French or Spanish word is: a noun behind its article.
fn french_or_spanish(text: &str, tokens: &[Token], n: usize) -> Option<(Cow<'static, str>, f64)> {
    let token = &tokens[n];
    let is_between = |word: &str| BETWEEN.contains(&format!(" {word} "));
    let word = |back: usize| {
        n.checked_sub(back)
            .map_or("", |n| tokens[n].folded.as_str())
    };
    let skipped = usize::from(is_between(word(1)));
    let before = |back: usize| word(back + skipped);
    let noun = BEFORE_NOUNS.contains(&before(1))
        || ARTICLES.contains(&before(1)) && PREPOSITIONS.contains(&before(2));
    let noun = noun && !token.first && !token.capital && !is_between(&token.folded);
    let plain = !token.cues.any(&[Cue::Function, Cue::Calendar, Cue::Title]);
    (noun && plain).then(|| (text[token.span.clone()].to_lowercase().into(), RARITY))
}

/// The keyword that a German word is: a noun has a capital within its sentence.
fn german(text: &str, tokens: &[Token], n: usize) -> Option<(Cow<'static, str>, f64)> {
    let token = &tokens[n];
    let small = token.first || !token.capital;
    let noun = !small && !token.cues.any(&[Cue::Function, Cue::Calendar, Cue::Title]);
    noun.then(|| (text[token.span.clone()].to_lowercase().into(), RARITY))
}

/// Words behind which a noun stands, and at most an adjective before it.
const DETERMINERS: [&str; 22] = [
    "the", "a", "an", "my", "your", "his", "her", "our", "their", "its", "this", "that", "these",
    "those", "no", "some", "any", "each", "every", "'s", "of", "two",
];

/// Words before a verb, other than a modal.
const SUBJECTS: [&str; 12] = [
    "i", "you", "he", "she", "we", "they", "who", "to", "don't", "didn't", "please", "not",
];

/// Words behind a verb alone: what it is done to.
const OBJECTS: [&str; 15] = [
    "the", "a", "an", "my", "your", "his", "our", "their", "this", "these", "it", "me", "us",
    "him", "them",
];

/// Whether a word stands where only a noun or its adjective does: "the draft", "my sister's call".
fn is_noun(tokens: &[Token], n: usize) -> bool {
    let before = n.checked_sub(1).map(|n| &tokens[n]);
    !tokens[n].first && before.is_some_and(|t| DETERMINERS.contains(&t.folded.as_str()))
}

/// Whether a word is a verb, by the words beside it ("who writes the letter", "halve the dose"), as one that is done with
/// people ("brought"), or as a past tense that does not show by its ending and is no thing ("lost", but not "rose").
fn is_verb(tokens: &[Token], n: usize) -> bool {
    const VERBS: [Cue; 6] = [
        Cue::State,
        Cue::Contact,
        Cue::Towards,
        Cue::DoneBy,
        Cue::AfterPerson,
        Cue::Coming,
    ];
    let token = &tokens[n];
    let before = n
        .checked_sub(1)
        .map(|n| &tokens[n])
        .filter(|_| !token.first);
    let behind = tokens.get(n + 1).filter(|t| !t.line);
    let thing = matches!(
        token.folded.as_str(),
        "cut" | "felt" | "rose" | "saw" | "shot" | "spread" | "stole" | "wound"
    );
    // "went to hospital"
    let moved = n.checked_sub(1).is_some_and(|n| moves(tokens, n));
    // "who is allergic": what somebody or something is like
    let led = before.is_some_and(|t| {
        t.cues.any(&[Cue::Modal, Cue::Be]) || SUBJECTS.contains(&t.folded.as_str()) && !moved
    });
    led || behind.is_some_and(|t| OBJECTS.contains(&t.folded.as_str()))
        || token.cues.any(&VERBS)
        || token.cues.has(Cue::Past) && !thing
}

/// How verbs, adverbs and participles end that no one files under.
fn dull(word: &str) -> bool {
    word.ends_with("ly") || word.ends_with("ing") || word.ends_with("ed")
}

/// The singular of a word, where the dictionary has it; else the word.
fn singular(word: &str) -> Cow<'_, str> {
    let listed = |stem: &str| look_up(stem).word() && !Cues::of(stem).has(Cue::Function);
    if let Some(stem) = word.strip_suffix("ies").map(|stem| format!("{stem}y"))
        && listed(&stem)
    {
        return stem.into();
    }
    let plain = word.strip_suffix('s');
    let plain = plain.filter(|stem| !stem.ends_with(['s', 'u', 'i']));
    let ended = word.strip_suffix("es");
    let mut stems = plain.into_iter().chain(ended);
    stems.find(|stem| listed(stem)).unwrap_or(word).into()
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
    fn a_verb_shows_by_the_words_beside_it() {
        for (text, expected) in [
            (
                "Who writes the release for the launch?",
                &["launch", "release"][..],
            ),
            (
                "Halve the recipe, I paint the fence on Sunday.",
                &["recipe", "fence"],
            ),
            (
                "The draft of the wedding song is in my bag.",
                &["draft", "song", "wedding"],
            ),
            ("We went to church after the news.", &["church", "news"]),
            (
                "Ella is allergic, near the pier and beyond the orchard.",
                &["pier", "orchard"],
            ),
            (
                "Two buses and a series of lenses.",
                &["bus", "lens", "series"],
            ),
        ] {
            let mut found = tags(text, &[]);
            found.retain(|tag| tag != "bag");
            let mut expected: Vec<&str> = expected.to_vec();
            found.sort();
            expected.sort_unstable();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn words_of_another_language_are_not_read_as_english() {
        assert_eq!(
            tags(
                "Der Schlüssel für das Gartenhaus ist bei mir, bring die Leiter mit.",
                &[]
            ),
            ["schlüssel", "gartenhaus", "leiter"]
        );
        let french =
            "J'ai rangé la table et les fruits, puis on a mangé du pain dans la petite cave.";
        assert_eq!(tags(french, &[]), ["pain", "cave"]);
        let spanish =
            "Ayer llevé el coche al taller de Paco; la llevé a casa después, con los frenos rotos.";
        assert_eq!(tags(spanish, &[]), ["coche", "taller", "frenos"]);
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
