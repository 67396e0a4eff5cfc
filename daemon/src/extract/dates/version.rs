//! Numbers of versions, which look like dates with a point: "broken since 1.22.", "it works on 3.11".

use super::{lexicon::Sense, parser::Parser};

/// Words round a number among which software is spoken of.
const AROUND: usize = 14;

/// Words that only what runs is told with.
const RUNS: [&str; 24] = [
    "version",
    "versions",
    "works",
    "runs",
    "running",
    "requires",
    "require",
    "breaks",
    "broken",
    "fails",
    "failing",
    "crashes",
    "crashed",
    "builds",
    "tested",
    "supports",
    "supported",
    "compatible",
    "regression",
    "python",
    "node",
    "java",
    "ruby",
    "php",
];

/// Words of what becomes of software.
const CHANGES: [&str; 29] = [
    "upgrade",
    "upgraded",
    "upgrading",
    "update",
    "updated",
    "updating",
    "downgrade",
    "downgraded",
    "release",
    "released",
    "releases",
    "fixed",
    "fix",
    "fixes",
    "broke",
    "build",
    "bug",
    "bugs",
    "crash",
    "patch",
    "patched",
    "install",
    "installed",
    "merged",
    "backport",
    "backported",
    "deprecated",
    "happens",
    "stuck",
];

/// German words before a day, whose point a date ends with: "am 1.2.", "bis 15.3."
const GERMAN: [&str; 8] = ["am", "bis", "vom", "ab", "zum", "von", "vor", "seit"];

impl Parser<'_, '_> {
    /// Whether the two numbers with a point between them at `i` are a version; `dotted`, whether a point follows them.
    pub(super) fn is_version(&self, i: usize, dotted: bool) -> bool {
        let before = self.sense_before(i);
        if self.mark(i + 1) != Some('.') || matches!(before, Some(Sense::Weekday(_))) {
            return false;
        }
        // the day stands first where a point follows, and no month is the 22nd
        if dotted && self.digits(i + 2).is_some_and(|(month, _)| month > 12) {
            return true;
        }
        // "will be in 2.1."
        if before == Some(Sense::In) {
            return true;
        }
        let cue = self.text(i.wrapping_sub(1)).to_lowercase();
        // "all are on 2.3": who puts the day first ends it with a point
        if cue == "on" && !dotted {
            return true;
        }
        if GERMAN.contains(&cue.as_str()) {
            return false;
        }
        self.speaks_of_software(i, before != Some(Sense::On))
    }

    /// Whether the words of the line round a number are of software; `wide`, whether those of its changes count.
    fn speaks_of_software(&self, i: usize, wide: bool) -> bool {
        let before = (i.saturating_sub(AROUND)..i)
            .rev()
            .take_while(|j| self.token(j + 1).is_none_or(|t| t.lines == 0));
        let after =
            (i + 3..i + AROUND).take_while(|j| self.token(*j).is_some_and(|t| t.lines == 0));
        before.chain(after).any(|j| {
            let word = self.text(j).to_lowercase();
            let word = word.as_str();
            // "takes 4.2 s"
            let measured = matches!(word, "s" | "ms")
                && j.checked_sub(1).is_some_and(|n| self.digits(n).is_some());
            RUNS.contains(&word) || wide && (measured || CHANGES.contains(&word))
        })
    }
}
