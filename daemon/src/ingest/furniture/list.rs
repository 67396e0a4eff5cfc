//! The list of what programs, offices and lawyers put round what people write: `daemon/names/furniture.txt`.

use super::patterns::Patterns;
use aho_corasick::AhoCorasick;
use memo_common::api::SourceType;
use std::collections::HashMap;
use std::sync::LazyLock;

static TEXT: &str = include_str!("../../../names/furniture.txt");

/// Longest line (bytes) that is compared as a whole.
const LINE: usize = 160;

/// What a text is written in: the sections of the list that hold for it, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Medium(u16);

impl Medium {
    /// Mail of a firm, an office, a program.
    pub(crate) const OFFICE: Self = Self(1 | 1 << 1);

    /// What only mail has that was sent to many.
    pub(super) const MAILING: Self = Self(1 << 10);

    /// That of a source of this type.
    pub(crate) const fn of(source: SourceType) -> Self {
        Self(match source {
            SourceType::Email => 1,
            SourceType::Calendar => 1 << 2,
            SourceType::Slack => 1 << 3,
            SourceType::Stream => 1 << 4,
            SourceType::Github => 1 << 5,
            SourceType::Browser => 1 << 6,
            SourceType::Vscode => 1 << 7,
            SourceType::Pdf => 1 << 8,
            SourceType::Text => 1 << 9,
        })
    }

    fn named(name: &str) -> Option<Self> {
        match name {
            "all" => Some(Self((1 << 10) - 1)),
            "office" => Some(Self(1 << 1)),
            "mailing" => Some(Self::MAILING),
            name => name.parse().ok().map(Self::of),
        }
    }

    /// Whether its programs are known by the shape of what they say: not in talk, where people ask each other.
    pub(super) fn is_shaped(self) -> bool {
        self != Self::of(SourceType::Stream)
    }

    /// Whether two have a section in common.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// How a phrase has to stand in a sentence to make it furniture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// Anywhere, unless the sentence is told by somebody ("I …").
    Anywhere,
    /// Anywhere, whoever says it: the phrase itself says "I".
    Sure,
    /// At its beginning.
    First,
}

/// A phrase found in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) stands: Stands,
}

pub(super) struct List {
    phrases: Option<AhoCorasick>,
    kinds: Vec<(Medium, Stands)>,
    whole: HashMap<String, Medium>,
    lines: Patterns,
    sentences: Patterns,
}

pub(super) static LIST: LazyLock<List> = LazyLock::new(|| List::read(TEXT));

impl List {
    fn read(text: &str) -> Self {
        let mut media = Medium(0);
        let mut phrases: Vec<String> = Vec::new();
        let mut kinds = Vec::new();
        let mut whole: HashMap<String, Medium> = HashMap::new();
        let mut lines: Vec<(Medium, &str)> = Vec::new();
        let mut sentences: Vec<(Medium, &str)> = Vec::new();
        for line in text
            .lines()
            .filter(|l| !l.is_empty() && !l.starts_with('#'))
        {
            if let Some(names) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                let named = names.split(' ').filter_map(Medium::named);
                media = Medium(named.fold(0, |all, m| all | m.0));
            } else if let Some(line) = line.strip_prefix("= ") {
                let known = whole.entry(line.to_owned()).or_insert(Medium(0));
                known.0 |= media.0;
            } else if let Some(pattern) = line.strip_prefix("~ ") {
                lines.push((media, pattern));
            } else if let Some(pattern) = line.strip_prefix("% ") {
                sentences.push((media, pattern));
            } else {
                let (phrase, stands) = match line.strip_prefix("^ ") {
                    Some(phrase) => (phrase, Stands::First),
                    None if line.split([' ', '\'']).any(|w| w == "i") => (line, Stands::Sure),
                    None => (line, Stands::Anywhere),
                };
                phrases.push(phrase.to_owned());
                kinds.push((media, stands));
                // the automaton knows the two cases of ASCII letters alone
                let first = phrase.chars().next().filter(|c| !c.is_ascii());
                if let Some(first) = first.filter(|c| c.is_alphabetic()) {
                    let rest = &phrase[first.len_utf8()..];
                    phrases.push(first.to_uppercase().collect::<String>() + rest);
                    kinds.push((media, stands));
                }
                if phrase.contains('\'') {
                    phrases.push(phrase.replace('\'', "’"));
                    kinds.push((media, stands));
                }
            }
        }
        Self {
            // no state of this automaton's is large; it cannot fail to build
            phrases: AhoCorasick::builder()
                .ascii_case_insensitive(true)
                .build(&phrases)
                .ok(),
            kinds,
            whole,
            lines: Patterns::new(lines),
            sentences: Patterns::new(sentences),
        }
    }

    /// The phrases in a text that hold in this medium, in order of their ends.
    pub(super) fn hits(&self, text: &str, medium: Medium) -> Vec<Hit> {
        let found = self
            .phrases
            .iter()
            .flat_map(|p| p.find_overlapping_iter(text));
        found
            .filter_map(|m| {
                let (media, stands) = self.kinds[m.pattern().as_usize()];
                media.meets(medium).then_some(Hit {
                    start: m.start(),
                    end: m.end(),
                    stands,
                })
            })
            .collect()
    }

    /// Whether a line is furniture as a whole.
    pub(super) fn is_line(&self, line: &str, medium: Medium) -> bool {
        let line = line.trim();
        if line.is_empty() || line.len() > LINE {
            return false;
        }
        let shape = shape(line);
        self.whole
            .get(shape.as_str())
            .is_some_and(|m| m.meets(medium))
            || self.lines.is_match(line, medium)
    }

    /// Whether a sentence is furniture, whatever stands beside it.
    pub(super) fn is_sentence(&self, sentence: &str, medium: Medium) -> bool {
        let sentence = sentence.trim();
        sentence.len() <= LINE && self.sentences.is_match(sentence, medium)
    }

    /// Whether there are such sentences in this medium.
    pub(super) fn has_sentences(&self, medium: Medium) -> bool {
        self.sentences.hold_for(medium)
    }
}

/// A line in lower case, each number as 0, each gap as a space, marks and white space at its ends off.
fn shape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let line = line.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, '*' | '_' | '-' | '•' | '·' | '>' | '|' | ':' | '▸' | '▾')
    });
    for c in line.chars() {
        match c {
            '0'..='9' if out.ends_with('0') => {}
            // a window's buttons stand apart
            c if c.is_whitespace() && out.ends_with(' ') => {}
            c if c.is_whitespace() => out.push(' '),
            '0'..='9' => out.push('0'),
            '’' => out.push('\''),
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_and_pattern_of_the_list_is_read() {
        for line in TEXT.lines().filter(|l| !l.starts_with('#')) {
            if let Some(names) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                assert!(
                    names.split(' ').all(|n| Medium::named(n).is_some()),
                    "{line}"
                );
            } else if let Some(pattern) = line.strip_prefix("~ ").or(line.strip_prefix("% ")) {
                assert!(regex::Regex::new(pattern).is_ok(), "{pattern}");
            } else {
                assert_eq!(line, line.to_lowercase());
                assert!(!line.contains('’'), "{line}");
            }
        }
        assert!(LIST.phrases.is_some());
        for mark in ["\n~ ", "\n% "] {
            assert!(TEXT.contains(mark));
        }
    }

    #[test]
    fn a_line_is_known_by_its_shape() {
        let slack = Medium::of(SourceType::Slack);
        assert!(LIST.is_line("12 replies", slack) && LIST.is_line(" View thread ", slack));
        assert!(!LIST.is_line("View thread", Medium::of(SourceType::Text)));
        assert!(!LIST.is_line("12 replies were rude, the rest was fine", Medium::OFFICE));
    }
}
