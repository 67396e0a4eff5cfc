//! Whose visit a request belongs to, and whether a change comes from its own forms.

use super::{
    super::{
        Server,
        auth::{Caller, read_only},
        body,
        error::{Answered, Refusal, refuse},
        form::Form,
    },
    sessions::Session,
};
use crate::web::Site;
use axum::{
    RequestPartsExt,
    extract::{FromRequestParts, RawPathParams, Request},
    http::{HeaderMap, header, request::Parts},
    response::Response,
};
use memo_common::problem::Code;
use std::{sync::Arc, time::Instant};

/// The cookie with the secret of a session; each has its own addresses.
pub(super) const COOKIE: &str = "memo";

/// A request of somebody who is logged in.
pub(super) struct Visitor {
    pub caller: Caller,
    pub session: Arc<Session>,
}

impl Visitor {
    /// The addresses of the visit's pages.
    pub(super) fn site(&self) -> Site {
        let Session {
            name, form, key, ..
        } = &*self.session;
        Site::new(name, form.clone(), !key.read_only)
    }

    /// Makes a page of what the visitor's memories hold, when it is their turn to ask.
    pub(super) async fn look(
        self,
        make: impl FnOnce(&Site, &Caller) -> Answered<Response> + Send + 'static,
    ) -> Answered<Response> {
        let site = self.site();
        self.caller.in_turn(move |caller| make(&site, caller)).await
    }

    /// Reads a form of the visit's own, by which something is to change.
    pub(super) async fn change(&self, request: Request, known: &[&'static str]) -> Answered<Form> {
        let form = self.form(request, known).await?;
        self.caller.still()?;
        match self.session.key.read_only {
            true => Err(read_only()),
            false => Ok(form),
        }
    }

    /// Reads a form of the visit's own.
    pub(super) async fn form(&self, request: Request, known: &[&'static str]) -> Answered<Form> {
        from_a_page(request.headers())?;
        let known = [known, &["form"]].concat();
        let mut form = body::read(request, &known, &self.caller.memory).await?;
        match form
            .take("form")
            .is_some_and(|token| self.session.is_form(&token))
        {
            true => Ok(form),
            false => Err(refuse(
                Code::ForeignHost,
                "The form is none of this visit. Open the page again, and send it from there.",
            )),
        }
    }
}

/// Refuses what says of no page that it comes from it. That a page which is named is the daemon's own has been seen to
/// before.
pub(super) fn from_a_page(headers: &HeaderMap) -> Answered<()> {
    match headers.contains_key(header::ORIGIN) {
        true => Ok(()),
        false => Err(refuse(
            Code::ForeignHost,
            "The request does not say which page it comes from (the Origin header).",
        )),
    }
}

impl FromRequestParts<Arc<Server>> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Answered<Self> {
        let app = server.opened().await?;
        let path = parts
            .extract::<RawPathParams>()
            .await
            .map_err(|_| logged_out())?;
        let name = path.iter().find(|(name, _)| *name == "session");
        let name = name.map(|(_, value)| value).unwrap_or_default();
        let session = server
            .sessions
            .find(name, cookies(&parts.headers), Instant::now());
        let session = session
            .filter(|s| app.keys.has(&s.key))
            .ok_or_else(logged_out)?;
        let caller = Caller::admitted(server, app, session.key.clone(), parts)?;
        Ok(Self { caller, session })
    }
}

fn logged_out() -> Refusal {
    refuse(
        Code::MissingOrInvalidKey,
        "You are not logged in, or not any more.",
    )
}

/// What the cookies of this name hold. Another program of this machine may have set some, too.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let all = headers.get_all(header::COOKIE).into_iter();
    let all = all.filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|value| value.split(';'));
    pairs.filter_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == COOKIE).then_some(value)
    })
}
