//! A log with a line for each commit: its hash, and behind it a title alone, or with author and date around it.

use super::date::{date, since};
use super::{HEAD, tags};
use crate::ingest::About;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::vscode::commit::Commit;
use std::collections::HashMap;

pattern!(
    ONE_LINE,
    r"^[*|/\\ ]*([0-9a-f]{7,40})\s*(?:[-–|,;]\s*)?(\((?:HEAD|tag:|origin/|refs/)[^)]*\)\s*|\((?:[\w./-]+(?:, )?)+\)\s+)?(\S.*)$"
);
pattern!(
    AT_END,
    r"^(.*\S)\s+\(([^()]*(?:ago|\d{4})[^()]*)\)\s*(?:[<\[]([^<>\[\]]+)[>\]])?$"
);
pattern!(
    DATE_FIRST,
    r"^(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\s?[+-]\d{2}:?\d{2}|Z)?)?)\s*(?:[|,;–-]\s*)?(.*)$"
);

pattern!(
    AUTHOR_AND_DATE,
    r"^[-–]?\s*(\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3})(?: |,\s+)(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?: ?[+-]\d{2}:?\d{2}|Z)?)?|\d+ \w+ ago)(?:\s*[:|,–-]\s+|\s+)(\S.*)$"
);

// `%an %s`: two words in capitals and a third behind them; "van der" and its like may stand between
pattern!(
    NAMED,
    r"^(\p{Lu}[\p{L}\p{M}.'’-]+(?: (?:van|von|de|del|der|den|da|di|du|la|le|el|bin|ter))* \p{Lu}[\p{L}\p{M}.'’-]*) ([\p{L}\p{N}\[#].*)$"
);

pattern!(
    REFLOG,
    r"^[\w./-]+@\{([^}]*)\}: ([\w -]+(?:\([^)]*\))?): (\S.*)$"
);

// `(%cr) %s - %an%d`
pattern!(AGO_FIRST, r"^\(([^()]*(?: ago|\d{4})[^()]*)\)\s+(\S.*)$");
pattern!(
    SIGNED,
    r"^(.*\S)\s+(?:[-–—]\s+|[<\[])(\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){1,3})[>\]]?(?:\s+(\([^()]+\)))?$"
);

/// Whether a line may be a commit's.
pub(super) fn is_commit(line: &str) -> bool {
    ONE_LINE.is_match(line)
}

/// Whether at least half of a text's first lines are commits, whose hashes are not all numbers of something else.
pub(super) fn is_log(text: &str) -> bool {
    let head = text.lines().take(HEAD);
    let lines = head.clone().filter(|l| !l.trim().is_empty()).count();
    let (mut hits, mut hexadecimal) = (0, false);
    for found in head.filter_map(|l| ONE_LINE.captures(l)) {
        hits += 1;
        hexadecimal |= found[1].contains(|c: char| c.is_ascii_alphabetic());
    }
    hexadecimal && hits * 2 >= lines
}

/// Whether the date is followed by who and what, `%ad %an %s`: every line has what may be a name there, and one recurs,
/// that no title would begin with.
fn is_authored(text: &str) -> bool {
    let mut names: HashMap<&str, usize> = HashMap::new();
    for line in text.lines() {
        let Some(said) = ONE_LINE.captures(line).and_then(|c| c.get(3)) else {
            continue;
        };
        let Some(behind) = DATE_FIRST.captures(said.as_str()).and_then(|c| c.get(2)) else {
            continue;
        };
        let Some(name) = NAMED.captures(behind.as_str()).and_then(|c| c.get(1)) else {
            return false;
        };
        *names.entry(name.as_str()).or_default() += 1;
    }
    let first = |name: &str| {
        let word = name.split(' ').next().unwrap_or_default().to_lowercase();
        TITLED.contains(&word.as_str())
    };
    names.values().any(|n| *n >= 2) && !names.keys().any(|name| first(name))
}

/// Whether every line has what may be its author's name behind the title, and one name recurs.
fn is_signed(text: &str) -> bool {
    let mut names: HashMap<&str, usize> = HashMap::new();
    for line in text.lines() {
        let Some(said) = ONE_LINE.captures(line).and_then(|c| c.get(3)) else {
            continue;
        };
        let Some(name) = SIGNED.captures(said.as_str()).and_then(|c| c.get(2)) else {
            return false;
        };
        *names.entry(name.as_str()).or_default() += 1;
    }
    names.values().any(|n| *n >= 2)
}

/// Words with which titles begin.
const TITLED: [&str; 28] = [
    "add",
    "added",
    "allow",
    "bump",
    "change",
    "clean",
    "create",
    "delete",
    "disable",
    "drop",
    "enable",
    "fix",
    "fixed",
    "fixes",
    "handle",
    "implement",
    "improve",
    "make",
    "merge",
    "move",
    "refactor",
    "release",
    "remove",
    "rename",
    "revert",
    "support",
    "update",
    "use",
];

/// Tells every line that is a commit.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) {
    let authored = is_authored(text);
    let signed = is_signed(text);
    let mut commits: Vec<Commit> = Vec::new();
    let mut own = false;
    for (line, span) in lines::spanned(text) {
        if let Some(found) = ONE_LINE.captures(line) {
            let said = &found[3];
            let moved = REFLOG.captures(said);
            let said = match &moved {
                // Of what was done with branches only commits say anything.
                Some(moved) if !moved[2].starts_with("commit") => continue,
                Some(moved) => moved.get(3).map_or("", |m| m.as_str()),
                None => said,
            };
            let mut decoration = found.get(2).map_or("", |m| m.as_str());
            let (mut at_end, mut said) = (None, said);
            // the author behind the title
            if let Some(parts) = SIGNED.captures(said)
                && (signed || AGO_FIRST.is_match(said))
            {
                at_end = parts.get(2).map(|m| m.as_str());
                decoration = parts.get(3).map_or(decoration, |m| m.as_str());
                said = parts.get(1).map_or(said, |m| m.as_str());
            }
            let mut commit = one_line(said, about, authored);
            if let Some(author) = at_end.filter(|_| commit.author.is_empty()) {
                author.clone_into(&mut commit.author);
            }
            if let Some(moved) = &moved {
                commit.when = commit.when.or_else(|| date(&moved[1]));
            }
            commit.tags = tags(decoration);
            commit.span = span;
            // what one did oneself stands in one's own log of moves
            own |= moved.is_some();
            commits.push(commit);
        }
    }
    let unsigned = !own && commits.iter().all(|commit| commit.author.is_empty());
    for commit in commits {
        Commit { unsigned, ..commit }.tell(posts);
    }
}

/// What stands behind the hash: a title alone, or with author and date around it.
fn one_line(rest: &str, about: &About<'_>, authored: bool) -> Commit {
    let mut commit = Commit::default();
    let mut title = rest.trim();
    // "hash | author | date | title", in any order of the parts, by any such separator.
    for separator in [" | ", "|", "\t", " ; "] {
        let parts: Vec<&str> = rest.split(separator).map(str::trim).collect();
        if parts.len() < 3 {
            continue;
        }
        let dated = parts
            .iter()
            .position(|p| date(p).is_some() || since(p, about).is_some());
        if let Some(dated) = dated {
            commit.when = date(parts[dated]).or_else(|| since(parts[dated], about));
            let mut others = parts
                .iter()
                .enumerate()
                .filter(|(n, p)| *n != dated && !p.is_empty())
                .map(|(_, p)| *p);
            // A person's name is short and stands before the title, or behind it where the title is long.
            let (a, b) = (
                others.next().unwrap_or_default(),
                others.next().unwrap_or_default(),
            );
            let is_first = a.split_whitespace().count() <= 4 && (a.len() <= b.len() || dated == 1);
            let (author, message) = if is_first { (a, b) } else { (b, a) };
            author
                .split(" <")
                .next()
                .unwrap_or_default()
                .clone_into(&mut commit.author);
            commit.message = vec![message.to_owned()];
            return commit;
        }
    }
    if let Some(found) = AGO_FIRST.captures(title) {
        commit.when = date(&found[1]).or_else(|| since(&found[1], about));
        title = found.get(2).map_or(title, |m| m.as_str());
    // `%h %an %ad %s`, `%h - %an, %ar : %s`
    } else if let Some(found) = AUTHOR_AND_DATE.captures(title) {
        found[1].clone_into(&mut commit.author);
        commit.when = date(&found[2]).or_else(|| since(&found[2], about));
        title = found.get(3).map_or(title, |m| m.as_str());
    } else if let Some(found) = AT_END.captures(title) {
        commit.when = date(&found[2]).or_else(|| since(&found[2], about));
        if let Some(author) = found.get(3) {
            author.as_str().clone_into(&mut commit.author);
        } else if let Some((author, _)) = found[2].split_once(", ") {
            author.clone_into(&mut commit.author);
        }
        title = found.get(1).map_or(title, |m| m.as_str());
    } else if let Some(found) = DATE_FIRST.captures(title) {
        commit.when = date(&found[1]);
        title = found.get(2).map_or(title, |m| m.as_str());
        if let Some(named) = NAMED.captures(title).filter(|_| authored) {
            named[1].clone_into(&mut commit.author);
            title = named.get(2).map_or(title, |m| m.as_str());
        }
    }
    commit.message = vec![title.to_owned()];
    commit
}
