//! What a number is counted in, and whether that is what is asked for.

use super::{
    question::{Kind, Question},
    words::Word,
};

/// Words of weights, lengths and times behind a number; folded.
const MASSES: &[&str] = &[
    "g",
    "gr",
    "gram",
    "grams",
    "gramm",
    "grammes",
    "gramos",
    "kg",
    "kgs",
    "kilo",
    "kilos",
    "kilogram",
    "kilograms",
    "kilogramm",
    "lb",
    "lbs",
    "pound",
    "pounds",
    "oz",
    "ounce",
    "ounces",
    "stone",
    "st",
    "t",
    "ton",
    "tons",
    "tonne",
    "tonnes",
    "tonnen",
    "mg",
];
const LENGTHS: &[&str] = &[
    "m",
    "metre",
    "metres",
    "meter",
    "meters",
    "mètre",
    "mètres",
    "metros",
    "km",
    "kms",
    "kilometre",
    "kilometres",
    "kilometer",
    "kilometers",
    "kilomètres",
    "kilometros",
    "mile",
    "miles",
    "mi",
    "yard",
    "yards",
    "foot",
    "feet",
    "ft",
    "inch",
    "inches",
    "cm",
    "mm",
    "block",
    "blocks",
    "lap",
    "laps",
    "nm",
    "hm",
];
const TIMES: &[&str] = &[
    "s", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "minuten", "h",
    "hr", "hrs", "hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas", "pm",
    "uhr", "ms",
];

/// Whether a number with its unit may be what the question asks for: "how heavy" asks for no minutes, and "how many pupils"
/// for no hour, share or measure, unless it names one ("how many minutes").
pub(super) fn measures(question: &Question, number: &str) -> bool {
    let unit = unit(number);
    let is = |list: &[&str]| list.contains(&unit.as_str());
    let asks = |list: &[&str]| {
        let mut words = question.words.iter();
        words.any(|w: &Word| list.contains(&w.folded.as_str()))
    };
    match question.kind {
        Kind::Count => {
            let other = is(MASSES) || is(LENGTHS) || is(TIMES) || !is_whole(number);
            !other || [MASSES, LENGTHS, TIMES].iter().any(|units| asks(units))
        }
        Kind::Amount if asks(&["heavy", "weigh", "weighed", "weighs", "weight"]) => is(MASSES),
        Kind::Amount if asks(&["far"]) => is(LENGTHS),
        _ => true,
    }
}

/// The word behind the digits, folded: "km" of "14 km" and of "14km".
fn unit(number: &str) -> String {
    let last = number.split_whitespace().next_back().unwrap_or("");
    let bare =
        last.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':'));
    let letters = bare.chars().take_while(|c| c.is_alphabetic());
    letters.collect::<String>().to_lowercase()
}

/// Whether a number may count things: no hour, no share, no sum and no fraction.
fn is_whole(number: &str) -> bool {
    let other = ['%', '‰', '°', '$', '€', '£', '¥', ':'];
    let digits = |part: &str| part.bytes().take_while(u8::is_ascii_digit).count();
    // "1.250" and "1,250" are whole, "58.4" is not
    let fraction = number.split_once('.').is_some_and(|(_, rest)| {
        let length = digits(rest);
        length > 0 && length != 3
    });
    !fraction && !number.contains(other)
}

#[cfg(test)]
mod tests {
    use super::{super::question::read, *};

    #[test]
    fn a_number_is_of_what_is_asked_for() {
        for (question, number, fits) in [
            ("How many pupils are in the choir?", "31", true),
            ("How many pupils are in the choir?", "1.250", true),
            ("How many pupils are in the choir?", "19:00", false),
            ("How many pupils are in the choir?", "58.4", false),
            ("How many pupils are in the choir?", "40 %", false),
            ("How many pupils are in the choir?", "ten minutes", false),
            ("How many minutes did it rain?", "ten minutes", true),
            ("How far did I walk?", "12km", true),
            ("How far did I walk?", "two hours", false),
            ("How much did the calf weigh?", "40 kilos", true),
            ("How much did the calf weigh?", "ten minutes", false),
            ("How much time is left?", "ten minutes", true),
        ] {
            assert_eq!(
                measures(&read(question), number),
                fits,
                "{question} {number}"
            );
        }
    }
}
