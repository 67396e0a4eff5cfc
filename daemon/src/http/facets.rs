//! `GET /v1/facets`: the people, places, tags and types among memories, with how many there are of each.

use super::{
    auth::Caller,
    error::{Answered, invalid},
    form::Form,
    held::answer,
    memories::no_cursor,
    memory::Share,
    recall::{filter, narrowed},
};
use crate::{
    app::App,
    overview::facets::{Place, Wanted, count},
    query::Filter,
};
use axum::{extract::RawQuery, response::Response};
use memo_common::api::{FacetKind, Facets};

/// Values of each, unless `limit` says otherwise.
const VALUES: i64 = 20;

/// The fields beside those by which memories are narrowed.
pub(super) const FIELDS: [&str; 4] = ["facet", "prefix", "limit", "cursor"];

pub(super) async fn show(caller: Caller, RawQuery(query): RawQuery) -> Answered<Response> {
    let form = narrowed(query, &FIELDS)?;
    let (facets, share) = counted(caller, form).await?;
    Ok(answer(&facets, share))
}

/// What is there, with its share of the memory for texts.
pub(super) async fn counted(caller: Caller, mut form: Form) -> Answered<(Facets, Share)> {
    let facet = form.take("facet").map(|name| name.parse::<FacetKind>());
    let facet = facet
        .transpose()
        .map_err(|e| invalid("facet", format!("The field {e}.")))?;
    let after = form.take("cursor");
    if after.is_some() && facet.is_none() {
        let detail = "The field `cursor` goes on with one facet; name it in `facet`.";
        return Err(invalid("cursor", detail));
    }
    let wanted = Wanted {
        facet,
        prefix: form.take("prefix").unwrap_or_default(),
        after: after
            .map(|cursor| Place::parse(&cursor).ok_or_else(no_cursor))
            .transpose()?,
        limit: form.number("limit", 1, 100)?.unwrap_or(VALUES) as usize,
    };
    let filter = filter(&mut form, &*caller.app.people(caller.user())?)?;
    let look = move |caller: &Caller| {
        let facets = find(&caller.app, caller.user(), &filter, &wanted)?;
        let mut share = Share::default();
        caller.memory.texts.hold(&mut share, size(&facets))?;
        Ok((facets, share))
    };
    caller.in_turn(look).await
}

/// What is wanted of the memories that the filter admits.
pub(super) fn find(app: &App, user: &str, filter: &Filter, wanted: &Wanted) -> Answered<Facets> {
    let who = app.people(user)?;
    Ok(app.overview(user, |table| count(table, filter, wanted, &who))?)
}

/// Bytes of the values.
fn size(facets: &Facets) -> usize {
    let all = [
        &facets.people,
        &facets.places,
        &facets.tags,
        &facets.source_types,
    ];
    let values = all.into_iter().flatten().flat_map(|facet| &facet.values);
    values.map(|value| value.value.len()).sum()
}
