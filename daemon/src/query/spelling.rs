//! Words that are spelt nearly alike.

use crate::index::{View, schema::WordField};

/// Words of the user's memories that differ from an unknown one in a letter, or in two where it is long.
pub(super) fn spelt_alike(view: &View, user: u64, word: &str) -> Vec<String> {
    let length = word.chars().count();
    let plain = word.chars().all(char::is_alphabetic);
    let Some(first) = word.chars().next().filter(|_| plain && length >= 4) else {
        return Vec::new();
    };
    let most = if length >= 8 { 2 } else { 1 };
    let mut found = Vec::new();
    for field in [WordField::Narrative, WordField::Participants] {
        for other in view.vocabulary(user, field, first.encode_utf8(&mut [0; 4])) {
            let distance = edits(word, &other, most);
            if distance <= most {
                found.push((distance, other));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    let best = found.first().map_or(0, |f| f.0);
    found
        .into_iter()
        .filter(|f| f.0 == best)
        .map(|f| f.1)
        .take(4)
        .collect()
}

/// Letters to insert, delete, replace or swap with the next (optimal string alignment); `most + 1` where it is more.
fn edits(a: &str, b: &str, most: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
    let mut two_before = vec![0; b.len() + 1];
    let mut before: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (before[j] + 1)
                .min(row[j - 1] + 1)
                .min(before[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(two_before[j - 2] + 1);
            }
        }
        if row.iter().all(|&d| d > most) {
            return most + 1;
        }
        two_before = std::mem::replace(&mut before, row);
    }
    before[b.len()].min(most + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_edits() {
        assert_eq!(edits("kubernets", "kubernetes", 2), 1);
        assert_eq!(edits("recieve", "receive", 2), 1);
        assert_eq!(edits("cat", "dog", 1), 2);
    }

    proptest! {
        #[test]
        fn edits_are_symmetric(a in "[a-e]{0,8}", b in "[a-e]{0,8}") {
            prop_assert_eq!(edits(&a, &b, 3), edits(&b, &a, 3));
        }
    }
}
