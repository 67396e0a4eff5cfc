//! A document's text, with what rests on it.

use super::{
    super::{blocking, documents, error::Answered, recall::custom_id, urlencoded::urlencoded},
    page,
    visit::Visitor,
};
use crate::{
    app::App,
    web::document::{Shown, Span, show as show_page},
};
use axum::{
    extract::{Path, RawQuery},
    response::Response,
};

pub(super) async fn show(
    visitor: Visitor,
    Path((_, item_id)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Answered<Response> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["line", "said"])?;
    let first = form.number("line", 1, 1 << 40)?.unwrap_or(1) as u64;
    let said = form.take("said").filter(|said| said == "forgotten");
    let site = visitor.site();
    let caller = visitor.caller;
    let work = move || {
        let (app, user) = (&caller.app, caller.user());
        let document = documents::find(app, user, &item_id)?;
        let (text, share) = match documents::read(app, &caller.memory, user, &item_id) {
            Ok((_, text, share)) => (Ok(text), share),
            Err(refusal) if refusal.0.status == 404 => (Err(refusal.0.detail), Default::default()),
            Err(refusal) => return Err(refusal),
        };
        let shown = Shown {
            document: &document,
            text: text.as_deref().map_err(Clone::clone),
            spans: &spans(app, user, &item_id)?,
            first,
            said: said.map(|_| "The memory is forgotten."),
        };
        Ok(page(show_page(&site, &shown), share))
    };
    blocking(work).await
}

/// The passages that memories rest on, in the text's order; none while another text takes this one's place, whose lines
/// they would be.
fn spans(app: &App, user: &str, item_id: &str) -> Answered<Vec<Span>> {
    let newest = app
        .store
        .document(user, item_id)?
        .map(|record| record.newest);
    let Some(version) = app
        .live
        .answering(user, item_id)
        .filter(|v| newest == Some(*v))
    else {
        return Ok(Vec::new());
    };
    let mut spans = Vec::new();
    for row in app.store.memories(version)? {
        let (index, record) = row?;
        if app.live.has(version, index) {
            let memory = custom_id(item_id, index);
            spans.extend(record.spans.iter().map(|&(start, end)| Span {
                start: start as usize,
                end: end as usize,
                memory: memory.clone(),
            }));
        }
    }
    spans.sort_by_key(|span| (span.start, span.end));
    Ok(spans)
}
