//! `/v1/watches`: what the daemon keeps up with by itself.
//!
//! It reads with the rights of its own account. So it does for whoever works as that account, and for nobody else: an
//! administrator's key is needed, and to add something, a request that comes from this machine.

use super::{
    Server,
    auth::Caller,
    blocking, body,
    error::{Answered, Refusal, internal, invalid, refuse},
    health::is_near,
    memorize::{LONGEST_NAME, checked_user_name},
};
use crate::{
    app::{App, now},
    watch::{self, Record},
};
use axum::{
    Json,
    extract::{FromRequestParts, Path, Request},
    http::request::Parts,
};
use memo_common::{
    api::{OnDelete, Watch, WatchList},
    mailbox::{self, Mailbox},
    problem::Code,
};
use std::{
    fs,
    path::{Component, Path as FilePath},
    sync::Arc,
};

/// Characters of a path or an address, at most.
const LONGEST: usize = 4096;

/// Folders of a mailbox that can be named, and characters of a name.
const MOST_FOLDERS: usize = 1000;
const LONGEST_FOLDER: usize = 1000;

/// Where the system shows itself as files, which say nothing that a person wrote.
const SYSTEM: [&str; 3] = ["/dev", "/proc", "/sys"];

/// Whoever may see and end what is watched.
pub(super) struct Administrator(Caller);

impl FromRequestParts<Arc<Server>> for Administrator {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Answered<Self> {
        let caller = Caller::from_request_parts(parts, server).await?;
        caller.administers()?;
        Ok(Self(caller))
    }
}

/// The same, from this machine.
pub(super) struct AtHome(Caller);

impl FromRequestParts<Arc<Server>> for AtHome {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Answered<Self> {
        let Administrator(caller) = Administrator::from_request_parts(parts, server).await?;
        match is_near(parts) {
            true => Ok(Self(caller)),
            false => Err(refuse(
                Code::AdministratorOnly,
                "What the daemon reads by itself is said on the machine that it runs on.",
            )),
        }
    }
}

pub(super) async fn list(Administrator(caller): Administrator) -> Json<WatchList> {
    let watches = caller.app.watches.shown();
    Json(WatchList { watches })
}

pub(super) async fn show(
    Administrator(caller): Administrator,
    Path(id): Path<String>,
) -> Answered<Json<Watch>> {
    let mut all = caller.app.watches.shown().into_iter();
    all.find(|w| w.watch_id == id).map(Json).ok_or_else(none)
}

pub(super) async fn add(AtHome(caller): AtHome, request: Request) -> Answered<Json<Watch>> {
    let known = [
        "source",
        "user_name",
        "on_delete",
        "allow_private",
        "folders",
    ];
    let mut form = body::read(request, &known, &caller.memory).await?;
    let source = form.text("source", LONGEST)?;
    let user_name = checked_user_name(form.text("user_name", LONGEST_NAME)?)?;
    let on_delete = match form.take("on_delete") {
        None => OnDelete::Keep,
        Some(text) => text
            .parse()
            .map_err(|e| invalid("on_delete", format!("The field `on_delete`: {e}.")))?,
    };
    let allow_private = form.flag("allow_private")?;
    let folders = folders(form.take("folders"), &source)?;
    caller.still()?;
    let work = move || {
        let app = &caller.app;
        let source = checked(app, &source, allow_private)?;
        let record = Record {
            watch_id: uuid::Uuid::now_v7().to_string(),
            source,
            user_name,
            on_delete,
            created_at: now(),
            allow_private,
            folders,
        };
        let added = app.watches.add(record).map_err(internal)?;
        let (watched, is_new) = added.ok_or_else(|| {
            refuse(
                Code::TooManyRequests,
                "There are as many watches as there can be. Remove one, or watch a folder above several.",
            )
        })?;
        let shown = watched.shown();
        if is_new {
            watch::begin(app, watched);
        }
        Ok(Json(shown))
    };
    blocking(work).await
}

pub(super) async fn remove(
    Administrator(caller): Administrator,
    Path(id): Path<String>,
) -> Answered<Json<Watch>> {
    end(&caller, id).await.map(Json)
}

/// Ends a watch, where the caller may.
pub(super) async fn end(caller: &Caller, id: String) -> Answered<Watch> {
    caller.administers()?;
    let app = caller.app.clone();
    let work = move || app.watches.remove(&id).map_err(internal);
    blocking(work).await?.ok_or_else(none)
}

fn none() -> Refusal {
    refuse(Code::NotFound, "There is no watch of this id.")
}

/// The folders of a mailbox: a name a line.
fn folders(given: Option<String>, source: &str) -> Answered<Vec<String>> {
    let names = given.iter().flat_map(|names| names.lines()).map(str::trim);
    let names: Vec<String> = names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let refused = |why: String| invalid("folders", format!("The field `folders`: {why}."));
    if !names.is_empty() && !mailbox::is_one(source) {
        return Err(refused("it is for mailboxes (imaps://)".to_owned()));
    }
    match names.len() > MOST_FOLDERS || names.iter().any(|n| n.chars().count() > LONGEST_FOLDER) {
        true => Err(refused(format!(
            "at most {MOST_FOLDERS} names of at most {LONGEST_FOLDER} characters"
        ))),
        false => Ok(names),
    }
}

/// The source as it is kept: a whole path behind links, or an address.
fn checked(app: &App, source: &str, allow_private: bool) -> Answered<String> {
    let refused = |why: String| invalid("source", format!("The field `source`: {why}."));
    if mailbox::is_one(source) {
        let address = Mailbox::parse(source).map_err(refused)?;
        return match address.is_here() && !allow_private {
            true => Err(refused(watch::PRIVATE.to_owned())),
            false => Ok(address.to_string()),
        };
    }
    if source.contains("://") {
        return watch::check_address(source, allow_private).map_err(refused);
    }
    let path = FilePath::new(source);
    if !path.is_absolute() || path.components().any(|c| c == Component::ParentDir) {
        let why = "a folder or a file is named by its whole path";
        return Err(refused(why.to_owned()));
    }
    let whole = fs::canonicalize(path).map_err(|e| refused(e.to_string()))?;
    let about = fs::metadata(&whole).map_err(|e| refused(e.to_string()))?;
    if !about.is_dir() && !about.is_file() {
        return Err(refused("it is neither a folder nor a file".to_owned()));
    }
    if whole.parent().is_none() || SYSTEM.iter().any(|folder| whole.starts_with(folder)) {
        return Err(refused(
            "it holds the system, and nobody's notes".to_owned(),
        ));
    }
    // What is watched is readable, or is no use.
    if about.is_dir() {
        fs::read_dir(&whole).map_err(|e| refused(e.to_string()))?;
    }
    let own = app.config.data_dir.canonicalize().map_err(internal)?;
    if whole.starts_with(own) {
        return Err(refused("it is memo's own folder".to_owned()));
    }
    for other in app.watches.shown().into_iter().map(|w| w.source) {
        let other_path = FilePath::new(&other);
        if whole != other_path && (whole.starts_with(other_path) || other_path.starts_with(&whole))
        {
            return Err(refused(format!(
                "{other} is watched already, and one lies within the other"
            )));
        }
    }
    let whole = whole.into_os_string().into_string();
    whole.map_err(|_| refused("its name is no Unicode".to_owned()))
}
