//! `GET /v1/timeline`: what happened, or is to happen, in a period, in order.

use super::{
    auth::Caller,
    days::period,
    error::{Answered, invalid},
    form::Form,
    held::answer,
    memories::{self, LARGE_PAGE, no_cursor},
    memory::Share,
    recall::{self, filter, narrowed},
};
use crate::{
    app::App,
    overview::timeline::{Moment, Period, first},
    query::Filter,
};
use axum::{extract::RawQuery, response::Response};
use memo_common::api::{TimelineEntry, TimelinePage};

/// Entries on a page, unless `limit` says otherwise.
const PAGE: i64 = 50;

/// The fields beside those by which memories are narrowed.
pub(super) const FIELDS: [&str; 3] = ["limit", "cursor", "other_years"];

pub(super) async fn show(caller: Caller, RawQuery(query): RawQuery) -> Answered<Response> {
    let form = narrowed(query, &FIELDS)?;
    let (page, share) = page(caller, form).await?;
    Ok(answer(&page, share))
}

/// A page, with its share of the memory for texts.
pub(super) async fn page(caller: Caller, mut form: Form) -> Answered<(TimelinePage, Share)> {
    let limit = form.number("limit", 1, 100)?.unwrap_or(PAGE) as usize;
    let after = form.take("cursor").map(|c| moment(&c)).transpose()?;
    let today = jiff::Zoned::now().date();
    let (from, to) = period(&mut form)?.unwrap_or((today, today));
    let period = match form.flag("other_years")? {
        false => Period::Days(from, to),
        true if from == to => Period::OtherYears(from),
        true => {
            let detail =
                "The field `other_years` is of one day; give it as `since`, and no `until`.";
            return Err(invalid("other_years", detail));
        }
    };
    let filter = filter(&mut form, &*caller.app.people(caller.user())?)?;
    let look = move |caller: &Caller| {
        let mut page = find(&caller.app, caller.user(), &filter, period, after, limit)?;
        (page.since, page.until) = (from.to_string(), to.to_string());
        let words = page
            .entries
            .iter()
            .map(|e| memories::bytes(&e.memory.content));
        let mut share = Share::default();
        caller.memory.texts.hold(&mut share, words.sum())?;
        Ok((page, share))
    };
    caller.in_turn(look).await
}

/// What stands in a period behind `after`, of the memories that the filter admits.
pub(super) fn find(
    app: &App,
    user: &str,
    filter: &Filter,
    period: Period,
    after: Option<Moment>,
    limit: usize,
) -> Answered<TimelinePage> {
    let times = app.overview(user, |table| first(table, filter, period, after, limit + 1))?;
    let mut page = TimelinePage::default();
    let (mut last, mut words) = (None, 0);
    for (moment, when) in times {
        if page.entries.len() == limit || words >= LARGE_PAGE {
            page.next_cursor = last.map(cursor);
            break;
        }
        // It may have been forgotten meanwhile.
        if let Some(memory) = recall::memory(app, moment.version, moment.index, 0.0)? {
            words += memories::bytes(&memory.content);
            let when = when.to_string();
            page.entries.push(TimelineEntry { when, memory });
        }
        last = Some(moment);
    }
    Ok(page)
}

fn cursor(moment: Moment) -> String {
    let minute = ((moment.minute as u64) ^ (1 << 63)).to_be_bytes();
    let (version, index) = (moment.version.to_be_bytes(), moment.index.to_be_bytes());
    memories::cursor(&[minute.as_slice(), &version, &index].concat())
}

pub(super) fn moment(cursor: &str) -> Answered<Moment> {
    let bytes = memories::place(cursor)?;
    let number = |from: usize| {
        Some(u64::from_be_bytes(
            bytes.get(from..from + 8)?.try_into().ok()?,
        ))
    };
    let index = || Some(u32::from_be_bytes(bytes.get(16..)?.try_into().ok()?));
    let read = || {
        Some(Moment {
            minute: (number(0)? ^ (1 << 63)) as i64,
            version: number(8)?,
            index: index()?,
        })
    };
    read().ok_or_else(no_cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_come_back() {
        for minute in [i64::MIN, -1, 0, i64::MAX] {
            let there = Moment {
                minute,
                version: 7,
                index: 3,
            };
            assert_eq!(moment(&cursor(there)).ok(), Some(there));
        }
        for bad in ["00", &"0".repeat(42), "zz"] {
            assert!(moment(bad).is_err(), "{bad}");
        }
    }
}
