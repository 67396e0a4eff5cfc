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
