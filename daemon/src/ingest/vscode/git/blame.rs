//! `git blame`: lines of a file, each behind the commit that last changed it, by whom and when. They are told as whose
//! they are; whoever asked has committed nothing.

use super::date::date;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::{Posts, is_program};
use crate::when::When;
use std::ops::Range;

pattern!(
    LINE,
    r"^\^?([0-9a-f]{7,40})\s+(?:\S.*?\s+)?\((?:<([^>]*)>|(\S.*?))\s+(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} [+-]\d{4})\s+\d+\) ?(.*)$"
);

/// What git puts in the place of an author where nothing is committed yet.
const NOBODY: &str = "Not Committed Yet";

/// Lines in which a text shows whether it is one.
const HEAD: usize = 40;

/// Lines of one commit that stand together.
struct Part {
    hash: String,
    author: String,
    email: Option<String>,
    when: Option<When>,
    lines: Vec<String>,
    span: Range<usize>,
}

/// Reads it; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, posts: &mut Posts) -> bool {
    let head = text.lines().filter(|l| !l.trim().is_empty()).take(HEAD);
    let (all, hits) = head.fold((0, 0), |(all, hits), line| {
        (all + 1, hits + usize::from(LINE.is_match(line)))
    });
    if hits == 0 || hits * 2 < all {
        return false;
    }
    let mut open: Option<Part> = None;
    for (line, span) in lines::spanned(text) {
        let Some(found) = LINE.captures(line) else {
            continue;
        };
        if let Some(part) = open.as_mut().filter(|part| part.hash == found[1]) {
            part.lines.push(found[5].to_owned());
            part.span.end = span.end;
            continue;
        }
        tell(open.take(), posts);
        open = Some(Part {
            hash: found[1].to_owned(),
            author: found.get(3).map_or("", |m| m.as_str()).to_owned(),
            email: found.get(2).map(|m| m.as_str().to_owned()),
            when: date(&found[4]),
            lines: vec![found[5].to_owned()],
            span,
        });
    }
    tell(open, posts);
    true
}

fn tell(part: Option<Part>, posts: &mut Posts) {
    let Some(part) = part.filter(|p| p.author != NOBODY && !is_program(&p.author)) else {
        return;
    };
    let name = Some(part.author.as_str()).filter(|a| !a.is_empty());
    let Some(author) = posts.author(None, name, part.email.as_deref()) else {
        return;
    };
    let said = part.lines.join("\n");
    if said.trim().is_empty() {
        return;
    }
    let act = match part.lines.len() {
        1 => "last changed a line in a file".to_owned(),
        n => format!("last changed {n} lines in a file"),
    };
    let thread = posts.document.new_thread();
    posts.post(author, &act, &said, part.span, part.when, thread);
}

#[cfg(test)]
mod tests {
    use crate::ingest::told::told;
    use crate::ingest::vscode::tests::read_now;

    #[test]
    fn lines_are_whose_they_are() {
        let text = "^9c0ffee (Ida Ek 2024-05-01 18:30:00 +0200 1) import pump\n3fa2b1cd pump.py (Bo Alm 2024-05-03 10:20:11 +0200 2) def mend(lid):\n\
            3fa2b1cd pump.py (Bo Alm 2024-05-03 10:20:11 +0200 3)     return lid\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-01 18:30 Ida Ek last changed a line in a file: import pump",
                "2024-05-03 10:20 Bo Alm last changed 2 lines in a file: def mend(lid):\n    return lid",
            ]
        );
    }
}
