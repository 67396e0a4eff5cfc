//! `POST /mcp`: the same for assistants, by the Model Context Protocol (<https://modelcontextprotocol.io>). The protocol
//! itself is rmcp's; what a tool does is what a route does.
//!
//! - `server`: what is offered, and who may use it
//! - `tools`: the table of tools; `arguments`: what they take; `schema`: what they give; `call`: what they do
//! - `document`: a document by lines; `remember`: a note that is waited for
//! - `resources`, `prompts`: what a person picks
//! - `running`: requests under way, that their client may end
//!
//! Deliberately absent: sessions. Each request stands for itself, in every revision of the protocol: nothing is kept that
//! a restart would lose or a client would have to end. `Mcp-Session-Id` is but a name.

mod arguments;
mod call;
mod document;
mod prompts;
mod remember;
mod resources;
mod running;
mod schema;
mod server;
mod tools;

use super::{
    Server,
    auth::Caller,
    body::read_bytes,
    error::{Answered, Refusal, internal, refuse},
    held::held,
    memory::Share,
    urlencoded::urlencoded,
};
use axum::{
    body::{Body, to_bytes},
    extract::{RawQuery, Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use memo_common::problem::Code;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
pub(super) use running::Running;
use running::{Head, SESSION};
use server::{Assistant, Wishes};
use std::sync::Arc;

/// The longest message, bytes.
const LONGEST: usize = 256 << 10;

/// How many times its length a message may take while it is read: two small signs make a value.
const UNFOLDED: usize = 64;

/// No answer to a malformed request is longer, bytes.
const LONGEST_COMPLAINT: usize = 64 << 10;

/// What a client takes answers as: they are JSON, whatever it says; the protocol wants it to name both.
const ACCEPT: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

pub(super) async fn answer(
    State(server): State<Arc<Server>>,
    caller: Caller,
    RawQuery(query): RawQuery,
    request: Request,
) -> Answered<Response> {
    let wishes = Wishes::read(urlencoded(
        query.unwrap_or_default().as_bytes(),
        &Wishes::FIELDS,
    )?)?;
    let mut share = Share::default();
    let (mut parts, body) = request.into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|v| v.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let detail = "Send one message of JSON-RPC, as application/json.";
        return Err(refuse(Code::UnsupportedMediaType, detail));
    }
    let body = read_bytes(body, &caller.memory, &mut share).await?;
    if body.len() > LONGEST {
        let detail = format!("The message has more than {LONGEST} bytes.");
        return Err(refuse(Code::BodyTooLarge, detail));
    }
    let mut unfolded = Share::default();
    let most = UNFOLDED * body.len();
    caller.memory.texts.hold(&mut unfolded, most)?;
    caller.still()?;
    parts.headers.insert(header::ACCEPT, ACCEPT);
    let head = Head::read(&body);
    let session = parts.headers.get(SESSION).and_then(|s| s.to_str().ok());
    let entered = server.running.take(&caller.key.key_id, session, &head);
    // A client that brings no name of its own is given one by which its requests are told from others'.
    let begins = session.is_none() && head.method.as_deref() == Some("initialize");
    let assistant = Assistant::new(server.clone(), caller, wishes);
    let answered = assistant.held.clone();
    // Hosts and origins are checked already.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LONGEST)
        .disable_allowed_hosts();
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(assistant.clone()), sessions, config);
    let work = service.handle(Request::from_parts(parts, Body::from(body)));
    let answer = match &entered {
        Some(entered) => entered.unless_ended(work).await,
        None => Some(work.await),
    };
    // Who has ended a request is told no more of it.
    let Some(answer) = answer else {
        return Ok(StatusCode::ACCEPTED.into_response());
    };
    let mut answer = answer.map(Body::new);
    if begins && answer.status().is_success() {
        let name = HeaderValue::try_from(uuid::Uuid::now_v7().to_string()).map_err(internal)?;
        answer.headers_mut().insert(SESSION, name);
    }
    match answer.status().is_success() || is_json(&answer) {
        true => Ok(answer.map(|body| held(body, (share, unfolded, answered)))),
        false => Err(complaint(answer).await),
    }
}

fn is_json(answer: &Response) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

/// What the protocol's own part says of a request in plain words.
async fn complaint(answer: Response) -> Refusal {
    let status = answer.status();
    let words = to_bytes(answer.into_body(), LONGEST_COMPLAINT).await;
    let words = String::from_utf8_lossy(&words.unwrap_or_default()).into_owned();
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => super::body::too_large(),
        _ if status.is_server_error() => internal(words),
        _ => refuse(
            Code::InvalidForm,
            format!("This is no message of the Model Context Protocol: {words}."),
        ),
    }
}
