//! A line that says by itself who writes, and when: `Ida — Today at 9:50`, `[9:51 AM] Ida: hm`, `09:51 <ida> hm`.

use super::Line;
use crate::ingest::labels;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::turns::clean_name;

pattern!(
    ONE_LINE,
    concat!(
        r"(?i)^(\S.{0,48}?)(?:\s+(APP|BOT))?(\s+[—–|-]\s+|,\s|\s*\[|\s{1,4})((?:(",
        named_day!(),
        r"),?",
        at!(),
        r" )?",
        clock!(),
        r")\]?:?",
        changed!(),
        r"?$"
    )
);
pattern!(
    ABOVE,
    concat!(
        r"(?i)^\[((?:[\p{L}\d./-]+,? ){0,3}",
        clock!(),
        r")\]\s*([^:\[\]]{1,48})$"
    )
);
pattern!(
    DUMPED,
    r"^(?:\|\s*)?>\s*(\S.{0,58}?)\s*\[([A-Z0-9]{3,})\]\s*@\s*(\d.{8,30}?):?$"
);
pattern!(
    IRC,
    r"^\[?((?:\d{4}-\d{2}-\d{2}[T ])?\d{1,2}:\d{2}(?::\d{2})?)\]?\s+<[@+%~& ]?([^<>\s]{1,30})>\s+(.*)$"
);
pattern!(
    BRACKETED,
    concat!(
        r"(?i)^\[((?:[\p{L}\d./-]+,? ){0,3}",
        clock!(),
        r")\]\s*([^:\[\]]{1,48}):\s*(.*)$"
    )
);

/// Who writes, and when.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head<'t> {
    pub(super) label: &'t str,
    /// Whether it is an application.
    pub(super) app: bool,
    pub(super) stamp: &'t str,
    /// Whether a window alone writes so; what is not sure begins a message only where one may begin.
    pub(super) sure: bool,
    /// Whether a comma and a day part the name from the time.
    pub(super) dated: bool,
    /// What is said in the same line.
    pub(super) said: Option<&'t str>,
}

impl<'t> Head<'t> {
    /// Reads a line.
    pub(super) fn of(line: &'t str) -> Option<Self> {
        fn group<'t>(found: &regex::Captures<'t>, n: usize) -> &'t str {
            found.get(n).map_or("", |m| m.as_str())
        }
        if let Some(found) = DUMPED.captures(line) {
            return Some(Self {
                label: group(&found, 1),
                // an identifier that begins with B is an application's
                app: group(&found, 2).starts_with('B'),
                stamp: group(&found, 3),
                sure: true,
                dated: false,
                said: None,
            });
        }
        if let Some(found) = ONE_LINE.captures(line) {
            let label = group(&found, 1);
            if may_be_name(label) && stamp::whole(label).is_none() {
                return Some(Self {
                    label,
                    app: found.get(2).is_some(),
                    stamp: group(&found, 4),
                    // "You, 10:15 AM" is what a window calls its reader
                    sure: parts_surely(group(&found, 3))
                        || labels::is_self(label) && label.starts_with(char::is_uppercase),
                    dated: group(&found, 3).starts_with(',') && found.get(5).is_some(),
                    said: None,
                });
            }
        }
        let above = ABOVE.captures(line);
        let above = above.filter(|found| may_be_name(group(found, 2)));
        let said = above.is_none();
        let found = above
            .or_else(|| BRACKETED.captures(line))
            .or_else(|| IRC.captures(line))?;
        Some(Self {
            label: group(&found, 2),
            app: false,
            stamp: group(&found, 1),
            sure: true,
            dated: false,
            said: said.then(|| group(&found, 3)),
        })
    }
}

/// Whether a line is a time in brackets and a name. A time of day tells its day beside it, or its half of the day; a
/// recording's tells nothing beside it.
pub(super) fn is_above(line: &str) -> bool {
    let found = ABOVE.captures(line);
    found.is_some_and(|c| may_be_name(&c[2]) && c[1].contains(' '))
}

/// Whether what stands between a name and a time is of a window, not of somebody's hand: a gap, a long dash.
fn parts_surely(between: &str) -> bool {
    between.contains(['\t', '—', '–']) || between.trim().is_empty() && between.chars().count() > 1
}

/// Whether a line stands above what the reader of a messenger's window has sent.
pub(super) fn is_reader(line: &str) -> bool {
    line == "You sent" || line.len() < 60 && line.starts_with("You replied to ")
}

/// Who has sent what stands below, where a messenger's window tells it in words, or by the first name above the full one;
/// in how many lines.
pub(super) fn sender<'t>(lines: &[Line<'t>]) -> Option<(&'t str, usize)> {
    let first = lines.first()?.text;
    if is_reader(first) {
        return Some(("You", 1));
    }
    let full = lines.get(1).filter(|l| !l.stamp)?.text;
    let above = full.strip_prefix(first)?.starts_with(' ');
    let untimed = lines.get(2).is_none_or(|l| !l.stamp);
    (above && untimed && !first.contains(' ') && may_be_name(full)).then_some((full, 2))
}

/// Whether letters are those of a name, as a window draws them where it has no picture: "R" or "RS" of Ruth Sand.
pub(super) fn is_initials(letters: &str, name: &str) -> bool {
    let mut words = name.split_whitespace().filter_map(|w| w.chars().next());
    (1..=3).contains(&letters.chars().count())
        && letters.chars().all(char::is_uppercase)
        && may_be_name(name)
        && letters.chars().all(|c| words.any(|first| first == c))
}

/// Whether a label may be somebody's name.
pub(in crate::ingest) fn may_be_name(line: &str) -> bool {
    let name = clean_name(line);
    !name.is_empty()
        && name.chars().count() <= 40
        && name.split_whitespace().count() <= 5
        && name.starts_with(|c: char| c.is_alphanumeric())
        && !line.ends_with(['?', '!', ',', ':'])
        // "Ruth N."
        && line.strip_suffix('.').is_none_or(|l| l.chars().rev().nth(1) == Some(' '))
        && stamp::whole(line).is_none()
        && !stamp::is_weekday(line)
        && name.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_who_writes_when() {
        for (line, label, app, stamp, said) in [
            (
                "Ida Ek — Today at 9:50",
                "Ida Ek",
                false,
                "Today at 9:50",
                None,
            ),
            ("Rota APP  10:52 AM", "Rota", true, "10:52 AM", None),
            ("[9:51 AM] Bo: hm", "Bo", false, "9:51 AM", Some("hm")),
            ("[9:51 AM] Bo", "Bo", false, "9:51 AM", None),
            ("09:51 <@ida> soup", "ida", false, "09:51", Some("soup")),
            (
                "> Ida Ek [U0123456] @ 2024-05-03 10:15:",
                "Ida Ek",
                false,
                "2024-05-03 10:15",
                None,
            ),
        ] {
            let head = Head {
                label,
                app,
                stamp,
                sure: true,
                dated: false,
                said,
            };
            assert_eq!(Head::of(line), Some(head), "{line}");
        }
        assert_eq!(Head::of("Lunch 12:30").map(|h| h.sure), Some(false));
        assert_eq!(Head::of("soup at ten"), None);
    }
}
