//! `GET /v1/days`: how many memories fall on each day of a period.

use super::{
    auth::Caller,
    error::{Answered, invalid},
    form::Form,
    recall::{day, filter, narrowed},
};
use crate::{
    app::App,
    index::day_number,
    overview::days::{MOST_DAYS, count},
    query::Filter,
};
use axum::{Json, extract::RawQuery};
use jiff::civil::Date;
use memo_common::api::Days;

pub(super) async fn show(caller: Caller, RawQuery(query): RawQuery) -> Answered<Json<Days>> {
    let mut form = narrowed(query, &[])?;
    let today = jiff::Zoned::now().date();
    let month = (today.first_of_month(), today.last_of_month());
    let (from, to) = period(&mut form)?.unwrap_or(month);
    let filter = filter(&mut form, &*caller.app.people(caller.user())?)?;
    let look = move |caller: &Caller| find(&caller.app, caller.user(), &filter, from, to);
    caller.in_turn(look).await.map(Json)
}

/// The memories on each of these days, of those that the filter admits.
pub(super) fn find(app: &App, user: &str, filter: &Filter, from: Date, to: Date) -> Answered<Days> {
    Ok(app.overview(user, |table| count(table, filter, from, to))?)
}

/// The first and last day of what `since` and `until` say. One alone says both: `since=2026-10` is October.
pub(super) fn period(form: &mut Form) -> Answered<Option<(Date, Date)>> {
    let (since, until) = (day(form, "since")?, day(form, "until")?);
    let Some((from, to)) = since.or(until).zip(until.or(since)) else {
        return Ok(None);
    };
    let (from, to) = (from.0, to.1);
    if to < from {
        return Err(invalid(
            "until",
            "The field `until` lies before `since`; the two are the first and the last day.",
        ));
    }
    if day_number(to) - day_number(from) >= MOST_DAYS {
        let detail =
            format!("From `since` to `until` there may be {MOST_DAYS} days (nine years) at most.");
        return Err(invalid("until", detail));
    }
    Ok(Some((from, to)))
}
