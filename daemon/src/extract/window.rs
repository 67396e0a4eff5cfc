//! What the tagger reads of an episode: its sentences, and round them what tells who speaks to whom about what.

use super::{Context, episode::Episode};
use crate::ingest::{Document, Kind, Passage, PersonId};
use std::ops::Range;

/// Bytes of a title or heading, and of what stands before the episode, at most.
const LONGEST_TITLE: usize = 120;
const LONGEST_BEFORE: usize = 160;

/// People of an audience who are named at most.
const COMPANY: usize = 6;

/// Lines about one episode: those round it first, then its sentences.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// In the order in which they are read.
    pub lines: Vec<Line>,
}

/// A line of a [`Window`].
#[derive(Clone, Debug)]
pub struct Line {
    /// Its words.
    pub text: String,
    /// What it is.
    pub part: Part,
    /// Whom the document's structure names in it: bytes of `text`; `None` is the user.
    pub names: Vec<(Range<usize>, Option<PersonId>)>,
    /// Where in `text` the sentence begins, behind who says it.
    pub from: usize,
}

/// What a line of a [`Window`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Whose papers they are, and of what kind.
    User,
    /// The document's title and the last heading.
    Title,
    /// Who writes or speaks, and to whom.
    Parties,
    /// What stands before.
    Before,
    /// A sentence: its number among the episode's pieces.
    Piece(usize),
}

impl Window {
    /// The window of an episode.
    pub(crate) fn of(document: &Document, episode: &Episode, context: &Context) -> Self {
        let mut window = Self::default();
        let first = &document.passages[episode.pieces[0].passage];
        window.user(document, context);
        window.titles(document, first);
        window.parties(document, first);
        window.before(document, episode);
        let mut speaker = first.speaker;
        for (n, piece) in episode.pieces.iter().enumerate() {
            let passage = &document.passages[piece.passage];
            let mut line = Line::new(Part::Piece(n));
            if let Some(id) = passage.speaker
                && (passage.speaker != speaker || n == 0 && passage.kind == Kind::Turn)
            {
                line.name(document.people[id].called(), Some(id));
                line.text.push_str(": ");
            }
            speaker = passage.speaker;
            line.from = line.text.len();
            line.text.push_str(&passage.text[piece.range.clone()]);
            window.lines.push(line);
        }
        window
    }

    /// The window of a line by itself.
    pub(crate) fn of_line(line: &str) -> Self {
        let mut alone = Line::new(Part::Piece(0));
        alone.text.push_str(line);
        Self { lines: vec![alone] }
    }

    fn user(&mut self, document: &Document, context: &Context) {
        let mut line = Line::new(Part::User);
        line.text.push_str(document.source_type.as_str());
        line.text.push_str(", ");
        line.name(context.user_name.trim(), None);
        self.lines.push(line);
    }

    fn titles(&mut self, document: &Document, first: &Passage) {
        let mut titles: Vec<&str> = document.title.iter().map(|t| t.as_str()).collect();
        if let Kind::Post { act } = &first.kind {
            titles.push(act);
        }
        titles.extend(first.headings.last().map(|t| t.as_str()));
        titles.dedup();
        if titles.is_empty() {
            return;
        }
        let mut line = Line::new(Part::Title);
        for title in titles {
            if !line.text.is_empty() {
                line.text.push_str(" — ");
            }
            line.text.push_str(head(title, LONGEST_TITLE));
        }
        self.lines.push(line);
    }

    fn parties(&mut self, document: &Document, first: &Passage) {
        if first.kind == Kind::Turn || first.speaker.is_none() && first.audience.is_empty() {
            return;
        }
        let mut line = Line::new(Part::Parties);
        if let Some(id) = first.speaker {
            line.name(document.people[id].called(), Some(id));
        }
        for (n, id) in first.audience.iter().take(COMPANY).enumerate() {
            line.text.push_str(if n == 0 { " → " } else { ", " });
            line.name(document.people[*id].called(), Some(*id));
        }
        self.lines.push(line);
    }

    fn before(&mut self, document: &Document, episode: &Episode) {
        let piece = &episode.pieces[0];
        let first = &document.passages[piece.passage];
        let mut before = first.text[..piece.range.start].trim();
        if before.is_empty()
            && let Some(former) = piece.passage.checked_sub(1).map(|n| &document.passages[n])
            && former.thread == first.thread
        {
            before = former.text.trim();
        }
        let before = tail(before, LONGEST_BEFORE);
        if !before.is_empty() {
            let mut line = Line::new(Part::Before);
            line.text.push_str(before);
            self.lines.push(line);
        }
    }
}

impl Line {
    fn new(part: Part) -> Self {
        Self {
            text: String::new(),
            part,
            names: Vec::new(),
            from: 0,
        }
    }

    fn name(&mut self, name: &str, who: Option<PersonId>) {
        let from = self.text.len();
        self.text.push_str(name);
        self.names.push((from..self.text.len(), who));
    }
}

/// The beginning of a text, whole words of it where it is cut.
fn head(text: &str, most: usize) -> &str {
    let cut = &text[..text.floor_char_boundary(most)];
    match cut.len() < text.len() {
        true => cut.rfind(char::is_whitespace).map_or(cut, |at| &cut[..at]),
        false => cut,
    }
}

/// The end of a text, whole words of it where it is cut.
fn tail(text: &str, most: usize) -> &str {
    let cut = &text[text.ceil_char_boundary(text.len().saturating_sub(most))..];
    match cut.len() < text.len() {
        true => cut
            .find(char::is_whitespace)
            .map_or(cut, |at| cut[at..].trim_start()),
        false => cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_cut_behind_words_and_what_stands_before_in_front_of_them() {
        assert_eq!(head("The harbour office", 12), "The harbour");
        assert_eq!(head("The harbour office", 11), "The");
        assert_eq!(head("Zoë", 20), "Zoë");
        assert_eq!(tail("The harbour office", 15), "harbour office");
        assert_eq!(tail("The harbour office", 14), "office");
        assert_eq!(tail("京都で", 4), "で");
    }
}
