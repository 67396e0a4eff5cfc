//! `git log` in its own formats, on one line, and in the common pretty formats.
//!
//! - `one_line`: a line for each commit
//! - `date`: the times of commits

mod date;
mod one_line;

use super::commit::{self, Commit};
use super::prompt::Prompts;
use crate::ingest::About;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::when::When;
pub(super) use date::date;

pattern!(COMMIT, r"^[*|/\\ ]*commit ([0-9a-f]{7,40})\b(.*)$");
pattern!(
    FIELD,
    r"^[*|/\\ ]*(Author|AuthorDate|Date|CommitDate|Commit|Committer|Merge|Reflog|Reflog message|gpg):\s*(.*)$"
);
// what `--graph` draws before a line, up to the line's own indentation: "| |     Mend"
pattern!(GRAPH, r"^(?:[|*/\\_]+(?: |$))+");
pattern!(STAT, r"^[*|/\\ ]*(\S[^|]*?)\s+\|\s+(?:\d+\s[+-]*|Bin .*)$");
pattern!(STATUS, r"^[AMDRT]\d*\t(\S+)$");
pattern!(SUMMARY, r"^[*|/\\ ]*\d+ files? changed\b");
pattern!(TAG, r"tag: ([^,)\s]+)");
pattern!(ZONED, r"\d{2}:\d{2}:\d{2} \d{4} [+-]\d{4}$");
pattern!(
    HEADED,
    r"^(?:([0-9a-f]{7,40}) )?(\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3}?),? \(?((?:\p{L}{3} )?\p{L}{3} \d{1,2} \d{2}:\d{2}:\d{2} \d{4}(?: [+-]\d{4})?|\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\s?[+-]\d{2}:?\d{2}|Z)?)?)\)?$"
);

/// Lines in which a text shows whether it is a log.
const HEAD: usize = 400;

/// Reads a log; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let mut head = text.lines().take(HEAD);
    let mut first = text.lines().filter(|l| !l.trim().is_empty());
    // a format of one's own: who and when on a line, the message below it
    let headed = first.next().is_some_and(|l| headed(l).is_some())
        && first.next().is_some_and(|l| !one_line::is_commit(l));
    if headed || head.any(|l| COMMIT.is_match(l)) {
        blocks(text, posts);
        return true;
    }
    if !one_line::is_log(text) {
        return false;
    }
    one_line::read(text, about, posts);
    true
}

/// Commits that each begin with a line "commit …".
fn blocks(text: &str, posts: &mut Posts) {
    let mut commit: Option<Commit> = None;
    let (mut drawn, mut own) = (false, false);
    let prompts = Prompts::of(text);
    for (line, span) in lines::spanned(text) {
        // the session's last prompt
        if prompts.line(line).is_some_and(|l| l.command.is_empty()) {
            commit::close(&mut commit, posts);
            continue;
        }
        let found = COMMIT.captures(line);
        drawn |= found.is_some() && !line.starts_with("commit");
        let line = match GRAPH.find(line).filter(|_| drawn && found.is_none()) {
            Some(graph) => line[graph.end()..].trim_end(),
            None => line,
        };
        if let Some(found) = found {
            commit::close(&mut commit, posts);
            commit = Some(Commit {
                tags: tags(&found[2]),
                span,
                ..Commit::default()
            });
            continue;
        }
        if let Some((author, when)) = headed(line)
            && commit
                .as_ref()
                .is_none_or(|c| c.files.is_empty() || !c.message.is_empty())
        {
            commit::close(&mut commit, posts);
            own = true;
            commit = Some(Commit {
                author,
                when,
                span,
                ..Commit::default()
            });
            continue;
        }
        let Some(open) = &mut commit else { continue };
        if !line.is_empty() {
            open.span.end = span.end;
        }
        let message_begun = !open.message.is_empty();
        if let Some(field) = FIELD.captures(line)
            && !message_begun
        {
            match &field[1] {
                "Author" => open.sign(&field[2]),
                "Date" | "AuthorDate" => open.when = date(&field[2]),
                _ => {}
            }
        } else if let Some(message) = line
            .trim_start_matches(['*', '|', '/', '\\'])
            .strip_prefix("    ")
        {
            open.message.push(message.to_owned());
        } else if let Some(stat) = STAT.captures(line).or_else(|| STATUS.captures(line)) {
            open.files.push(stat[1].trim().to_owned());
        } else if line.trim().is_empty() && message_begun {
            open.message.push(String::new());
        } else if !SUMMARY.is_match(line)
            && !line.starts_with(['+', '-', '@'])
            && (own || !line.starts_with(' '))
            && !line.is_empty()
            && !is_diff(line)
        {
            // A pasted log may have lost its indentation.
            open.message.push(line.trim().to_owned());
        }
    }
    commit::close(&mut commit, posts);
}

fn is_diff(line: &str) -> bool {
    [
        "diff --git",
        "index ",
        "--- ",
        "+++ ",
        "new file",
        "deleted file",
        "similarity",
        "rename ",
        "create mode",
        "delete mode",
        ":1",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}

fn tags(decoration: &str) -> Vec<String> {
    TAG.captures_iter(decoration)
        .map(|c| c[1].to_owned())
        .collect()
}

/// Author and time of a line that heads a commit in a format of one's own: behind its number, or with a date as only git
/// writes it.
fn headed(line: &str) -> Option<(String, Option<When>)> {
    let found = HEADED.captures(line)?;
    (found.get(1).is_some() || ZONED.is_match(&found[3]))
        .then(|| (found[2].to_owned(), date(&found[3])))
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn the_default_format_with_statistics() {
        let log = "commit 0ae8bbc64ef0581f52026f19cb37366d86dd8fa8 (HEAD -> main, tag: v1.4.0)\nAuthor: Ida Ek <ida@a.example>\n\
            Date:   Fri Oct 11 17:48:12 2024 +0300\n\n    Mend the pump\n\n    It leaked since\n    Friday.\n\n    Co-authored-by: Bo Alm <bo@a.example>\n\
            \x20   Signed-off-by: Ida Ek <ida@a.example>\n\n src/pump.rs | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)\n\n\
            commit 1ae8bbc64ef0581f52026f19cb37366d86dd8fa8\nMerge: 81326b3 99959b1\nAuthor: Bo Alm <bo@a.example>\nDate:   Wed Oct 9 11:02:27 2024 +0300\n\n\
            \x20   Merge pull request #85 from bo/pump\n\n    New pump\n\n\
            commit 2ae8bbc64ef0581f52026f19cb37366d86dd8fa8\nAuthor: dependabot[bot] <x@users.noreply.github.com>\nDate:   Mon Oct 7 03:12:44 2024 +0000\n\n    Bump soup\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-10-11 17:48 Ida Ek committed “Mend the pump” (v1.4.0) with Bo Alm: It leaked since Friday.\nFiles: src/pump.rs.",
                "2024-10-09 11:02 Bo Alm merged pull request #85, “New pump”.",
            ]
        );
    }

    #[test]
    fn a_merge_that_tells_and_a_session_that_goes_on() {
        let log = "ida@host:~/soup$ git fetch && git log\nremote: Counting objects: 100% (41/41), done.\ncommit 0ae8bbc64ef0581f52026f19cb37366d86dd8fa8\nMerge: 88d0b11 3fa6e24\nAuthor: Ida Ek <ida@a.example>\n\
            Date:   Fri Oct 11 17:48:12 2024 +0300\n\n    Merge branch 'lid'\n\n    Tried it with Bo, who read all of it aloud.\n\n\
            commit 1ae8bbc64ef0581f52026f19cb37366d86dd8fa8\nAuthor: Ida Ek <ida@a.example>\nDate:   Wed Oct 9 11:02:27 2024 +0300\n\n\
            \x20   Merge branch 'main'\n\nida@host:~/soup$ cat NOTES.md\n- bring the lid on Friday\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-10-11 17:48 Ida Ek committed “Merge branch 'lid'”: Tried it with Bo, who read all of it aloud.",
                "bring the lid on Friday",
            ]
        );
    }

    #[test]
    fn a_graph_is_no_message() {
        let log = "*   commit 0ae8bbc64ef0581f52026f19cb37366d86dd8fa8\n|\\  Merge: 9c0ffee 77aa001\n| | Author: Ida Ek <ida@a.example>\n\
            | | Date:   Fri Oct 11 17:48:12 2024 +0300\n| | \n| |     Merge branch 'lid'\n| | \n\
            | * commit 1ae8bbc64ef0581f52026f19cb37366d86dd8fa8\n|/  Author: Bo Alm <bo@a.example>\n|   Date:   Wed Oct 9 11:02:27 2024 +0300\n|   \n\
            |       Mend the lid\n|   \n|       * it leaked since\n|         Friday\n| \n\
            * commit 2ae8bbc64ef0581f52026f19cb37366d86dd8fa8\n  Author: Ida Ek <ida@a.example>\n  Date:   Mon Oct 7 03:12:44 2024 +0000\n  \n      Add the lid\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-10-09 11:02 Bo Alm committed “Mend the lid”: it leaked since Friday",
                "2024-10-07 03:12 Ida Ek committed “Add the lid”.",
            ]
        );
    }

    #[test]
    fn authors_behind_the_date() {
        let log = "1a2b3c4 2024-05-03 10:00:11 +0200 Ida Ek Mend the lid\n5d6e7f8 2024-05-02 10:00:00 +0200 Bo van der Alm Add it\n\
            9a8b7c6 2024-05-01 09:00:00 +0200 Ida Ek Boil it longer\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-05-03 10:00 Ida Ek committed “Mend the lid”.",
                "2024-05-02 10:00 Bo van der Alm committed “Add it”.",
                "2024-05-01 09:00 Ida Ek committed “Boil it longer”.",
            ]
        );
        // titles alone, though two begin alike
        let log = "1a2b3c4 2024-05-03 Add Lids again\n5d6e7f8 2024-05-02 Add Lids here\n9a8b7c6 2024-05-01 Boil it longer\n";
        assert_eq!(
            told(&read_now(log))[0],
            "2024-05-03 “Add Lids again” was committed."
        );
    }

    #[test]
    fn authors_behind_the_title() {
        let log = "* 1a2b3c4 - (2 days ago) Mend the lid - Ida Ek (HEAD -> main, tag: v2)\n|\\  \n| * 5d6e7f8 - (3 days ago) Add it - Bo Alm (lid)\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-05-14 Ida Ek committed “Mend the lid” (v2).",
                "2024-05-13 Bo Alm committed “Add it”.",
            ]
        );
        let log = "1a2b3c4 - Mend the lid - Ida Ek\n5d6e7f8 - Add it - Ida Ek\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "Ida Ek committed “Mend the lid”.",
                "Ida Ek committed “Add it”.",
            ]
        );
    }

    #[test]
    fn a_reflog() {
        let log = "1a2b3c4 HEAD@{2024-05-03 10:00:11 +0200}: commit: Mend the lid\n5d6e7f8 HEAD@{1}: checkout: moving from main to lid\n\
            9a8b7c6 HEAD@{2}: commit (amend): Boil it longer\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-05-03 10:00 I committed “Mend the lid”.",
                "I committed “Boil it longer”."
            ]
        );
    }

    #[test]
    fn one_line_formats() {
        let log = "1a2b3c4 (HEAD -> main, tag: v2) Mend the pump\n* 9f8e7d6 - Add the pump (2 days ago) <Ida Ek>\n\
            5f8e7d6 | Bo Alm | 2024-05-03 | Paint the pump\n6f8e7d6 2024-05-02 Draw the pump\n7f8e7d6 Merge branch 'x'\n\
            8f8e7d6 Bo Alm 2024-05-01 16:12:09 +0530 pump: oil it\n9f8e7d6 - Ida Ek, 2 days ago : Rinse the pump\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "I committed “Mend the pump” (v2).",
                "2024-05-14 Ida Ek committed “Add the pump”.",
                "2024-05-03 Bo Alm committed “Paint the pump”.",
                "2024-05-02 I committed “Draw the pump”.",
                "2024-05-01 16:12 Bo Alm committed “pump: oil it”.",
                "2024-05-14 Ida Ek committed “Rinse the pump”.",
            ]
        );
    }
}
