//! `POST /v1/memories/ask`: an answer from memories.

use super::{
    accept::prefers_events,
    agenda,
    auth::Caller,
    blocking, body,
    error::Answered,
    events,
    form::Form,
    recall::{self, fields},
};
use crate::{
    app::App,
    query::{
        self, Filter, Hit,
        answer::{self, Rarity, Reply, Source},
        model::{self, Asked, Outcome},
        read,
    },
};
use axum::{
    Json,
    extract::Request,
    response::{IntoResponse, Response},
};
use memo_common::api::{Answer, Content, Memory, SourceType};
use std::ops::ControlFlow;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

/// Memories that an answer is looked for in, unless `limit` says otherwise.
pub(super) const MEMORIES: i64 = 12;

pub(super) async fn ask(caller: Caller, request: Request) -> Answered<Response> {
    let streamed = prefers_events(request.headers());
    let form = body::read(request, &fields(), &caller.memory).await?;
    match streamed {
        true => Ok(events::answer(asked(caller, form).await?)),
        false => Ok(Json(answered(caller, form).await?).into_response()),
    }
}

/// The answer in one piece.
pub(super) async fn answered(caller: Caller, form: Form) -> Answered<Answer> {
    let work = asked(caller, form).await?;
    let cancelled = CancellationToken::new();
    // A client that leaves ends the work.
    let _guard = cancelled.clone().drop_guard();
    blocking(move || work(&cancelled, &mut |_| ControlFlow::Continue(()))).await
}

/// What finds the answer; it blocks.
async fn asked(
    caller: Caller,
    mut form: Form,
) -> Answered<impl FnOnce(&CancellationToken, Say) -> Answered<Answer> + Send + 'static> {
    let question = Question {
        text: form.text("text", 4000)?,
        limit: form.number("limit", 1, 100)?.unwrap_or(MEMORIES) as usize,
        filter: recall::filter(&mut form, &*caller.app.people(caller.user())?)?,
    };
    caller.wait_for_index().await?;
    caller.still()?;
    let Caller { app, key, memory } = caller;
    let turn = memory.turn_to_ask().await;
    Ok(move |cancelled: &CancellationToken, say: Say| {
        answer(&app, &key.user, &question, turn, cancelled, say)
    })
}

/// Takes a piece of the response once it stands, and says whether to go on.
pub(super) type Say<'a> = &'a mut dyn FnMut(&str) -> ControlFlow<()>;

/// What is asked.
pub(super) struct Question {
    pub text: String,
    pub limit: usize,
    pub filter: Filter,
}

/// What stands around a memory found.
struct Around {
    user_name: String,
    source_type: SourceType,
    before: Option<Content>,
    after: Option<Content>,
}

/// Answers from a user's memories. Blocks.
pub(super) fn answer(
    app: &App,
    user: &str,
    question: &Question,
    turn: Option<OwnedSemaphorePermit>,
    cancelled: &CancellationToken,
    say: Say,
) -> Answered<Answer> {
    let text = question.text.as_str();
    if let Some(answer) = agenda::answer(app, user, text, question.limit, &question.filter)? {
        let _ = say(&answer.response);
        return Ok(answer);
    }
    let found = find(app, user, question)?;
    let asked = app.store.questions().ask();
    let around: Vec<Around> = found
        .iter()
        .map(|(hit, _)| around(app, user, hit))
        .collect::<Answered<_>>()?;
    // A model takes its time.
    drop(asked);
    let sources: Vec<Source> = found
        .iter()
        .zip(&around)
        .map(|((hit, memory), around)| Source {
            content: &memory.content,
            user_name: &around.user_name,
            source_type: around.source_type,
            score: hit.score,
            reading: None,
            before: around.before.as_ref(),
            after: around.after.as_ref(),
        })
        .collect();
    let people = app.people(user)?;
    let told = |memory: &Memory| people.as_told(text, &memory.content.narrative);
    let view = app.index.view();
    let rarity = Rarity {
        memories: query::memories(&view, user),
        having: &|term| query::memories_with(&view, user, term),
    };
    // Where a model answers, nothing needs reading here.
    let read = |reply: &dyn Fn(&str, &[Source]) -> Reply| {
        let _asked = app.store.questions().ask();
        let readings = read::read(&told, &found, app.vectors.threads());
        // With people named as the likeliest memory names them.
        let likely = |at: usize, reading| read::likely(found[at].0.score, reading);
        let likeliest = readings.iter().enumerate();
        let likeliest = likeliest.max_by(|a, b| likely(a.0, a.1).total_cmp(&likely(b.0, b.1)));
        let text = likeliest.map_or_else(|| text.to_owned(), |(at, _)| told(&found[at].1));
        let sources = sources.iter().enumerate();
        let sources: Vec<Source> = sources
            .map(|(at, source)| Source {
                reading: readings.get(at),
                ..*source
            })
            .collect();
        reply(&text, &sources)
    };
    let embedded = || read(&|text, sources| answer::answer(text, sources, rarity));
    let declined = || read(&|text, sources| answer::decline(text, sources, rarity));
    let mut said = false;
    let asked = Asked {
        question: text,
        sources: &sources,
        now: jiff::Zoned::now().datetime(),
    };
    // A model takes its time, and no processor.
    let turn = turn.filter(|_| app.answerer().is_none());
    let told = app.answerer().filter(|_| !sources.is_empty()).map(|llm| {
        model::answer(llm, asked, cancelled, &mut |piece| {
            said = true;
            say(piece)
        })
    });
    let (reply, answerer, fallback) = match told {
        Some(Outcome::Told(reply, cut)) => (reply, "llm", cut),
        Some(Outcome::Declined) => (declined(), "llm", None),
        Some(Outcome::Failed(why)) => (embedded(), "embedded", Some(why)),
        None => (embedded(), "embedded", None),
    };
    drop(turn);
    if !said {
        // Whether anybody still listens makes no difference any more.
        let _ = say(&reply.response);
    }
    Ok(Answer {
        response: reply.response,
        answered: reply.answered,
        memories: pick(found, &reply.used),
        qa: Vec::new(),
        chunks: Vec::new(),
        answerer: Some(answerer.to_owned()),
        fallback,
    })
}

fn around(app: &App, user: &str, hit: &Hit) -> Answered<Around> {
    let thread = app.store.memory(hit.version, hit.index)?;
    let beside = |index: Option<u32>| -> Answered<Option<Content>> {
        let Some(index) = index.filter(|&i| app.live.has(hit.version, i)) else {
            return Ok(None);
        };
        let there = app.store.memory(hit.version, index)?;
        let same = there.filter(|r| thread.as_ref().is_some_and(|t| t.thread == r.thread));
        let same = same.map(|r| recall::content(app, user, r));
        same.transpose()
    };
    let (user_name, source_type) = document(app, user, hit.version)?;
    Ok(Around {
        user_name,
        source_type,
        before: beside(hit.index.checked_sub(1))?,
        after: beside(hit.index.checked_add(1))?,
    })
}

/// Who "I" is in a document, and what kind of text it is.
pub(super) fn document(app: &App, user: &str, version: u64) -> Answered<(String, SourceType)> {
    let version_of = app.store.version(version)?;
    let alive = app.live.get(version);
    let people = app.people(user)?;
    Ok((
        version_of.map_or_else(String::new, |v| people.shown(&v.user_name).to_owned()),
        alive.map_or(SourceType::Text, |alive| alive.source_type),
    ))
}

/// The memories that may answer; for what there is to do, those of open tasks, where there are any.
fn find(app: &App, user: &str, question: &Question) -> Answered<Vec<(Hit, Memory)>> {
    let Question {
        text,
        limit,
        filter,
    } = question;
    if let Some((sought, tag)) = answer::sought(text).filter(|_| filter.tag.is_none()) {
        let filter = Filter {
            tag: Some(tag.to_owned()),
            ..filter.clone()
        };
        let found = recall::find(app, user, &sought, *limit, &filter)?;
        let sources: Vec<Source> = found.iter().map(|(_, m)| Source::of(&m.content)).collect();
        if answer::has_open(text, &sources) {
            return Ok(found);
        }
    }
    recall::find(app, user, text, *limit, filter)
}

/// The memories at these places, in this order.
fn pick(found: Vec<(Hit, Memory)>, places: &[usize]) -> Vec<Memory> {
    let mut found: Vec<Option<Memory>> = found.into_iter().map(|(_, m)| Some(m)).collect();
    let mut take = |place: &usize| found.get_mut(*place).and_then(Option::take);
    places.iter().filter_map(&mut take).collect()
}
