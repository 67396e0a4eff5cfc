//! People: who there is in a user's memories, which names are one person's, and by which name that person is shown.

use super::{
    auth::Caller,
    blocking, body,
    error::{Answered, Refusal, invalid, refuse},
    memories::no_cursor,
    urlencoded::urlencoded,
};
use crate::{
    app::App,
    overview::persons::everybody,
    people::{People, Said, key},
};
use axum::{
    Json,
    extract::{RawQuery, Request},
};
use memo_common::{
    api::{Name, PeoplePage, Person},
    problem::{Code, Problem},
};
use std::{cmp::Reverse, collections::HashMap, sync::Arc};

/// People on a page, unless `limit` says otherwise.
const PAGE: i64 = 50;

/// Characters of a name, at most.
const LONGEST: usize = 200;

pub(super) async fn list(caller: Caller, RawQuery(query): RawQuery) -> Answered<Json<PeoplePage>> {
    let known = ["limit", "cursor", "prefix"];
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &known)?;
    let limit = form.number("limit", 1, 100)?.unwrap_or(PAGE) as usize;
    let prefix = form.take("prefix").map(|p| key(&p)).unwrap_or_default();
    let after: usize = match form.take("cursor") {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| no_cursor())?,
    };
    let look = move |caller: &Caller| {
        let all = people(&caller.app, caller.user())?;
        let begins = |person: &Person| {
            let names = person.names.iter().map(|n| &n.name).chain([&person.name]);
            names
                .map(|name| key(name))
                .any(|name| name.starts_with(&prefix))
        };
        let mut fitting = all.into_iter().filter(begins).skip(after);
        let people: Vec<Person> = fitting.by_ref().take(limit).collect();
        let more = fitting.next().is_some();
        Ok(Json(PeoplePage {
            next_cursor: more.then(|| (after + people.len()).to_string()),
            people,
        }))
    };
    caller.in_turn(look).await
}

pub(super) async fn merge(caller: Caller, request: Request) -> Answered<Json<Person>> {
    let mut form = body::read(request, &["name", "into"], &caller.memory).await?;
    let (one, other) = (
        name(&form.need("name")?, "name")?,
        name(&form.need("into")?, "into")?,
    );
    caller.still()?;
    blocking(move || merge_people(&caller.app, caller.user(), &one, &other).map(Json)).await
}

pub(super) async fn split(caller: Caller, request: Request) -> Answered<Json<Person>> {
    let mut form = body::read(request, &["name"], &caller.memory).await?;
    let one = name(&form.need("name")?, "name")?;
    caller.still()?;
    blocking(move || split_person(&caller.app, caller.user(), &one).map(Json)).await
}

pub(super) async fn rename(caller: Caller, request: Request) -> Answered<Json<Person>> {
    let mut form = body::read(request, &["name", "shown"], &caller.memory).await?;
    let one = name(&form.need("name")?, "name")?;
    let shown = match form.take("shown") {
        Some(shown) => Some(name(&shown, "shown")?),
        None => None,
    };
    caller.still()?;
    blocking(move || rename_person(&caller.app, caller.user(), &one, shown).map(Json)).await
}

pub(super) async fn me(caller: Caller, request: Request) -> Answered<Json<Person>> {
    let mut form = body::read(request, &["name"], &caller.memory).await?;
    let one = name(&form.need("name")?, "name")?;
    caller.still()?;
    blocking(move || merge_into_me(&caller.app, caller.user(), &one).map(Json)).await
}

/// A name as it may be.
pub(super) fn name(text: &str, field: &'static str) -> Answered<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let name = words.join(" ");
    match name.chars().count() <= LONGEST && !name.contains(char::is_control) && !name.is_empty() {
        true => Ok(name),
        false => Err(invalid(
            field,
            format!(
                "The field `{field}` has 1 to {LONGEST} characters, and no control characters."
            ),
        )),
    }
}

/// A name as memories write it: as it is given, or as a person is shown.
pub(super) fn spelled(all: &[Person], name: &str, field: &str) -> Answered<String> {
    let is = |other: &str| key(other) == key(name);
    let written = all.iter().flat_map(|person| &person.names);
    let written = written.map(|n| &n.name).find(|n| is(n));
    let shown = || all.iter().find(|person| is(&person.name));
    let of_person = || shown().and_then(|person| person.names.first().map(|n| &n.name));
    written.or_else(of_person).cloned().ok_or_else(|| {
        let detail = format!("Nobody in your memories is called \"{name}\".");
        not_found(detail, field)
    })
}

fn not_found(detail: String, field: &str) -> Refusal {
    Refusal(Box::new(Problem::new(Code::NotFound, detail).field(field)))
}

/// From now on these are two names of one person, who is shown by the second's. Blocks.
pub(super) fn merge_people(app: &App, user: &str, one: &str, other: &str) -> Answered<Person> {
    let all = people(app, user)?;
    let (one, other) = (spelled(&all, one, "name")?, spelled(&all, other, "into")?);
    let table = app.people(user)?;
    let (from, into) = (table.root(&one), table.root(&other));
    if key(&from) != key(&into) {
        let said = Said {
            into: Some(into),
            ..said_of(&table, &from)
        };
        say(app, user, vec![said])?;
    }
    person(app, user, &other)
}

/// From now on this is a name of the user's own. Blocks.
pub(super) fn merge_into_me(app: &App, user: &str, one: &str) -> Answered<Person> {
    match own_name(app, user) {
        Some(own) => merge_people(app, user, one, &own),
        None => Err(refuse(
            Code::NotFound,
            "There is no document yet that says who you are.",
        )),
    }
}

pub(super) fn said_of(table: &People, name: &str) -> Said {
    let nothing = || Said {
        name: name.to_owned(),
        ..Said::default()
    };
    table.said_of(name).cloned().unwrap_or_else(nothing)
}

/// A name that was merged into another is its own person's again, with those that were merged into it. Blocks.
pub(super) fn split_person(app: &App, user: &str, name: &str) -> Answered<Person> {
    let table = app.people(user)?;
    let said = table.said_of(name).filter(|said| said.into.is_some());
    let said = said.ok_or_else(|| {
        let detail = format!(
            "\"{name}\" was merged into no other name: `GET /v1/people` has those that were in `merged`."
        );
        not_found(detail, "name")
    })?;
    let alone = Said {
        into: None,
        ..said.clone()
    };
    say(app, user, vec![alone])?;
    person(app, user, name)
}

/// From now on this name's person is shown by that name; by an own one again where there is none. Blocks.
pub(super) fn rename_person(
    app: &App,
    user: &str,
    name: &str,
    shown: Option<String>,
) -> Answered<Person> {
    let all = people(app, user)?;
    let table = app.people(user)?;
    let root = table.root(&spelled(&all, name, "name")?);
    if let Some(shown) = &shown {
        let is = |other: &str| key(other) == key(shown);
        let mut others = all.iter().filter(|person| {
            let own = person.names.first();
            own.is_none_or(|own| key(&table.root(&own.name)) != key(&root))
        });
        if others.any(|person| is(&person.name) || person.names.iter().any(|n| is(&n.name))) {
            return Err(invalid(
                "shown",
                format!(
                    "There is somebody else called \"{shown}\". If it is the same person, merge the two."
                ),
            ));
        }
    }
    let said = Said {
        shown: shown.filter(|shown| *shown != root),
        ..said_of(&table, &root)
    };
    say(app, user, vec![said])?;
    // By a name that is still theirs: the one that was shown may not be.
    person(app, user, &root)
}

/// Adds what an import says of names of which nothing is said here. Blocks.
pub(super) fn import_people(app: &App, user: &str, all: Vec<Said>) -> Answered<()> {
    let table = app.people(user)?;
    let mut new = Vec::new();
    for said in all {
        let spelt = Said {
            name: name(&said.name, "people")?,
            into: said.into.map(|n| name(&n, "people")).transpose()?,
            shown: said.shown.map(|n| name(&n, "people")).transpose()?,
            apart: said
                .apart
                .iter()
                .take(LONGEST)
                .map(|n| name(n, "people"))
                .collect::<Answered<_>>()?,
        };
        if table.said_of(&spelt.name).is_none() {
            new.push(spelt);
        }
    }
    match new.is_empty() {
        true => Ok(()),
        false => say(app, user, new),
    }
}

pub(super) fn say(app: &App, user: &str, said: Vec<Said>) -> Answered<()> {
    let fits = app.store.say(user, said).wait()?;
    app.forget_people(user);
    match fits {
        true => Ok(()),
        false => Err(refuse(
            Code::InvalidField,
            "So much is said of names already that no more is kept.",
        )),
    }
}

/// The name that most of a user's documents are told by.
pub(super) fn own_name(app: &App, user: &str) -> Option<String> {
    let mut count: HashMap<Arc<str>, u64> = HashMap::new();
    for (_, alive) in app.live.of_user(user) {
        *count.entry(alive.user_name.clone()).or_default() += 1;
    }
    let most = count
        .into_iter()
        .max_by_key(|(name, n)| (*n, Reverse(name.clone())));
    most.map(|(name, _)| name.to_string())
}

/// The person of this name.
pub(super) fn person(app: &App, user: &str, name: &str) -> Answered<Person> {
    let all = people(app, user)?;
    let table = app.people(user)?;
    let root = key(&table.root(name));
    let is = |person: &Person| {
        let mut names = person.names.iter();
        names.any(|n| key(&table.root(&n.name)) == root)
    };
    let found = all.into_iter().find(is);
    found.ok_or_else(|| {
        not_found(
            format!("Nobody in your memories is called \"{name}\"."),
            "name",
        )
    })
}

/// Everybody in a user's memories, by how many they are in; and of whom something is said.
pub(super) fn people(app: &App, user: &str) -> Answered<Vec<Person>> {
    let table: Arc<People> = app.people(user)?;
    let counted = app.overview(user, |all| everybody(all, &table))?;
    // By their keys.
    let names = counted.names.into_iter();
    let mut names: HashMap<String, Name> = names
        .map(|name| (key(&name.name), name))
        .filter(|(key, _)| !key.is_empty())
        .collect();
    let own = own_name(app, user);
    let told = table.said().map(|said| said.name.clone());
    let roots = table.said().map(|said| table.root(&said.name));
    for name in told.chain(roots).chain(own.clone()) {
        let entry = names.entry(key(&name));
        entry.or_insert(Name { name, memories: 0 });
    }
    let own = own.map(|own| key(&table.root(&own)));
    let mut all: HashMap<String, Person> = HashMap::new();
    for (key_of_name, name) in names {
        let root = key(&table.root(&name.name));
        let person = all.entry(root.clone()).or_insert_with(|| Person {
            name: table.shown(&name.name).to_owned(),
            me: own.as_ref() == Some(&root),
            memories: match table.number(&name.name) {
                Some(person) => counted.persons.get(&person).copied().unwrap_or(0),
                None => name.memories,
            },
            names: Vec::new(),
            merged: Vec::new(),
        });
        if let Some(said) = table.said_of(&key_of_name)
            && said.into.is_some()
        {
            person.merged.push(said.name.clone());
        }
        person.names.push(name);
    }
    let mut all: Vec<Person> = all.into_values().collect();
    for person in &mut all {
        person.merged.sort_unstable();
        person
            .names
            .sort_by(|a, b| (b.memories, &a.name).cmp(&(a.memories, &b.name)));
    }
    all.sort_by(|a, b| (b.memories, &a.name).cmp(&(a.memories, &b.name)));
    Ok(all)
}
