//! Which language a text is in, as far as its times need it, and which words mean anything for times at all.

use super::{ENGLISH, Language, NAMES, english, french, german, spanish, table};
use foldhash::HashMap;
use std::{borrow::Cow, sync::LazyLock};

/// Words longer than this are not looked at to tell the language.
const LONGEST_FUNCTION: usize = 12;
/// Bytes looked at to tell the language.
const SAMPLE: usize = 4096;

/// In the order of [`Met::votes`].
const LANGUAGES: [Language; 4] = [
    Language::English,
    Language::German,
    Language::Spanish,
    Language::French,
];

/// What a word of any of the languages' lists says.
#[derive(Clone, Copy, Default)]
struct Met {
    /// How far it speaks for English, German, Spanish, French, and for a language that is not read.
    votes: [u8; 5],
    /// It means something for times, or begins a phrase that does.
    timed: bool,
}

/// Every word of the lists. Most words of a text are in none, and are looked up in this one table instead of a dozen.
static MET: LazyLock<HashMap<&'static str, Met>> = LazyLock::new(|| {
    let mut met: HashMap<&'static str, Met> = HashMap::default();
    let lists = [
        english::FUNCTION,
        german::FUNCTION,
        spanish::FUNCTION,
        french::FUNCTION,
        &UNREAD,
    ];
    for (n, list) in lists.into_iter().enumerate() {
        for word in list {
            met.entry(word).or_default().votes[n] = 1;
        }
    }
    for (n, language) in LANGUAGES.into_iter().enumerate() {
        let table = table(language);
        for word in table.words.keys().chain(table.phrases.keys()) {
            met.entry(word).or_default().timed = true;
        }
        // words of time that no English reader would take for one
        let foreign = table
            .words
            .keys()
            .filter(|w| n > 0 && !ENGLISH.words.contains_key(*w));
        for word in foreign {
            met.entry(word).or_default().votes[n] += 1;
        }
    }
    for word in NAMES.keys() {
        met.entry(word).or_default().timed = true;
    }
    met
});

/// Whether a folded word of a text in this language means something for times, or begins a phrase that does.
pub(in super::super) fn is_timed(word: &str, language: Language) -> bool {
    match MET.get(word) {
        Some(met) => met.timed,
        None => language == Language::German && super::german_numbers::spelled(word).is_some(),
    }
}

/// Small words of languages that are not read, none of them an English word.
const UNREAD: [&str; 44] = [
    "og", "som", "det", "ikke", "på", "skal", "jeg", "har", "blir", "ble", "kan", "och", "är",
    "inte", "för", "att", "ett", "het", "een", "niet", "maar", "voor", "nie", "jest", "się", "że",
    "przez", "oraz", "não", "você", "também", "são", "és", "hogy", "egy", "että", "mutta", "için",
    "jsem", "nebo", "potem", "razem", "przed", "tylko",
];

/// Whether a text is in English, by its small words; in doubt it is.
pub(in super::super) fn is_english(text: &str) -> bool {
    let [english, others @ ..] = counts(text);
    others.iter().all(|other| english >= *other)
}

/// The language with most of its function words in the text's beginning; English in doubt.
pub(in super::super) fn language(text: &str) -> Language {
    let [english, german, spanish, french, _] = counts(text);
    let most = german.max(spanish).max(french);
    if english >= most {
        Language::English
    } else if german == most {
        Language::German
    } else if spanish == most {
        Language::Spanish
    } else {
        Language::French
    }
}

/// How far the words of a text's beginning speak for each language, in the order of [`Met::votes`].
fn counts(text: &str) -> [u32; 5] {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let mut counts = [0u32; 5];
    for word in sample.split(|c: char| !c.is_alphabetic()) {
        if word.is_empty() || word.len() > LONGEST_FUNCTION {
            continue;
        }
        let lower = match word.bytes().all(|b| b.is_ascii_lowercase()) {
            true => Cow::Borrowed(word),
            false => Cow::Owned(word.to_lowercase()),
        };
        if let Some(met) = MET.get(lower.as_ref()) {
            for (count, votes) in counts.iter_mut().zip(met.votes) {
                *count += u32::from(votes);
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_english_from_languages_that_are_not_read() {
        for (text, english) in [
            ("Bo buys the paint and I bring it on Friday.", true),
            ("Bo kjøper inn maling, og Ida ordner kaffe til det.", false),
            ("Bo kupuje farbę, a potem jedzie do Krakowa.", false),
            ("Bo haalt het hout, maar Ida niet.", false),
            ("Bo holt das Holz und Ida nicht.", false),
            ("Pump 3, 18 bar", true),
        ] {
            assert_eq!(is_english(text), english, "{text}");
        }
    }
}
