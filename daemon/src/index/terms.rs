//! Text → terms: the same for what is indexed and for what is asked.
//!
//! Folded to lower case without accents, stemmed (Snowball) as the text's language does, stop words left out. An identifier
//! (`PR-4312`, `lib/net.rs`, `parseHeader`) gives its parts and, run together, its whole. Chinese and Japanese, written
//! without spaces, give each two neighbouring characters, as search engines do (Lucene's `CJKBigramFilter`).

use frostem::{Algorithm, Stemmer};
use std::{borrow::Cow, sync::LazyLock};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use whatlang::{Detector, Lang};

/// Longer runs are no words that anybody asks for.
const LONGEST: usize = 48;

/// Words that carry no content of their own, in folded form, sorted.
const STOP: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "arent", "as", "at",
    "be", "because", "been", "before", "being", "but", "by", "can", "cant", "could", "couldnt",
    "did", "didnt", "do", "does", "doesnt", "doing", "done", "dont", "for", "from", "get", "got",
    "had", "hadnt", "has", "hasnt", "have", "havent", "having", "he", "her", "here", "hers", "him",
    "his", "how", "i", "id", "if", "ill", "im", "in", "into", "is", "isnt", "it", "its", "ive",
    "just", "like", "me", "might", "more", "most", "my", "no", "not", "now", "of", "off", "on",
    "one", "only", "or", "other", "our", "out", "over", "own", "really", "s", "said", "same",
    "say", "says", "she", "should", "so", "some", "such", "t", "than", "that", "thats", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "through", "to", "told",
    "too", "up", "us", "very", "was", "wasnt", "we", "were", "what", "when", "where", "which",
    "while", "who", "whom", "whose", "why", "will", "with", "would", "you", "your", "youre",
    "yours",
];

/// Bytes of the longest of them.
const LONGEST_STOP: usize = 7;

/// Whether a folded word carries no content.
pub(crate) fn is_stop(word: &str) -> bool {
    word.len() <= LONGEST_STOP && STOP.binary_search(&word).is_ok()
}

/// Lower case without accents; compatibility forms made plain.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Languages with a stemmer; the first is that of text whose language is none of them, or not clear.
const LANGUAGES: [(Lang, Algorithm); 12] = [
    (Lang::Eng, Algorithm::English),
    (Lang::Deu, Algorithm::German),
    (Lang::Fra, Algorithm::French),
    (Lang::Spa, Algorithm::Spanish),
    (Lang::Por, Algorithm::Portuguese),
    (Lang::Ita, Algorithm::Italian),
    (Lang::Nld, Algorithm::Dutch),
    (Lang::Swe, Algorithm::Swedish),
    (Lang::Dan, Algorithm::Danish),
    (Lang::Nob, Algorithm::Norwegian),
    (Lang::Fin, Algorithm::Finnish),
    (Lang::Rus, Algorithm::Russian),
];

/// The stemmer of English.
const ENGLISH: Algorithm = LANGUAGES[0].1;

/// So much of a text tells its language, bytes.
const TELLING: usize = 4000;

/// The language that words of a text are stemmed in.
pub(crate) fn language<'t>(texts: impl Iterator<Item = &'t str>) -> Algorithm {
    static DETECTOR: LazyLock<Detector> =
        LazyLock::new(|| Detector::with_allowlist(LANGUAGES.map(|(lang, _)| lang).to_vec()));
    let mut sample = String::new();
    for text in texts {
        sample += text;
        sample.push('\n');
        if sample.len() > TELLING {
            break;
        }
    }
    let sure = DETECTOR.detect(&sample).filter(whatlang::Info::is_reliable);
    let known = sure.and_then(|info| LANGUAGES.iter().find(|(lang, _)| *lang == info.lang()));
    known.map_or(ENGLISH, |(_, algorithm)| *algorithm)
}

/// Every term of an English text in order, stop words left out.
pub(crate) fn terms(text: &str) -> Vec<String> {
    terms_in(text, ENGLISH)
}

/// Every term of a text in order, as its language stems them.
pub(crate) fn terms_in(text: &str, language: Algorithm) -> Vec<String> {
    let stemmer = Stemmer::new(language);
    let mut words = words(text);
    for word in &mut words {
        *word = stem(&stemmer, word).into_owned();
    }
    words
}

/// The stems of a folded word in all languages, each once, English's first.
pub(crate) fn stems(word: &str) -> Vec<String> {
    let mut stems: Vec<String> = Vec::new();
    for (_, algorithm) in LANGUAGES {
        let stem = stem(&Stemmer::new(algorithm), word);
        if !stems.iter().any(|known| *known == stem) {
            stems.push(stem.into_owned());
        }
    }
    stems
}

/// The stem of a folded word in English.
pub(crate) fn english(word: &str) -> String {
    stem(&Stemmer::new(ENGLISH), word).into_owned()
}

/// The folded words of `text` in order, stop words left out.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for chunk in text.split(|c: char| !(c.is_alphanumeric() || joins(c) || is_combining_mark(c))) {
        let chunk = chunk.trim_matches(|c: char| !c.is_alphanumeric());
        if chunk.is_empty() {
            continue;
        }
        let parts = parts(chunk);
        let whole = parts.len() > 1 && chunk.len() <= LONGEST && !chunk.chars().any(is_unspaced);
        found.extend(parts);
        if whole {
            let whole: String = chunk.chars().filter(|c| c.is_alphanumeric()).collect();
            found.push(fold(&whole));
        }
    }
    found.retain(|word| !is_stop(word) && word.len() <= LONGEST);
    found
}

/// Characters that may stand within a word or an identifier.
const fn joins(c: char) -> bool {
    matches!(
        c,
        '\'' | '’' | '-' | '_' | '/' | '.' | ':' | '@' | '#' | '+' | '\\'
    )
}

/// The folded words of a chunk: split at joiners other than apostrophes, and where camel case rises.
fn parts(chunk: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut before: Option<char> = None;
    for (at, c) in chunk.char_indices() {
        let rises = c.is_uppercase() && before.is_some_and(char::is_lowercase);
        let cut = joins(c) && !matches!(c, '\'' | '’');
        if rises || cut {
            word(&chunk[from..at], &mut parts);
            from = if cut { at + c.len_utf8() } else { at };
        }
        before = Some(c);
    }
    word(&chunk[from..], &mut parts);
    parts
}

/// A folded word without its possessive and apostrophes.
fn word(text: &str, parts: &mut Vec<String>) {
    let text = fold(text);
    let text = text
        .strip_suffix("'s")
        .or_else(|| text.strip_suffix("’s"))
        .unwrap_or(&text);
    let text: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|c| is_unspaced(c) != unspaced);
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        match unspaced {
            true => pairs(run, parts),
            false if run.len() <= LONGEST => parts.push(run.to_owned()),
            false => {}
        }
        rest = after;
    }
}

/// Characters of scripts that put no spaces between words: Han, Hiragana, Katakana.
const fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x3005..=0x3007 | 0x3040..=0x30FF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF
        | 0x20000..=0x3134F)
}

/// Each two neighbouring characters of a run, or the one that it is.
fn pairs(run: &str, parts: &mut Vec<String>) {
    let places: Vec<usize> = run
        .char_indices()
        .map(|(at, _)| at)
        .chain([run.len()])
        .collect();
    match places.as_slice() {
        [_, _] => parts.push(run.to_owned()),
        places => parts.extend(places.windows(3).map(|at| run[at[0]..at[2]].to_owned())),
    }
}

/// The stem of a folded word; short words and what is no plain word are their own.
pub(crate) fn stem<'w>(stemmer: &Stemmer, word: &'w str) -> Cow<'w, str> {
    let letters = match stemmer.algorithm() {
        Algorithm::Russian => word.chars().all(char::is_alphabetic),
        _ => word.bytes().all(|b| b.is_ascii_lowercase()),
    };
    match letters && word.len() > 3 {
        true => stemmer.stem(word),
        false => Cow::Borrowed(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP.is_sorted());
        assert_eq!(STOP.iter().map(|w| w.len()).max(), Some(LONGEST_STOP));
    }

    #[test]
    fn folds_and_stems() {
        assert_eq!(terms("The Painters' paintings"), ["painter", "paint"]);
        assert_eq!(terms("Zoë's café"), ["zoe", "cafe"]);
        assert_eq!(terms("I don't"), Vec::<String>::new());
    }

    #[test]
    fn words_are_stemmed_as_their_language_does() {
        let german = "Die Rechnungen für die beiden Häuser kamen gestern mit der Post, und der Nachbar hat sie bezahlt.";
        let language = language([german].into_iter());
        assert_eq!(language, Algorithm::German);
        let terms = terms_in(german, language);
        for asked in ["rechnung", "haus", "nachbarn"] {
            let forms = stems(asked);
            assert!(
                forms.iter().any(|f| terms.contains(f)),
                "{asked}: {forms:?} {terms:?}"
            );
        }
        assert_eq!(super::language(["ok"].into_iter()), ENGLISH);
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(terms("京都"), ["京都"]);
        assert_eq!(
            terms("昨日京都に行った。"),
            ["昨日", "日京", "京都", "都に", "に行", "行っ", "った"]
        );
        assert_eq!(
            terms("雨、JR山陰線 3号"),
            ["雨", "jr", "山陰", "陰線", "3", "号"]
        );
        assert_eq!(terms(&"我们去了北京".repeat(40)).len(), 6 * 40 - 1);
    }

    #[test]
    fn identifiers_give_parts_and_whole() {
        assert_eq!(terms("PR-4312."), ["pr", "4312", "pr4312"]);
        assert_eq!(terms("lib/net.rs"), ["lib", "net", "rs", "libnetr"]);
        assert_eq!(terms("parseHeader()"), ["pars", "header", "parsehead"]);
    }

    proptest! {
        #[test]
        fn never_panics_and_keeps_terms_short(text in "\\PC{0,200}") {
            prop_assert!(terms(&text).iter().all(|t| !t.is_empty() && t.len() <= LONGEST));
        }
    }
}
