//! The record of a witness's examination: numbered lines, `Q.` and `A.`, `BY MR. EK:`, `THE WITNESS:`.

use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::turns::Turns;
use crate::when::When;
use std::ops::Range;

pattern!(NUMBER, r"^\s{0,6}(?:[1-9]|[12]\d|30)(?:\s+|$)");
pattern!(TURN, r"^\s*([QA])[.:]?\s{1,10}(\S.*)$");
pattern!(
    BY,
    r"^\s*BY\s+((?:MR|MS|MRS|DR)\.?\s+\p{Lu}[\p{Lu}'’ -]{1,40}):\s*(.*)$"
);
pattern!(
    NAMED,
    r"^\s*(THE\s\p{Lu}{3,20}|(?:MR|MS|MRS|DR)\.?\s\p{Lu}[\p{Lu}'’ -]{1,40}):\s+(\S.*)$"
);
pattern!(
    SWORN,
    r"(?i)(?-u:\b)(?:first )?(?:been )?(?:duly|first) (?:duly )?(?:sworn|affirmed)(?-u:\b)"
);
pattern!(
    WITNESS,
    r"^\s*(\p{Lu}[\p{Lu}'’.-]+(?:\s\p{Lu}[\p{Lu}'’.-]*){1,3}),?\s*$"
);
pattern!(REMARK, r"^\s*(?:\(.*\)|[\p{Lu} -]{4,60})\s*$");

/// Questions and answers from which on a text is taken for an examination.
const FEWEST: usize = 2;

/// Reads an examination; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, turns: &mut Turns) -> bool {
    let lines = lines(text);
    let count = |of: &str| {
        let turns = lines.iter().filter_map(|(line, _)| TURN.captures(line));
        turns.filter(|turn| &turn[1] == of).count()
    };
    let formal = lines
        .iter()
        .any(|(line, _)| BY.is_match(line) || SWORN.is_match(line));
    if !formal || count("Q") < FEWEST || count("A") < FEWEST {
        return false;
    }
    let mut record = Record {
        asking: "Q".to_owned(),
        witness: witness(&lines),
        when: None,
        open: None,
        turns,
    };
    for (line, span) in lines {
        record.line(line, span);
    }
    record.close();
    record.turns.document().written = record.when;
    true
}

/// A record of which the lines are read one after the other.
struct Record<'a> {
    /// Who asks.
    asking: String,
    /// Who answers.
    witness: String,
    /// The day on which it was taken down.
    when: Option<When>,
    /// Who speaks, what has been said, and where it stands.
    open: Option<(String, String, Range<usize>)>,
    turns: &'a mut Turns,
}

impl Record<'_> {
    fn line(&mut self, line: &str, span: Range<usize>) {
        if let Some(by) = BY.captures(line) {
            self.close();
            self.asking = name(&by[1]);
            if !by[2].is_empty() {
                self.begin(
                    self.asking.clone(),
                    by[2].trim_start_matches("Q.").trim(),
                    span,
                );
            }
        } else if let Some(turn) = TURN.captures(line) {
            let who = if &turn[1] == "Q" {
                &self.asking
            } else {
                &self.witness
            };
            self.begin(who.clone(), &turn[2], span);
        } else if let Some(named) = NAMED.captures(line) {
            let who = match &named[1] {
                "THE WITNESS" | "THE DEPONENT" => self.witness.clone(),
                other => name(other),
            };
            self.begin(who, &named[2], span);
        } else if line.trim().is_empty() || REMARK.is_match(line) {
            self.close();
        } else if let Some((_, said, open)) = &mut self.open {
            said.push(' ');
            said.push_str(line.trim());
            open.end = span.end;
        } else if let Some(day) = stamp::whole(line.trim()).and_then(|s| s.day?.date(true, 0)) {
            self.when = Some(When::day(day));
        }
    }

    fn begin(&mut self, who: String, said: &str, span: Range<usize>) {
        self.close();
        self.open = Some((who, said.to_owned(), span));
    }

    /// Ends what is being said.
    fn close(&mut self) {
        if let Some((who, said, span)) = self.open.take() {
            let speaker = self.turns.speaker(&who);
            self.turns.say(Some(speaker), &said, span, self.when, 0);
        }
    }
}

/// The lines without their numbers. Where they are numbered, one without a number is of the page, and left out.
fn lines(text: &str) -> Vec<(&str, Range<usize>)> {
    let filled = || text.lines().filter(|line| !line.trim().is_empty());
    let numbered = filled().filter(|line| NUMBER.is_match(line)).count() * 2 >= filled().count();
    let mut at = 0;
    let lines = text.split_inclusive('\n').filter_map(|raw| {
        let from = at;
        at += raw.len();
        let line = raw.trim_end();
        if !numbered {
            return Some((line, from..from + line.len()));
        }
        // the page's own number stands far from the margin
        let number = NUMBER.find(line)?;
        Some((
            &line[number.end()..],
            from + number.end()..from + line.len(),
        ))
    });
    lines.collect()
}

/// Who is examined: whoever is named in the line above the oath.
fn witness(lines: &[(&str, Range<usize>)]) -> String {
    let oath = lines.iter().position(|(line, _)| SWORN.is_match(line));
    let above = oath
        .map(|n| &lines[n.saturating_sub(3)..n])
        .unwrap_or_default();
    let named = above
        .iter()
        .rev()
        .find_map(|(line, _)| WITNESS.captures(line));
    named.map_or("The Witness".to_owned(), |found| name(&found[1]))
}

/// A name in capitals as it is written elsewhere: "MR. EK", "IDA EK".
fn name(capitals: &str) -> String {
    super::transcript::without_capitals(capitals.trim())
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_plain;
    use crate::ingest::told::told;

    #[test]
    fn questions_answers_and_remarks() {
        let text = "                         47\n 1              IDA EK,\n 2   having been first duly sworn, testified as follows:\n\
            \x203                   EXAMINATION\n 4   BY MR. ALM:\n 5      Q.   Did you see the soup before it\n 6   was sold?\n 7           MS. BERG:  Objection.\n\
            \x208           THE WITNESS:  I saw a pot of it.\n 9   BY MR. ALM:\n10      Q.   When?\n11      A.   On March 3,\n12   2024.\n\
            13      A.   No.\n14           (Recess taken.)\n\n            Reporters Ltd\n                 866 200-5127\n";
        assert_eq!(
            told(&read_plain(text)),
            [
                "Mr. Alm: Did you see the soup before it was sold?",
                "Ms. Berg: Objection.",
                "Ida Ek: I saw a pot of it.",
                "Mr. Alm: When?",
                "Ida Ek: On March 3, 2024.",
                "Ida Ek: No."
            ]
        );
    }
}
