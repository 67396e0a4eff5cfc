//! Short forms of given names: `daemon/names/nicknames.txt`, and those that are made as they are spoken.

use crate::extract::entities::lexicon::look_up;
use foldhash::HashMap;
use std::sync::LazyLock;

/// Short form → the names it stands for.
static TABLE: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    include_str!("../../../names/nicknames.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .map(|(short, names)| (short, names.split(' ').collect()))
        .collect()
});

/// The names that this is listed as a short form of (all folded).
pub(crate) fn long_of(short: &str) -> &'static [&'static str] {
    TABLE.get(short).map_or(&[], Vec::as_slice)
}

/// Whether the first is a short form of the second (both folded).
pub(crate) fn short_for(short: &str, name: &str) -> bool {
    long_of(short).contains(&name) || begins(short, name)
}

/// Whether the first is what the second begins or ends with (both in lower case): "gwen" of "gwendolyn", "rike" of
/// "friederike". It may be a name by itself, too.
pub(crate) fn is_part_of(short: &str, name: &str) -> bool {
    short.chars().count() >= BEGINNING
        && short.chars().count() < name.chars().count()
        && !short.contains(' ')
        && (name.starts_with(short) || name.ends_with(short))
}

/// What is put behind the beginning of a name: "Tevs", "Zsofi".
const ENDINGS: [&str; 8] = ["", "s", "y", "ie", "i", "o", "a", "z"];

/// So many letters of a name tell it.
const BEGINNING: usize = 3;

/// Whether what is hardly a name by itself is how the second begins, with or without an ending: "Tevs" for Tevita. "Anna"
/// may well be somebody else than Annabel.
fn begins(short: &str, name: &str) -> bool {
    // most names do not
    if short.as_bytes().first_chunk::<BEGINNING>() != name.as_bytes().first_chunk() {
        return false;
    }
    let begins = ENDINGS.iter().any(|ending| {
        let stem = short.strip_suffix(ending).unwrap_or_default();
        stem.chars().count() >= BEGINNING
            && name.strip_prefix(stem).is_some_and(|rest| rest.len() >= 2)
    });
    begins && {
        let known = look_up(short);
        !known.everyday() && (!known.given() || known.octave() == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::entities::lexicon::fold;

    #[test]
    fn the_table_is_folded_and_answers() {
        for (short, names) in &*TABLE {
            assert_eq!(*short, fold(short));
            assert!(
                names
                    .iter()
                    .all(|n| *n == fold(n) && !n.is_empty() && n != short)
            );
        }
        assert!(
            short_for("bob", "robert")
                && short_for("gosia", "malgorzata")
                && !short_for("robert", "bob")
                && !short_for("bob", "william")
        );
        assert!(short_for("tevs", "tevita") && short_for("soph", "sophie"));
        assert!(!short_for("anna", "annabel") && !short_for("the", "theresa"));
    }
}
