//! Questions about time, answered from the times of the memories.

use super::{ask, error::Answered, memories::admits, recall};
use crate::{
    app::App,
    query::{
        self, Filter,
        answer::{
            Source,
            agenda::{self, Entry, Question, Reach},
        },
    },
    series::Series,
    store::records::MemoryRecord,
};
use jiff::civil::Date;
use memo_common::api::{Answer, Memory, SourceType};

/// Memories of a period that are read: of more than that no answer could tell.
const READ: usize = 1000;

/// Memories of what a question names that are looked through for the next or the last.
const NAMED: usize = 100;

/// A memory, with what is asked of it here.
struct Loaded {
    memory: Memory,
    series: Option<Series>,
    user_name: String,
    source_type: SourceType,
    /// The question in its words, where it names people by other names.
    asked: Option<Question>,
}

/// The answer of the memories' times; `None` where the question is none of time, or they do not answer it.
pub(super) fn answer(
    app: &App,
    user: &str,
    text: &str,
    limit: usize,
    filter: &Filter,
) -> Answered<Option<Answer>> {
    let now = jiff::Zoned::now().datetime();
    let Some(question) = agenda::read(text, now) else {
        return Ok(None);
    };
    let found = answered(app, user, text, limit, filter, &question)?;
    match question.passed() {
        Some(passed) if found.as_ref().is_some_and(|a| !a.answered) => {
            answered(app, user, text, limit, filter, &passed)
        }
        _ => Ok(found),
    }
}

fn answered(
    app: &App,
    user: &str,
    text: &str,
    limit: usize,
    filter: &Filter,
    question: &Question,
) -> Answered<Option<Answer>> {
    let mut loaded = match question.reach() {
        Reach::Days(from, to) => between(app, user, from, to, filter)?,
        Reach::Named { since, until } => {
            let filter = Filter {
                since: filter.since.max(since),
                until: filter.until.into_iter().chain(until).min(),
                ..filter.clone()
            };
            let found = recall::find(app, user, text, NAMED, &filter)?;
            let found = found.into_iter().map(|(hit, memory)| {
                let record = app.store.memory(hit.version, hit.index)?;
                load(app, user, hit.version, record.as_ref(), memory)
            });
            found.collect::<Answered<Vec<_>>>()?
        }
    };
    let people = app.people(user)?;
    for loaded in &mut loaded {
        let content = &loaded.memory.content;
        let mut told = people.as_told(text, &content.narrative);
        if told == text {
            told = people.as_told(text, &content.participants.join(" "));
        }
        if told != text {
            loaded.asked = question.reworded(&told);
        }
    }
    let entries: Vec<Entry> = loaded.iter().map(Loaded::entry).collect();
    let reply = question.answer(&entries, limit);
    Ok(reply.map(|reply| {
        let used = reply.used.iter().filter_map(|at| loaded.get(*at));
        Answer {
            memories: used.map(|loaded| loaded.memory.clone()).collect(),
            response: reply.response,
            answered: reply.answered,
            qa: Vec::new(),
            chunks: Vec::new(),
            answerer: Some("embedded".to_owned()),
            fallback: None,
        }
    }))
}

/// The memories of a period that the filter admits.
fn between(app: &App, user: &str, from: Date, to: Date, filter: &Filter) -> Answered<Vec<Loaded>> {
    let mut loaded = Vec::new();
    for (version, index) in query::within(&app.index.view(), user, from, to) {
        if loaded.len() == READ {
            break;
        }
        let Some(record) = app.store.memory(version, index)? else {
            continue;
        };
        if !app.live.has(version, index) || !record.is_within(from, to) || !admits(filter, &record)
        {
            continue;
        }
        // it is cited for its day, and that is certain
        let Some(memory) = recall::memory(app, version, index, 1.0)? else {
            continue;
        };
        let one = load(app, user, version, Some(&record), memory)?;
        let item = filter
            .item_id
            .as_ref()
            .is_none_or(|id| *id == one.memory.item_id);
        if item && filter.source_type.is_none_or(|t| t == one.source_type) {
            loaded.push(one);
        }
    }
    Ok(loaded)
}

fn load(
    app: &App,
    user: &str,
    version: u64,
    record: Option<&MemoryRecord>,
    memory: Memory,
) -> Answered<Loaded> {
    let (user_name, source_type) = ask::document(app, user, version)?;
    Ok(Loaded {
        memory,
        series: record.and_then(MemoryRecord::series),
        user_name,
        source_type,
        asked: None,
    })
}

impl Loaded {
    fn entry(&self) -> Entry<'_> {
        Entry {
            source: Source {
                user_name: &self.user_name,
                source_type: self.source_type,
                score: self.memory.score as f32,
                ..Source::of(&self.memory.content)
            },
            series: self.series.as_ref(),
            asked: self.asked.as_ref(),
        }
    }
}
