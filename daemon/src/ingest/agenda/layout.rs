//! How a list is laid out: whether lines are one at all, where its times stand, what parts its entries.

use super::lines::rows_of;
use super::row::{Row, Stamp};
use crate::extract::dates::Reference;

/// Lines by which a list is known.
const HEAD: usize = 400;

/// Words from which a line is prose, of which a list has little.
const PROSE: usize = 30;

/// Whether the lines are a list's: stamps stand at the head of enough of them, and there is little prose.
pub(super) fn is_list(text: &str, reference: &Reference) -> bool {
    let head: String = text
        .lines()
        .filter(|l| !l.trim().is_empty())
        .take(HEAD)
        .flat_map(|l| [l, "\n"])
        .collect();
    let rows = rows_of(&head, *reference);
    let (mut days, mut times, mut prose, mut all) = (0, 0, 0, 0);
    for row in rows.iter().filter(|r| !r.is_blank()) {
        all += 1;
        match row.stamp {
            Some(Stamp::Day(_)) => days += 1,
            Some(Stamp::Moment(_)) => {
                days += 1;
                times += 1;
            }
            Some(_) => times += 1,
            None => {}
        }
        prose += usize::from(row.text.split_whitespace().count() >= PROSE);
    }
    days >= 1 && days + times >= 3 && (days + times) * 8 >= all && prose * 3 <= days + times
}

/// Whether times stand below what they are of: the first line under most days, or under blank lines, is no time.
pub(super) fn stamps_behind(rows: &[Row]) -> bool {
    let mut opens = true;
    let (mut words, mut times) = (0, 0);
    for (n, row) in rows.iter().enumerate() {
        if row.is_blank() || matches!(row.stamp, Some(Stamp::Day(_))) && row.is_stamp() {
            opens = true;
            continue;
        }
        if std::mem::take(&mut opens) {
            match row.stamp {
                Some(Stamp::Clock(..) | Stamp::AllDay) => times += 1,
                // Only where a time follows on one of the next lines is it of these words.
                None => {
                    let mut next = rows[n + 1..].iter().take(3).take_while(|r| !r.is_blank());
                    let timed = |r: &Row| {
                        r.is_stamp() && matches!(r.stamp, Some(Stamp::Clock(..) | Stamp::AllDay))
                    };
                    words += usize::from(next.any(timed));
                }
                Some(_) => {}
            }
        }
    }
    words > times
}

/// Whether blank lines and days part the entries: there are as many blocks of lines as times.
pub(super) fn is_spaced(rows: &[Row]) -> bool {
    let parts = |r: &Row| r.is_blank() || r.is_stamp() && matches!(r.stamp, Some(Stamp::Day(_)));
    let times = rows.iter().filter(|r| r.is_stamp() && !parts(r)).count();
    let blocks = rows.split(parts).filter(|block| !block.is_empty());
    // What stands before the first time is no entry.
    times <= blocks.filter(|b| b.iter().any(Row::is_stamp)).count()
}
