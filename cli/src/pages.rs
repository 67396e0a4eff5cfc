//! What the daemon gives by pages.

use memo_common::client::ClientError;

/// The daemon gives no more at once.
pub(crate) const PAGE: u32 = 100;

/// The first `most` of what comes by pages, and whether there are more. `page` asks for so many behind a cursor, and gives
/// them with the cursor of those behind.
pub(crate) fn pages<T>(
    most: usize,
    mut page: impl FnMut(u32, Option<&str>) -> Result<(Vec<T>, Option<String>), ClientError>,
) -> Result<(Vec<T>, bool), ClientError> {
    let mut all = Vec::new();
    let mut cursor = None;
    while all.len() < most {
        let left = (most - all.len()).min(PAGE as usize) as u32;
        let (items, next) = page(left, cursor.as_deref())?;
        all.extend(items);
        cursor = next;
        if cursor.is_none() {
            break;
        }
    }
    Ok((all, cursor.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_asked_for_until_there_are_enough() {
        let given = |most| {
            let mut asked = Vec::new();
            let all = pages(most, |limit, cursor| {
                asked.push(limit);
                let from: usize = cursor.map_or(0, |c| c.parse().expect("a number"));
                let to = (from + limit as usize).min(250);
                let next = (to < 250).then(|| to.to_string());
                Ok(((from..to).collect(), next))
            });
            let (all, more) = all.expect("pages");
            assert!(all.iter().copied().eq(0..all.len()));
            (all.len(), more, asked)
        };
        assert_eq!(given(130), (130, true, vec![100, 30]));
        assert_eq!(given(250), (250, false, vec![100, 100, 50]));
        assert_eq!(given(usize::MAX), (250, false, vec![100, 100, 100]));
        assert_eq!(given(0), (0, false, vec![]));
    }
}
