//! A commit's page, copied: its number, who wrote it and who put it in, the day, the message, the files.

use crate::ingest::About;
use crate::ingest::lines::{self, Line};
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use memo_common::api::EntityType;

use super::page::when;

pattern!(NUMBER, r"^Commit [0-9a-f]{7,40}$");
pattern!(LOGIN, r"^@?[\p{L}\d][\w-]{0,38}(?:\[bot\])?$");
pattern!(
    DONE,
    r"^(?:(.{1,40}) )?(?:authored and|authored|committed)(?: and committed)?(?: (?:on )?(\S.{0,40}))?$"
);
pattern!(
    BESIDE,
    r"^(?:[•·]|\d+ / \d+|Verified|Partially verified|Unverified)$"
);
pattern!(
    PARENTS,
    r"^(?:\d+ parents?\b.*|Browse files|\d+ files? changed\b.*|parent [0-9a-f]{7,40}\b.*)$"
);
pattern!(BRANCH, r"^(?:\(?#\d+\)?|[\w./-]+|…|•)$");
pattern!(FILE, r"^[\w.@+-]+(?:/[\w.@+-]+)*\.\w{1,8}$");

/// Lines above the commit's number, and between it and the day, at most.
const ABOVE: usize = 40;
const HEAD: usize = 10;

/// Reads such a page; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let all = lines::of(text, 0);
    let lines: Vec<&Line> = all.iter().filter(|l| !l.is_empty()).collect();
    let line = |n: usize| lines.get(n).map_or("", |l| l.text.trim());
    let Some(number) = (0..ABOVE.min(lines.len())).find(|n| NUMBER.is_match(line(*n))) else {
        return false;
    };
    let head = number + 1..number + HEAD;
    let today = about.reference.date();
    // the day stands behind the last of who did what, or below it
    let dated = |n: usize| {
        let done = DONE.captures(line(n))?;
        match done.get(2) {
            Some(day) => when(day.as_str(), today).map(|day| (n + 1, day)),
            None => when(line(n + 1), today).map(|day| (n + 2, day)),
        }
    };
    let Some((mut at, day)) = head.clone().find_map(dated) else {
        return false;
    };
    let Some(login) = head.map(line).find(|l| LOGIN.is_match(l)) else {
        return false;
    };
    while BESIDE.is_match(line(at)) {
        at += 1;
    }
    let end = (at..lines.len())
        .find(|n| PARENTS.is_match(line(*n)))
        .unwrap_or(lines.len());
    let title = line(at);
    if title.is_empty() || at >= end {
        return false;
    }
    let mut last = end;
    while last > at + 1 && BRANCH.is_match(line(last - 1)) {
        last -= 1;
    }
    let body: Vec<&str> = (at + 1..last).map(line).collect();
    let files = (end..lines.len()).map(line).filter(|l| FILE.is_match(l));
    let mut files: Vec<String> = files.map(str::to_owned).collect();
    files.dedup();
    files.truncate(4);
    let Some(author) = posts.author(Some(login), None, None) else {
        return true;
    };
    let act = format!("committed {}", crate::wording::quoted(title));
    let mut words = body.join("\n");
    if !files.is_empty() {
        words.push_str(&format!("\nFiles: {}.", files.join(", ")));
    }
    let span = lines[number].span.start..lines[last - 1].span.end;
    posts.post(author, &act, &words, span, Some(day), 0);
    posts.names(files.into_iter().map(|file| (file, EntityType::File)));
    true
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn a_commit_on_its_page() {
        let text = "Commit 1a2b3c4\nida-ek\nida-ek\nauthored and\nbo\ncommitted\nMay 3, 2024\n·\n3 / 5\nlid: heavier\n\
            It flew off in the storm of April 20.\nmain\n(#31)\n1 parent \nd4e5f60\n commit \n1a2b3c4\n1 file changed\n+3\n-1\n\
            lines changed\nsrc/lid.rs\n@@ -1,2 +1,3 @@\n1\t\tlet lid = 1;\n0 commit comments\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 ida-ek committed “lid: heavier”: It flew off in the storm of April 20.\nFiles: src/lid.rs."
            ]
        );
    }
}
