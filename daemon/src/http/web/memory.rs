//! One memory: looked at, put right, rated, forgotten.

use super::{
    super::{
        blocking, correct as corrections,
        error::{Answered, refuse},
        feedback,
        form::Form,
        memories,
        urlencoded::urlencoded,
    },
    page, see,
    visit::Visitor,
};
use crate::{
    http::recall::parse_custom_id,
    web::memory::{Shown, Typed, show as show_page},
};
use axum::{
    extract::{Path, RawQuery, Request},
    http::StatusCode,
    response::Response,
};
use memo_common::{
    api::{MemoryDetail, MemoryPatch},
    problem::Code,
};
use serde_json::{Map, Value, json};

/// What was done, as the address says it and as the page does.
const SAID: [(&str, &str); 4] = [
    ("right", "It is put right."),
    ("back", "It says what was read again."),
    ("rated", "Your rating is kept."),
    ("unrated", "Your rating is taken back."),
];

/// The fields of a form that puts a memory right.
const FIELDS: [&str; 5] = ["narrative", "participants", "when", "where", "tags"];

type Ids = Path<(String, String)>;

pub(super) async fn show(
    visitor: Visitor,
    Path((_, id)): Ids,
    RawQuery(query): RawQuery,
) -> Answered<Response> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["for", "said"])?;
    let asked = form.take("for").unwrap_or_default();
    let said = form.take("said").unwrap_or_default();
    let said = SAID.iter().find(|(short, _)| *short == said);
    look(visitor, id, asked, said.map(|(_, long)| *long), None).await
}

/// The page of a memory, with what its form holds where that could not be put in.
async fn look(
    visitor: Visitor,
    id: String,
    asked: String,
    said: Option<&'static str>,
    refused: Option<(Typed, String)>,
) -> Answered<Response> {
    let site = visitor.site();
    let caller = visitor.caller;
    let work = move || {
        let (app, memory) = (&caller.app, &caller.memory);
        let (version, index) = memories::find(app, caller.user(), &id)?;
        let (detail, share) = memories::detail(app, memory, version, index)?;
        let about = app.store.version(version)?;
        // The detail's share is for this text, too.
        let text = about
            .as_ref()
            .and_then(|about| app.store.text(version, about).ok().flatten());
        let name = about.and_then(|about| about.filename);
        let shown = Shown {
            detail: &detail,
            document: name.as_deref().unwrap_or(&detail.memory.item_id),
            text: text.as_deref(),
            asked: &asked,
            said: refused.as_ref().map(|(_, why)| why.as_str()).or(said),
            typed: refused.as_ref().map(|(typed, _)| typed),
        };
        let mut response = page(show_page(&site, &shown), share);
        if refused.is_some() {
            *response.status_mut() = StatusCode::BAD_REQUEST;
        }
        Ok(response)
    };
    blocking(work).await
}

pub(super) async fn rate(
    visitor: Visitor,
    Path((_, id)): Ids,
    request: Request,
) -> Answered<Response> {
    let mut form = visitor.change(request, &["rating", "query_text"]).await?;
    let rating = form.number("rating", -1, 1)?.unwrap_or(0);
    let query = form.text("query_text", 1000)?;
    feedback::rate(&visitor.caller, &id, rating as i32, query.clone()).await?;
    let said = if rating == 0 { "unrated" } else { "rated" };
    let path = format!("memory/{id}");
    Ok(see(&visitor
        .site()
        .with(&path, [("said", said), ("for", query.as_str())])))
}

pub(super) async fn correct(
    visitor: Visitor,
    Path((_, id)): Ids,
    request: Request,
) -> Answered<Response> {
    let mut form = visitor.change(request, &FIELDS).await?;
    let typed = typed(&mut form);
    let caller = &visitor.caller;
    let (app, memory) = (caller.app.clone(), caller.memory.clone());
    let (version, index) = memories::find(&app, caller.user(), &id)?;
    let now = blocking(move || memories::detail(&app, &memory, version, index))
        .await?
        .0;
    let done = match changed(&now, &typed) {
        None => Ok(()),
        Some(fields) => match corrections::patch(&fields) {
            Ok(patch) => put(&visitor, &id, patch).await,
            Err(refusal) => Err(refusal),
        },
    };
    match done {
        Ok(()) => Ok(done_with(&visitor, &id, "right")),
        // What was typed is not lost.
        Err(refusal) if refusal.0.status == 400 => {
            let refused = (typed, refusal.0.detail);
            look(visitor, id, String::new(), None, Some(refused)).await
        }
        Err(refusal) => Err(refusal),
    }
}

pub(super) async fn undo(
    visitor: Visitor,
    Path((_, id)): Ids,
    request: Request,
) -> Answered<Response> {
    let field = visitor.change(request, &["field"]).await?.need("field")?;
    let fields = Map::from_iter([(field, Value::Null)]);
    put(&visitor, &id, corrections::patch(&fields)?).await?;
    Ok(done_with(&visitor, &id, "back"))
}

pub(super) async fn forget(
    visitor: Visitor,
    Path((_, id)): Ids,
    request: Request,
) -> Answered<Response> {
    visitor.change(request, &[]).await?;
    memories::remove(&visitor.caller, &id).await?;
    let (item_id, _) = parse_custom_id(&id)
        .ok_or_else(|| refuse(Code::NotFound, "There is no memory of this name."))?;
    let path = format!("document/{item_id}");
    Ok(see(&visitor.site().with(&path, [("said", "forgotten")])))
}

async fn put(visitor: &Visitor, id: &str, patch: MemoryPatch) -> Answered<()> {
    let caller = &visitor.caller;
    let put = corrections::correct(&caller.app, &caller.memory, caller.user(), id, patch);
    put.await.map(drop)
}

fn done_with(visitor: &Visitor, id: &str, said: &str) -> Response {
    see(&visitor
        .site()
        .with(&format!("memory/{id}"), [("said", said)]))
}

fn typed(form: &mut Form) -> Typed {
    // Browsers send line breaks of two signs.
    let mut take = |name| form.given(name).unwrap_or_default().replace("\r\n", "\n");
    let [narrative, participants, when, place, tags] = FIELDS.map(&mut take);
    Typed {
        narrative,
        participants,
        when,
        place,
        tags,
    }
}

/// The fields of a form that say something else than the memory does; `None`: all say the same.
fn changed(now: &MemoryDetail, typed: &Typed) -> Option<Map<String, Value>> {
    // as the form showed it
    let before = Typed::from(&now.memory.content);
    let (names, tags) = (list(&typed.participants), list(&typed.tags));
    let fields = [
        (
            before.narrative.trim() != typed.narrative.trim(),
            json!(typed.narrative),
        ),
        (list(&before.participants) != names, json!(names)),
        (before.when != typed.when, json!(typed.when)),
        (before.place != typed.place, json!(typed.place)),
        (list(&before.tags) != tags, json!(tags)),
    ];
    let fields = FIELDS.into_iter().zip(fields);
    let changed = fields.filter(|(_, (is_changed, _))| *is_changed);
    let changed: Map<_, _> = changed
        .map(|(name, (_, value))| (name.to_owned(), value))
        .collect();
    (!changed.is_empty()).then_some(changed)
}

/// The values of a list that has one on each line.
fn list(text: &str) -> Vec<&str> {
    let values = text.lines().map(str::trim);
    values.filter(|value| !value.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::{Content, Memory};

    fn memory(tags: &[&str]) -> MemoryDetail {
        MemoryDetail {
            memory: Memory {
                custom_id: "a_memory_0".into(),
                item_id: "a".into(),
                score: 0.0,
                content: Content {
                    narrative: "One.\nTwo. ".into(),
                    participants: vec!["Ana Lima".into(), "Mira".into()],
                    when: "2026-10-03".into(),
                    place: None,
                    entities: Vec::new(),
                    tags: tags.iter().map(|t| (*t).to_owned()).collect(),
                },
            },
            source: Vec::new(),
            read: None,
        }
    }

    #[test]
    fn a_form_that_is_sent_as_it_came_changes_nothing() {
        for tags in [
            &["rye", "bread"][..],
            &["old town", "rye"],
            &["old town"],
            &["old town, east"],
            &[],
        ] {
            let now = memory(tags);
            let mut typed = Typed::from(&now.memory.content);
            typed.narrative = typed.narrative.trim().to_owned();
            typed.participants += "\n\n";
            assert_eq!(changed(&now, &typed), None);
        }
    }

    #[test]
    fn what_is_not_shown_is_no_change() {
        let now = memory(&["ry\u{202e}e"]);
        let typed = Typed::from(&now.memory.content);
        assert_eq!(typed.tags, "rye");
        assert_eq!(changed(&now, &typed), None);
    }

    #[test]
    fn what_is_changed_is_meant_and_nothing_else() {
        let now = memory(&["rye"]);
        let typed = Typed {
            participants: "Ana Lima\n\n Tomas \n".into(),
            place: "Lisbon".into(),
            tags: "rye\nold town, east".into(),
            ..Typed::from(&now.memory.content)
        };
        let fields = changed(&now, &typed).expect("changes");
        let expected = json!({
            "participants": ["Ana Lima", "Tomas"], "where": "Lisbon", "tags": ["rye", "old town, east"],
        });
        assert_eq!(Value::Object(fields), expected);
    }
}
