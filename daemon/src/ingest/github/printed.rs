//! Jira's printable page of issues: "[SOUP-48] Soup boils over  Created: 11/May/24 …", a table of fields, the description,
//! "Comment by Ida Ek [ 12/May/24 ]".

use super::page::when;
use crate::ingest::About;
use crate::ingest::lines::{self, Line};
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::wording::quoted;
use std::ops::Range;

pattern!(
    TITLE,
    r"^\[(\p{Lu}[\p{Lu}\d_]{1,20}-\d{1,9})\]\s+(\S.*?)\s+Created:\s*(\d{1,2}/\p{L}{3,5}/\d{2,4})\b.{0,120}$"
);
pattern!(
    COMMENT,
    r"^Comment by (\S.{0,48}?) \[ ?(\d{1,2}/\p{L}{3,5}/\d{2,4}[^\]]{0,16}?) ?\]$"
);
pattern!(FIELD, r"Reporter:[ \t]*(\S[^\t]{0,48}?)[ \t]*(?:\t.*)?$");
pattern!(
    FOOT,
    r"^Generated at .{10,80} by .{1,60} using J(?:ira|IRA) "
);

/// Lines above the first title at most: links back to the page.
const ABOVE: usize = 6;

/// Reads such a page; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let all = lines::of(text, 0);
    let titled = |n: &usize| TITLE.is_match(all[*n].text.trim());
    let heads: Vec<usize> = (0..all.len()).filter(titled).collect();
    if heads.first().is_none_or(|first| *first > ABOVE) {
        return false;
    }
    for (thread, &begin) in heads.iter().enumerate() {
        let end = heads.get(thread + 1).copied().unwrap_or(all.len());
        issue(&all[begin..end], thread as u32, about, posts);
    }
    true
}

/// Reads one issue: its title, its fields, what was written.
fn issue(lines: &[Line], thread: u32, about: &About<'_>, posts: &mut Posts) {
    let line = |n: usize| lines[n].text.trim();
    let Some(title) = TITLE.captures(line(0)) else {
        return;
    };
    let today = about.reference.date();
    posts.document.title.get_or_insert_with(|| title[2].into());
    let parts =
        |n: &usize| matches!(line(*n), "Description" | "Comments") || COMMENT.is_match(line(*n));
    let fields = (1..lines.len()).find(parts).unwrap_or(lines.len());
    let reporter = (1..fields).find_map(|n| Some(FIELD.captures(line(n))?[1].to_owned()));
    let write = |author: &str, act: &str, body: Range<usize>, dated: &str, posts: &mut Posts| {
        let Some(author) = posts.author(None, Some(author), None) else {
            return;
        };
        let words: Vec<&str> = body
            .clone()
            .map(line)
            .filter(|l| !FOOT.is_match(l))
            .collect();
        let words = words.join("\n");
        let act = format!("{act} issue {}, {}", &title[1], quoted(&title[2]));
        let last = body.end.max(body.start + 1).min(lines.len()) - 1;
        let span = lines[body.start.saturating_sub(1)].span.start..lines[last].span.end;
        posts.post(author, &act, &words, span, when(dated, today), thread);
    };
    let mut at = fields;
    if let Some(reporter) = reporter {
        let described = lines
            .get(fields)
            .is_some_and(|l| l.text.trim() == "Description");
        let begin = fields + usize::from(described);
        let end = (begin..lines.len()).find(parts).unwrap_or(lines.len());
        write(&reporter, "opened", begin..end, &title[3], posts);
        at = end;
    }
    while at < lines.len() {
        let end = (at + 1..lines.len()).find(parts).unwrap_or(lines.len());
        if let Some(head) = COMMENT.captures(line(at)) {
            write(&head[1], "commented on", at + 1..end, &head[2], posts);
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn a_printed_issue() {
        let text = "[SOUP-48] Soup boils over Created: 11/May/24  Updated: 13/May/24  Resolved: 13/May/24\n\n\
            Status:\tResolved\nFix Version/s:\tNone\n\nReporter: \tIda Ek \tAssignee: \tBo Alm\nOriginal Estimate:\tNot Specified\n\n \
            Description   \n\nIt does.\n\nTwice.\n\n Comments   \n\nComment by Bo Alm [ 12/May/24 ]\n\nPut a lid on it.\n\n\
            Comment by Ida Ek [ 13/May/24 9:05 AM ]\nIt holds.\n\n\
            Generated at Mon May 13 15:42:10 GMT 2024 by Ida Ek using Jira 8.5.1#805001-sha1:c0edb.\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-11 Ida Ek opened issue SOUP-48, “Soup boils over”: It does.\n\nTwice.",
                "2024-05-12 Bo Alm commented on issue SOUP-48, “Soup boils over”: Put a lid on it.",
                "2024-05-13 09:05 Ida Ek commented on issue SOUP-48, “Soup boils over”: It holds.",
            ]
        );
    }

    #[test]
    fn an_issue_with_nothing_but_its_title() {
        let text = "[SOUP-48] Soup boils over Created: 11/May/24\n\nReporter:\tIda Ek\n";
        assert_eq!(
            told(&read_now(text)),
            ["2024-05-11 Ida Ek opened issue SOUP-48, “Soup boils over”."]
        );
    }
}
