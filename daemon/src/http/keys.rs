//! `/v1/keys`: the keys of a user, and for an administrator those of all.

use super::{
    auth::{Caller, no_key},
    body,
    error::{Answered, internal, invalid, refuse},
};
use crate::{
    app::now,
    keys::{info, is_configured, new_secret},
    store::{records::KeyRecord, secret_of},
};
use axum::{
    Json,
    extract::{Path, Request},
    http::StatusCode,
};
use memo_common::{
    api::{KeyInfo, KeyList, NewKey},
    problem::Code,
};

pub(super) async fn list(caller: Caller) -> Json<KeyList> {
    let keys = caller.app.keys.managed_by(&caller.key);
    Json(KeyList {
        keys: keys.iter().map(|k| info(k, &caller.key)).collect(),
    })
}

pub(super) async fn create(
    caller: Caller,
    request: Request,
) -> Answered<(StatusCode, Json<NewKey>)> {
    let mut form = body::read(request, &["name", "user_id", "read_only"], &caller.memory).await?;
    let name = form.take("name").unwrap_or_default();
    if name.chars().count() > 200 || name.chars().any(char::is_control) {
        return Err(invalid(
            "name",
            "The field `name` has at most 200 characters and no control characters.",
        ));
    }
    let user = form
        .given("user_id")
        .unwrap_or_else(|| caller.user().to_owned());
    // Empty is no wish for a key as mighty as the caller's: a script may have lost the name on its way.
    if user.is_empty() {
        return Err(invalid(
            "user_id",
            "The field `user_id` is empty. Name a user, or leave it out for a key of your own.",
        ));
    }
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    if user.len() > 100 || !user.bytes().all(allowed) {
        return Err(invalid(
            "user_id",
            "The field `user_id` takes a-z, A-Z, 0-9, - and _, at most 100 characters.",
        ));
    }
    if user != caller.user() && !caller.key.admin {
        return Err(invalid(
            "user_id",
            "Only an administrator's key may make keys for another user.",
        ));
    }
    let read_only = form.flag("read_only")?;
    let api_key = new_secret().map_err(internal)?;
    let hash = secret_of(&api_key);
    let key = KeyRecord {
        key_id: uuid::Uuid::now_v7().to_string(),
        // A user's further keys can do what this one can; another user's cannot make users.
        admin: caller.key.admin && user == caller.user() && !read_only,
        read_only,
        user,
        name,
        created: now(),
    };
    let app = &caller.app;
    // Made and taken back in one order for everybody: no key comes of one that is gone.
    let own = app.keys.managed(&caller.key, &caller.key.key_id);
    let own = own.filter(|(_, k)| !is_configured(k));
    let by = own.map(|(hash, _)| hash);
    if by.is_none() && !is_configured(&caller.key)
        || !app.store.add_key(hash, key.clone(), by).await?
    {
        return Err(no_key());
    }
    let info = info(&key, &caller.key);
    app.keys.add(hash, key);
    Ok((StatusCode::CREATED, Json(NewKey { api_key, info })))
}

pub(super) async fn revoke(caller: Caller, Path(id): Path<String>) -> Answered<Json<KeyInfo>> {
    let app = &caller.app;
    let Some((hash, key)) = app.keys.managed(&caller.key, &id) else {
        return Err(refuse(Code::NotFound, "There is no key of this id."));
    };
    if is_configured(&key) {
        return Err(invalid(
            "key_id",
            "This key is set for the daemon by MEMO_API_KEY; take it away there.",
        ));
    }
    app.store.remove_key(hash).await?;
    app.keys.remove(&hash);
    Ok(Json(info(&key, &caller.key)))
}
