//! Memories → sentences, each with who says it.

use super::{
    Source,
    words::{Word, words},
};
use crate::extract::sentences;
use std::ops::Range;

/// Who says a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice<'a> {
    /// Whoever is "I" in the memory; the user's name.
    User(&'a str),
    /// Somebody quoted; a name.
    Other(&'a str),
}

impl<'a> Voice<'a> {
    /// The name.
    pub(super) fn name(self) -> &'a str {
        match self {
            Self::User(name) | Self::Other(name) => name,
        }
    }
}

/// A sentence of a memory.
#[derive(Clone, Debug)]
pub(super) struct Sentence<'a> {
    /// Which of the memories found.
    pub(super) source: usize,
    /// Its place among the memory's sentences.
    pub(super) order: usize,
    pub(super) text: &'a str,
    pub(super) words: Vec<Word>,
    pub(super) voice: Voice<'a>,
    /// Ends in a question mark.
    pub(super) asks: bool,
    /// Said in talk, not written.
    pub(super) spoken: bool,
    /// Describes what is shared, not said ("[shares a photo of …]").
    pub(super) shown: bool,
    /// What was put into it in square brackets.
    brackets: Vec<Range<usize>>,
}

impl Sentence<'_> {
    /// Its bytes in its memory.
    pub(super) fn within(&self, sources: &[Source]) -> Range<usize> {
        let narrative = sources[self.source].content.narrative.as_ptr();
        let start = self.text.as_ptr().addr() - narrative.addr();
        start..start + self.text.len()
    }

    /// Its words without those put into it in square brackets.
    pub(super) fn said(&self) -> impl Iterator<Item = &Word> {
        let inside = |w: &&Word| self.brackets.iter().any(|b| b.contains(&w.span.start));
        self.words.iter().filter(move |w| !inside(w))
    }
}

/// What stands in square brackets within a sentence, and the words that say that something is shared.
fn brackets(text: &str, shown: bool) -> Vec<Range<usize>> {
    if shown {
        let of = text
            .rfind("photo of ")
            .or_else(|| text.rfind("photography of "));
        let lead = of.map_or(0, |at| at + text[at..].find("of ").map_or(0, |i| i + 3));
        return std::iter::once(0..lead).collect();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('[').map(|i| at + i) {
        let close = text[open..].find(']').map_or(text.len(), |i| open + i + 1);
        found.push(open..close);
        at = close;
    }
    found
}

/// All sentences of a memory.
pub(super) fn sentences<'a>(at: usize, source: &Source<'a>) -> Vec<Sentence<'a>> {
    let narrative = source.content.narrative.as_str();
    let mut found = Vec::new();
    for (range, speaker) in stretches(narrative) {
        let voice = match speaker {
            None | Some(Lead { teller: "I", .. }) => Voice::User(source.user_name),
            Some(lead) => Voice::Other(lead.teller),
        };
        let piece = &narrative[range];
        for span in pieces(piece) {
            let text = &piece[span];
            let words = words(text);
            if words.is_empty() {
                continue;
            }
            found.push(Sentence {
                source: at,
                order: found.len(),
                text,
                words,
                voice,
                spoken: speaker.is_some_and(|l| l.spoken),
                asks: text.trim_end_matches(['”', '"', ')']).ends_with('?'),
                shown: text.starts_with('['),
                brackets: brackets(text, text.starts_with('[')),
            });
        }
    }
    found
}

/// Sentences, with what is shared in brackets apart.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let parts = sentences::split(text)
        .into_iter()
        .flat_map(|span| items(text, span));
    for span in parts {
        match text[span.clone()].find("[shares ") {
            Some(at) if at > 0 => {
                let before = text[span.start..span.start + at].trim_end().len();
                found.push(span.start..span.start + before);
                found.push(span.start + at..span.end);
            }
            _ => found.push(span),
        }
    }
    found
}

/// The items and lines that a narrative joins in one sentence.
fn items(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = span.start;
    for (at, mark) in text[span.clone()].match_indices("; ") {
        found.push(from..span.start + at);
        from = span.start + at + mark.len();
    }
    found.push(from..span.end);
    found
}

/// What stands outside and inside quotation marks, without leads ("Ana said:", "On 3 May 2024:"), with who is quoted.
fn stretches(narrative: &str) -> Vec<(Range<usize>, Option<Lead<'_>>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(lead) = lead(&narrative[at..]) {
        let open = at + lead.end;
        let Some(inside) = narrative[open..].strip_prefix('“') else {
            at = open;
            continue;
        };
        let open = open + '“'.len_utf8();
        // The first closing mark that a further lead follows, else the last one.
        let close = inside
            .match_indices('”')
            .map(|(i, _)| i)
            .find(|i| lead_quotes(inside[i + '”'.len_utf8()..].trim_start()))
            .or_else(|| inside.rfind('”'))
            .unwrap_or(inside.len());
        found.push((open..open + close, Some(lead)));
        at = (open + close + '”'.len_utf8()).min(narrative.len());
        at += narrative[at..].len() - narrative[at..].trim_start().len();
    }
    if !narrative[at..].trim().is_empty() {
        found.push((at..narrative.len(), None));
    }
    found
}

/// Longest lead, in bytes.
const LEAD: usize = 200;

/// Verbs of leads, and whether they are of talk.
const TELLS: &[(&str, bool)] = &[
    ("said", true),
    ("told", true),
    ("asked", true),
    ("replied", true),
    ("answered", true),
    ("wrote", false),
    ("noted", false),
];

/// What introduces a quotation or a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lead<'a> {
    /// Who tells; "I" for the user.
    teller: &'a str,
    spoken: bool,
    /// Where what is told begins.
    end: usize,
}

/// The lead that a text begins with.
fn lead(text: &str) -> Option<Lead<'_>> {
    let head = &text[..text.floor_char_boundary(LEAD)];
    let mut titled = 0;
    let end = head.char_indices().find_map(|(at, c)| {
        match c {
            '“' => titled += 1,
            '”' => titled -= 1,
            ':' if titled == 0 && head[at + 1..].starts_with(' ') => return Some(Some(at)),
            '.' if titled == 0 && !ends_sentence(head, at) => {}
            '.' | '!' | '?' | '\n' if titled == 0 => return Some(None),
            _ => {}
        }
        None
    })??;
    let said = &head[..end];
    let mut at = 0;
    for word in said.split(' ') {
        let tells = TELLS.iter().find(|(verb, _)| *verb == word);
        if let Some((_, spoken)) = tells.filter(|_| at > 0) {
            // "In “#general”, Ana said"
            let teller = &said[..at - 1];
            let named = teller
                .strip_prefix("In “")
                .and_then(|t| t.split_once("”, "));
            return Some(Lead {
                teller: named.map_or(teller, |(_, teller)| teller),
                spoken: *spoken,
                end: end + 2,
            });
        }
        at += word.len() + 1;
    }
    let dated = ["On ", "In my ", "In a ", "I read "]
        .iter()
        .any(|d| said.starts_with(d));
    dated.then_some(Lead {
        teller: "I",
        spoken: false,
        end: end + 2,
    })
}

/// Titles that are cut short, folded.
const TITLES: [&str; 6] = ["dr", "mr", "mrs", "ms", "prof", "st"];

/// Whether a full stop ends a sentence: "Bo L. wrote", "Dr. Ek said" and "bo.lund@x.example wrote" go on.
fn ends_sentence(text: &str, at: usize) -> bool {
    let goes_on = text[at + 1..].starts_with(|c: char| !c.is_whitespace());
    let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next();
    let short = word.is_some_and(|word| {
        word.chars().count() == 1 || TITLES.contains(&word.to_lowercase().as_str())
    });
    !goes_on && !short
}

fn lead_quotes(text: &str) -> bool {
    lead(text).is_some_and(|l| text[l.end..].starts_with('“'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(narrative: &str) -> Vec<(&str, Option<&str>)> {
        let all = stretches(narrative);
        all.into_iter()
            .map(|(r, lead)| (&narrative[r], lead.map(|l| l.teller)))
            .collect()
    }

    #[test]
    fn leads_are_left_out() {
        assert_eq!(
            said("On 3 May 2024: I baked. Ana came: late."),
            [("I baked. Ana came: late.", None)]
        );
        assert_eq!(
            said("Ana Roy told me: “Bread? A “fine” loaf!” I said: “Yes.”"),
            [
                ("Bread? A “fine” loaf!", Some("Ana Roy")),
                ("Yes.", Some("I"))
            ]
        );
        assert_eq!(said("In “#general”, I said: “Yes.”"), [("Yes.", Some("I"))]);
        assert_eq!(
            said("Bo wrote to me on 3 May 2024 about “Keys: lost”: “Found.”"),
            [("Found.", Some("Bo"))]
        );
        assert_eq!(
            said("Bo L. wrote to me on 3 May 2024: “Found. Dr. Ek has it.”"),
            [("Found. Dr. Ek has it.", Some("Bo L."))]
        );
    }

    proptest! {
        #[test]
        fn stretches_are_in_bounds(text in "[a-z“”: .]{0,80}|\\PC{0,80}") {
            for (range, _) in stretches(&text) {
                prop_assert!(text.get(range).is_some());
            }
        }
    }
}
