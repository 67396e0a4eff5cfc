//! Names as the labels of turns show them.

use crate::ingest::title::short;

/// Whether a name is that of a program that posts: "Slackbot", "Rota Bot", "StandupBot".
pub(in crate::ingest) fn is_program(label: &str) -> bool {
    let name = clean_name(label);
    name.eq_ignore_ascii_case("slackbot")
        || name.ends_with("Bot")
        || [" bot", "[bot]", "-bot"]
            .iter()
            .any(|end| name.to_lowercase().ends_with(end))
}

/// Whether a name in brackets is that of which the name before them is short.
fn is_full_name(full: &str, short: &str) -> bool {
    let words: Vec<&str> = full.split_whitespace().collect();
    let named = |w: &&str| {
        w.starts_with(char::is_uppercase)
            && w.chars()
                .all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'))
    };
    let (first, short) = (
        words.first().map(|w| w.to_lowercase()).unwrap_or_default(),
        short.trim().to_lowercase(),
    );
    (2..=4).contains(&words.len())
        && words.iter().all(named)
        && short.chars().count() >= 3
        && (first.starts_with(&short) || first.ends_with(&short))
}

/// A label without what is no part of a name: `DeShawn Whitlock (he/him)`, `~ Ida`, `**Bo**`, `@mar`.
pub(in crate::ingest) fn clean_name(label: &str) -> String {
    let mut name = short(label)
        .trim_matches(|c: char| {
            c.is_whitespace()
                || matches!(
                    c,
                    '*' | '_'
                        | '~'
                        | '@'
                        | '<'
                        | '>'
                        | '\u{200e}'
                        | '\u{200f}'
                        | '\u{202a}'
                        | '\u{202c}'
                        | ':'
                        | '['
                        | ']'
                )
        })
        .to_owned();
    // "Rike (Friederike Holm)": the name in full
    if let Some((short, full)) = name.strip_suffix(')').and_then(|n| n.split_once(" ("))
        && is_full_name(full, short)
    {
        return full.to_owned();
    }
    while let Some(open) = name.rfind(['(', '[']) {
        let before = name[..open].trim_end();
        if before.is_empty() || !name.ends_with([')', ']']) {
            break;
        }
        name.truncate(before.len());
    }
    if let Some((name_part, rest)) = name.split_once(" | ")
        && !rest.is_empty()
    {
        name = name_part.trim().to_owned();
    }
    // Emoji and other ornaments at the ends.
    let ornament =
        |c: char| !(c.is_alphanumeric() || matches!(c, '.' | ')' | '\'' | '’' | '"' | '+'));
    name.trim_matches(ornament).to_owned()
}
