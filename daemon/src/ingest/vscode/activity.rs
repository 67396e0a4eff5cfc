//! Logs whose lines each begin with their time: what was opened, saved, run.

use crate::ingest::About;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::stamp;
use crate::when::{Point, When};
use std::ops::Range;

pattern!(
    LINE,
    r"^\[?((?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})?[T ,]*\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:Z|\s?[+-]\d{2}:?\d{2})?(?:\s?[AP]M)?)\]?\s*[-–|:]?\s*(?:\[(\w{4,8})\]\s*|(?i:(trace|debug|info|warn|warning|error))[:\s]\s*)?(?:\[[^\]]{1,40}\]\s*)?(\S.*)$"
);
pattern!(
    DONE,
    r"^(?:[Oo]pened|[Ss]aved|[Ee]dited|[Cc]reated|[Dd]eleted|[Rr]enamed|[Cc]losed|[Rr]an|[Ss]tarted|[Ss]topped|[Dd]ebugged|[Cc]ommitted|[Pp]ushed|[Pp]ulled|[Mm]erged|[Ss]witched|[Ii]nstalled|[Uu]pdated|[Ss]earched|[Vv]iewed|[Mm]odified|[Aa]dded|[Rr]emoved|[Ff]ixed|[Ww]rote|[Rr]eviewed|[Ff]ormatted|[Rr]efactored|[Bb]uilt|[Tt]ested|[Cc]hecked)\b"
);

/// Silence that ends a stretch of work, in minutes.
const SILENCE: i64 = 30;

/// Words of one memory.
const FULL: usize = 60;

/// Reads a log; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let head = text.lines().take(200).filter(|l| !l.trim().is_empty());
    let (lines, hits) = head.fold((0, 0), |(n, h), line| {
        (n + 1, h + usize::from(LINE.is_match(line)))
    });
    if hits < 2 || hits * 2 < lines {
        return false;
    }
    let mut stretch = Stretch::default();
    let mut day = None;
    for (line, span) in lines::spanned(text) {
        let Some(found) = LINE.captures(line) else {
            continue;
        };
        let level = found
            .get(2)
            .or_else(|| found.get(3))
            .map_or("", |m| m.as_str())
            .to_lowercase();
        if matches!(level.as_str(), "trace" | "debug") {
            continue;
        }
        let (stamp, _) = stamp::take(&found[1]);
        day = stamp
            .day
            .and_then(|d| d.date(stamp.twelve_hours, about.reference.year()))
            .or(day);
        let date = day.unwrap_or_else(|| about.reference.date());
        let when = When::on(date, stamp.time);
        stretch.add(&found[4], when, span, posts);
    }
    stretch.end(posts);
    true
}

/// Lines that follow one another without a long break.
#[derive(Default)]
struct Stretch {
    lines: Vec<String>,
    words: usize,
    from: Option<When>,
    to: Option<When>,
    span: Range<usize>,
    thread: u32,
}

impl Stretch {
    fn add(&mut self, said: &str, when: When, span: Range<usize>, posts: &mut Posts) {
        let apart = matches!((self.to.map(|w| w.start), when.start), (Some(Point::Minute(a)), Point::Minute(b))
            if b.duration_since(a) > jiff::SignedDuration::from_mins(SILENCE));
        let words = said.split_whitespace().count();
        if apart || self.words + words > FULL {
            self.end(posts);
            self.thread += u32::from(apart);
        }
        let told = if DONE.is_match(said) {
            let mut chars = said.chars();
            let first = chars
                .next()
                .map(|c| c.to_lowercase().to_string())
                .unwrap_or_default();
            format!("I {first}{}", chars.as_str())
        } else {
            said.to_owned()
        };
        let told = told.trim_end_matches('.').to_owned();
        if self.lines.last() != Some(&told) {
            self.lines.push(told);
            self.words += words;
        }
        if self.from.is_none() {
            self.from = Some(when);
            self.span.start = span.start;
        }
        self.to = Some(when);
        self.span.end = span.end;
    }

    fn end(&mut self, posts: &mut Posts) {
        if let (Some(from), false) = (self.from.take(), self.lines.is_empty()) {
            let told = self.lines.join(". ");
            posts.own(&told, "", self.span.clone(), Some(from), self.thread);
        }
        self.lines.clear();
        self.words = 0;
        self.to = None;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn stretches_of_work() {
        let log = "2024-05-03 14:30:01 [info] Opened src/pot.rs\n2024-05-03 14:30:01 [debug] tick\n2024-05-03 14:31:00 [info] Saved src/pot.rs\n2024-05-03 16:31:00 [info] Build failed: no soup\n";
        assert_eq!(
            told(&read_now(log)),
            [
                "2024-05-03 14:30 I opened src/pot.rs. I saved src/pot.rs.",
                "2024-05-03 16:31 Build failed: no soup."
            ]
        );
    }
}
