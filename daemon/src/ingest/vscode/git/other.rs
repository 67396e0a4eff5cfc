//! Logs of other programs than git: `svn log`, whose commits stand between rules of 72 dashes, and `hg log`.

use super::date::date;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::vscode::commit::{self, Commit};

pattern!(
    SVN,
    r"^r\d+ \| ([^|]+) \| (\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} [+-]\d{4}) [^|]*(?:\| \d+ \S+)?$"
);
pattern!(SVN_PATH, r"^   [AMDR] (\S.*?)(?: \(from .*\))?$");
pattern!(HG, r"^changeset: +\d+:[0-9a-f]{6,40}$");
pattern!(
    HG_FIELD,
    r"^(user|date|summary|tag|files|branch|bookmark|parent|phase|description):\s*(.*)$"
);

/// Whether a line is the rule between two commits of `svn log`.
fn is_rule(line: &str) -> bool {
    line.len() == 72 && line.bytes().all(|b| b == b'-')
}

/// Reads such a log; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, posts: &mut Posts) -> bool {
    let mut lines = text.lines().skip_while(|l| l.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    let heads = |line: &str| SVN.is_match(line.trim_end());
    if heads(first) || is_rule(first.trim_end()) && lines.next().is_some_and(heads) {
        svn(text, posts);
    } else if HG.is_match(first.trim_end()) {
        hg(text, posts);
    } else {
        return false;
    }
    true
}

fn svn(text: &str, posts: &mut Posts) {
    let mut commit: Option<Commit> = None;
    let mut ruled = true;
    for (line, span) in lines::spanned(text) {
        // a head stands below a rule alone
        if let Some(found) = SVN.captures(line).filter(|_| ruled) {
            commit::close(&mut commit, posts);
            commit = Some(Commit {
                author: found[1].trim().to_owned(),
                when: date(&found[2]),
                span,
                ..Commit::default()
            });
        } else if let Some(open) = commit.as_mut().filter(|_| !is_rule(line)) {
            if let Some(path) = SVN_PATH.captures(line).filter(|_| open.message.is_empty()) {
                open.files.push(path[1].to_owned());
            } else if line != "Changed paths:" && !(line.is_empty() && open.message.is_empty()) {
                open.message.push(line.to_owned());
            }
            if !line.is_empty() {
                open.span.end = span.end;
            }
        }
        ruled = is_rule(line);
    }
    commit::close(&mut commit, posts);
}

fn hg(text: &str, posts: &mut Posts) {
    let mut commit: Option<Commit> = None;
    let mut described = false;
    for (line, span) in lines::spanned(text) {
        if HG.is_match(line) {
            commit::close(&mut commit, posts);
            described = false;
            commit = Some(Commit {
                span,
                ..Commit::default()
            });
            continue;
        }
        let Some(open) = &mut commit else { continue };
        if !line.is_empty() {
            open.span.end = span.end;
        }
        let field = HG_FIELD.captures(line).filter(|_| !described);
        match field.as_ref().map(|f| (&f[1], &f[2])) {
            Some(("user", who)) => open.sign(who),
            Some(("date", at)) => open.when = date(at),
            Some(("summary", said)) => open.message.push(said.to_owned()),
            // the newest is not a version
            Some(("tag", tag)) if tag != "tip" => open.tags.push(tag.to_owned()),
            Some(("files", files)) => {
                open.files
                    .extend(files.split_whitespace().map(str::to_owned));
            }
            Some(("description", _)) => described = true,
            Some(_) => {}
            None if described => open.message.push(line.to_owned()),
            None => {}
        }
    }
    commit::close(&mut commit, posts);
}

#[cfg(test)]
mod tests {
    use crate::ingest::told::told;
    use crate::ingest::vscode::tests::read_now;

    #[test]
    fn logs_of_svn_and_hg() {
        let rule = "-".repeat(72);
        let svn = format!(
            "{rule}\nr12 | ida | 2024-05-03 10:20:11 +0200 (Fri, 03 May 2024) | 1 line\nChanged paths:\n   M /trunk/pump.c\n\nMend the pump\n{rule}\n\
             r11 | bo | 2024-05-02 09:01:00 +0200 (Thu, 02 May 2024) | 2 lines\n\nPaint it\nIt was bare.\n{rule}\n"
        );
        assert_eq!(
            told(&read_now(&svn)),
            [
                "2024-05-03 10:20 ida committed “Mend the pump”: Files: /trunk/pump.c.",
                "2024-05-02 09:01 bo committed “Paint it”: It was bare.",
            ]
        );
        let hg = "changeset:   12:3fa2b1c4f1e2\ntag:         tip\nuser:        Ida Ek <ida@a.example>\ndate:        Fri May 03 10:20:11 2024 +0200\n\
            summary:     Mend the pump\n\nchangeset:   11:77aa0014f1e2\nuser:        Bo Alm\ndate:        Thu May 02 09:01:00 2024 +0200\nfiles:       a.c\n\
            description:\nPaint it\n\nIt was bare.\n\n\n";
        assert_eq!(
            told(&read_now(hg)),
            [
                "2024-05-03 10:20 Ida Ek committed “Mend the pump”.",
                "2024-05-02 09:01 Bo Alm committed “Paint it”: It was bare.\nFiles: a.c.",
            ]
        );
    }
}
