//! Which language a text is in, as far as its times need it.

use super::{ENGLISH, FRENCH, GERMAN, Language, SPANISH, english, fold, french, german, spanish};

/// Words longer than this are not looked at to tell the language.
const LONGEST_FUNCTION: usize = 12;
/// Bytes looked at to tell the language.
const SAMPLE: usize = 4096;

/// The language with most of its function words in the text's beginning; English in doubt.
pub(in super::super) fn language(text: &str) -> Language {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let mut counts = [0u32; 4];
    for word in sample.split(|c: char| !c.is_alphabetic()) {
        if word.is_empty() || word.len() > LONGEST_FUNCTION {
            continue;
        }
        let word = fold(word);
        let lists = [
            english::FUNCTION,
            german::FUNCTION,
            spanish::FUNCTION,
            french::FUNCTION,
        ];
        for (count, list) in counts.iter_mut().zip(lists) {
            *count += u32::from(list.contains(&word.as_str()));
        }
        // words of time that no English reader would take for one
        if !ENGLISH.words.contains_key(word.as_str()) {
            for (count, table) in counts[1..].iter_mut().zip([&GERMAN, &SPANISH, &FRENCH]) {
                *count += u32::from(table.words.contains_key(word.as_str()));
            }
        }
    }
    let [english, german, spanish, french] = counts;
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
