//! An answer as a stream of events: each sentence once it stands, and at the end the whole answer.
//!
//! `event: sentence`, data `{"text": …}`: the texts one behind the other are the response.
//! `event: answer`, data: the answer as it would have come in one piece. It is the last event.
//! `event: error`, data: a problem document, in place of the answer.

use super::{
    ask::Say,
    error::{Answered, internal},
};
use axum::{
    http::header,
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures_util::stream;
use memo_common::api::{Answer, AnswerPiece};
use serde::Serialize;
use std::{convert::Infallible, ops::ControlFlow, time::Duration};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Events that wait for the client, at most.
const WAITING: usize = 16;

/// How often a client that waits hears that somebody is there.
const ALIVE: Duration = Duration::from_secs(15);

/// Answers with events. Where the client leaves, the work ends.
pub(super) fn answer(
    work: impl FnOnce(&CancellationToken, Say) -> Answered<Answer> + Send + 'static,
) -> Response {
    let (sender, events) = mpsc::channel(WAITING);
    let cancelled = CancellationToken::new();
    let guard = cancelled.clone().drop_guard();
    let work = move || {
        let mut say = |text: &str| {
            let text = text.to_owned();
            match sender.blocking_send(event("sentence", &AnswerPiece { text })) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let last = match work(&cancelled, &mut say) {
            Ok(answer) => event("answer", &answer),
            Err(refusal) => event("error", &*refusal.0),
        };
        // A client that has left needs no end.
        let _ = sender.blocking_send(last);
    };
    tokio::task::spawn_blocking(work);
    let stream = stream::unfold((events, guard), async |(mut events, guard)| {
        let event: Event = events.recv().await?;
        Some((Ok::<_, Infallible>(event), (events, guard)))
    });
    let alive = KeepAlive::new().interval(ALIVE);
    let headers = [(header::CACHE_CONTROL, "no-store")];
    (headers, Sse::new(stream).keep_alive(alive)).into_response()
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    match serde_json::to_string(data) {
        Ok(json) => event.data(json),
        Err(error) => {
            let problem = internal(error).0;
            let json = serde_json::to_string(&*problem).unwrap_or_default();
            Event::default().event("error").data(json)
        }
    }
}
