//! What a workflow's job printed, each line with its time to a ten-millionth of a second, and perhaps the job and the step
//! before it.

use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::when::When;
use crate::wording::quoted;
use std::ops::Range;

pattern!(
    LINE,
    r"^\u{feff}?(?:([^\t]{1,120})\t([^\t]{1,120})\t)?\u{feff}?(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{7}Z) (.*)$"
);
pattern!(
    TELLS,
    r"(?i)^##\[(?:error|warning)\]|\b(?:error|failed|failure|panicked|passed|denied|timed out|deployed|published|released)\b"
);
pattern!(MARK, r"^##\[(?:error|warning|notice)\]\s*");

/// Lines in which a text shows whether it is such a log, and those of them that do at least.
const HEAD: usize = 20;
const LEAST: usize = 3;

/// Lines told of one step.
const TOLD: usize = 6;

/// A step that is being read.
#[derive(Default)]
struct Step {
    job: String,
    name: String,
    lines: Vec<String>,
    when: Option<When>,
    span: Range<usize>,
}

/// Reads a log; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, posts: &mut Posts) -> bool {
    let head = text.lines().take(HEAD).filter(|l| LINE.is_match(l));
    if head.count() < LEAST {
        return false;
    }
    let mut step = Step::default();
    let mut told = 0;
    for (line, span) in lines::spanned(text) {
        let Some(found) = LINE.captures(line) else {
            continue;
        };
        let part = |n: usize| found.get(n).map_or("", |m| m.as_str());
        if step.job != part(1) || step.name != part(2) {
            told += std::mem::take(&mut step).tell(posts);
            part(1).clone_into(&mut step.job);
            part(2).clone_into(&mut step.name);
        }
        if TELLS.is_match(&found[4]) && step.lines.len() < TOLD {
            if step.lines.is_empty() {
                step.when = posts.instant(&found[3]).map(minute);
                step.span.start = span.start;
            }
            step.span.end = span.end;
            let said = MARK.replace(&found[4], "");
            step.lines.push(said.trim().chars().take(200).collect());
        }
    }
    told += step.tell(posts);
    told > 0
}

/// A moment to the minute.
fn minute(when: When) -> When {
    when.start.moment().map_or(when, When::minute)
}

impl Step {
    /// Tells what the step printed, where that says how it went.
    fn tell(self, posts: &mut Posts) -> usize {
        if self.lines.is_empty() {
            return 0;
        }
        let whose = match (self.job.as_str(), self.name.as_str()) {
            ("", _) => "The job printed".to_owned(),
            (job, step) => format!("The job {} printed, at {}", quoted(job), quoted(step)),
        };
        posts.own(&whose, &self.lines.join("; "), self.span, self.when, 0);
        1
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::told::told;
    use crate::ingest::vscode::tests::read_now;

    #[test]
    fn a_jobs_log() {
        let log = "soup\tSet up job\t2024-05-03T08:00:12.1234567Z Runner version: '2'\nsoup\tSet up job\t2024-05-03T08:00:12.1300000Z ##[group]System\n\
            soup\tSet up job\t2024-05-03T08:00:12.1310000Z Ubuntu\nsoup\tRun tests\t2024-05-03T08:14:05.0020000Z 1 failed, 312 passed\n\
            soup\tRun tests\t2024-05-03T08:14:05.1110000Z ##[error]Process completed with exit code 1.\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-05-03 10:14 The job “soup” printed, at “Run tests”: 1 failed, 312 passed; Process completed with exit code 1."
            ]
        );
    }
}
