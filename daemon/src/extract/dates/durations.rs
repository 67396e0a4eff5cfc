//! Lengths of time: "two hours", "a couple of weeks", `45 min`.

use super::{Reference, lexicon, parser::Parser, tokens};
use jiff::civil::DateTime;
use std::ops::Range;

/// A length of time in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duration {
    /// Bytes of the text that say it.
    pub span: Range<usize>,
}

/// Every length of time in `text`, in order.
pub fn durations(text: &str) -> Vec<Duration> {
    let language = lexicon::language(text);
    let reference = Reference::at(DateTime::ZERO);
    let mut found = Vec::new();
    let mut from = 0;
    while from < text.len() {
        let to = super::piece_end(text, from);
        let tokens = tokens::tokens(&text[from..to], language);
        let parser = Parser::new(&tokens, &reference, language);
        let mut i = 0;
        while i < tokens.len() {
            let Some(end) = parser.duration(i) else {
                i += 1;
                continue;
            };
            found.push(Duration {
                span: from + tokens[i].start..from + tokens[end - 1].end,
            });
            i = end;
        }
        from = to;
    }
    found
}

impl Parser<'_, '_> {
    /// Count and unit, with parts joined ("1 hour 20 minutes", "two and a half days"); the index after it.
    fn duration(&self, i: usize) -> Option<usize> {
        let (_, mut at) = self.count(i)?;
        if self.is(at, lexicon::Sense::And)
            && self.sense(self.skip(at + 1, lexicon::Sense::A)) == Some(lexicon::Sense::Half)
        {
            at = self.skip(at + 1, lexicon::Sense::A) + 1;
        }
        let (_, mut end) = self.unit(self.skip_mark(at, &['-']))?;
        for _ in 0..2 {
            let joined = self.skip(self.skip_mark(end, &[',']), lexicon::Sense::And);
            let Some((_, more)) = self.count(joined).and_then(|(_, at)| self.unit(at)) else {
                break;
            };
            end = more;
        }
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_lengths() {
        for (text, expected) in [
            ("It took two hours.", vec!["two hours"]),
            (
                "a couple of weeks, then 45 min",
                vec!["a couple of weeks", "45 min"],
            ),
            ("1 hour 20 minutes late", vec!["1 hour 20 minutes"]),
            ("two and a half days", vec!["two and a half days"]),
            ("nothing", vec![]),
        ] {
            let found: Vec<&str> = durations(text).into_iter().map(|d| &text[d.span]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
