//! What a contract or a form calls the user by their part in it: "Ann Brook, illustrator (the "Illustrator")",
//! "Patient: Ann Brook".

use super::written::parts;
use crate::extract::entities::lexicon::fold;
use crate::ingest::document::Document;
use memo_common::api::SourceType;

/// Bytes between a name and the alias that is given to it, at most.
const REACH: usize = 400;

/// Labels of forms that name whose paper it is, and what its text calls them.
const LABELS: [(&str, &str); 12] = [
    ("patient", "patient"),
    ("customer", "customer"),
    ("bill to", "customer"),
    ("client", "client"),
    ("tenant", "tenant"),
    ("insured", "insured"),
    ("policyholder", "policyholder"),
    ("buyer", "buyer"),
    ("member", "member"),
    ("employee", "employee"),
    ("applicant", "applicant"),
    ("student", "student"),
];

/// The folded aliases of the user in a printed paper: with an article, and as it stands. Linear in the text.
pub(super) fn of_user(document: &Document, user_name: &str) -> Vec<String> {
    let mut out = Vec::new();
    let user = parts(user_name);
    if document.source_type != SourceType::Pdf || user.is_empty() {
        return out;
    }
    for passage in &document.passages {
        given(&passage.text, &user, &mut out);
        labelled(&passage.text, &user, &mut out);
    }
    out.sort();
    out.dedup();
    out
}

/// Aliases that stand in brackets behind the name: `Ann Brook (the "Painter")`.
fn given(text: &str, user: &[String], out: &mut Vec<String>) {
    let mut from = 0;
    for (open, mark) in text.match_indices(['“', '"']) {
        if open < from {
            continue;
        }
        let inner = open + mark.len();
        let Some((length, close)) = text[inner..]
            .char_indices()
            .find(|(_, c)| matches!(c, '”' | '"'))
            .map(|(at, c)| (at, c.len_utf8()))
        else {
            break;
        };
        let alias = fold(text[inner..inner + length].trim());
        let before = text[from..open].trim_end();
        let bracket = before.strip_suffix("the").unwrap_or(before).trim_end();
        let start = before.ceil_char_boundary(before.len().saturating_sub(REACH));
        let plain = alias.chars().all(char::is_alphabetic) && (3..=20).contains(&alias.len());
        if bracket.ends_with('(') && plain && names(&before[start..], user) {
            out.push(format!("the {alias}"));
        }
        from = inner + length + close;
    }
}

/// Aliases by the label of a form's row that names the user, beside it or below it.
fn labelled(text: &str, user: &[String], out: &mut Vec<String>) {
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((label, value)) = line.split_once(':') else {
            continue;
        };
        let label = fold(label.trim());
        let Some((_, alias)) = LABELS.iter().find(|(l, _)| *l == label) else {
            continue;
        };
        let below = lines.peek().copied().unwrap_or_default();
        if names(value, user) || names(below, user) {
            out.push(format!("the {alias}"));
            out.push((*alias).to_owned());
        }
    }
}

/// Whether a text holds the given and the family name.
fn names(text: &str, user: &[String]) -> bool {
    let text = fold(text);
    let has = |part: Option<&String>| part.is_some_and(|p| text.contains(p.as_str()));
    has(user.first()) && has(user.last())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::document::{Kind, Passage};
    use proptest::prelude::*;

    fn aliases(text: &str) -> Vec<String> {
        let mut document = Document::new(SourceType::Pdf);
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        of_user(&document, "Ann Brook")
    }

    #[test]
    fn a_paper_calls_the_user_by_their_part_in_it() {
        assert_eq!(
            aliases(
                "ALDER LTD. (the \"Company\") and Ann Brook, painter, of 1 Row (the \"Painter\")."
            ),
            ["the painter"]
        );
        assert_eq!(aliases("Patient: BROOK, Ann"), ["patient", "the patient"]);
        assert!(aliases("Tom Beck (the \"Painter\"). Patient: Tom Beck").is_empty());
    }

    proptest! {
        #[test]
        fn never_panics(text in "(Ann Brook|\\(the |\"|“|”|\\)|Patient: |\n|\\PC){0,40}") {
            let _ = aliases(&text);
        }
    }
}
