//! Ask: an answer, and what each sentence of it rests on. It is written piece by piece, as it is found.

use super::{
    Site,
    frame::{Here, page},
    parts::{entry, memories, when_in_words},
};
use maud::{Markup, PreEscaped, html};
use memo_common::{api::Answer, printable};

/// Where the answer goes. No value can hold it: its first sign is escaped everywhere else.
const SLOT: &str = "<!--answer-->";

/// What comes before the answer, and what after.
pub(crate) fn around(site: &Site, question: &str) -> (String, String) {
    let main = html! {
        h1 { "Ask" }
        form.ask action=(site.at("ask")) method="get" {
            label { span { "Your question" } input type="search" name="text" value=(question) maxlength="4000" required; }
            button { "Ask" }
        }
        @if !question.is_empty() { (PreEscaped(SLOT)) }
    };
    let whole = page(site, Here::Ask, "Ask", &main).into_string();
    match whole.split_once(SLOT) {
        Some((before, after)) => (before.to_owned(), after.to_owned()),
        None => (whole, String::new()),
    }
}

/// What stands before the first piece of an answer, and after the last.
pub(crate) const BEGIN: &str =
    r#"<section aria-label="Answer" aria-live="polite"><p class="answer" dir="auto">"#;
pub(crate) const END: &str = "</p></section>";

/// A piece of an answer; the memories that it cites are linked to below.
pub(crate) fn piece(text: &str) -> Markup {
    let text = printable::lines(text);
    let parts = parts(&text);
    html! {
        @for part in parts {
            @match part {
                Part::Words(words) => { (words) }
                Part::Cited(number) => { a.cited href=(format!("#m{number}")) aria-label=(format!("memory {number}")) { "[" (number) "]" } }
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Part<'t> {
    Words(&'t str),
    Cited(usize),
}

/// The words of a text, and the memories that it cites between them, as `[2]`.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(open) = text[at..].find('[').map(|n| at + n) {
        let digits = text[open + 1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let end = open + 1 + digits;
        let number = text[open + 1..end].parse().ok();
        match number.filter(|_| digits <= 3 && text[end..].starts_with(']')) {
            Some(number) => {
                parts.push(Part::Words(&text[from..open]));
                parts.push(Part::Cited(number));
                (from, at) = (end + 1, end + 1);
            }
            None => at = open + 1,
        }
    }
    parts.push(Part::Words(&text[from..]));
    parts.retain(|part| *part != Part::Words(""));
    parts
}

/// What an answer rests on.
pub(crate) fn rests_on(site: &Site, question: &str, answer: &Answer) -> Markup {
    html! {
        @if let Some(why) = &answer.fallback {
            p.note { "The language model's answer is missing or cut short: " (why.message) }
        }
        @if !answer.memories.is_empty() {
            section {
                h2 {
                    @if answer.answered { "It rests on " (memories(answer.memories.len() as u64)) }
                    @else { "The nearest that there is" }
                }
                ol.sources {
                    @for (number, memory) in (1..).zip(&answer.memories) {
                        li id=(format!("m{number}")) {
                            (entry(site, memory, &format!("{number} · {}", when_in_words(&memory.content.when)), question))
                        }
                    }
                }
            }
        }
    }
}

/// Why there is no answer.
pub(crate) fn failed(detail: &str) -> Markup {
    html! { p.said role="alert" { (detail) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found_and_nothing_else_is() {
        use Part::{Cited, Words};
        assert_eq!(
            parts("A. [1] B [12].[3]"),
            [
                Words("A. "),
                Cited(1),
                Words(" B "),
                Cited(12),
                Words("."),
                Cited(3)
            ]
        );
        for plain in ["[]", "[a]", "[1", "[1a]", "[99999]", "é[ü]", "["] {
            assert_eq!(parts(plain), [Words(plain)], "{plain}");
        }
        assert_eq!(parts("[[1]"), [Words("["), Cited(1)]);
        let shown = piece("<b> [2]").into_string();
        assert!(shown.starts_with("&lt;b&gt; <a "), "{shown}");
    }

    #[test]
    fn a_question_cannot_end_the_page_before_its_answer() {
        let site = Site::new("abc", String::new(), true);
        let (before, after) = around(&site, "<!--answer-->\"");
        assert!(before.contains("&lt;!--answer--&gt;&quot;") && after.contains("</main>"));
    }
}
