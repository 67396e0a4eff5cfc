//! Search.

use super::{
    super::{
        auth::Caller,
        error::Answered,
        facets, memories,
        memory::Share,
        recall::{self, filter, narrowed},
    },
    page,
    visit::Visitor,
};
use crate::{
    overview,
    web::Site,
    web::search::{Found, Wanted, show as show_page},
};
use axum::{extract::RawQuery, response::Response};

/// Memories that match words, unless more are asked for, and at most.
const BEST: usize = 20;
const MOST: usize = 100;

/// Memories on a page where no words are looked for.
const PAGE: usize = 50;

/// Values of each facet.
const BESIDE: usize = 10;

pub(super) async fn show(visitor: Visitor, RawQuery(query): RawQuery) -> Answered<Response> {
    let query = query.unwrap_or_default();
    let wanted = wanted(&query)?;
    let mut form = narrowed(Some(query), &["text", "cursor", "limit"])?;
    let text = match form.take("text") {
        Some(text) if text.chars().count() > 1000 => {
            form.put("text", text)?;
            form.text("text", 1000)?
        }
        text => text.unwrap_or_default(),
    };
    let after = form
        .take("cursor")
        .map(|c| memories::place(&c))
        .transpose()?;
    let limit = form.number("limit", 1, MOST as i64)?.unwrap_or(BEST as i64) as usize;
    let caller = &visitor.caller;
    let filter = filter(&mut form, &*caller.app.people(caller.user())?)?;
    if !text.is_empty() {
        caller.wait_for_index().await?;
    }
    let make = move |site: &Site, caller: &Caller| {
        let (app, user) = (&caller.app, caller.user());
        let beside = overview::facets::Wanted {
            limit: BESIDE,
            ..Default::default()
        };
        let facets = facets::find(app, user, &filter, &beside)?;
        let (memories, next) = match text.is_empty() {
            true => {
                let page = memories::page(app, user, &filter, after, PAGE)?;
                (page.memories, page.next_cursor)
            }
            false => {
                let found = recall::find(app, user, &text, limit, &filter)?;
                (found.into_iter().map(|(_, m)| m).collect(), None)
            }
        };
        let is_full = !text.is_empty() && memories.len() == limit && limit < MOST;
        let mut share = Share::default();
        caller
            .memory
            .texts
            .hold(&mut share, memories::size(&memories))?;
        let found = Found {
            more: is_full.then(|| (limit + 2 * BEST).min(MOST)),
            memories,
            facets,
            next,
        };
        Ok(page(show_page(site, &wanted, &found), share))
    };
    visitor.look(make).await
}

/// The fields as they were given, to be shown again.
fn wanted(query: &str) -> Answered<Wanted> {
    let mut form = narrowed(Some(query.to_owned()), &["text"])?;
    let mut take = |name| form.take(name).unwrap_or_default();
    Ok(Wanted {
        text: take("text"),
        since: take("since"),
        until: take("until"),
        participant: take("participant"),
        place: take("place"),
        tag: take("tag"),
        source_type: take("source_type"),
        item_id: take("item_id"),
    })
}
