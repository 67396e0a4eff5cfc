//! Words that are numbers.

use super::{Asked, passage::Sentence, words::words};
use memo_common::api::EntityType;

/// Whether a text holds a number, in digits or in words.
pub(super) fn tells(text: &str) -> bool {
    let han = |c: char| "一二三四五六七八九十百千万".contains(c);
    let mut words = words(text).into_iter();
    text.contains(|c: char| c.is_numeric() || han(c))
        || words.any(|w| NUMBERS.contains(&&*w.folded) || TIMES.contains(&&*w.folded))
}

/// The sum that another sentence of the memory tells of what is asked, where the one that was found tells of something else:
/// of "The rent is 900 euros. The deposit is 1,800 euros." the rent's.
pub(super) fn sum_of(asked: &Asked, found: &Sentence) -> Option<String> {
    if asked.wanted.covered(found) > 0.0 {
        return None;
    }
    let content = asked.sources[found.source].content;
    let sums: Vec<&str> = content
        .entities
        .iter()
        .filter(|e| e.kind == EntityType::Money)
        .map(|e| e.name.as_str())
        .collect();
    let own = asked.sentences.iter().filter(|s| s.source == found.source);
    let covering = own.filter(|s| asked.wanted.covered(s) > 0.5);
    let mut told = covering.flat_map(|s| sums.iter().filter(|sum| s.text.contains(**sum)));
    let first = told.next()?;
    told.all(|other| other == first)
        .then(|| (*first).to_owned())
}

/// Of several numbers the one of what is asked: "24 gears" of "24 gears and 2 baskets".
pub(super) fn counted(asked: &Asked, said: &str) -> String {
    let mut parts = said.split(" and ").flat_map(|part| part.split(", "));
    let of = |part: &&str| {
        let words = words(part);
        tells(part) && words.iter().any(|w| !w.stop && asked.wanted.asks_of(w))
    };
    let all_tell = parts.clone().all(tells);
    let counted = parts.find(of).filter(|_| all_tell);
    counted.unwrap_or(said).trim().to_owned()
}

/// Words that count how often, or part a whole; folded.
const TIMES: [&str; 8] = [
    "once", "twice", "half", "couple", "none", "zero", "both", "quarter",
];

/// Small numbers in words, from one on in their order up to twenty; those of other languages that English has no word like.
pub(super) const NUMBERS: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "dozen",
    "zwei",
    "drei",
    "vier",
    "funf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "zwolf",
    "zwanzig",
    "dreissig",
    "vierzig",
    "hundert",
    "dutzend",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "huit",
    "neuf",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "vingt",
    "trente",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "doce",
    "trece",
    "catorce",
    "veinte",
    "treinta",
    "docena",
    "quattro",
    "cinque",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quindici",
    "venti",
    "trenta",
    "dozzina",
];
