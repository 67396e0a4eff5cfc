//! Units → windows that fit a small model's context.

use super::Unit;
use std::ops::Range;

/// Bytes of text in a window: some 1,500 tokens, which leaves a context of 4,096 room for instructions and reply.
const SIZE: usize = 6_000;

/// Bytes at the end of a window that the next begins with again, so that what belongs together stands together once.
const OVERLAP: usize = 600;

impl Unit {
    /// What the model is given of it.
    pub(super) fn text(&self) -> &str {
        match &self.source {
            // The words of a talk do not say whose they are; its telling does.
            Some(source) if source.spoken => &self.draft.narrative,
            Some(source) => &source.text,
            None => "",
        }
    }
}

/// Windows over the units, in order, overlapping; every unit is in one at least.
pub(super) fn windows(units: &[Unit]) -> Vec<Range<usize>> {
    let sizes: Vec<usize> = units.iter().map(|u| u.text().len()).collect();
    cut(&sizes)
}

fn cut(sizes: &[usize]) -> Vec<Range<usize>> {
    let mut windows: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    while start < sizes.len() {
        let mut end = start;
        let mut size = 0;
        while end < sizes.len() && (end == start || size + sizes[end] <= SIZE) {
            size += sizes[end];
            end += 1;
        }
        windows.push(start..end);
        if end == sizes.len() {
            break;
        }
        let mut again = end;
        let mut overlap = 0;
        while again > start + 1 && overlap + sizes[again - 1] <= OVERLAP {
            again -= 1;
            overlap += sizes[again];
        }
        // Where what comes next fills a window by itself, nothing is read twice without end.
        start = match overlap + sizes[end] > SIZE {
            true => end,
            false => again,
        };
    }
    // Nothing to read in it.
    windows.retain(|w| sizes[w.clone()].iter().any(|s| *s > 0));
    windows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn windows_overlap_by_what_is_short() {
        assert_eq!(cut(&[500; 13]), [0..12, 11..13]);
        assert_eq!(cut(&[1000; 8]), [0..6, 6..8]);
        assert_eq!(cut(&[9000, 10, 9000]), [0..1, 1..2, 2..3]);
        assert!(cut(&[0, 0]).is_empty() && cut(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn every_unit_is_read_and_windows_are_few(sizes in proptest::collection::vec(1usize..2000, 0..200)) {
            let windows = cut(&sizes);
            let mut at = 0;
            for window in &windows {
                prop_assert!(window.start <= at && at < window.end);
                at = window.end;
            }
            prop_assert_eq!(at, sizes.len());
            let bytes: usize = sizes.iter().sum();
            prop_assert!(windows.len() <= 2 + bytes / (SIZE / 2));
        }
    }
}
