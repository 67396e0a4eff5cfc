//! Who is who: names that are one person's, the name that is shown, and the names of one's own.

use super::{
    super::{
        blocking,
        error::Answered,
        people::{self, merge_into_me, merge_people, rename_person, split_person},
        suggestions::keep_apart,
    },
    look::{Wish, show_about},
    see,
    visit::Visitor,
};
use crate::app::App;
use axum::{
    extract::{RawQuery, Request},
    response::Response,
};
use memo_common::api::Person;

/// What was done, as the address says it and as the page does.
const SAID: [(&str, &str); 5] = [
    (
        "apart",
        "They are two people, and are not offered as one again.",
    ),
    ("merged", "These are names of one person now."),
    ("split", "They are two people again."),
    ("renamed", "This is the name that is shown from now on."),
    ("me", "This is a name of yours."),
];

pub(super) async fn show(visitor: Visitor, RawQuery(query): RawQuery) -> Answered<Response> {
    show_about(visitor, Wish::read(query, &SAID)?, true).await
}

pub(super) async fn merge(visitor: Visitor, request: Request) -> Answered<Response> {
    let mut form = visitor.change(request, &["name", "other"]).await?;
    let (name, other) = (form.need("name")?, form.take("other").unwrap_or_default());
    let (into, from) = (name.clone(), other.clone());
    let change =
        move |app: &App, user: &str| merge_people(app, user, &people::name(&from, "other")?, &into);
    done(visitor, name, "merged", change).await
}

/// One person, or two, of what was offered.
pub(super) async fn decide(visitor: Visitor, request: Request) -> Answered<Response> {
    let mut form = visitor.change(request, &["name", "into", "one"]).await?;
    let (name, into) = (form.need("name")?, form.need("into")?);
    let is_one = form.flag("one")?;
    let (one, other) = (name.clone(), into.clone());
    let change = move |app: &App, user: &str| match is_one {
        true => merge_people(app, user, &one, &other),
        false => keep_apart(app, user, &one, &other),
    };
    let said = if is_one { "merged" } else { "apart" };
    done(visitor, into, said, change).await
}

pub(super) async fn split(visitor: Visitor, request: Request) -> Answered<Response> {
    let mut form = visitor.change(request, &["name", "other"]).await?;
    let (name, other) = (form.need("name")?, form.need("other")?);
    let change = move |app: &App, user: &str| split_person(app, user, &other);
    done(visitor, name, "split", change).await
}

pub(super) async fn rename(visitor: Visitor, request: Request) -> Answered<Response> {
    let mut form = visitor.change(request, &["name", "shown"]).await?;
    let (name, shown) = (form.need("name")?, form.take("shown"));
    let of = name.clone();
    let change = move |app: &App, user: &str| {
        let shown = shown.filter(|shown| !shown.trim().is_empty());
        let shown = shown.map(|shown| people::name(&shown, "shown"));
        rename_person(app, user, &of, shown.transpose()?)
    };
    done(visitor, name, "renamed", change).await
}

pub(super) async fn me(visitor: Visitor, request: Request) -> Answered<Response> {
    let name = visitor.change(request, &["name"]).await?.need("name")?;
    let own = name.clone();
    let change = move |app: &App, user: &str| merge_into_me(app, user, &own);
    done(visitor, name, "me", change).await
}

/// Changes something, and shows the page of whoever it then is; or the page of that name again, with why nothing changed.
async fn done(
    visitor: Visitor,
    name: String,
    said: &'static str,
    change: impl FnOnce(&App, &str) -> Answered<Person> + Send + 'static,
) -> Answered<Response> {
    let caller = visitor.caller.clone();
    let changed = blocking(move || change(&caller.app, caller.user())).await;
    match changed {
        Ok(person) => {
            let shown = if matches!(said, "split" | "apart") {
                name
            } else {
                person.name
            };
            let fields = [("name", shown.as_str()), ("said", said)];
            Ok(see(&visitor.site().with("person", fields)))
        }
        Err(refusal) if matches!(refusal.0.status, 400 | 404) => {
            show_about(visitor, Wish::refused(name, refusal.0.detail), true).await
        }
        Err(refusal) => Err(refusal),
    }
}
