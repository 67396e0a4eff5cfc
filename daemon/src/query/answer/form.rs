//! The form that an answer must have: a sum, a number, a name, a time; and whether sentences hold one.

use super::{
    asking::{COSTS, NAMED, NUMBERED},
    currencies,
    passage::Sentence,
    question::{Kind, Question},
    spans,
    words::Word,
};

/// What an answer has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A sum of money.
    Money,
    /// A number, in digits or in words.
    Number,
    /// Something with digits in it: "which version", "what is the code".
    Digits,
    /// A name that the question does not have.
    Name,
    /// A time.
    Time,
}

/// The form that a question asks for, where it asks for one.
pub(super) fn asked_for(question: &Question) -> Option<Form> {
    let words = &question.words;
    let has = |words: &[Word], list: &[&str]| {
        let mut folded = words.iter().map(|w| w.folded.as_str());
        folded.any(|w| list.contains(&w))
    };
    let open = has(&words[..words.len().min(1)], &["what", "which", "how"]);
    let first = |n: usize| &words[..words.len().min(n)];
    match question.kind {
        Kind::Money => Some(Form::Money),
        Kind::Thing | Kind::Amount if open && has(words, COSTS) => Some(Form::Money),
        Kind::Count | Kind::Amount | Kind::Age | Kind::Times => Some(Form::Number),
        Kind::Date | Kind::Clock | Kind::Duration | Kind::Ago => Some(Form::Time),
        Kind::Person | Kind::Place => Some(Form::Name),
        Kind::Thing if has(first(6), NUMBERED) => Some(Form::Digits),
        Kind::Thing if has(words, &["name", "called"]) || has(first(4), NAMED) => Some(Form::Name),
        _ => None,
    }
}

/// Whether a sentence holds something of a form; `fits` says whether it holds what the kind of question asks for.
pub(super) fn holds(form: Form, question: &Question, sentence: &Sentence, fits: bool) -> bool {
    match form {
        Form::Money => currencies::money(sentence.text),
        Form::Number => sentence.said().any(spans::is_number),
        Form::Digits => sentence.said().any(digits),
        Form::Name => sentence.said().any(|w| names(question, w)),
        Form::Time => fits,
    }
}

/// The noun of which the name, or which one, is asked for: "the name of the **puppy**", "which **hotel**".
pub(super) fn head(question: &Question) -> Option<&Word> {
    let words = &question.words;
    let name = words
        .windows(2)
        .position(|w| w[0].folded == "name" && w[1].folded == "of");
    match name {
        Some(at) => {
            let mut behind = words[at + 2..].iter();
            behind.find(|w| !w.stop && w.folded != "new")
        }
        None => {
            let which = words
                .first()
                .is_some_and(|w| matches!(w.folded.as_str(), "which" | "what"));
            words.get(1).filter(|w| which && !w.stop)
        }
    }
}

/// Whether a name or a number that the question does not have stands close to a word.
pub(super) fn named_beside(question: &Question, sentence: &Sentence, head: &Word) -> bool {
    let said: Vec<&Word> = sentence.said().collect();
    said.iter().enumerate().any(|(at, word)| {
        let beside = &said[at.saturating_sub(CLOSE)..said.len().min(at + 1 + CLOSE)];
        word.stem == head.stem && beside.iter().any(|w| names(question, w) || digits(w))
    })
}

/// So many words off is close.
const CLOSE: usize = 3;

fn names(question: &Question, word: &Word) -> bool {
    let own = matches!(word.folded.as_str(), "i" | "im" | "ive" | "ill" | "id");
    let asked = question.words.iter().any(|q| q.stem == word.stem);
    word.capital && !word.first && !own && !asked
}

fn digits(word: &Word) -> bool {
    word.folded.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{super::question::read, *};

    #[test]
    fn knows_the_form_asked_for() {
        for (text, form, head) in [
            ("What did the new pump cost?", Some(Form::Money), None),
            ("How many eggs did Bo buy?", Some(Form::Number), None),
            (
                "What is the name of the new ferry?",
                Some(Form::Name),
                Some("ferry"),
            ),
            ("Which hotel did we book?", Some(Form::Name), Some("hotel")),
            (
                "Which version runs on the pump?",
                Some(Form::Digits),
                Some("version"),
            ),
            ("When is the fair?", Some(Form::Time), None),
            ("What did Ana bake?", None, None),
        ] {
            let question = read(text);
            assert_eq!(asked_for(&question), form, "{text}");
            assert_eq!(
                super::head(&question).map(|w| w.folded.as_str()),
                head,
                "{text}"
            );
        }
    }
}
