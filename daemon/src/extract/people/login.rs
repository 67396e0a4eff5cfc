//! The user names that people make of their names.

use super::roster::People;
use crate::extract::entities::lexicon::fold;
use crate::ingest::Document;

/// Letters from which a login is a name's and not a word's.
const SHORTEST: usize = 5;

/// Letters of one part of a name that stand for it beside the other one whole, at most.
const CUT: usize = 3;

/// Logins of the user's up to which they are looked at.
const MOST: usize = 16;

/// The logins that somebody of this name may have: "iholm", "idaholm", "holmida", "idah", "idahol".
pub(crate) fn forms(name: &str) -> Vec<String> {
    let words: Vec<String> = name.split_whitespace().map(letters).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return Vec::new();
    };
    let part = |word: &str, n: usize| word.chars().take(n).collect::<String>();
    let whole = [format!("{first}{last}"), format!("{last}{first}")];
    let cut = (1..=CUT).flat_map(|n| {
        [
            format!("{}{last}", part(first, n)),
            format!("{first}{}", part(last, n)),
        ]
    });
    whole
        .into_iter()
        .chain(cut)
        .filter(|form| form.chars().count() >= SHORTEST)
        .collect()
}

/// The letters of a login.
pub(crate) fn letters(login: &str) -> String {
    fold(login).chars().filter(|c| c.is_alphabetic()).collect()
}

/// The folded logins by which the text calls the user ("@iholm"), where they are made of the user's name and of nobody
/// else's. Linear in the text.
pub(super) fn of_user(document: &Document, user_name: &str, people: &People) -> Vec<String> {
    let forms = forms(user_name);
    let called = |text: &str| -> Vec<String> {
        text.split('@')
            .skip(1)
            .filter_map(|rest| {
                let part = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
                let login = rest.split(part).next()?.trim_end_matches('.');
                forms.contains(&letters(login)).then(|| fold(login))
            })
            .collect()
    };
    let mut out: Vec<String> = document
        .passages
        .iter()
        .flat_map(|p| called(&p.text))
        .collect();
    out.sort();
    out.dedup();
    out.truncate(MOST);
    out.retain(|login| {
        let others = people.known.iter().skip(1);
        !others.clone().any(|k| k.others.contains(login))
            && !others
                .filter(|k| !k.unnamed)
                .any(|k| self::forms(&k.name).contains(&letters(login)))
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::{Kind, Passage};
    use memo_common::api::SourceType;

    #[test]
    fn the_user_is_known_by_the_letters_of_their_name() {
        let text = "@ida-holm, @idholm and @iholm, ask @holmberg or @bo. Write to x@holm.example.";
        let mut document = Document::new(SourceType::Github);
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        let people = People::new(&document, "Ida Holm");
        for (name, user) in [
            ("ida-holm", true),
            ("@iholm", true),
            ("idholm", true),
            ("holmberg", false),
            ("bo", false),
        ] {
            assert_eq!(people.is_user(name), user, "{name}");
        }
    }
}
