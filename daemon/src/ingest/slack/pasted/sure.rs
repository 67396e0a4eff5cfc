//! Whether a text shows by its form alone that it was copied out of a chat's window.

use super::head::{Head, is_above};
use crate::ingest::{labels, stamp};
use std::collections::HashSet;

/// Whether names stand above the words behind times in brackets, or before times that tell their day: the same names
/// again, the reader's own "You", or nicks. An agenda names each of its points once, and begins them large.
pub(super) fn is_window(text: &str) -> bool {
    /// Heads from which on it is one, and lines for each of them at most.
    const FEWEST: usize = 3;
    const LINES: usize = 6;
    let filled = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = filled().count();
    let above = filled().filter(|line| is_above(line)).count();
    if above + 1 >= FEWEST && above * (LINES + 2) >= lines {
        return true;
    }
    let heads: Vec<Head<'_>> = filled()
        .filter_map(Head::of)
        .filter(|head| (head.sure || head.dated) && head.said.is_none() && tells_day(head.stamp))
        .collect();
    let names: HashSet<&str> = heads.iter().map(|head| head.label).collect();
    let own = names.iter().any(|name| labels::is_self(name));
    let nicks = names
        .iter()
        .all(|name| name.starts_with(char::is_lowercase));
    heads.len() >= FEWEST
        && heads.len() * LINES >= lines
        && (names.len() < heads.len() || own || nicks)
}

/// Whether a stamp tells its day beside the time.
fn tells_day(stamp: &str) -> bool {
    stamp.starts_with(char::is_alphabetic) || stamp::take(stamp).0.day.is_some()
}

#[cfg(test)]
mod tests {
    use super::is_window;

    #[test]
    fn windows_and_agendas() {
        for (text, expected) in [
            (
                "[05-Aug-25 09:14 AM] ida\nsoup?\n\n[05-Aug-25 09:20 AM] bo\nyes\n",
                true,
            ),
            (
                "Ida Ek  7/28/2025 10:15 AM\nsoup?\nBo Alm  7/28/2025 10:21 AM\nwhy?\nYou  7/28/2025 10:22 AM\nfine\n",
                true,
            ),
            (
                "ida — 04/08/2025 09:16\nsoup?\nbo — 04/08/2025 09:17\nyes\neve — Yesterday at 10:02 PM\nno\n",
                true,
            ),
            (
                "Dentist — Monday 9:30 AM\nbring the card\nSoup — Monday 1:00 PM\nhall\nChoir — Friday 7:00 PM\nchurch\n",
                false,
            ),
            (
                "Ida Ek  00:02\nOkay.\nBo  00:11\nYes.\nIda Ek  00:14\nSo.\n",
                false,
            ),
            ("[00:02] Ida Ek\nOkay.\n[00:11] Bo\nYes.\n", false),
        ] {
            assert_eq!(is_window(text), expected, "{text}");
        }
    }
}
