//! Whether a question names what no memory has: then hardly one answers it, however near it comes.

use super::{
    Asked, foreign,
    question::Kind,
    words::{Word, words},
};
use crate::{
    when::{MONTHS, WEEKDAYS},
    wording::is_quoted,
};

/// A word found that is as alike as this may be the name in another language or spelling.
const ALIKE: f32 = 0.4;

/// So many letters at the beginning of two words are alike enough: "Corsica", "Corse".
const BEGINNING: usize = 4;

/// Whether a name of the question stands in no memory at all, nor anything like it in those found. Asked in English alone:
/// German writes all its nouns as names.
pub(super) fn names_unknown(asked: &Asked, text: &str) -> bool {
    let Asked {
        question,
        wanted,
        scored,
        sources,
        ..
    } = *asked;
    // "Would Ana like “Blue Nights”?" asks for an opinion
    if foreign::read(text).is_some() || question.kind == Kind::YesNo {
        return false;
    }
    let beside: Vec<Word> = sources
        .iter()
        .flat_map(|s| s.content.participants.iter().chain(&s.content.place))
        .flat_map(|name| words(name))
        .collect();
    let unknown = |name: &Word| {
        let Some(at) = wanted.terms.iter().position(|t| t.0 == name.stem) else {
            return false;
        };
        let begins = |other: &Word| {
            let mut both = name.folded.chars().zip(other.folded.chars());
            both.by_ref().take_while(|(a, b)| a == b).count() >= BEGINNING
        };
        let found = scored.likeness.iter();
        let mut told = scored
            .sentences
            .iter()
            .flat_map(|s| &s.words)
            .chain(&beside);
        !wanted.is_known(&name.stem)
            && !found.into_iter().any(|(_, like)| like.terms[at] >= ALIKE)
            && !told.any(begins)
    };
    let named = question.named();
    let mut named = named.filter(|w| {
        let titled = is_quoted(text, w.span.start);
        !titled && !is_acronym(text, w) && !is_common(w) && w.folded.len() > 2
    });
    named.any(unknown)
}

/// Whether a word is written in capitals: what is short for something may be told in full.
fn is_acronym(text: &str, word: &Word) -> bool {
    text[word.span.clone()]
        .chars()
        .skip(1)
        .any(char::is_uppercase)
}

/// Whether a word with a capital may be told in other words: a day, a relative, a language, a feast, a place that other
/// languages call otherwise.
fn is_common(word: &Word) -> bool {
    let mut days = MONTHS.iter().chain(&WEEKDAYS);
    days.any(|name| name.eq_ignore_ascii_case(&word.folded)) || OTHERWISE.contains(&&*word.folded)
}

/// Words with a capital that are told in other words as well, folded.
const OTHERWISE: &[&str] = &[
    "mum",
    "mom",
    "mummy",
    "mommy",
    "mother",
    "dad",
    "daddy",
    "father",
    "grandma",
    "grandpa",
    "granny",
    "gran",
    "grandad",
    "granddad",
    "nan",
    "nana",
    "aunt",
    "auntie",
    "uncle",
    "mister",
    "mrs",
    "miss",
    "doctor",
    "professor",
    "prof",
    "sir",
    "madam",
    "lady",
    "lord",
    "father",
    "sister",
    "brother",
    "christmas",
    "xmas",
    "easter",
    "halloween",
    "thanksgiving",
    "ramadan",
    "eid",
    "diwali",
    "hanukkah",
    "passover",
    "pentecost",
    "advent",
    "carnival",
    "english",
    "german",
    "french",
    "spanish",
    "italian",
    "dutch",
    "danish",
    "swedish",
    "norwegian",
    "finnish",
    "polish",
    "czech",
    "hungarian",
    "romanian",
    "greek",
    "turkish",
    "russian",
    "ukrainian",
    "portuguese",
    "arabic",
    "hebrew",
    "hindi",
    "chinese",
    "japanese",
    "korean",
    "irish",
    "welsh",
    "scottish",
    "british",
    "american",
    "european",
    "african",
    "asian",
    "swiss",
    "austrian",
    "germany",
    "austria",
    "switzerland",
    "spain",
    "france",
    "italy",
    "greece",
    "netherlands",
    "holland",
    "belgium",
    "hungary",
    "poland",
    "sweden",
    "norway",
    "denmark",
    "finland",
    "turkey",
    "japan",
    "china",
    "england",
    "scotland",
    "wales",
    "ireland",
    "britain",
    "america",
    "states",
    "europe",
    "vienna",
    "munich",
    "cologne",
    "nuremberg",
    "rome",
    "florence",
    "venice",
    "naples",
    "turin",
    "genoa",
    "prague",
    "warsaw",
    "cracow",
    "athens",
    "copenhagen",
    "gothenburg",
    "brussels",
    "antwerp",
    "bruges",
    "hague",
    "moscow",
    "seville",
    "geneva",
    "zurich",
    "basel",
    "bavaria",
    "tuscany",
    "sicily",
    "sardinia",
    "brittany",
    "normandy",
    "internet",
    "web",
    "wifi",
    "wi",
    "fi",
    "covid",
    "god",
    "state",
    "city",
    "university",
    "school",
    "hotel",
    "hospital",
    "church",
    "street",
    "road",
    "house",
    "club",
    "company",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::answer::{
        Rarity, Source, features, question,
        tests::memory,
        wanted::{Names, Wanted},
    };

    #[test]
    fn knows_which_names_no_memory_has() {
        let told = memory(
            "Bo Lund took the ferry to Bornholm for the annual fair.",
            "2024-05-03",
        );
        let known = words(&told.narrative);
        let rarity = Rarity {
            memories: 1000,
            having: &|term| u64::from(known.iter().any(|w| w.stem == term)),
        };
        for (text, unknown) in [
            ("Who took the ferry to Zanzibar?", true),
            ("Who plays Macbeth at the fair?", true),
            ("Who took the ferry to Bornholm?", false),
            ("Who took the ferry on Friday?", false),
            ("Who took the ferry at Christmas?", false),
            ("Who took the ferry to the AGM?", false),
            ("Who took the ferry of the Bornholmer?", false),
            ("Did Bo take the ferry to Zanzibar?", false),
            ("Wer nahm die Fähre nach Sansibar?", false),
        ] {
            let question = question::read(text);
            let names = Names::default();
            let wanted = Wanted::new(&question, &names, rarity);
            let sources = [Source::of(&told)];
            let scored = features::score(&question, &wanted, &sources);
            let asked = Asked {
                question: &question,
                wanted: &wanted,
                scored: &scored,
                sources: &sources,
                order: &[0],
                today: jiff::civil::date(2024, 6, 1),
            };
            assert_eq!(names_unknown(&asked, text), unknown, "{text}");
        }
    }
}
