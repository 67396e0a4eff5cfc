//! The people of a written field, and what stands behind their names.

use super::event::Answer;

/// The people of a field with the answers that signs behind them give ("Bo ✗"), parted by semicolons, by commas where
/// there are none, or by gaps.
pub(super) fn people(value: &str) -> impl Iterator<Item = (String, Answer)> + '_ {
    let sign = [";", ",", "   ", "  "]
        .into_iter()
        .find(|sign| value.contains(sign))
        .unwrap_or(",");
    value.split(sign).filter_map(|person| {
        let name = person.trim_matches(|c: char| c.is_whitespace() || is_answer(c));
        let answer = match person.trim().chars().find(|c| is_answer(*c)) {
            Some('✓' | '✔' | '✅' | '☑') => Answer::Yes,
            Some('✗' | '✘' | '❌' | '☒') => Answer::No,
            _ => Answer::None,
        };
        (!name.is_empty()).then(|| (name.to_owned(), answer))
    })
}

/// A sign by which pages show whether somebody comes.
fn is_answer(sign: char) -> bool {
    matches!(sign, '✓' | '✔' | '✅' | '☑' | '✗' | '✘' | '❌' | '☒')
}

/// Whether a word behind a name says that it is the organizer's.
pub(super) fn is_organizer(role: &str) -> bool {
    let role = role.trim_matches(|c: char| !c.is_alphabetic());
    role.starts_with("organi") || role == "host" || role == "creator"
}
