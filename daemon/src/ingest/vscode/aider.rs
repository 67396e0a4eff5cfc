//! The history that aider keeps of its talk: "# aider chat started at …", what the user asks behind "####", what the
//! program reports behind ">", and between them what the model answers.

use crate::extract::dates::{Reference, heading};
use crate::ingest::github::plain;
use crate::ingest::lines;
use crate::ingest::turns::Turns;
use crate::ingest::{About, Document};
use crate::when::When;
use memo_common::api::SourceType;
use std::ops::Range;

/// How each session begins.
const STARTED: &str = "# aider chat started at ";

/// Who answers.
const NAME: &str = "aider";

/// Reads such a history; `None` where the text is none.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    if !text.trim_start().starts_with(STARTED) {
        return None;
    }
    let reference = Reference::at(about.reference.datetime());
    let mut history = History {
        turns: Turns::new(SourceType::Vscode),
        open: None,
        when: None,
        thread: 0,
    };
    for (line, span) in lines::spanned(text) {
        let line = line.trim_end();
        if let Some(started) = line.strip_prefix(STARTED) {
            history.say();
            history.when = heading(started, &reference).map(|found| found.when);
            history.thread += 1;
        } else if let Some(asked) = line.strip_prefix("#### ") {
            history.go_on(true, asked, span);
        } else if !line.starts_with('>') {
            history.go_on(false, line, span);
        }
    }
    history.say();
    let mut document = history.turns.finish();
    for person in &mut document.people {
        person.organization |= person.name.as_deref() == Some(NAME);
    }
    document.written = document.passages.first().and_then(|p| p.when);
    (!document.passages.is_empty()).then_some(document)
}

struct History {
    turns: Turns,
    /// Whether the user says it, its words and where they stand.
    open: Option<(bool, String, Range<usize>)>,
    when: Option<When>,
    thread: u32,
}

impl History {
    /// Adds a line to the turn of whoever has the word.
    fn go_on(&mut self, mine: bool, line: &str, span: Range<usize>) {
        match &mut self.open {
            Some((whose, words, all)) if *whose == mine => {
                words.push('\n');
                words.push_str(line);
                if !line.is_empty() {
                    all.end = span.end;
                }
            }
            // an empty line below a question opens no answer
            _ if line.is_empty() => {}
            _ => {
                self.say();
                self.open = Some((mine, line.to_owned(), span));
            }
        }
    }

    /// Tells the turn that is over.
    fn say(&mut self) {
        let Some((mine, words, span)) = self.open.take() else {
            return;
        };
        let speaker = self.turns.speaker(if mine { "Me" } else { NAME });
        let words = plain(&words);
        self.turns
            .say(Some(speaker), &words, span, self.when, self.thread);
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::told::told;
    use crate::ingest::vscode::tests::read_now;

    #[test]
    fn what_is_asked_and_answered_in_each_session() {
        let text = "\n# aider chat started at 2024-05-03 10:00:00\n\n> /usr/bin/aider soup.py  \n> Aider v0.86.1  \n\n\
            #### why is the soup cold?  \n#### it was hot at noon  \n\nIt cooled.\n\n> Tokens: 5k sent, 4 received.  \n\n#### hot now  \n\n\
            > Applied edit to soup.py  \n\n# aider chat started at 2024-05-04 11:00:00\n\n#### more salt\n";
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 10:00 Me: why is the soup cold?\nit was hot at noon",
                "2024-05-03 10:00 aider: It cooled.",
                "2024-05-03 10:00 Me: hot now",
                "2024-05-04 11:00 Me: more salt",
            ]
        );
    }
}
