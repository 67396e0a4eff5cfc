//! How a visit begins and ends.

use super::{
    super::{
        Server,
        auth::Caller,
        body,
        error::{Answered, internal, refuse},
        memory::{Memory, Share},
    },
    LOGIN, page, see,
    sessions::TOKEN,
    visit::{COOKIE, Visitor, from_a_page},
};
use crate::web::login;
use axum::{
    Json,
    extract::{RawQuery, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use memo_common::{api::WebLogin, problem::Code};
use std::{sync::Arc, time::Instant};

/// `POST /v1/web/login`: where a browser begins a visit of this caller's.
pub(in crate::http) async fn invite(
    State(server): State<Arc<Server>>,
    caller: Caller,
) -> Answered<(StatusCode, Json<WebLogin>)> {
    let token = server.sessions.invite(caller.key, Instant::now());
    let token = token.map_err(internal)?;
    let login = WebLogin {
        path: format!("/web/login#{token}"),
        expires_in: TOKEN.as_secs(),
    };
    Ok((StatusCode::CREATED, Json(login)))
}

pub(super) async fn show(RawQuery(query): RawQuery) -> Response {
    let said = (query.as_deref() == Some("left")).then_some("You are logged out.");
    let page = page(login::page(said), Share::default());
    ([(header::CONTENT_SECURITY_POLICY, LOGIN)], page).into_response()
}

pub(super) async fn enter(
    State(server): State<Arc<Server>>,
    request: Request,
) -> Answered<Response> {
    from_a_page(request.headers())?;
    let app = server.opened().await?;
    // Nobody is known yet: all who come share what there is for one.
    let memory: Memory = server.memory.of("");
    let token = body::read(request, &["token"], &memory)
        .await?
        .need("token")?;
    // It may have been copied with what stands before it.
    let token = token.rsplit('#').next().unwrap_or_default();
    let entered = server.sessions.enter(token, Instant::now());
    let entered = entered
        .map_err(internal)?
        .filter(|(session, _)| app.keys.has(&session.key));
    let Some((session, secret)) = entered else {
        return Err(refuse(
            Code::MissingOrInvalidKey,
            "This address does not let in any more: it does once, within a minute. Run `memo web` again. If you had not \
             used it yet, somebody else did; their visit is ended.",
        ));
    };
    let base = format!("/web/{}", session.name);
    let cookie = format!("{COOKIE}={secret}; Path={base}; HttpOnly; SameSite=Strict");
    Ok(([(header::SET_COOKIE, cookie)], see(&format!("{base}/day"))).into_response())
}

pub(super) async fn leave(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    request: Request,
) -> Answered<Response> {
    visitor.form(request, &[]).await?;
    server.sessions.leave(&visitor.session);
    let base = format!("/web/{}", visitor.session.name);
    let cookie = format!("{COOKIE}=; Path={base}; HttpOnly; SameSite=Strict; Max-Age=0");
    Ok(([(header::SET_COOKIE, cookie)], see("/web/login?left")).into_response())
}
