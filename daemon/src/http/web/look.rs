//! Days, months, people, places and sources.

use super::{
    super::{
        auth::Caller,
        blocking, days, documents,
        error::{Answered, refuse},
        facets,
        memories::{self, no_cursor},
        memory::Share,
        people::people as everybody,
        suggestions, timeline,
        urlencoded::urlencoded,
        watches,
    },
    page, see,
    visit::Visitor,
};
use crate::{
    overview::{
        facets::{Place, Wanted},
        timeline::Period,
    },
    people::key,
    query::Filter,
    web::{
        Site,
        about::{self, About},
        day, month,
        names::{self, Names},
        sources,
    },
};
use axum::{
    extract::{Path, RawQuery, Request},
    http::StatusCode,
    response::Response,
};
use jiff::{ToSpan, civil::Date};
use memo_common::{
    api::{FacetKind, TimelinePage},
    problem::Code,
};

/// Entries on a page of a day, and of what happened in other years.
const ENTRIES: usize = 100;
const OTHER_YEARS: usize = 10;

/// Values of a facet beside other things, and of one that has its own page.
const BESIDE: usize = 12;
const NAMES: usize = 200;

/// Memories, and documents, on a page.
const PAGE: usize = 50;

/// Days that are looked through for the nearest on which there is something.
const NEAR: i64 = 3_200;

fn today_here() -> Date {
    jiff::Zoned::now().date()
}

pub(super) async fn today(visitor: Visitor, query: RawQuery) -> Answered<Response> {
    show_day(visitor, today_here(), query).await
}

pub(super) async fn day(
    visitor: Visitor,
    Path((_, day)): Path<(String, String)>,
    query: RawQuery,
) -> Answered<Response> {
    let date = day.parse().map_err(|_| {
        refuse(
            Code::NotFound,
            "There is no such day; one is written as in 2026-10-03.",
        )
    })?;
    show_day(visitor, date, query).await
}

async fn show_day(visitor: Visitor, date: Date, RawQuery(query): RawQuery) -> Answered<Response> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["cursor"])?;
    let after = form
        .take("cursor")
        .map(|c| timeline::moment(&c))
        .transpose()?;
    let make = move |site: &Site, caller: &Caller| {
        let (app, user) = (&caller.app, caller.user());
        let filter = Filter::default();
        let find = |period, after, most| timeline::find(app, user, &filter, period, after, most);
        let found = find(Period::Days(date, date), after, ENTRIES)?;
        let others = match after {
            None => find(Period::OtherYears(date), None, OTHER_YEARS)?,
            Some(_) => TimelinePage::default(),
        };
        let between = |from, to| days::find(app, user, &filter, from, to);
        let mut near = [None, None];
        if found.entries.is_empty() {
            let before = between(date.saturating_sub(NEAR.days()), date)?;
            let after = between(date, date.saturating_add(NEAR.days()))?;
            let day = |day: Option<&memo_common::api::Day>| day.and_then(|d| d.day.parse().ok());
            near = [day(before.days.last()), day(after.days.first())];
        }
        let shown = day::Day {
            date,
            page: found,
            others: others.entries,
            days: between(date.first_of_month(), date.last_of_month())?,
            near,
        };
        let entries = shown.page.entries.iter().chain(&shown.others);
        let words = entries.map(|e| memories::bytes(&e.memory.content)).sum();
        let mut share = Share::default();
        caller.memory.texts.hold(&mut share, words)?;
        Ok(page(day::show(site, &shown, today_here()), share))
    };
    visitor.look(make).await
}

pub(super) async fn this_month(visitor: Visitor) -> Answered<Response> {
    show_month(visitor, today_here()).await
}

pub(super) async fn month(
    visitor: Visitor,
    Path((_, month)): Path<(String, String)>,
) -> Answered<Response> {
    let date = format!("{month}-01").parse().map_err(|_| {
        refuse(
            Code::NotFound,
            "There is no such month; one is written as in 2026-10.",
        )
    })?;
    show_month(visitor, date).await
}

async fn show_month(visitor: Visitor, date: Date) -> Answered<Response> {
    let make = move |site: &Site, caller: &Caller| {
        let (app, user) = (&caller.app, caller.user());
        let (first, last) = (date.first_of_month(), date.last_of_month());
        let filter = Filter {
            since: Some(first),
            until: Some(last),
            ..Filter::default()
        };
        let all = Filter::default();
        let (begin, end) = (date.first_of_year(), date.last_of_year());
        let shown = month::Month {
            first,
            days: days::find(app, user, &all, first, last)?,
            year: days::find(app, user, &all, begin, end)?,
            facets: facets::find(app, user, &filter, &beside())?,
        };
        Ok(page(
            month::show(site, &shown, today_here()),
            Share::default(),
        ))
    };
    visitor.look(make).await
}

fn beside() -> Wanted {
    Wanted {
        limit: BESIDE,
        ..Wanted::default()
    }
}

pub(super) async fn people(visitor: Visitor, query: RawQuery) -> Answered<Response> {
    show_names(visitor, query, FacetKind::People).await
}

pub(super) async fn places(visitor: Visitor, query: RawQuery) -> Answered<Response> {
    show_names(visitor, query, FacetKind::Places).await
}

async fn show_names(
    visitor: Visitor,
    RawQuery(query): RawQuery,
    kind: FacetKind,
) -> Answered<Response> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["prefix", "cursor"])?;
    let prefix = form.take("prefix").unwrap_or_default();
    let after = form.take("cursor");
    let after = after.map(|c| Place::parse(&c).ok_or_else(no_cursor));
    let wanted = Wanted {
        facet: Some(kind),
        prefix,
        after: after.transpose()?,
        limit: NAMES,
    };
    let make = move |site: &Site, caller: &Caller| {
        let found = facets::find(&caller.app, caller.user(), &Filter::default(), &wanted)?;
        let (facet, show): (_, fn(&_, &_) -> _) = match kind {
            FacetKind::Places => (found.places, names::places),
            _ => (found.people, names::people),
        };
        let shown = Names {
            facet: &facet.unwrap_or_default(),
            prefix: &wanted.prefix,
            next: found.next_cursor.as_deref(),
        };
        Ok(page(show(site, &shown), Share::default()))
    };
    visitor.look(make).await
}

pub(super) async fn place(visitor: Visitor, RawQuery(query): RawQuery) -> Answered<Response> {
    show_about(visitor, Wish::read(query, &[])?, false).await
}

/// What the page of a person or a place is asked for.
pub(super) struct Wish {
    pub name: String,
    after: Option<crate::store::Place>,
    /// What came of the last thing that was done.
    said: Option<String>,
    status: StatusCode,
}

impl Wish {
    /// By the page's address; `said`: what may have been done, as an address says it and as the page does.
    pub(super) fn read(query: Option<String>, said: &[(&str, &str)]) -> Answered<Self> {
        let known = ["name", "cursor", "said"];
        let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &known)?;
        let name = form.text("name", 1000)?;
        let after = form.take("cursor").map(|c| memories::place(&c));
        let done = form.take("said").unwrap_or_default();
        let done = said.iter().find(|(short, _)| *short == done);
        Ok(Self {
            name,
            after: after.transpose()?,
            said: done.map(|(_, long)| (*long).to_owned()),
            status: StatusCode::OK,
        })
    }

    /// Of whom something could not be said.
    pub(super) fn refused(name: String, why: String) -> Self {
        Self {
            name,
            after: None,
            said: Some(why),
            status: StatusCode::BAD_REQUEST,
        }
    }
}

pub(super) async fn show_about(
    visitor: Visitor,
    wish: Wish,
    is_person: bool,
) -> Answered<Response> {
    let make = move |site: &Site, caller: &Caller| {
        let (app, user) = (&caller.app, caller.user());
        let name = &wish.name;
        let mut filter = Filter::default();
        match is_person {
            true => filter.with(Some(name.clone()), &*app.people(user)?),
            false => filter.place = Some(name.clone()),
        }
        let shown = About {
            name,
            said: wish.said.as_deref(),
            page: memories::page(app, user, &filter, wish.after, PAGE)?,
            facets: facets::find(app, user, &filter, &beside())?,
        };
        let mut share = Share::default();
        let words = memories::size(&shown.page.memories);
        caller.memory.texts.hold(&mut share, words)?;
        if !is_person {
            return Ok(page(about::place(site, &shown), share));
        }
        let everybody = everybody(app, user)?;
        let mut all = everybody.iter();
        let is = |other: &str| key(other) == key(name);
        let who = all.find(|p| is(&p.name) || p.names.iter().any(|n| is(&n.name)));
        let mut offered = match who.filter(|_| site.changes) {
            Some(_) => suggestions::find(app, user, &everybody)?,
            None => Vec::new(),
        };
        offered.retain(|s| who.is_some_and(|p| [&s.name, &s.into].contains(&&p.name)));
        let mut response = page(about::person(site, &shown, who, &offered), share);
        *response.status_mut() = wish.status;
        Ok(response)
    };
    visitor.look(make).await
}

pub(super) async fn sources(visitor: Visitor, RawQuery(query): RawQuery) -> Answered<Response> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["cursor"])?;
    let after = form.take("cursor");
    let site = visitor.site();
    let caller = visitor.caller;
    let work = move || {
        let found = documents::page(&caller.app, caller.user(), after.as_deref(), PAGE)?;
        // What else the machine holds is an administrator's to know.
        let is_first = after.is_none() && caller.administers().is_ok();
        let watches = is_first.then(|| caller.app.watches.shown());
        let shown = sources::show(&site, &found, watches.as_deref());
        Ok(page(shown, Share::default()))
    };
    blocking(work).await
}

pub(super) async fn unwatch(visitor: Visitor, request: Request) -> Answered<Response> {
    let mut form = visitor.change(request, &["watch_id"]).await?;
    let id = form.need("watch_id")?;
    watches::end(&visitor.caller, id).await?;
    Ok(see(&visitor.site().at("sources")))
}
