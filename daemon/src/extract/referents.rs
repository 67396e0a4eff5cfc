//! Who a label or a pronoun at the start of an episode stands for.
//!
//! A pronoun is resolved only where one person alone can be meant: the only one named in the nearest sentence before
//! that names anybody. In doubt it stays as it is.

use super::{
    people::{People, PersonRef},
    sentences,
};
use crate::ingest::labels::is_self;

/// Pronouns of one person; the narrative names them once.
const PRONOUNS: &[&str] = &[
    "he", "she", "him", "her", "his", "hers", "he's", "she's", "he’s", "she’s", "he'll", "she'll",
];

/// Bytes before a sentence in which somebody may be named.
const NEAR: usize = 400;

/// `Ann: bring the keys`, `Ann – bring the keys`: who is named, and where the rest begins.
pub(crate) fn label(text: &str, people: &People) -> Option<(PersonRef, usize)> {
    const MARKS: [&str; 6] = [": ", " – ", " — ", " - ", " to: ", ":\n"];
    let head = &text[..text.floor_char_boundary(80)];
    // Few texts have a mark there at all, and names are dear to look for.
    let near = &text[..text.floor_char_boundary(88)];
    let may = near
        .bytes()
        .any(|b| matches!(b, b':' | b'-') || !b.is_ascii());
    if !may || !MARKS.iter().any(|mark| near.contains(mark)) {
        return None;
    }
    let (who, end) = match head.split(|c: char| !c.is_alphanumeric()).next() {
        // in notes "you" may be anybody
        Some(word) if is_self(word) && !word.eq_ignore_ascii_case("you") => {
            (people.user(), word.len())
        }
        _ => {
            let first = people.mentions(head).into_iter().next();
            first
                .filter(|m| m.span.start == 0)
                .map(|m| (m.person, m.span.end))?
        }
    };
    let after = &text[end..];
    let rest = MARKS.iter().find_map(|mark| after.strip_prefix(mark))?;
    (!rest.trim().is_empty()).then(|| (who, text.len() - rest.len()))
}

/// The pronoun in `text` that nothing in it explains: its bytes, and who is meant by what stands `before`.
pub(crate) fn pronoun(
    text: &str,
    before: &str,
    people: &People,
) -> Option<(std::ops::Range<usize>, PersonRef)> {
    let is_one = |word: &str| PRONOUNS.iter().any(|p| p.eq_ignore_ascii_case(word));
    let found = words(text).find(|(_, word)| is_one(word))?.0;
    if people
        .mentions(&text[..found.end])
        .iter()
        .any(|m| m.person != people.user())
    {
        return None;
    }
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(NEAR))..];
    for sentence in sentences::split(near).into_iter().rev() {
        let mut named: Vec<PersonRef> = people
            .mentions(&near[sentence.clone()])
            .into_iter()
            .map(|m| m.person)
            .filter(|p| *p != people.user())
            .collect();
        named.sort();
        named.dedup();
        match named.as_slice() {
            // "with Sister Joan Petrie. He …" is of somebody else
            [_] if other_sex(&near[sentence.clone()], &text[found.clone()]) => return None,
            [] => {}
            [one] => return Some((found, *one)),
            _ => return None,
        }
    }
    None
}

/// Whether a sentence names a woman by her title where the pronoun is of a man, or a man where it is of a woman.
fn other_sex(sentence: &str, pronoun: &str) -> bool {
    const WOMEN: [&str; 10] = [
        "Mrs", "Ms", "Miss", "Sister", "Lady", "Frau", "Mme", "Madame", "Señora", "Sra",
    ];
    const MEN: [&str; 7] = ["Mr", "Sir", "Lord", "Herr", "Monsieur", "Señor", "Sr"];
    let pronoun = pronoun.to_lowercase();
    let he = pronoun.starts_with('h') && !pronoun.starts_with("her");
    let (same, other): (&[&str], &[&str]) = if he { (&MEN, &WOMEN) } else { (&WOMEN, &MEN) };
    // a title, with a name behind it
    let says = |titles: &[&str]| {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        words.windows(2).any(|w| {
            titles.contains(&w[0].trim_matches(['.', '('])) && w[1].starts_with(char::is_uppercase)
        })
    };
    says(other) && !says(same)
}

/// The words of a text with their bytes.
fn words(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    let parts = |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'));
    let mut at = 0;
    text.split_inclusive(parts).filter_map(move |piece| {
        let start = at;
        at += piece.len();
        let word = piece.trim_end_matches(parts);
        (!word.is_empty()).then(|| (start..start + word.len(), word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::{Document, Kind, Passage};
    use memo_common::api::SourceType;

    fn people(text: &str) -> People {
        let mut document = Document::new(SourceType::Text);
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        document.person(Some("Rosa Lind"), None, None);
        document.person(Some("Tom Beck"), None, None);
        People::new(&document, "Ann Brook")
    }

    #[test]
    fn labels_name_who_is_meant() {
        let people = people("");
        let found =
            label("Rosa – bring the keys", &people).map(|(p, at)| (people.name(p).to_owned(), at));
        assert_eq!(found, Some(("Rosa Lind".to_owned(), "Rosa – ".len())));
        assert_eq!(label("Rosa brings the keys", &people), None);
        assert_eq!(
            label("Me: call the roofer", &people),
            Some((people.user(), 4))
        );
        assert_eq!(label("You – what a day", &people).map(|l| l.1), None);
    }

    #[test]
    fn a_pronoun_is_explained_only_without_doubt() {
        let people = people("");
        let who = |text: &str, before: &str| {
            pronoun(text, before, &people).map(|(_, p)| people.name(p).to_owned())
        };
        assert_eq!(
            who("then she left", "I ran with Rosa. It rained."),
            Some("Rosa Lind".to_owned())
        );
        assert_eq!(who("then she left", "Rosa met Tom."), None);
        assert_eq!(who("Tom said she left", "I ran with Rosa."), None);
        assert_eq!(who("then he left", "I ran with Mrs Rosa Lind."), None);
        assert_eq!(
            who("then he left", "I miss Tom."),
            Some("Tom Beck".to_owned())
        );
        assert_eq!(
            who("then she left", "I ran with Mrs Rosa Lind."),
            Some("Rosa Lind".to_owned())
        );
        assert_eq!(who("then we left", "I ran with Rosa."), None);
    }
}
