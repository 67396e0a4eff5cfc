//! GitHub: webhook payloads, API answers and `gh`'s JSON, issues as Markdown or pasted from a page, notification mail;
//! issues of other trackers.
//!
//! - `payload`: what a JSON object tells of
//! - `subject`: the issue, pull request or discussion that something belongs to
//! - `page`: issues as text
//! - `tracker`: issues in a table
//! - `notice`, `run`: notification mail, of what people and workflows do
//! - `logins`: who bears which
//! - `markup`: Markdown → plain text

mod logins;
mod markup;
mod notice;
mod page;
mod payload;
mod run;
mod subject;
mod tracker;

pub(super) use markup::{inline, is_program, plain};

use super::posts::Posts;
use super::{About, Document, email, json, text};
use memo_common::api::SourceType;

/// Reads what GitHub sends or shows.
pub(crate) fn read(text: &str, about: &About<'_>) -> Document {
    recognize(text, about).unwrap_or_else(|| {
        // what another tracker mails
        if email::is_message(text) {
            let mut document = email::read(text, about.reference);
            document.source_type = SourceType::Github;
            run::retell(&mut document, about);
            // to a repository, to everybody who follows it
            for person in &mut document.people {
                let list = |e: &String| e.ends_with("noreply.github.com");
                person.organization |= person.email.as_ref().is_some_and(list);
            }
            return document;
        }
        let mut posts = Posts::new(SourceType::Github, about.reference.time_zone().clone());
        page::read(text, about, &mut posts);
        // a form, a list of changes: what stands under its headings is nobody's comment
        let said = posts.document.passages.iter().any(|p| p.speaker.is_some());
        if !said && is_headed(text) {
            let now = about.reference.datetime();
            let mut document = text::read(text, now, about.reference.time_zone());
            document.source_type = SourceType::Github;
            return document;
        }
        logins::name(&mut posts.document, text);
        posts.document
    })
}

/// Whether a text has headings of Markdown below its title.
fn is_headed(text: &str) -> bool {
    let heads = |l: &&str| l.starts_with("## ") || l.starts_with("### ");
    text.lines().filter(heads).take(2).count() == 2
}

/// Reads what shows by its form that a tracker has written it; `None` for all else.
pub(super) fn recognize(text: &str, about: &About<'_>) -> Option<Document> {
    let mut posts = Posts::new(SourceType::Github, about.reference.time_zone().clone());
    for span in json::objects_below_a_prompt(text) {
        if let Some(value) = json::value(text, span.clone()) {
            payload::read(&value, span, &mut posts);
        }
    }
    let known = !posts.document.passages.is_empty()
        || tracker::read(text, about, &mut posts)
        || notice::read(text, about, &mut posts);
    known.then(|| {
        logins::name(&mut posts.document, text);
        posts.document
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::told;
    use proptest::prelude::*;

    pub(super) fn read_now(text: &str) -> Document {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
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
            Just("# Soup é (#12)"), Just(""), Just("**ida** commented on May 3, 2024"), Just("ida commented 2 days ago"),
            Just("> quoted"), Just("```rust"), Just("- [x] done"), Just("From: Ida <notifications@github.com>"),
            Just("Subject: Re: [a/b] Soup (PR #5)"), Just("X-GitHub-Sender: ida"), Just("title:\tSoup"), Just("--"),
            Just("Title,Status,Assignee,Created,Comment"), Just("Soup,Done,ida,05/Feb/24 4:05 PM,05/Feb/24;bo;x"),
            Just("May 3, 2024"), Just("2 days ago"), Just("Bug 1 - é"),
            Just("author:\tida"), Just("association:\tmember"), Just("status:\tapproved"),
            Just("{\"event\":\"renamed\",\"actor\":{\"login\":\"x\"}}"), Just("{\"key\":\"A-1\",\"fields\":{}}"), Just("Bo Alm added a comment - 2024-05-03"), Just("Status: é → b"),
            Just("{\"issue\":{\"number\":1,\"title\":\"a\",\"user\":{\"login\":\"x\"}}}"),
        ], 0..24)) {
            check(&lines.join("\n"));
        }
    }

    #[test]
    fn a_form_is_read_under_its_headings() {
        let read = read_now(
            "### Is it known?\n\n- [x] I have looked\n\n### What happens\n\nThe soup boils over.\n\n### What should happen\n\nIt simmers.\n",
        );
        let told: Vec<String> = read
            .passages
            .iter()
            .map(|p| format!("{}: {}", p.headings.join("/"), p.text))
            .collect();
        assert!(
            told.iter()
                .any(|t| t.ends_with("What happens: The soup boils over.")),
            "{told:?}"
        );
        assert!(
            told.iter()
                .any(|t| t.ends_with("What should happen: It simmers.")),
            "{told:?}"
        );
    }

    #[test]
    fn long_inputs_take_linear_time() {
        check(&"a".repeat(1_000_000));
        check(&"[".repeat(300_000));
        check(&"**ida** commented on May 3, 2024\n\nsoup\n".repeat(10_000));
        check(&format!(
            "[{}]",
            r#"{"number":1,"title":"soup","user":{"login":"ida"},"body":"x"},"#.repeat(20_000)
        ));
    }
}
