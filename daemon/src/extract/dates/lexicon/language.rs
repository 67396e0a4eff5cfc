//! Which language a text is in, as far as its times need it, and which words mean anything for times at all.

use super::{
    ENGLISH, Language, NAMES, SHORTEST_FOREIGN, Sense, english, french, german, spanish, table,
};
use crate::extract::dates::tokens::{LONGEST_WORD, german_part};
use crate::hashed::{FNV, PLAIN, fnv, fnv_with};
use foldhash::HashMap;
use std::sync::LazyLock;

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
    /// The languages in whose texts a time may be said by this word, as bits.
    says: u8,
}

/// Every word of the lists, by its hash ([`fnv`]), which no two share. Most words of a text are in none, and are looked up
/// in this one table instead of a dozen.
static MET: LazyLock<HashMap<u32, (&'static str, Met)>> = LazyLock::new(|| {
    let met = all_met().into_iter();
    met.map(|(word, met)| (fnv(word.bytes()), (word, met)))
        .collect()
});

/// What the table says of a folded word of this hash.
fn met(folded: &str, hash: u32) -> Option<&'static Met> {
    let (word, met) = MET.get(&hash)?;
    (*word == folded).then_some(met)
}

fn all_met() -> HashMap<&'static str, Met> {
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
    for (n, language) in LANGUAGES.into_iter().enumerate() {
        for word in saying(language) {
            met.entry(word).or_default().says |= 1 << n;
        }
    }
    for word in NAMES.keys() {
        met.entry(word).or_default().timed = true;
    }
    // short ones are names of another language only between numbers
    let long = NAMES.keys().filter(|w| w.len() >= SHORTEST_FOREIGN);
    for word in long.chain(english_names()) {
        met.entry(word).or_default().says = ALL;
    }
    met
}

/// English names of months and days, which are read in texts of every language.
fn english_names() -> impl Iterator<Item = &'static &'static str> {
    let is_name = |sense: &Sense| matches!(sense, Sense::Month(_) | Sense::Weekday(_));
    let names = ENGLISH.words.iter().filter(move |(_, s)| is_name(s));
    names.map(|(word, _)| word)
}

/// All of the languages, as bits.
const ALL: u8 = (1 << LANGUAGES.len()) - 1;

/// The words of which one stands in whatever says a time without a number: words that say one, and one of each phrase.
fn saying(language: Language) -> Vec<&'static str> {
    let table = table(language);
    let says = |word: &str| table.words.get(word).is_some_and(|s| s.says_time());
    let alone = table.words.keys().copied().filter(|w| says(w));
    let phrases = table.phrases.iter().flat_map(|(first, all)| {
        let each = all.iter().filter(|(_, sense)| sense.says_time());
        each.filter_map(|(rest, _)| {
            let words = || std::iter::once(*first).chain(rest.iter().copied());
            words()
                .find(|w| says(w))
                .or(words().max_by_key(|w| w.len()))
        })
    });
    alone.chain(phrases).collect()
}

/// Whether a folded word of a text in this language means something for times, or begins a phrase that does.
pub(in super::super) fn is_timed(word: &str, language: Language) -> bool {
    match met(word, fnv(word.bytes())) {
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
    most_of(counts(text))
}

/// The language of a text that may say a time; none where it has no number, and no word that says one in that language.
pub(in super::super) fn language_of_times(text: &str) -> Option<Language> {
    let (counts, says) = read(text);
    let language = most_of(counts);
    let bit = LANGUAGES.iter().position(|l| *l == language)?;
    // German spells numbers in one word
    let may = says & 1 << bit != 0
        || language == Language::German
        || text.len() > SAMPLE
        || text.bytes().any(|b| b.is_ascii_digit());
    may.then_some(language)
}

fn most_of([english, german, spanish, french, _]: [u32; 5]) -> Language {
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
    read(text).0
}

/// The same, and the languages in which they may say a time, as bits.
fn read(text: &str) -> ([u32; 5], u8) {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let (mut counts, mut says) = ([0u32; 5], 0);
    for word in words(sample).filter(|w| w.text.len() <= LONGEST_WORD) {
        match word.met() {
            Some(met) => {
                says |= met.says;
                let votes = match word.text.len() <= LONGEST_FUNCTION {
                    true => met.votes,
                    false => [0; 5],
                };
                for (count, votes) in counts.iter_mut().zip(votes) {
                    *count += u32::from(votes);
                }
            }
            // "Dienstagabend"
            None if german_part(word.text).is_some() => says = ALL,
            None => {}
        }
    }
    (counts, says)
}

/// A run of letters.
struct Word<'t> {
    text: &'t str,
    /// The hash of them in lower case, where all are ASCII.
    hash: Option<u32>,
}

impl Word<'_> {
    fn met(&self) -> Option<&'static Met> {
        match self.hash {
            Some(hash) => {
                let (word, met) = MET.get(&hash)?;
                word.eq_ignore_ascii_case(self.text).then_some(met)
            }
            None => {
                let lower = self.text.to_lowercase();
                met(&lower, fnv(lower.bytes()))
            }
        }
    }
}

/// The runs of letters in a text.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_alphabetic());
        let (mut end, mut hash) = (0, FNV);
        let plain = rest.bytes().map(|b| PLAIN[usize::from(b)]);
        for letter in plain.take_while(u8::is_ascii_alphabetic) {
            hash = fnv_with(hash, letter);
            end += 1;
        }
        let others = rest[end..].find(|c: char| !c.is_alphabetic());
        let (plain, end) = (end, others.map_or(rest.len(), |more| end + more));
        let text = &rest[..end];
        rest = &rest[end..];
        let hash = (plain == end).then_some(hash);
        (end > 0).then_some(Word { text, hash })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::dates::tokens::{Token, tokens};
    use proptest::prelude::*;

    /// All words and phrases of the lists, and others.
    fn lists() -> Vec<String> {
        let phrase = |first: &str, rest: &[&str]| format!("{first} {}", rest.join(" "));
        let mut words: Vec<String> = LANGUAGES
            .iter()
            .flat_map(|l| &table(*l).phrases)
            .flat_map(|(first, all)| all.iter().map(move |(rest, _)| phrase(first, rest)))
            .chain(all_met().keys().map(|w| (*w).to_owned()))
            .collect();
        words.sort();
        words.extend(["Dienstagabend", "neunzehnten", "Ida", "MAY", ".", "'"].map(str::to_owned));
        words
    }

    proptest! {
        #[test]
        fn no_text_says_a_time_without_a_word_that_does(words in proptest::collection::vec(
            proptest::sample::select(lists()), 0..6
        )) {
            let text = words.join(" ");
            let tokens = tokens(&text, language(&text));
            let says = tokens.iter().any(Token::says_time);
            prop_assert!(!says || language_of_times(&text) == Some(language(&text)));
        }
    }

    #[test]
    fn no_two_words_share_a_hash() {
        assert_eq!(all_met().len(), MET.len());
    }

    #[test]
    fn most_sentences_say_no_time() {
        let says = |text: &str| language_of_times(text).is_some();
        assert!(!says(
            "From there we went on to the station, and she of course was glad of that."
        ));
        assert!(says("On Friday she left") && says("At the moment") && says("It was in 2024"));
    }

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
