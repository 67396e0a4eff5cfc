//! Hours with which lines of a list begin as some languages write them, put into those that all write: "08h30 – 09h00 :
//! Dentiste", "18h – 19h30", "8.30 – 9 Uhr", "20:00 h".

use crate::ingest::pattern::pattern;
use std::borrow::Cow;

pattern!(
    HOURS,
    r"^(\d{1,2})(?:[:.hH](\d{2})|\s?[hH])?(?:\s?(?:Uhr|hs?)\b\.?)?(?:\s*(?:–|—|-|bis|à|al?|to)\s*(\d{1,2})(?:[:.hH](\d{2})|\s?[hH])?(?:\s?(?:Uhr|hs?)\b\.?)?)?(?:\s*:\s|\s|,|$)"
);

// the day on which hours past midnight end
pattern!(
    NEXT_DAY,
    r"^(\d{1,2}:\d{2}\s*[–—-]\s*\d{1,2}:\d{2})\s*\((?:\+1|next day|[^\s()]{2,10},? (?:\d{1,2}\.? [^\s()]{3,10}|[^\s()]{3,10} \d{1,2}))\)"
);

/// The line with the hours that it begins with written "08:30 – 09:00"; as it stands, where it begins with none that are
/// marked as hours.
pub(super) fn plain(line: &str) -> Cow<'_, str> {
    // Few lines begin with a number at all.
    if !line.starts_with(|c: char| c.is_ascii_digit()) {
        return Cow::Borrowed(line);
    }
    if let Some(found) = NEXT_DAY.captures(line) {
        let rest = line[found[0].len()..].trim_start();
        return Cow::Owned(format!("{} {rest}", &found[1]));
    }
    written(line).map_or(Cow::Borrowed(line), Cow::Owned)
}

fn written(line: &str) -> Option<String> {
    let found = HOURS.captures(line)?;
    let whole = found.get(0)?;
    // "8.30" may be a price, "8 – 9" anything
    if !whole.as_str().contains(['h', 'H']) {
        return None;
    }
    let clock = |hour: usize| {
        let hours: u8 = found.get(hour)?.as_str().parse().ok()?;
        let minutes: u8 = found
            .get(hour + 1)
            .map_or(Some(0), |m| m.as_str().parse().ok())?;
        (hours < 24 && minutes < 60).then(|| format!("{hours:02}:{minutes:02}"))
    };
    let from = clock(1)?;
    let rest = &line[whole.end()..];
    if found.get(3).is_some() {
        return Some(format!("{from} – {} {rest}", clock(3)?));
    }
    // "2h of piano" is how long it took
    let long = found[1].len() == 1 && !whole.as_str().contains(['U', ':', ',']);
    (!long).then(|| format!("{from} {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn writes_hours_in_one_way() {
        for (line, same) in [
            ("08h30 – 09h00 : Dentiste", "08:30 – 09:00 Dentiste"),
            ("18h – 19h30 : Yoga", "18:00 – 19:30 Yoga"),
            ("18h à 19h Yoga", "18:00 – 19:00 Yoga"),
            ("20h : Cinéma", "20:00 Cinéma"),
            ("8.30 – 9 Uhr: Zahnarzt", "08:30 – 09:00 Zahnarzt"),
            ("10 Uhr Klempner", "10:00 Klempner"),
            ("20:00 h Cine", "20:00 Cine"),
            ("19:15 – 07:45 (Thu 12 Jun)   Night", "19:15 – 07:45 Night"),
            ("22:00-06:00 (+1) Watch", "22:00-06:00 Watch"),
            (
                "10:00 – 11:00 (with Bo) Tai chi",
                "10:00 – 11:00 (with Bo) Tai chi",
            ),
            ("2h de piano", "2h de piano"),
            ("8.30 Milch", "8.30 Milch"),
            ("25h : rien", "25h : rien"),
            ("18 – 24 November", "18 – 24 November"),
            ("3 hours later", "3 hours later"),
        ] {
            assert_eq!(plain(line), same, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_text(text in "([0-9]{1,2}|h|Uhr| |:|–|à|\\PC){0,16}") {
            let _ = plain(&text);
        }
    }
}
