//! `/v1/people/suggestions`: names that may be one person's, with the reason; merged by `/v1/people/merge`, or never offered
//! again.

use super::{
    auth::Caller,
    blocking, body,
    error::{Answered, refuse},
    memories::no_cursor,
    people::{name, people, said_of, say, spelled},
    urlencoded::urlencoded,
};
use crate::{
    app::App,
    people::{alike, key},
};
use axum::{
    Json,
    extract::{RawQuery, Request},
};
use mail_parser::{Address, MessageParser};
use memo_common::{
    api::{Person, SourceType, Suggestion, SuggestionPage},
    problem::Code,
};
use std::{cmp::Reverse, panic};

/// Suggestions on a page, unless `limit` says otherwise.
const PAGE: i64 = 50;
/// Mails whose heads are read for who writes from which address: the latest.
const MAILS: usize = 1_000;
/// Bytes of a mail in which its head stands.
const HEAD: usize = 16 << 10;
/// Names that one may be said not to be.
const MOST: usize = 200;

pub(super) async fn list(
    caller: Caller,
    RawQuery(query): RawQuery,
) -> Answered<Json<SuggestionPage>> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["limit", "cursor"])?;
    let limit = form.number("limit", 1, 100)?.unwrap_or(PAGE) as usize;
    let after: usize = match form.take("cursor") {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| no_cursor())?,
    };
    let look = move |caller: &Caller| {
        let all = people(&caller.app, caller.user())?;
        let mut rest = find(&caller.app, caller.user(), &all)?
            .into_iter()
            .skip(after);
        let suggestions: Vec<_> = rest.by_ref().take(limit).collect();
        let more = rest.next().is_some();
        Ok(Json(SuggestionPage {
            next_cursor: more.then(|| (after + suggestions.len()).to_string()),
            suggestions,
        }))
    };
    caller.in_turn(look).await
}

pub(super) async fn dismiss(caller: Caller, request: Request) -> Answered<Json<Person>> {
    let mut form = body::read(request, &["name", "into"], &caller.memory).await?;
    let one = name(&form.need("name")?, "name")?;
    let other = name(&form.need("into")?, "into")?;
    caller.still()?;
    blocking(move || keep_apart(&caller.app, caller.user(), &one, &other).map(Json)).await
}

/// Which names of these people may be one person's. Blocks.
pub(super) fn find(app: &App, user: &str, all: &[Person]) -> Answered<Vec<Suggestion>> {
    let table = app.people(user)?;
    let addresses = addresses(app, user);
    let apart = |one: &Person, other: &Person| {
        let are_said = |a: &Person, b: &Person| {
            a.names.iter().any(|name| {
                let said = table.said_of(&name.name);
                let apart = said.map_or(&[][..], |said| &said.apart);
                let is = |other: &String| b.names.iter().any(|n| key(&n.name) == key(other));
                apart.iter().any(is)
            })
        };
        are_said(one, other) || are_said(other, one)
    };
    Ok(alike(all, &addresses, apart))
}

/// From now on these two are not offered as one. Blocks.
pub(super) fn keep_apart(app: &App, user: &str, one: &str, other: &str) -> Answered<Person> {
    let all = people(app, user)?;
    let (one, other) = (spelled(&all, one, "name")?, spelled(&all, other, "into")?);
    let mut said = said_of(&*app.people(user)?, &one);
    if !said.apart.contains(&other) {
        if said.apart.len() >= MOST {
            let detail =
                format!("\"{one}\" is kept apart from {MOST} names already, and no more are kept.");
            return Err(refuse(Code::InvalidField, detail));
        }
        said.apart.push(other);
        say(app, user, vec![said])?;
    }
    super::people::person(app, user, &one)
}

/// Who is named with which address in the heads of the latest mails.
fn addresses(app: &App, user: &str) -> Vec<(String, String)> {
    let mut mails = app.live.of_user(user);
    mails.retain(|(_, alive)| alive.source_type == SourceType::Email);
    mails.sort_unstable_by_key(|(version, _)| Reverse(*version));
    let mut found = Vec::new();
    for (version, _) in mails.into_iter().take(MAILS) {
        let about = app.store.version(version).ok().flatten();
        // One that cannot be read now says nothing now.
        let text = about.and_then(|about| app.store.text(version, &about).ok().flatten());
        let text = text.unwrap_or_default();
        let head = &text.as_bytes()[..text.floor_char_boundary(HEAD)];
        // A malformed mail may break the parser.
        let read = panic::catch_unwind(|| named(head));
        found.extend(read.unwrap_or_default());
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Addresses with names, in the head of a mail.
fn named(head: &[u8]) -> Vec<(String, String)> {
    let Some(mail) = MessageParser::default().parse_headers(head) else {
        return Vec::new();
    };
    let fields = [mail.from(), mail.to(), mail.cc(), mail.reply_to()];
    let all = fields.into_iter().flatten().flat_map(Address::iter);
    let named = all.filter_map(|one| {
        let address = one.address.as_deref()?.to_lowercase();
        Some((address, one.name.as_deref()?.to_owned()))
    });
    named.collect()
}
