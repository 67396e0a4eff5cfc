//! User names that are made of the letters of a name.

use crate::extract::entities::lexicon::fold;

/// Whether a user name is made of the letters of a name: prefixes of its words in order, one of them whole ("kofima",
/// "b.quintanilla"), the beginnings of two ("berqui"), the given name with something before or behind it ("hikerjonas"), or
/// the family name and then the given one ("quintanilla-b").
pub(super) fn letters_of(handle: &str, parts: &[String]) -> bool {
    let handle: String = fold(handle).chars().filter(|c| c.is_alphabetic()).collect();
    let words: Vec<&str> = parts
        .iter()
        .flat_map(|p| p.split(['-', '\'']))
        .filter(|w| !w.is_empty())
        .collect();
    let Some(given) = words.first().filter(|w| w.chars().count() >= 3) else {
        return false;
    };
    if handle.chars().count() < 3 {
        return false;
    }
    // `told`: how much of the name the letters tell; a whole word is enough, and so are the beginnings of two
    const ENOUGH: usize = 2;
    fn prefixes(rest: &str, words: &[&str], told: usize) -> bool {
        if rest.is_empty() {
            return told >= ENOUGH;
        }
        let Some((word, others)) = words.split_first() else {
            return false;
        };
        let shared = rest
            .char_indices()
            .zip(word.chars())
            .take_while(|((_, a), b)| a == b)
            .count();
        let length = word.chars().count();
        let begun = rest
            .char_indices()
            .nth(shared)
            .map_or(rest.len(), |(at, _)| at);
        // at most four words are tried, each as a whole, as its beginning, as one letter, or not at all
        (shared == length && prefixes(&rest[word.len()..], others, ENOUGH))
            || (shared >= 3 && prefixes(&rest[begun..], others, told + 1))
            || (shared >= 1
                && prefixes(
                    &rest[word.chars().next().map_or(0, char::len_utf8)..],
                    others,
                    told,
                ))
            || prefixes(rest, others, told)
    }
    let few = &words[..words.len().min(4)];
    let turned: Vec<&str> = few[1..].iter().chain(&few[..1]).copied().collect();
    prefixes(&handle, few, 0)
        || prefixes(&handle, &turned, 0)
        || given.chars().count() >= 4 && (handle.starts_with(given) || handle.ends_with(given))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::people::written::parts;

    #[test]
    fn handles_are_made_of_the_letters_of_a_name() {
        let parts = |s: &str| parts(s);
        assert!(letters_of("b.quist", &parts("Berta Quist")));
        assert!(letters_of("kofima", &parts("Kofi Mensah-Aalto")));
        assert!(letters_of("hikerjonas", &parts("Jonas")));
        assert!(letters_of("berqui", &parts("Berta Quist")));
        assert!(!letters_of("beq", &parts("Berta Quist")));
        assert!(letters_of("lund-b", &parts("Berta Lund-Quist")));
        assert!(!letters_of("support", &parts("Berta Quist")));
    }
}
