//! A date as a program wrote it into a mail's head or a page's title: "Mon, 19 May 2025 22:14:03 +0200",
//! "Montag, 3. März 2025 10:12", "3/4/2025 10:12 AM", "24/01/2024 09:20", "3 fev 2024, 21h30".

use super::stamp;
use crate::when::{Point, When};
use jiff::civil::{Date, Time};

/// The first date of the text with its time of day, where it has a whole date in it.
pub(crate) fn find(text: &str) -> Option<When> {
    find_at(text).map(|(_, when)| when)
}

/// The first date of the text, and the byte at which it begins.
pub(crate) fn find_at(text: &str) -> Option<(usize, When)> {
    let (tokens, offsets) = tokens(text);
    let (i, (date, at)) = (0..tokens.len()).find_map(|i| Some((i, date(&tokens, i)?)))?;
    let time = time(&tokens, at)
        .or_else(|| (0..i).find_map(|i| exact_time(&tokens, i)))
        .or_else(|| (at..tokens.len()).find_map(|i| exact_time(&tokens, i)));
    let when = match time {
        Some(time) => When::minute(date.to_datetime(time)),
        None => When::at(Point::Day(date)),
    };
    Some((offsets[i], when))
}

/// A run of digits, of letters, or a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'t> {
    Number(i32, usize),
    Word(&'t str),
    Sign(char),
}

/// The tokens of a text and the bytes at which they begin.
fn tokens(text: &str) -> (Vec<Token<'_>>, Vec<usize>) {
    let (mut tokens, mut offsets) = (Vec::new(), Vec::new());
    let mut rest = text;
    // A title or head is short; what comes after this many tokens is no date of it.
    while let Some(c) = rest.chars().next()
        && tokens.len() < 200
    {
        let class = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
        let end = match class(c) {
            (false, false) => c.len_utf8(),
            of => rest.find(|d: char| class(d) != of).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        let offset = text.len() - rest.len();
        match class(c) {
            (true, _) => tokens.push(Token::Number(
                token.parse().unwrap_or(i32::MAX),
                token.len(),
            )),
            (_, true) => tokens.push(Token::Word(token)),
            _ if c.is_whitespace() => {}
            _ => tokens.push(Token::Sign(c)),
        }
        offsets.resize(tokens.len(), offset);
        rest = after;
    }
    (tokens, offsets)
}

/// A date that begins at token `i`, and the token after it.
fn date(tokens: &[Token], i: usize) -> Option<(Date, usize)> {
    use Token::{Number, Sign, Word};
    let year = |y: i32, digits: usize| match digits {
        4 => i16::try_from(y).ok().filter(|y| (1900..=2200).contains(y)),
        2 => i16::try_from(2000 + y).ok(),
        _ => None,
    };
    let made = |y: Option<i16>, m: i32, d: i32| {
        Date::new(y?, i8::try_from(m).ok()?, i8::try_from(d).ok()?).ok()
    };
    match tokens.get(i..)? {
        // 2025-03-04, 2025/03/04
        [
            Number(y, 4),
            Sign('-' | '/' | '.'),
            Number(m, _),
            Sign('-' | '/' | '.'),
            Number(d, _),
            ..,
        ] => Some((made(year(*y, 4), *m, *d)?, i + 5)),
        // 04/03/2025, 4.3.25: the day first, unless that cannot be or the clock is American
        [
            Number(a, 1 | 2),
            Sign('-' | '/' | '.'),
            Number(b, 1 | 2),
            Sign('-' | '/' | '.'),
            Number(y, digits),
            rest @ ..,
        ] => {
            let american =
                matches!(tokens.get(i + 1), Some(Sign('/'))) && rest.iter().any(is_meridiem);
            let (day, month) = if *b > 12 || american && *a <= 12 {
                (*b, *a)
            } else {
                (*a, *b)
            };
            Some((made(year(*y, *digits), month, day)?, i + 5))
        }
        // 19 May 2025, 3. März 2025, 3 de marzo de 2025
        [Number(d, 1 | 2), rest @ ..] => {
            let mut k = 0;
            while matches!(rest.get(k), Some(Sign('.' | '-' | ',')))
                || matches!(rest.get(k), Some(Word(w)) if filler(w))
            {
                k += 1;
            }
            let Some(Word(name)) = rest.get(k) else {
                return None;
            };
            let month = i32::from(stamp::month(name)?);
            k += 1;
            while matches!(rest.get(k), Some(Sign('.' | ',' | '-')))
                || matches!(rest.get(k), Some(Word(w)) if filler(w))
            {
                k += 1;
            }
            let Some(Number(y, digits)) = rest.get(k) else {
                return None;
            };
            // "10 Feb, 21:14" names no year.
            if *digits <= 2 && matches!(rest.get(k + 1), Some(Sign(':'))) {
                return None;
            }
            Some((made(year(*y, *digits), month, *d)?, i + k + 2))
        }
        // May 19, 2025
        [Word(name), rest @ ..] => {
            let month = i32::from(stamp::month(name)?);
            let mut k = usize::from(matches!(rest.first(), Some(Sign('.'))));
            let Some(Number(d, 1 | 2)) = rest.get(k) else {
                return None;
            };
            k += 1;
            while matches!(rest.get(k), Some(Sign(',' | '.')))
                || matches!(rest.get(k), Some(Word("st" | "nd" | "rd" | "th")))
            {
                k += 1;
            }
            let Some(Number(y, 4)) = rest.get(k) else {
                return None;
            };
            Some((made(year(*y, 4), month, *d)?, i + k + 2))
        }
        _ => None,
    }
}

fn filler(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "de" | "of" | "st" | "nd" | "rd" | "th" | "del" | "º"
    )
}

fn is_meridiem(token: &Token) -> bool {
    matches!(token, Token::Word(w) if matches!(w.to_ascii_lowercase().as_str(), "am" | "pm"))
}

/// The time of day within a few tokens after the date.
fn time(tokens: &[Token], after: usize) -> Option<Time> {
    (after..(after + 5).min(tokens.len())).find_map(|i| exact_time(tokens, i))
}

/// "22:14:03", "10:12 AM", "21h30", "9.30am" at token `i`.
fn exact_time(tokens: &[Token], i: usize) -> Option<Time> {
    use Token::{Number, Sign, Word};
    let (hour, minute, next) = match tokens.get(i..)? {
        [Number(h, 1 | 2), Sign(':'), Number(m, 2), ..] => (*h, *m, i + 3),
        [Number(h, 1 | 2), Word("h" | "H"), Number(m, 2), ..] => (*h, *m, i + 3),
        [Number(h, 1 | 2), Sign('.'), Number(m, 2), Word(w), ..] if is_meridiem(&Word(w)) => {
            (*h, *m, i + 3)
        }
        [Number(h, 1 | 2), Word(w), ..] if is_meridiem(&Word(w)) => (*h, 0, i + 1),
        _ => return None,
    };
    // A time zone's offset is no time.
    if i > 0 && matches!(tokens.get(i - 1), Some(Sign('+'))) {
        return None;
    }
    let seconds = matches!(tokens.get(next), Some(Sign(':')))
        && matches!(tokens.get(next + 1), Some(Number(_, 2)));
    let half = if seconds { next + 2 } else { next };
    let half = match tokens.get(half..).unwrap_or_default() {
        // "1:30 p.m."
        [Word(half), Sign('.'), Word("m" | "M"), ..] => half,
        [Word(half), ..] => half.strip_suffix(['m', 'M']).unwrap_or_default(),
        _ => "",
    };
    let hour = match half {
        "p" | "P" if hour < 12 => hour + 12,
        "a" | "A" if hour == 12 => 0,
        _ => hour,
    };
    Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_no_year() {
        assert_eq!(find("Tue, 10 Feb, 21:14"), None);
    }
    use proptest::prelude::*;

    #[test]
    fn reads_what_programs_write() {
        for (text, when) in [
            ("Mon, 19 May 2025 22:14:03 +0200", "2025-05-19 22:14"),
            ("25 October 2022 21:07", "2022-10-25 21:07"),
            ("Montag, 3. März 2025 10:12", "2025-03-03 10:12"),
            ("lundi 3 mars 2025 à 10:12", "2025-03-03 10:12"),
            ("miércoles, 5 de marzo de 2025 9:05", "2025-03-05 09:05"),
            ("3/4/2025 10:12 AM", "2025-03-04 10:12"),
            ("Tuesday, March 4, 2025, 1:30 p.m.", "2025-03-04 13:30"),
            ("3/4/2025 10:12", "2025-04-03 10:12"),
            ("Tuesday, March 4, 2025 1:05 PM", "2025-03-04 13:05"),
            ("Marcação - 24/01/2024 09:20", "2024-01-24 09:20"),
            ("Porto - 3 fev 2024, 21h30", "2024-02-03 21:30"),
            ("2025-03-04T10:12", "2025-03-04 10:12"),
            ("19. 05. 25 v 19:40", "2025-05-19 19:40"),
            ("11-13-2026", "2026-11-13"),
            ("closes July 7", ""),
            ("May I ask", ""),
        ] {
            assert_eq!(
                find(text).map(|w| w.to_string()).unwrap_or_default(),
                when,
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text(text in "(\\PC|[0-9]{1,4}|[-/.: ]|May|mars){0,40}") {
            let _ = find(&text);
        }
    }
}
