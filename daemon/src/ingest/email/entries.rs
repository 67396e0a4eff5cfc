//! What a program gathers into one message: a ticket's comments, a group's messages, remarks on a document. Each stands
//! below a line that says who wrote it, and when.

use super::heads::Head;
use super::phrases::is_name;
use crate::extract::dates::{Lean, Reference, order};
use crate::ingest::bylines::{Byline, Form, bylines};
use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;
use crate::when::{Point, When};
use jiff::Zoned;
use std::ops::Range;

// "##- Please type your reply above this line -##"
pattern!(
    MARK,
    r"(?i)^\W*(?:.{0,40}\b)?(?:reply|replies|respond|write|type|enter|antworte?\w*|schreiben|répon\w*|écri\w*|respon\w*|escrib\w*)\b.{0,40}\b(?:above|over|ober\w*|über|au-dessus|encima)\b.{0,40}\b(?:line|linie|zeile|ligne|línea)\b.{0,60}$"
);
// "Ann Lee replied:"
pattern!(
    SAID,
    r"^(\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3}) (?:replied|commented|wrote|said|added a comment|posted|left a comment)(?: on .{1,80})?:$"
);

/// What is known of a message that may hold entries.
#[derive(Clone, Copy)]
pub(super) struct Gathering<'a> {
    /// The name of its sender, where it has one.
    pub(super) from: Option<&'a str>,
    /// Whether the sender is a program.
    pub(super) by_program: bool,
    pub(super) reference: &'a Zoned,
}

/// What somebody wrote, in a message of several.
pub(super) struct Entry {
    pub(super) head: Head,
    /// When, as far as a line above it says so.
    pub(super) when: Option<When>,
    /// The lines above its words.
    pub(super) lines: Range<usize>,
}

/// Whether a line asks to write above it, or below.
pub(super) fn is_mark(line: &str) -> bool {
    line.len() < 160 && MARK.is_match(line.trim())
}

/// Whether a line is a rule below which a program speaks.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 8 && line.bytes().all(|b| matches!(b, b'-' | b'_' | b'='))
}

/// The entries of a message, in its order; none where it is a letter.
pub(super) fn entries(lines: &[Line], about: &Gathering<'_>) -> Vec<Entry> {
    let marked = lines.iter().any(|l| is_mark(&l.text));
    let reference = Reference {
        order: order(&written(lines)).unwrap_or_default(),
        lean: Some(Lean::Past),
        ..Reference::at(about.reference.datetime())
    };
    let mut found: Vec<Byline> = bylines(lines, &reference);
    found.retain(|b| is_name(&b.author) && matches!(b.when.start, Point::Minute(_)));
    let framed = |form: Form| found.iter().filter(|b| b.form == form).count() >= 2;
    let (framed, stamped) = (framed(Form::Framed), framed(Form::Stamped));
    let sender = |b: &Byline| about.from.is_some_and(|from| from == b.author);
    let sent = marked || found.iter().any(|b| b.form != Form::Line && sender(b));
    found.retain(|b| match b.form {
        Form::Framed => framed || sent,
        Form::Stamped => stamped || sent,
        Form::Dotted | Form::Below => sent && (b.author.contains(' ') || sender(b)),
        Form::Line => false,
    });
    if found.is_empty() {
        let said = |(n, line): (usize, &Line)| {
            let name = SAID.captures(line.text.trim())?;
            Some(Entry {
                head: Head {
                    from: name[1].to_owned(),
                    ..Head::default()
                },
                when: None,
                lines: n..n + 1,
            })
        };
        let told = marked || about.by_program;
        let all = lines.iter().enumerate().filter(|_| told);
        return all.filter_map(said).collect();
    }
    let entry = |byline: Byline| Entry {
        head: Head {
            subject: match byline.form {
                Form::Dotted => remarked(lines, byline.lines.start).unwrap_or_default(),
                _ => String::new(),
            },
            from: byline.author,
            to: byline
                .to
                .iter()
                .flat_map(|to| to.split(", "))
                .filter(|name| is_name(name) && name.contains(' ') || *name == "me")
                .map(str::to_owned)
                .collect(),
            ..Head::default()
        },
        when: Some(byline.when),
        lines: match remarked(lines, byline.lines.start) {
            Some(_) if byline.form == Form::Dotted => byline.lines.start - 1..byline.lines.end,
            _ => byline.lines,
        },
    };
    found.into_iter().map(entry).collect()
}

/// The words of a document that are remarked on: they stand right above who does, below a blank line.
fn remarked(lines: &[Line], at: usize) -> Option<String> {
    let above = lines.get(at.checked_sub(1)?)?.text.trim();
    let parted = at < 2 || lines[at - 2].is_empty();
    (parted && !above.is_empty() && above.len() < 300).then(|| above.to_owned())
}

/// The beginning of the lines as one text, by which it is known how they write days.
fn written(lines: &[Line]) -> String {
    /// Lines that are looked at.
    const MOST: usize = 1000;
    let lines = lines.iter().take(MOST);
    lines.flat_map(|l| [l.text.as_ref(), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use crate::ingest::email::read;
    use crate::ingest::told::told;

    fn mail(from: &str, body: &str) -> Vec<String> {
        let reference = "2025-03-05T12:00:00[UTC]".parse().expect("a time");
        let text = format!(
            "From: {from}\nTo: Ida Holm <ida@y.example>\nSubject: Lid\nDate: Tue, 4 Mar 2025 09:00:00 +0000\n\n{body}"
        );
        told(&read(&text, &reference))
    }

    #[test]
    fn a_tickets_comments() {
        assert_eq!(
            mail(
                "Bo (Pot Help) <help@pots.example>",
                "##- Please type your reply above this line -##\n\nYour request (12) has been updated.\n\nBo (Pot Help)\n\
                Mar 4, 2025, 10:00 GMT+1\n\nHi Ida,\n\nPut the lid on it.\n\n\nIda Holm\nMar 3, 2025, 21:02 GMT+1\n\nMy soup boils over.\n\n\
                --------------------------------\nSoup since 1938\n"
            ),
            [
                "2025-03-04 10:00 Bo: Put the lid on it.",
                "2025-03-03 21:02 Ida Holm: My soup boils over.",
            ]
        );
        assert_eq!(
            mail(
                "Pots <notifications@pots.example>",
                "-- Write ABOVE THIS LINE to reply --\n\nBo Alm replied:\n\nThe heavy one fits.\n"
            ),
            ["2025-03-04 09:00 Bo Alm: The heavy one fits."]
        );
    }

    #[test]
    fn remarks_and_notes() {
        assert_eq!(
            mail(
                "Bo Alm (Docs) <comments-noreply@docs.example>",
                "Bo Alm added comments\n\nthe lid is heavy\nBo Alm • 11:31 AM, Mar 3 (CET)\nI would take a lighter one.\n\nPrice: 40\n\
                Bo Alm • 11:33 AM, Mar 3 (CET)\nWith the pot?\n"
            ),
            [
                "2025-03-03 11:31 Bo Alm: I would take a lighter one.",
                "2025-03-03 11:33 Bo Alm: With the pot?",
            ]
        );
        let reference = "2025-03-05T12:00:00[UTC]".parse().expect("a time");
        let notes = "Number: 12\nShort description: Lid lost\n\n2025-03-04 15:40:11 - Bo Alm (Work notes)\nFound it.\n\n\
            2025-03-03 08:12:44 - Ida Holm (Comments)\nIt flew off.\n";
        let told = told(&read(notes, &reference));
        assert_eq!(
            told[told.len() - 2..],
            [
                "2025-03-04 15:40 Bo Alm: Found it.",
                "2025-03-03 08:12 Ida Holm: It flew off.",
            ]
        );
        let group = "Skip to first unread message\nLids\n53 views\n\nBo Alm's profile photo\nBo Alm\nunread,\nMar 3, 2025, 4:12:09 PM\n\
            to pots\nHi,\nthe lid flies off.\n\nIda Holm's profile photo\nIda Holm\nunread,\nMar 4, 2025, 6:40:51 PM\nto Bo Alm, pots\n\
            Mine does not.\n";
        assert_eq!(read(group, &reference).passages.len(), 2, "a letter each");
    }

    #[test]
    fn a_booking_has_no_authors() {
        let told = mail(
            "Pot Inn <booking@pots.example>",
            "Check-in\nMon, 10 Mar 2025 15:00\n\nCheck-out\nWed, 12 Mar 2025 11:00\n\nGuest\nIda Holm\n",
        );
        assert!(told.iter().all(|t| !t.contains("Check-in:")), "{told:?}");
    }
}
