//! Who writes, by the names that stand above times.

use super::head::{Head, may_be_name};
use super::line::Line;
use std::collections::HashSet;

/// Names that stand above or before a time more than once, blank lines or not.
pub(super) fn repeated<'t>(lines: &[Line<'t>]) -> HashSet<&'t str> {
    let mut once: HashSet<&str> = HashSet::new();
    let above = lines
        .windows(2)
        .filter(|w| w[1].stamp && may_be_name(w[0].text))
        .map(|w| w[0].text);
    let before = lines.iter().filter_map(|l| Head::of(l.text));
    let mut known: HashSet<&str> = above
        .chain(before.map(|head| head.label))
        .filter(|name| !once.insert(name))
        .collect();
    // "Ida Ek, Mon 9:14 AM": who heads the whole text so writes a window's line, not a message's
    // "Ida Ek 9:14am": where such names recur, a full name in the same dress is one as well
    let plain = |l: &Line<'t>| {
        let head = Head::of(l.text).filter(|head| !head.sure && head.said.is_none());
        head.filter(|head| is_full(head.label) && head.stamp.ends_with(['m', 'M']))
            .map(|head| head.label)
    };
    if lines
        .iter()
        .filter_map(plain)
        .filter(|name| known.contains(name))
        .count()
        >= 4
    {
        known.extend(lines.iter().filter_map(plain));
    }
    let after_comma = |l: &Line<'t>| Head::of(l.text).filter(|head| head.dated).map(|h| h.label);
    if lines.first().and_then(after_comma).is_some() {
        known.extend(lines.iter().filter_map(after_comma));
    }
    known
}

/// Whether a name with a time below it shows by itself that it is no message's last line with the time of the next:
/// the time stands in from the margin, or the name has the words of a full name and the time its day or half of the day.
pub(super) fn stands_out(name: &Line<'_>, stamp: Option<&Line<'_>>) -> bool {
    let full = is_full(name.text);
    stamp.is_some_and(|stamp| stamp.indented || full && stamp.text.contains(' '))
}

/// Whether a label has the words of a full name.
fn is_full(label: &str) -> bool {
    label.contains(' ')
        && label
            .split_whitespace()
            .all(|word| word.starts_with(char::is_uppercase))
}
