//! A message's lines parted into its own words, what it forwards, and what it quotes.

use super::heads::{self, Head, Separator};
use crate::ingest::furniture;
use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;
use std::borrow::Cow;

// "##- Please type your reply above this line -##"
pattern!(
    MARK,
    r"(?i)^\W*(?:.{0,40}\b)?(?:reply|replies|respond|write|type|enter|antworte?\w*|schreiben|répon\w*|écri\w*|respon\w*|escrib\w*)\b.{0,40}\b(?:above|over|ober\w*|über|au-dessus|encima)\b.{0,40}\b(?:line|linie|zeile|ligne|línea)\b.{0,60}$"
);

/// Whose words a section holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The message's own.
    Own,
    /// Another message's, forwarded as the head says.
    Forwarded(Head),
    /// Another message's, below the answer to it.
    Answered(Head),
    /// Quoted under "On … wrote:" (the line itself), or under nothing.
    Quoted(String),
}

/// Lines of one origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section<'t> {
    pub(crate) whose: Whose,
    pub(crate) lines: Vec<Line<'t>>,
}

/// Parts words that a message quotes.
pub(crate) fn sections<'t>(lines: &[Line<'t>]) -> Vec<Section<'t>> {
    let encoded = furniture::encoded(lines.iter().map(|l| l.text.as_ref()));
    let read: Vec<Line<'t>>;
    let lines = if encoded.contains(&true) {
        let kept = lines.iter().zip(&encoded).filter(|(_, e)| !**e);
        read = kept.map(|(l, _)| l.clone()).collect();
        &read[..]
    } else {
        lines
    };
    let mut sections = vec![Section {
        whose: Whose::Own,
        lines: Vec::new(),
    }];
    let mut origin = 0; // the section whose words go on after a quote
    let mut unquote = false; // a whole forwarded message stands behind `> `
    let quoted_from = quoted_to_the_end(lines);
    let mut i = 0;
    while i < lines.len() {
        let line = &lines[i];
        if is_mark(&line.text) {
            i += 1;
            continue;
        }
        let quoted = line.text.trim_start().starts_with('>');
        if let Some(kind) = heads::separator(&line.text) {
            let next = (i + 1..lines.len().min(i + 4)).find(|n| !lines[*n].is_empty());
            let head = next.and_then(|n| heads::head(lines, n));
            match (kind, head) {
                (Separator::Forward, head) => {
                    unquote = next.is_some_and(|n| lines[n].text.trim_start().starts_with('>'));
                    let (head, after) = head.unwrap_or((Head::default(), i + 1));
                    unquote |= after >= quoted_from;
                    sections.push(Section {
                        whose: Whose::Forwarded(head),
                        lines: Vec::new(),
                    });
                    i = after;
                }
                (Separator::Original, Some((head, after))) => {
                    sections.push(Section {
                        whose: Whose::Answered(head),
                        lines: Vec::new(),
                    });
                    i = after;
                }
                (Separator::Original, None) => {
                    sections.push(Section {
                        whose: Whose::Answered(Head::default()),
                        lines: Vec::new(),
                    });
                    i += 1;
                }
            }
            origin = sections.len() - 1;
            continue;
        }
        if !quoted || unquote {
            if let Some((head, after)) = heads::head(lines, i).or_else(|| heads::printed(lines, i))
            {
                let whose = match &sections[origin].whose {
                    // Below a forwarded message stand the ones it answered.
                    Whose::Forwarded(_) => Whose::Forwarded(head),
                    _ => Whose::Answered(head),
                };
                sections.push(Section {
                    whose,
                    lines: Vec::new(),
                });
                origin = sections.len() - 1;
                i = after;
                continue;
            }
            if let Some((said, after)) = heads::attribution(lines, i) {
                sections.push(Section {
                    whose: Whose::Quoted(said),
                    lines: Vec::new(),
                });
                i = after;
                continue;
            }
        }
        let line = if quoted && (unquote || !matches!(sections[origin].whose, Whose::Own)) {
            strip(line, unquote)
        } else {
            line.clone()
        };
        let quoted = line.text.trim_start().starts_with('>') || quoted && !unquote;
        let last = sections.len() - 1;
        let in_quote = matches!(sections[last].whose, Whose::Quoted(_));
        match (quoted, in_quote) {
            (true, false) => {
                sections.push(Section {
                    whose: Whose::Quoted(String::new()),
                    lines: vec![strip(&line, true)],
                });
            }
            (true, true) => sections[last].lines.push(strip(&line, true)),
            (false, true) if line.is_empty() => sections[last].lines.push(line),
            // Under "On … wrote:" without marks all the rest is quoted; with them, the writer goes on below.
            (false, true)
                if sections[last].lines.iter().all(Line::is_empty)
                    || !was_marked(&sections[last], lines, i) =>
            {
                sections[last].lines.push(line);
            }
            (false, true) => {
                let whose = sections[origin].whose.clone();
                sections.push(Section {
                    whose,
                    lines: vec![line],
                });
                origin = sections.len() - 1;
            }
            (false, false) => sections[last].lines.push(line),
        }
        i += 1;
    }
    sections.retain(|s| s.lines.iter().any(|l| !l.is_empty()));
    sections
}

/// Whether a line asks to write above it, or below.
fn is_mark(line: &str) -> bool {
    line.len() < 160 && MARK.is_match(line.trim())
}

/// The line from which all to the end stands behind `>`.
fn quoted_to_the_end(lines: &[Line]) -> usize {
    let plain = |l: &Line| !l.is_empty() && !l.text.trim_start().starts_with('>');
    let last = lines.iter().rposition(plain).map_or(0, |n| n + 1);
    let quoted = lines[last..].iter().any(|l| !l.is_empty());
    if quoted { last } else { lines.len() }
}

/// Whether the quote above line `i` was marked by `>`.
fn was_marked(section: &Section, lines: &[Line], i: usize) -> bool {
    matches!(&section.whose, Whose::Quoted(said) if said.is_empty())
        || lines[..i]
            .iter()
            .rev()
            .find(|l| !l.is_empty())
            .is_some_and(|l| l.text.trim_start().starts_with('>'))
}

/// The line with one `>` taken off, where `really`.
fn strip<'t>(line: &Line<'t>, really: bool) -> Line<'t> {
    if !really {
        return line.clone();
    }
    let from = line.text.len() - line.text.trim_start().len();
    let Some(rest) = line.text[from..].strip_prefix('>') else {
        return line.clone();
    };
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let cut = line.text.len() - rest.len();
    let text = match &line.text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[cut..]),
        Cow::Owned(text) => Cow::Owned(text[cut..].to_owned()),
    };
    Line {
        text,
        span: line.span.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::lines;

    fn parted(text: &str) -> Vec<(&'static str, String)> {
        sections(&lines::of(text, 0))
            .into_iter()
            .map(|s| {
                let whose = match s.whose {
                    Whose::Own => "own",
                    Whose::Forwarded(_) => "forwarded",
                    Whose::Answered(_) => "answered",
                    Whose::Quoted(_) => "quoted",
                };
                let said: Vec<_> = s
                    .lines
                    .iter()
                    .map(|l| l.text.trim())
                    .filter(|l| !l.is_empty())
                    .collect();
                (whose, said.join("/"))
            })
            .collect()
    }

    fn own(s: &str) -> (&'static str, String) {
        ("own", s.to_owned())
    }

    #[test]
    fn parts_answers_from_quotes() {
        assert_eq!(
            parted(
                "Yes.\n\nOn 3 March 2025, Ann Lee <a@x.example> wrote:\n> Come?\n>> Where?\n\nBring cake."
            ),
            [
                own("Yes."),
                ("quoted", "Come?/> Where?".to_owned()),
                own("Bring cake.")
            ]
        );
        assert_eq!(
            parted("Yes.\n\nAm 03.03.2025 um 10:12 schrieb Ann Lee:\n\nKommst du?\nGruß"),
            [own("Yes."), ("quoted", "Kommst du?/Gruß".to_owned())]
        );
        assert_eq!(
            parted(
                "Yes.\n\nFrom: Ann Lee <a@x.example>\nSent: 3 March 2025 10:12\nTo: Bo\nSubject: Boat\n\nCome?"
            ),
            [own("Yes."), ("answered", "Come?".to_owned())]
        );
    }

    #[test]
    fn parts_what_is_forwarded() {
        let head =
            "From: Ann Lee <a@x.example>\nDate: 3 March 2025 10:12\nTo: Bo\nSubject: Boat\n\n";
        assert_eq!(
            parted(&format!(
                "See below.\n\n---------- Forwarded message ---------\n{head}The boat comes.\n\nOn 1 March 2025, Bo <b@x.example> wrote:\n> When?"
            )),
            [
                own("See below."),
                ("forwarded", "The boat comes.".to_owned()),
                ("quoted", "When?".to_owned())
            ]
        );
        let marked: String = format!("{head}The boat comes.")
            .lines()
            .map(|l| format!("> {l}\n"))
            .collect();
        assert_eq!(
            parted(&format!(
                "See below.\n\nBegin forwarded message:\n\n{marked}"
            )),
            [
                own("See below."),
                ("forwarded", "The boat comes.".to_owned())
            ]
        );
    }
}
