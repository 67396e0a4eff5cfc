//! The list of what programs, offices and lawyers put round what people write: `daemon/names/furniture.txt`.

use super::{
    legal,
    met::{Hit, Met, Stands},
    patterns::Patterns,
    shape,
};
use crate::ingest::pattern::asked::automaton;
use aho_corasick::AhoCorasick;
use foldhash::HashMap;
use memo_common::api::SourceType;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

static TEXT: &str = include_str!("../../../names/furniture.txt");

/// Longest line (bytes) that is compared as a whole.
const LINE: usize = 160;

/// Media in which texts are written.
const MEDIA: usize = 11;

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

    /// Which it is of those in which texts are written: no two of them have the same last section.
    const fn number(self) -> usize {
        self.0.ilog2() as usize
    }

    /// Whether two have a section in common.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What a word or phrase that stands in a text speaks for.
#[derive(Clone, Copy, Debug)]
enum Word {
    /// It is a phrase of the list.
    Phrase(Medium, Stands),
    /// The line may match the pattern of this number; the sentence.
    Line(usize),
    Sentence(usize),
    /// A disclaimer's concept.
    Concept(usize),
    /// A program speaks of itself.
    Program,
}

/// Finds the words and phrases that speak for furniture in one medium.
struct Words {
    /// Of all media together it would be too large for the caches near the processor.
    automaton: Option<AhoCorasick>,
    /// What each speaks for.
    kinds: Vec<Word>,
}

pub(super) struct List {
    words: Vec<(String, Word)>,
    /// By the number of the medium.
    found_by: [OnceLock<Words>; MEDIA],
    whole: HashMap<String, Medium>,
    /// Bytes of the longest of them.
    longest: usize,
    lines: Patterns,
    sentences: Patterns,
}

pub(super) static LIST: LazyLock<List> = LazyLock::new(|| List::read(TEXT));

impl List {
    fn read(text: &str) -> Self {
        let mut media = Medium(0);
        let mut words: Vec<(String, Word)> = Vec::new();
        let mut whole: HashMap<String, Medium> = HashMap::default();
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
                let kind = Word::Phrase(media, stands);
                words.push((phrase.to_owned(), kind));
                // the automaton knows the two cases of ASCII letters alone
                let first = phrase.chars().next().filter(|c| !c.is_ascii());
                if let Some(first) = first.filter(|c| c.is_alphabetic()) {
                    let rest = &phrase[first.len_utf8()..];
                    words.push((first.to_uppercase().collect::<String>() + rest, kind));
                }
                if phrase.contains('\'') {
                    words.push((phrase.replace('\'', "’"), kind));
                }
            }
        }
        let (lines, line_words) = Patterns::new(lines);
        let (sentences, sentence_words) = Patterns::new(sentences);
        let asking = |words: Vec<(String, usize)>, kind: fn(usize) -> Word| {
            words.into_iter().map(move |(word, n)| (word, kind(n)))
        };
        words.extend(asking(line_words, Word::Line));
        words.extend(asking(sentence_words, Word::Sentence));
        words.extend(legal::stems().map(|(stem, n)| (stem.to_owned(), Word::Concept(n))));
        words.extend(shape::words().map(|w| (w.to_owned(), Word::Program)));
        Self {
            words,
            found_by: [const { OnceLock::new() }; MEDIA],
            longest: whole.keys().map(String::len).max().unwrap_or_default(),
            whole,
            lines,
            sentences,
        }
    }

    /// What finds the words that speak for furniture in this medium.
    fn words_of(&self, medium: Medium) -> &Words {
        self.found_by[medium.number()].get_or_init(|| {
            let speaks = |word: Word| match word {
                Word::Phrase(media, _) => media.meets(medium),
                Word::Line(n) => self.lines.one_holds_for(n, medium),
                Word::Sentence(n) => self.sentences.one_holds_for(n, medium),
                Word::Concept(_) => legal::holds_for(medium),
                Word::Program => medium.is_shaped(),
            };
            let those = self.words.iter().filter(|(_, kind)| speaks(*kind));
            Words {
                // no state of this automaton's is large; it cannot fail to build
                automaton: automaton(those.clone().map(|(word, _)| word)),
                kinds: those.map(|(_, kind)| *kind).collect(),
            }
        })
    }

    /// The words of a text that speak for furniture in this medium.
    pub(super) fn meet(&self, text: &str, medium: Medium) -> Met {
        let mut met = Met::default();
        let Words { automaton, kinds } = self.words_of(medium);
        let found = automaton.iter().flat_map(|w| w.find_overlapping_iter(text));
        for m in found {
            let end = m.end();
            match kinds[m.pattern().as_usize()] {
                Word::Phrase(_, stands) => met.phrases.push(Hit {
                    start: m.start(),
                    end,
                    stands,
                }),
                Word::Line(n) => met.lines.push((end, n)),
                Word::Sentence(n) => met.sentences.push((end, n)),
                Word::Concept(n) => met.concepts |= 1 << n,
                Word::Program => met.programs.push(end),
            }
        }
        met
    }

    /// Whether a line is furniture as a whole.
    pub(super) fn is_line(&self, line: &str, medium: Medium) -> bool {
        line.trim().len() <= LINE
            && self.is_line_of(line, medium, &self.meet(line, medium), &(0..line.len()))
    }

    /// As [`is_line`](Self::is_line), of a part of a text whose words were looked for.
    pub(super) fn is_line_of(
        &self,
        line: &str,
        medium: Medium,
        met: &Met,
        part: &Range<usize>,
    ) -> bool {
        let line = line.trim();
        if line.is_empty() || line.len() > LINE {
            return false;
        }
        let shape = shape_of(line, self.longest);
        let known = shape.and_then(|s| self.whole.get(s.as_str()));
        let asking = met.lines(part);
        known.is_some_and(|m| m.meets(medium)) || self.lines.is_match(line, medium, asking)
    }

    /// Whether a sentence, a part of a text whose words were looked for, is furniture, whatever stands beside it.
    pub(super) fn is_sentence_of(
        &self,
        sentence: &str,
        medium: Medium,
        met: &Met,
        part: &Range<usize>,
    ) -> bool {
        let sentence = sentence.trim();
        let asking = met.sentences(part);
        sentence.len() <= LINE && self.sentences.is_match(sentence, medium, asking)
    }

    /// Whether there are such sentences in this medium.
    pub(super) fn has_sentences(&self, medium: Medium) -> bool {
        self.sentences.hold_for(medium)
    }
}

/// A line in lower case, each number as 0, each gap as a space, marks and white space at its ends off; nothing where that
/// is of more than so many bytes.
fn shape_of(line: &str, most: usize) -> Option<String> {
    let mut out = String::with_capacity(most + 4);
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
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => out.extend(c.to_lowercase()),
        }
        if out.len() > most {
            return None;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_and_pattern_of_the_list_is_read() {
        let mut patterns = [0, 0];
        for line in TEXT.lines().filter(|l| !l.starts_with('#')) {
            if let Some(names) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                assert!(
                    names.split(' ').all(|n| Medium::named(n).is_some()),
                    "{line}"
                );
            } else if let Some(pattern) = line.strip_prefix("~ ") {
                patterns[0] += 1;
                assert!(LIST.lines.has(pattern), "{pattern}");
            } else if let Some(pattern) = line.strip_prefix("% ") {
                patterns[1] += 1;
                assert!(LIST.sentences.has(pattern), "{pattern}");
            } else {
                assert_eq!(line, line.to_lowercase());
                assert!(!line.contains('’'), "{line}");
            }
        }
        assert!(patterns.iter().all(|n| *n > 0));
    }

    #[test]
    fn each_medium_has_a_number_of_its_own() {
        let sources = SourceType::ALL.into_iter().map(Medium::of);
        let media = sources.chain([Medium::OFFICE, Medium::MAILING]);
        let mut numbers: Vec<usize> = media.clone().map(Medium::number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, Vec::from_iter(0..MEDIA));
        for medium in media {
            assert!(LIST.words_of(medium).automaton.is_some());
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
