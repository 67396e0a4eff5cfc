//! A day: what happened on it or is to happen, and what did in other years.

use super::{
    Site,
    frame::{Here, page},
    month,
    parts::{entry, hours, long_day, when_in_words},
};
use jiff::{ToSpan, civil::Date};
use maud::{Markup, html};
use memo_common::api::{Days, TimelineEntry, TimelinePage};

/// What the page of a day shows.
pub(crate) struct Day {
    pub date: Date,
    pub page: TimelinePage,
    /// What happened on this day in other years; on the first page alone.
    pub others: Vec<TimelineEntry>,
    /// The month around it.
    pub days: Days,
    /// The nearest days before and after it of which there is something.
    pub near: [Option<Date>; 2],
}

pub(crate) fn show(site: &Site, day: &Day, today: Date) -> Markup {
    let date = day.date;
    let title = long_day(date);
    let month = date.first_of_month();
    // What began long ago, or is known by its month or year, says less of the day than what began on it.
    let (begun, going_on): (Vec<_>, Vec<_>) = day
        .page
        .entries
        .iter()
        .partition(|one| one.when.starts_with(&date.to_string()));
    let main = html! {
        h1 { (title) @if date == today { " " span.note { "today" } } }
        nav.steps aria-label="Other days" {
            @if let Ok(before) = date.checked_sub(1.day()) { a.before href=(site.day(before)) { (before.strftime("%a %-d %b").to_string()) } }
            @if date != today { a href=(site.at("day")) { "Today" } }
            @if let Ok(after) = date.checked_add(1.day()) { a.after href=(site.day(after)) { (after.strftime("%a %-d %b").to_string()) } }
        }
        div.with-aside {
            div {
                @if day.page.entries.is_empty() { (nothing(site, day)) }
                @for one in &begun { (entry(site, &one.memory, &hours(&one.when, date), "")) }
                @if !going_on.is_empty() {
                    section {
                        h2 { "In whose time it lies" }
                        @for one in &going_on { (entry(site, &one.memory, &when_in_words(&one.when), "")) }
                    }
                }
                @if let Some(cursor) = &day.page.next_cursor {
                    p.more { a href=(site.with(&format!("day/{date}"), [("cursor", cursor.as_str())])) { "More of this day" } }
                }
                @if !day.others.is_empty() {
                    section {
                        h2 { "On this day in other years" }
                        @for one in &day.others { (entry(site, &one.memory, &when_in_words(&one.when), "")) }
                    }
                }
            }
            aside aria-label="The month" {
                h2 { a href=(site.month(&month.strftime("%Y-%m").to_string())) { (month.strftime("%B %Y").to_string()) } }
                (month::map(site, month, &day.days, today, Some(date)))
            }
        }
    };
    page(site, Here::Day, &title, &main)
}

fn nothing(site: &Site, day: &Day) -> Markup {
    let [before, after] = day.near;
    let link = |date: Date| html! { a href=(site.day(date)) { (long_day(date)) } };
    html! {
        p.nothing {
            "There is nothing of this day."
            @if let Some(before) = before { " The last before it of which there is something is " (link(before)) "." }
            @if let Some(after) = after { " The next is " (link(after)) "." }
            @if before.or(after).is_none() { " " code { "memo add" } " adds notes, mail, calendars and chats." }
        }
    }
}
