//! Short forms of given names: `daemon/names/nicknames.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Short form → the names it stands for.
static TABLE: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    include_str!("../../../names/nicknames.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .map(|(short, names)| (short, names.split(' ').collect()))
        .collect()
});

/// Whether the first is a short form of the second (both folded).
pub(crate) fn short_for(short: &str, name: &str) -> bool {
    TABLE.get(short).is_some_and(|names| names.contains(&name))
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
    }
}
