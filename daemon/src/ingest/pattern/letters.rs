//! Letters of all scripts, cheap to compile.
//!
//! `\p{L}` is 650 ranges of signs, and `\w` 750: with "a name of up to forty letters" each of them stands in the machine
//! forty times, which takes up to 40 ms to compile. Letters that nobody writes names with make most of those ranges; what
//! stands between them is no sign that a pattern tells them from. So whole stretches of scripts are taken together, which
//! makes fifty ranges.

use regex_syntax::{
    hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind},
    parse,
};

/// Stretches beyond ASCII that hold letters, their marks and numbers, and neither a space nor a sign that people write
/// between them; by the blocks of Unicode 17.
const LETTERS: [(char, char); 29] = [
    ('\u{aa}', '\u{aa}'),
    ('\u{b5}', '\u{b5}'),
    ('\u{ba}', '\u{ba}'),
    ('\u{c0}', '\u{d6}'),
    ('\u{d8}', '\u{f6}'),
    ('\u{f8}', '\u{37d}'),
    ('\u{37f}', '\u{386}'),
    ('\u{388}', '\u{559}'),
    ('\u{560}', '\u{588}'),
    ('\u{591}', '\u{5bd}'),
    ('\u{5c1}', '\u{5c2}'),
    ('\u{5c4}', '\u{5c5}'),
    ('\u{5c7}', '\u{5f2}'),
    ('\u{610}', '\u{61a}'),
    ('\u{620}', '\u{669}'),
    ('\u{66e}', '\u{6d3}'),
    ('\u{6d5}', '\u{963}'),
    ('\u{966}', '\u{135f}'),
    ('\u{1369}', '\u{167f}'),
    ('\u{1681}', '\u{1fff}'),
    ('\u{2c00}', '\u{2dff}'),
    ('\u{3005}', '\u{3007}'),
    ('\u{3031}', '\u{30fa}'),
    ('\u{30fc}', '\u{d7ff}'),
    ('\u{f900}', '\u{fd3d}'),
    ('\u{fe70}', '\u{fefe}'),
    ('\u{ff21}', '\u{ff3a}'),
    ('\u{ff66}', '\u{ffdc}'),
    ('\u{10000}', '\u{1efff}'),
];

/// Ranges of a class from which on it may be that of the letters of all scripts, or of all that are none.
const MANY: usize = 400;

/// A pattern whose classes of letters are of whole stretches. As it is where it cannot be read.
pub(crate) fn in_stretches(pattern: &str) -> String {
    parse(pattern).map_or_else(|_| pattern.to_owned(), |hir| stretched(hir).to_string())
}

fn stretched(hir: Hir) -> Hir {
    match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Class(Class::Unicode(class)) => Hir::class(Class::Unicode(of_class(class))),
        HirKind::Class(class) => Hir::class(class),
        HirKind::Look(look) => Hir::look(look),
        HirKind::Repetition(mut repeated) => {
            repeated.sub = Box::new(stretched(*repeated.sub));
            Hir::repetition(repeated)
        }
        HirKind::Capture(mut capture) => {
            capture.sub = Box::new(stretched(*capture.sub));
            Hir::capture(capture)
        }
        HirKind::Concat(parts) => Hir::concat(parts.into_iter().map(stretched).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.into_iter().map(stretched).collect()),
    }
}

/// A class that holds the letters of all scripts holds their stretches, too; one that holds none of them, nothing there.
fn of_class(mut class: ClassUnicode) -> ClassUnicode {
    let holds = |sign: char| {
        let mut ranges = class.iter();
        ranges.any(|r| r.start() <= sign && sign <= r.end())
    };
    let of_every_script = ['É', 'ß', 'я', 'Ж', '中', 'あ'];
    let all = of_every_script.iter().all(|&sign| holds(sign));
    let none = !of_every_script.iter().any(|&sign| holds(sign));
    if class.ranges().len() < MANY || !all && !none {
        return class;
    }
    let ranges = LETTERS.map(|(from, to)| ClassUnicodeRange::new(from, to));
    let letters = ClassUnicode::new(ranges);
    match all {
        true => class.union(&letters),
        false => class.difference(&letters),
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;

    #[test]
    fn letters_of_every_script_and_no_sign_between_words_match() {
        for pattern in [r"^\p{L}$", r"^[\p{L}\p{M}\d]$", r"^\w$", r"(?i)^[\p{L}]$"] {
            let stretches = Regex::new(&in_stretches(pattern)).expect(pattern);
            let letters = "aZéÉßøŁžαΩяЖіһאبپदகกけカ中한ａﾊ𐐀";
            for letter in letters.chars() {
                assert!(
                    stretches.is_match(&letter.to_string()),
                    "{pattern} {letter}"
                );
            }
            for sign in " \t\u{a0}\u{200b}\u{2028}\u{3000}\u{feff}.,:;!?-–—‘’“”«»·×÷¿¡§°^·֊׃،؛؟۔।॥፡ 、。「」！：？…•€→✓🙂".chars() {
                assert!(!stretches.is_match(&sign.to_string()), "{pattern} {sign:?}");
            }
        }
    }

    #[test]
    fn a_pattern_matches_what_it_did() {
        let patterns = [
            (
                r"(?i)^(?P<who>\p{L}{2,20})\W{1,3}(?-u:\b)(\d+)$",
                "ÉLISE – 12",
                "x 12",
            ),
            (
                r"(?m)^[^\p{L}\d]{1,4}\s*(\p{Lu}\p{Ll}+)",
                "ab\n– Ида",
                "Ida",
            ),
            (r"^\S{3}[^\W\d]$|\bend\b", "12:é", "1234"),
            (r"^(?:a|bc|)$", "bc", "b"),
        ];
        for (pattern, matched, not) in patterns {
            let (exact, coarse) = (pattern.to_owned(), in_stretches(pattern));
            for regex in [exact, coarse].map(|p| Regex::new(&p).expect(&p)) {
                assert!(regex.is_match(matched) && !regex.is_match(not), "{regex}");
                let names: Vec<_> = regex.capture_names().flatten().collect();
                assert_eq!(names.is_empty(), !pattern.contains("?P<"), "{regex}");
            }
        }
    }

    #[test]
    fn letters_of_one_case_and_what_cannot_be_read_stay() {
        assert_eq!(in_stretches("("), "(");
        let upper = Regex::new(&in_stretches(r"^\p{Lu}$")).expect("it compiles");
        assert!(upper.is_match("Ā") && !upper.is_match("ā"));
        assert!(in_stretches(r"\p{L}{40}").len() < 1000);
    }
}
