//! One commit, told as what its author did.

use crate::ingest::pattern::pattern;
use crate::ingest::posts::{Posts, is_program};
use crate::when::When;
use crate::wording::inner;
use memo_common::api::EntityType;
use std::ops::Range;

pattern!(PERSON, r"^(.*?)\s*<([^>]*)>\s*$");
pattern!(PULL, r"^Merge pull request (#\d+) from \S+$");
pattern!(
    MERGE,
    r"^Merge(?:d)? (?:branch|branches|remote-tracking branch|commit|tag|in |remote|upstream|origin|main|master)\b"
);
pattern!(REVERT, r#"^Revert ["“](.*)["”]$"#);
pattern!(
    REVERTED,
    r"^This reverts commit [0-9a-f]{7,40}\.(?:\s+(\S.*))?$"
);
pattern!(
    NOISE,
    r"(?i)^(?:signed-off-by|change-id|acked-by|tested-by|cc|cherry[- ]picked from|\(cherry picked from|git-svn-id|this reverts commit|changes made to|pr-url|reviewed-on|co-authored-by|reviewed-by|updated-dependencies|notes \()\b"
);
pattern!(
    CO_AUTHOR,
    r"(?i)^co-authored-by:\s*([^<]+?)\s*(?:<([^>]*)>)?$"
);

/// Files named in the telling.
const FILES: usize = 4;

/// A commit as a log shows it.
#[derive(Debug, Default)]
pub(super) struct Commit {
    pub(super) author: String,
    pub(super) email: Option<String>,
    pub(super) when: Option<When>,
    /// Version tags that point at it.
    pub(super) tags: Vec<String>,
    /// Title and message, lines without indentation.
    pub(super) message: Vec<String>,
    /// Paths it changes.
    pub(super) files: Vec<String>,
    /// Whether its log says of no commit who made it.
    pub(super) unsigned: bool,
    pub(super) span: Range<usize>,
}

/// Tells the commit that is being read, now that it is whole.
pub(super) fn close(open: &mut Option<Commit>, posts: &mut Posts) {
    if let Some(done) = open.take() {
        done.tell(posts);
    }
}

impl Commit {
    /// Takes in its author as logs write them: "Ida Ek <ida@a.example>".
    pub(super) fn sign(&mut self, said: &str) {
        match PERSON.captures(said) {
            Some(person) => {
                person[1].clone_into(&mut self.author);
                self.email = Some(person[2].to_owned());
            }
            None => said.clone_into(&mut self.author),
        }
    }

    /// Adds it to the posts; merges of branches and programs' commits are left out.
    pub(super) fn tell(self, posts: &mut Posts) {
        let mut lines = self
            .message
            .iter()
            .map(|l| l.trim())
            .skip_while(|l| l.is_empty());
        let title = lines.next().unwrap_or_default();
        if title.is_empty() || is_program(&self.author) {
            return;
        }
        let body: Vec<&str> = lines.collect();
        let mut act = if let Some(pull) = PULL.captures(title) {
            let name = body
                .iter()
                .find(|l| !l.is_empty())
                .copied()
                .unwrap_or_default();
            let named = if name.is_empty() {
                String::new()
            } else {
                format!(", “{}”", inner(name))
            };
            format!("merged pull request {}{named}", &pull[1])
        } else if MERGE.is_match(title) {
            if !body.iter().any(|line| tells(line)) {
                return;
            }
            format!("committed “{}”", inner(title))
        } else if let Some(revert) = REVERT.captures(title) {
            format!("reverted “{}”", inner(&revert[1]))
        } else {
            format!("committed “{}”", inner(title))
        };
        if !self.tags.is_empty() {
            act.push_str(&format!(" ({})", self.tags.join(", ")));
        }
        let mut with = Vec::new();
        for line in &body {
            if let Some(found) = CO_AUTHOR.captures(line)
                && let Some(id) =
                    posts.author(None, Some(&found[1]), found.get(2).map(|m| m.as_str()))
            {
                with.push(id);
            }
        }
        if !with.is_empty() {
            let names: Vec<&str> = with.iter().map(|id| posts.name(*id)).collect();
            act.push_str(&format!(" with {}", names.join(" and ")));
        }
        let is_merge = PULL.is_match(title);
        let mut kept: Vec<&str> = Vec::new();
        let mut reverting = false;
        for line in &body {
            // "This reverts commit 08de1f4. It broke …"
            if let Some(why) = REVERTED.captures(line) {
                kept.extend(why.get(1).map(|m| m.as_str()));
                continue;
            }
            // "This reverts commit …, reversing / changes made to …" may be wrapped.
            reverting = (reverting && !line.is_empty()) || line.starts_with("This reverts commit");
            let named = is_merge && act.contains(&inner(line)) && !line.is_empty();
            if !reverting && !named && !NOISE.is_match(line) {
                kept.push(line);
            }
        }
        let mut text = unwrapped(&kept);
        if !self.files.is_empty() && !is_merge {
            let shown: Vec<&str> = self.files.iter().take(FILES).map(String::as_str).collect();
            let more = self.files.len() - shown.len();
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&format!("Files: {}{more}.", shown.join(", ")));
        }
        let thread = posts.document.new_thread();
        if let Some(author) = posts.author(
            None,
            Some(&self.author)
                .filter(|a| !a.is_empty())
                .map(String::as_str),
            self.email.as_deref(),
        ) {
            posts.post(author, &act, &text, self.span, self.when, thread);
            if let Some(passage) = posts.document.passages.last_mut() {
                passage.audience = with;
            }
        } else if self.unsigned {
            let told = passive(&act);
            posts.own(&told, &text, self.span, self.when, thread);
        } else if self.author.is_empty() {
            posts.own(&format!("I {act}"), &text, self.span, self.when, thread);
        } else {
            return;
        }
        let files = self
            .files
            .into_iter()
            .take(FILES)
            .map(|f| (f, EntityType::File));
        let tags = self.tags.into_iter().map(|t| (t, EntityType::Product));
        posts.names(tags.chain(files));
    }
}

/// What was done, by nobody who is known: "committed “Mend the lid”" → "“Mend the lid” was committed".
fn passive(act: &str) -> String {
    let Some((verb, what)) = act.split_once(' ') else {
        return act.to_owned();
    };
    format!("{} was {verb}", with_capital(what))
}

/// A phrase with a capital at its beginning.
fn with_capital(phrase: &str) -> String {
    let mut rest = phrase.chars();
    rest.next()
        .map(|first| first.to_uppercase().chain(rest).collect())
        .unwrap_or_default()
}

/// Whether a line of a merge says more than git does by itself: "* lid: boil it longer", "# Conflicts:".
fn tells(line: &str) -> bool {
    /// Words that git's own lines rarely have.
    const FEW: usize = 5;
    let own = line.starts_with(['#', '*', '-']) || NOISE.is_match(line);
    !own && line.split_whitespace().count() >= FEW
}

/// Paragraphs as lines: a message is wrapped at 72 characters, which means nothing.
fn unwrapped(lines: &[&str]) -> String {
    let mut out = String::new();
    let mut joins = false;
    for line in lines {
        if line.is_empty() {
            joins = false;
            continue;
        }
        let item = line.starts_with(['-', '*', '•']);
        if !out.is_empty() {
            out.push(if joins && !item { ' ' } else { '\n' });
        }
        out.push_str(line.trim_start_matches(['-', '*', '•', ' ']));
        joins = true;
    }
    out
}
