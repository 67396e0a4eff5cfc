//! Numbers of a text by value, in the digits of whatever script.

use regex_syntax::hir::{Class, HirKind};
use std::{iter::Peekable, str::CharIndices, sync::LazyLock};
use unicode_normalization::UnicodeNormalization;

/// Chinese and Japanese numerals, with those of contracts.
const NUMERALS: [(&str, u64); 11] = [
    ("零〇", 0),
    ("一壹壱", 1),
    ("二贰貳弐两兩", 2),
    ("三叁參参", 3),
    ("四肆", 4),
    ("五伍", 5),
    ("六陆陸", 6),
    ("七柒漆", 7),
    ("八捌", 8),
    ("九玖", 9),
    ("十拾", 10),
];

/// Those that multiply what stands before them.
const UNITS: [(&str, u64); 5] = [
    ("百佰", 100),
    ("千仟阡", 1_000),
    ("万萬", 10_000),
    ("亿億", 100_000_000),
    ("兆", 1_000_000_000_000),
];

/// Numbers with where they begin; thousands' commas and leading zeros left out ("1,200" is 1200, "07:05" is 7:05). What is
/// a number and has no digits (½, Ⅸ) stands for itself.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = (usize, String)> {
    let signs: Vec<(usize, char)> = text
        .char_indices()
        .flat_map(|(at, c)| plain(c).into_iter().map(move |plain| (at, plain)))
        .collect();
    let mut all = in_digits(&signs);
    all.extend(in_numerals(text));
    all.into_iter()
}

/// What a text bears out: where digits of several kinds stand side by side, also those of the usual kind by themselves, so
/// that the mark of a footnote changes no number.
pub(super) fn borne_out(text: &str) -> impl Iterator<Item = String> {
    let ascii = |(at, c): (usize, char)| (at, if c.is_ascii() { c } else { ' ' });
    let ascii: Vec<(usize, char)> = text.char_indices().map(ascii).collect();
    let usual = in_digits(&ascii).into_iter();
    usual.chain(numbers(text)).map(|(_, number)| number)
}

/// A sign as digits are written here: those of other scripts, large, small, and in circles, by value.
fn plain(c: char) -> Vec<char> {
    if c.is_ascii() {
        return vec![c];
    }
    if let Some(digit) = decimal(c) {
        return vec![digit];
    }
    let folded: Vec<char> = c.nfkc().collect();
    match c {
        '٬' | '，' => vec![','],
        '٫' | '．' => vec!['.'],
        '：' => vec![':'],
        // Those are read apart.
        _ if numeral(c).is_some() => vec![' '],
        // The brackets and full stops around one in a list are no part of it.
        _ if c.is_numeric()
            && folded
                .iter()
                .all(|c| matches!(c, '0'..='9' | '(' | ')' | '.' | ',')) =>
        {
            folded.into_iter().filter(char::is_ascii_digit).collect()
        }
        _ => vec![c],
    }
}

/// The decimal digit that this is in its script.
fn decimal(c: char) -> Option<char> {
    /// Each script has its ten in a row, the zero first; rows may touch.
    static ROWS: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
        let parsed = regex_syntax::parse(r"\p{Nd}").expect("a category of Unicode");
        match parsed.kind() {
            HirKind::Class(Class::Unicode(class)) => {
                let rows = class.iter();
                rows.map(|row| (u32::from(row.start()), u32::from(row.end())))
                    .collect()
            }
            _ => Vec::new(),
        }
    });
    let c = u32::from(c);
    let row = ROWS.partition_point(|(_, last)| *last < c);
    let (first, _) = ROWS.get(row).filter(|(first, _)| *first <= c)?;
    char::from_digit((c - first) % 10, 10)
}

fn in_digits(signs: &[(usize, char)]) -> Vec<(usize, String)> {
    let sign = |i: usize| signs.get(i).map(|(_, c)| *c);
    let digit = |i: usize| sign(i).is_some_and(char::is_numeric);
    let mut found = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let start = at;
        let mut number = String::new();
        while let Some(c) = sign(at) {
            let parts = matches!(c, '.' | ':' | ',') && !number.is_empty() && digit(at + 1);
            let thousands = c == ',' && digit(at + 2) && digit(at + 3) && !digit(at + 4);
            match c {
                _ if c.is_numeric() || parts && !thousands => number.push(c),
                _ if parts => {}
                _ => break,
            }
            at += 1;
        }
        match number.is_empty() {
            true => at += 1,
            false => found.push((signs[start].0, without_zeros(&number))),
        }
    }
    found
}

fn without_zeros(number: &str) -> String {
    let bare = number.trim_start_matches('0');
    match bare.starts_with(char::is_numeric) {
        true => bare.to_owned(),
        false => format!("0{bare}"),
    }
}

/// Numbers in Chinese and Japanese numerals; a single "one" is more often no number.
fn in_numerals(text: &str) -> Vec<(usize, String)> {
    let mut signs = text.char_indices().peekable();
    let mut found = Vec::new();
    while let Some((at, first)) = signs.peek().copied() {
        let run = run(&mut signs);
        match run.as_slice() {
            [] => {
                signs.next();
            }
            [_] if first == '一' => {}
            // More than can be counted stands for itself.
            run => found.push((
                at,
                value(run).map_or(run.iter().map(|n| n.sign).collect(), |v| v.to_string()),
            )),
        }
    }
    found
}

#[derive(Clone, Copy)]
struct Numeral {
    sign: char,
    value: u64,
    unit: bool,
}

fn run(signs: &mut Peekable<CharIndices<'_>>) -> Vec<Numeral> {
    let mut run = Vec::new();
    while let Some(numeral) = signs.peek().and_then(|(_, sign)| numeral(*sign)) {
        run.push(numeral);
        signs.next();
    }
    run
}

fn numeral(sign: char) -> Option<Numeral> {
    let among = |list: &[(&str, u64)]| {
        list.iter()
            .find(|(signs, _)| signs.contains(sign))
            .map(|(_, v)| *v)
    };
    let unit = |value| Numeral {
        sign,
        value,
        unit: true,
    };
    let digit = among(&NUMERALS).map(|value| Numeral {
        sign,
        value,
        unit: value == 10,
    });
    digit.or_else(|| among(&UNITS).map(unit))
}

/// What numerals come to: digit by digit as in 二〇二六, or with units as in 三千五百.
fn value(run: &[Numeral]) -> Option<u64> {
    if run.iter().all(|n| !n.unit) {
        return run
            .iter()
            .try_fold(0u64, |sum, n| sum.checked_mul(10)?.checked_add(n.value));
    }
    let (mut whole, mut part, mut digit) = (0u64, 0u64, None);
    for n in run {
        match (n.unit, n.value < 10_000) {
            (false, _) => digit = Some(n.value),
            (true, true) => {
                part = part.checked_add(digit.take().unwrap_or(1).checked_mul(n.value)?)?
            }
            (true, false) => {
                let before = part.checked_add(digit.take().unwrap_or(0))?.max(1);
                whole = whole.checked_add(before.checked_mul(n.value)?)?;
                part = 0;
            }
        }
    }
    whole.checked_add(part)?.checked_add(digit.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_by_value_in_every_script() {
        let found = |text| numbers(text).map(|(_, n)| n).collect::<Vec<_>>();
        assert_eq!(
            found("1,200 07:05 3.50 0 1,2 v2"),
            ["1200", "7:05", "3.50", "0", "1,2", "2"]
        );
        for nine_thousand in [
            "９０００",
            "９，０００",
            "٩٠٠٠",
            "٩٬٠٠٠",
            "۹۰۰۰",
            "९०००",
            "⁹⁰⁰⁰",
            "₉₀₀₀",
            "⑨⓪⓪⓪",
            "𝟗𝟎𝟎𝟎",
            "9०००",
            "九千",
            "玖仟",
            "九〇〇〇",
        ] {
            assert_eq!(found(nine_thousand), ["9000"], "{nine_thousand}");
        }
        assert_eq!(found("⑽ ⒓ ½ Ⅸ ❾"), ["10", "12", "½", "Ⅸ", "❾"]);
        assert_eq!(
            found("十 二十三 三千五百 一万二千 一億 一起 百"),
            ["10", "23", "3500", "12000", "100000000", "100"]
        );
        assert_eq!(found(&"九".repeat(30)), ["九".repeat(30)]);
        assert!(borne_out("9000¹").any(|n| n == "9000"));
    }
}
