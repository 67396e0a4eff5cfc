//! Lists of issues and pull requests that `gh` prints: with tabs where it is piped, in columns on a terminal.

use super::page::when;
use super::subject::Subject;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::{About, instant};
use crate::when::When;
use std::ops::Range;

// "41	OPEN	Soup is cold	bug	2024-02-05T09:12:00Z", "52	A lid	lid	OPEN	2024-02-05T09:12:00Z"
pattern!(
    ISSUE,
    r"^(\d+)\t(OPEN|CLOSED)\t([^\t]+)\t[^\t]*\t(\d{4}-\d\d-\d\d[T ][^\t]+)$"
);
pattern!(
    PULL,
    r"^(\d+)\t([^\t]+)\t[^\t]+\t(OPEN|CLOSED|MERGED|DRAFT)\t(\d{4}-\d\d-\d\d[T ][^\t]+)$"
);
// "Showing 2 of 2 open issues in a/b", "ID   TITLE   LABELS  UPDATED", "#41  Soup is cold  bug  about 2 days ago"
pattern!(
    SHOWING,
    r"^Showing \d+ of \d+ (?:(open|closed|merged|draft) )?(issues?|pull requests?) in ([\w.-]+/[\w.-]+)"
);
pattern!(HEADS, r"^ID {2,}TITLE {2,}.*\b(?:CREATED AT|UPDATED)$");
pattern!(
    ROW,
    r"^#(\d+) {2,}(\S.*?)(?: {2,}\S.*?)?(?: {2,}((?:about |less than )?(?:\d+|an?) \w+ ago))?$"
);

/// A line of more bytes is no row.
const LONGEST: usize = 600;

/// Reads the rows; `false` where the text is no such list, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let is_row = |line: &str| {
        let line = line.trim_end();
        [&*ISSUE, &*PULL, &*SHOWING, &*HEADS, &*ROW]
            .iter()
            .any(|p| line.len() <= LONGEST && p.is_match(line))
    };
    // rows that somebody quotes in a comment are no list
    let lines = || text.lines().filter(|l| !l.trim().is_empty());
    if lines().filter(|l| is_row(l)).count() * 2 < lines().count() {
        return false;
    }
    let mut list = List::default();
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let span = at..at + raw.trim_end().len();
        at += raw.len();
        if raw.len() <= LONGEST {
            list.line(raw.trim_end(), span, about, posts);
        }
    }
    !posts.document.passages.is_empty()
}

#[derive(Default)]
struct List {
    repository: Option<String>,
    /// "open", where the list says it of all.
    state: String,
    is_pull: bool,
    /// Whether the heads of the columns have been met.
    heads: bool,
    rows: u32,
}

impl List {
    fn line(&mut self, line: &str, span: Range<usize>, about: &About<'_>, posts: &mut Posts) {
        if let Some(found) = SHOWING.captures(line) {
            self.repository = Some(found[3].to_owned());
            self.is_pull = found[2].starts_with("pull");
            self.state = found.get(1).map_or("", |m| m.as_str()).to_owned();
        } else if HEADS.is_match(line) {
            self.heads = true;
            self.is_pull |= line.contains(" BRANCH ");
        } else if let Some(found) = ISSUE.captures(line) {
            self.is_pull = false;
            let when = instant::exact(&found[4], about.reference.time_zone());
            self.tell([&found[1], &found[3], &found[2]], span, when, posts);
        } else if let Some(found) = PULL.captures(line) {
            self.is_pull = true;
            let when = instant::exact(&found[4], about.reference.time_zone());
            self.tell([&found[1], &found[2], &found[3]], span, when, posts);
        } else if let Some(found) = ROW.captures(line).filter(|_| self.heads) {
            let at = found.get(3).map_or("", |m| m.as_str());
            let when = when(at, about.reference.date());
            let state = self.state.clone();
            self.tell([&found[1], &found[2], &state], span, when, posts);
        }
    }

    /// "Issue #4 in a/b, “Soup is cold”, is open".
    fn tell(
        &mut self,
        [number, title, state]: [&str; 3],
        span: Range<usize>,
        when: Option<When>,
        posts: &mut Posts,
    ) {
        let subject = Subject {
            kind: if self.is_pull {
                "Pull request"
            } else {
                "Issue"
            },
            number: number.parse().ok(),
            title: Some(title.to_owned()),
            repository: self.repository.clone(),
        };
        let state = match state.to_lowercase() {
            state if state == "draft" => "a draft".to_owned(),
            state if state.is_empty() => "listed".to_owned(),
            state => state,
        };
        let told = format!("{}, is {state}", subject.shown());
        posts.own(&told, "", span, when, self.rows);
        self.rows += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn lists_with_tabs_and_in_columns() {
        let pulls = "52\tA lid, at last\tlid\tOPEN\t2024-02-05T09:12:00Z\n44\tSpoon\tida:spoon\tDRAFT\t2024-02-04T08:00:00Z\n";
        assert_eq!(
            told(&read_now(pulls)),
            [
                "2024-02-05 09:12 Pull request #52, “A lid, at last”, is open.",
                "2024-02-04 08:00 Pull request #44, “Spoon”, is a draft.",
            ]
        );
        let issues = "41\tOPEN\tSoup is cold\t\t2024-02-05T09:12:00Z\n";
        assert_eq!(
            told(&read_now(issues)),
            ["2024-02-05 09:12 Issue #41, “Soup is cold”, is open."]
        );
        let shown = "\nShowing 2 of 2 open pull requests in a/b\n\nID   TITLE         BRANCH  CREATED AT\n#52  A lid         lid     about 2 days ago\n#50  Spoon, large  spoon   about 5 days ago\n";
        assert_eq!(
            told(&read_now(shown)),
            [
                "2024-05-14 Pull request #52 in a/b, “A lid”, is open.",
                "2024-05-11 Pull request #50 in a/b, “Spoon, large”, is open.",
            ]
        );
    }
}
