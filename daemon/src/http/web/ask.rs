//! Ask: the page comes at once, the answer in it as it is found. No script takes part: browsers show a page while it
//! comes.

use super::{
    super::{
        ask::{MEMORIES, Question, answer},
        error::Answered,
        memory::Share,
        urlencoded::urlencoded,
    },
    HTML, page,
    visit::Visitor,
};
use crate::{query::Filter, web::ask};
use axum::{
    body::Body,
    extract::RawQuery,
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};
use maud::PreEscaped;
use std::{convert::Infallible, ops::ControlFlow};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Pieces that wait for the browser, at most.
const WAITING: usize = 16;

pub(super) async fn show(visitor: Visitor, RawQuery(query): RawQuery) -> Answered<Response> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["text"])?;
    let site = visitor.site();
    let given = form.take("text").unwrap_or_default();
    let (before, after) = ask::around(&site, &given);
    if given.is_empty() {
        return Ok(page(PreEscaped(before), Share::default()));
    }
    form.put("text", given)?;
    let question = Question {
        text: form.text("text", 4000)?,
        limit: MEMORIES as usize,
        filter: Filter::default(),
    };
    let caller = visitor.caller;
    caller.wait_for_index().await?;
    let turn = caller.memory.turn_to_ask().await;
    let (sender, pieces) = mpsc::channel::<String>(WAITING);
    let cancelled = CancellationToken::new();
    let guard = cancelled.clone().drop_guard();
    let work = move || {
        let mut said = false;
        let mut say = |text: &str| {
            let begin = if said { "" } else { ask::BEGIN };
            said = true;
            let piece = format!("{begin}{}", ask::piece(text).into_string());
            match sender.blocking_send(piece) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let found = answer(
            &caller.app,
            caller.user(),
            &question,
            turn,
            &cancelled,
            &mut say,
        );
        let end = if said { ask::END } else { "" };
        let rest = match found {
            Ok(found) => ask::rests_on(&site, &question.text, &found),
            Err(refusal) => ask::failed(&refusal.0.detail),
        };
        // Who has left needs no end.
        let _ = sender.blocking_send(format!("{end}{}{after}", rest.into_string()));
    };
    tokio::task::spawn_blocking(work);
    let pieces = stream::unfold((pieces, guard), async |(mut pieces, guard)| {
        let piece = pieces.recv().await?;
        Some((piece, (pieces, guard)))
    });
    let whole = stream::iter([before]).chain(pieces);
    let body = Body::from_stream(whole.map(Ok::<_, Infallible>));
    Ok(([(header::CONTENT_TYPE, HTML)], body).into_response())
}
