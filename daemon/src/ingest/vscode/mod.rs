//! An editor's traces: git logs, terminal sessions, heartbeats, exported chats with an assistant, notes.
//!
//! - `git`: logs of commits, in every common format
//! - `code`: notebooks and files of code
//! - `heartbeats`: JSON of files worked on, grouped into sessions
//! - `chat`: JSON of talk with an assistant; `spoken`: the same as text; `aider`: the history of that program
//! - `todo`: lists of tasks
//! - `terminal`: commands and what they printed; `prompt`: how their prompt is known

mod aider;
mod chat;
mod code;
mod commit;
mod git;
mod heartbeats;
mod prompt;
mod spoken;
mod terminal;
mod todo;

use super::posts::Posts;
use super::{About, Document, text};
use memo_common::api::SourceType;
use prompt::Prompts;

/// Reads what an editor, a shell or git has written; all else is notes.
pub(crate) fn read(source: &str, about: &About<'_>) -> Document {
    if let Some(document) = recognize(source, about) {
        return document;
    }
    let mut posts = Posts::new(SourceType::Vscode, about.reference.time_zone().clone());
    if terminal::read(source, &Prompts::of(source), about, &mut posts)
        || todo::read(source, about, &mut posts)
    {
        return posts.document;
    }
    let mut document = text::read(
        source,
        about.reference.datetime(),
        about.reference.time_zone(),
    );
    document.source_type = SourceType::Vscode;
    document
}

/// Whether a text is what a shell keeps or shows.
pub(super) fn is_session(source: &str, about: &About<'_>) -> bool {
    let mut posts = Posts::new(SourceType::Vscode, about.reference.time_zone().clone());
    terminal::read(source, &Prompts::of(source), about, &mut posts)
}

/// Reads what shows by its form that an editor, a shell or git has written it; `None` for all else.
pub(super) fn recognize(source: &str, about: &About<'_>) -> Option<Document> {
    chat::read(source, about)
        .or_else(|| heartbeats::read(source, about))
        .or_else(|| code::read(source, about))
        .or_else(|| aider::read(source, about))
        .or_else(|| spoken::read(source, about))
        .or_else(|| {
            let mut posts = Posts::new(SourceType::Vscode, about.reference.time_zone().clone());
            let prompts = Prompts::of(source);
            // a log may be what a session shows first
            let session = terminal::returns(source, &prompts)
                && terminal::read(source, &prompts, about, &mut posts);
            let told = session
                || git::read(source, about, &mut posts)
                || todo::read_sure(source, about, &mut posts);
            told.then_some(posts.document)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::told;
    use proptest::prelude::*;

    pub(super) fn read_now(text: &str) -> Document {
        let reference = "2024-05-16T12:30:00+02:00[+02:00]".parse().expect("a time");
        let about = About {
            filename: None,
            reference: &reference,
        };
        read(text, &about)
    }

    fn check(text: &str) {
        told::check(text, &read_now(text));
    }

    proptest! {
        #[test]
        fn never_panics_on_any_text(text in "\\PC{0,200}") {
            check(&text);
        }

        #[test]
        fn never_panics_on_near_misses(lines in proptest::collection::vec(prop_oneof![
            Just("commit 0ae8bbc64ef0581f52026f19cb37366d86dd8fa8 (tag: v1)"), Just("Author: Ida Ek <ida@a.example>"),
            Just("Date:   Fri Oct 11 17:48:12 2024 +0300"), Just("    Mend é"), Just(" a.rs | 2 +-"), Just("1a2b3c4 Mend"),
            Just("ida@host:~/soup$ cargo test"), Just("$ ls"), Just(""),
            Just("{\"data\":[{\"entity\":\"/a\",\"time\":1e300,\"project\":\"p\"}]}"), Just("{\"requests\":[{\"message\":{\"text\":\"x\"}}]}"),
            Just("{\"mapping\":{\"a\":{\"message\":{\"author\":{\"role\":\"user\"},\"content\":{\"parts\":[1,\"x\"]}},\"parent\":\"a\"}},\"current_node\":\"a\"}"),
            Just("{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"text\":\"x\"}]},\"timestamp\":1e300}"),
            Just("TODO: soup"), Just("  ☐ é @due(24-05-18 14:00)"), Just("✔ b @done(x)"), Just("Soup:"), Just("(A) 2024-05-01 é due:2024-05-02"), Just("## User"),
            Just("Copilot: é"), Just("> **é** — 2024-05-03 10:00"), Just("> é"), Just("**Copilot**"), Just("| |     Mend"), Just("* commit 1a2b3c4"),
            Just("1a2b3c4 2024-05-03 Ida Ek é"), Just("{\"description\":\"é\",\"status\":\"pending\",\"entry\":\"\",\"due\":1e300}"),
            Just("Copilot: soup"), Just("ida: soup?"), Just("ida@host:~/soup$ git log --oneline"), Just("Script started on 2024-05-03 10:00:00+02:00"),
            Just(">>> é"), Just("Python 3.12"), Just("$ rg é"),
            Just("1a2b3c4 - (2 days ago) é - Ida Ek (é)"),
            Just("# aider chat started at 2024-05-03 10:00:00"), Just("#### é"),
            Just("[10:00:01] ida@host:~$ # é"), Just("* 1a2b3c4 - Mend (2 days ago) <Ida>"),
        ], 0..24)) {
            check(&lines.join("\n"));
        }
    }

    #[test]
    fn long_inputs_take_linear_time() {
        check(&"1a2b3c4 Mend the pump\n".repeat(30_000));
        check(&"ida@host:~/soup$ cargo test\nok\n".repeat(20_000));
        check(&format!(
            "{{\"data\":[{}]}}",
            r#"{"entity":"/a.rs","time":1714738000.5,"project":"p"},"#.repeat(20_000)
        ));
        check(&"{\"a\":".repeat(100_000));
    }
}
