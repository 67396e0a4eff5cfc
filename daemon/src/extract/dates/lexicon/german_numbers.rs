//! German numbers in one word: "zweiundzwanzig", "dreizehnter", "achtundzwanzigsten".

use super::Sense;

/// Words for one to nineteen as they stand within longer ones.
const SMALL: [&str; 19] = [
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
];

/// Endings of an ordinal up to nineteen, and above.
const SMALL_ENDINGS: [&str; 5] = ["ten", "ter", "tes", "tem", "te"];
const LARGE_ENDINGS: [&str; 5] = ["sten", "ster", "stes", "stem", "ste"];

/// What a folded word of at least ten counts, up to 59, or which it is of a row.
pub(super) fn spelled(word: &str) -> Option<Sense> {
    let stem = |endings: &[&str]| endings.iter().find_map(|e| word.strip_suffix(e));
    if let Some(n) = teen(word).or_else(|| tens(word)) {
        return Some(Sense::Cardinal(n));
    }
    let large = stem(&LARGE_ENDINGS).and_then(tens);
    large
        .or_else(|| stem(&SMALL_ENDINGS).and_then(teen))
        .map(Sense::Ordinal)
}

/// "dreizehn"
fn teen(word: &str) -> Option<u32> {
    let at = SMALL.iter().position(|w| *w == word)? as u32 + 1;
    (at >= 10).then_some(at)
}

/// "zwanzig", "einundfünfzig"
fn tens(word: &str) -> Option<u32> {
    let (unit, ten) = match word.split_once("und") {
        Some((unit, ten)) => (SMALL[..9].iter().position(|w| *w == unit)? as u32 + 1, ten),
        None => (0, word),
    };
    let ten = match ten {
        "zwanzig" => 20,
        "dreißig" | "dreissig" => 30,
        "vierzig" => 40,
        "fünfzig" => 50,
        _ => return None,
    };
    Some(ten + unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_one_word() {
        for (word, sense) in [
            ("zweiundzwanzigsten", Some(Sense::Ordinal(22))),
            ("zehnter", Some(Sense::Ordinal(10))),
            ("dreißigste", Some(Sense::Ordinal(30))),
            ("achtzehn", Some(Sense::Cardinal(18))),
            ("fünfundvierzig", Some(Sense::Cardinal(45))),
            ("hundert", None),
            ("wundert", None),
            ("zehnten", Some(Sense::Ordinal(10))),
        ] {
            assert_eq!(spelled(word), sense, "{word}");
        }
    }
}
