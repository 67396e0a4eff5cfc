//! `GET /v1/memories`: browse; `GET` and `DELETE /v1/memories/{custom_id}`: look at one, and remove it.

use super::{
    auth::Caller,
    blocking,
    error::{Answered, Refusal, invalid, refuse},
    held::answer,
    memory::{Memory as Shares, Share},
    recall::{self, custom_id, filter, narrowed, parse_custom_id},
};
use crate::{
    app::App,
    index::{document::words, people, terms::fold},
    people::key,
    query::Filter,
    store::{Place, minute_of, records::MemoryRecord},
};
use axum::{
    Json,
    extract::{Path, RawQuery},
    response::Response,
};
use jiff::civil::Date;
use memo_common::{
    api::{Content, Forgotten, Memory, MemoryDetail, MemoryPage, SourceSpan},
    problem::Code,
};

/// Memories on a page, unless `limit` says otherwise.
const PAGE: i64 = 50;

pub(super) fn no_memory() -> Refusal {
    refuse(Code::NotFound, "There is no memory of this name.")
}

/// The user's memory of this name: version and index.
pub(super) fn find(app: &App, user: &str, id: &str) -> Answered<(u64, u32)> {
    parse_custom_id(id)
        .and_then(|(item_id, index)| {
            let version = app.live.answering(user, item_id)?;
            app.live.has(version, index).then_some((version, index))
        })
        .ok_or_else(no_memory)
}

pub(super) async fn show(caller: Caller, Path(id): Path<String>) -> Answered<Response> {
    let (detail, share) = named(caller, &id).await?;
    // The words go out as JSON, in which a byte may be written as six.
    Ok(answer(&detail, share))
}

/// The user's memory of this name, as [`detail`] has it.
pub(super) async fn named(caller: Caller, id: &str) -> Answered<(MemoryDetail, Share)> {
    let (version, index) = find(&caller.app, caller.user(), id)?;
    let Caller { app, memory, .. } = caller;
    blocking(move || detail(&app, &memory, version, index)).await
}

/// A memory with the passages it rests on, and what was read of it where it was put right; with its share of the memory for
/// texts. Blocks on the disk.
pub(super) fn detail(
    app: &App,
    memory: &Shares,
    version: u64,
    index: u32,
) -> Answered<(MemoryDetail, Share)> {
    let mut share = Share::default();
    let record = app.store.memory(version, index)?.ok_or_else(no_memory)?;
    let about = app.store.version(version)?.ok_or_else(no_memory)?;
    memory.texts.hold(&mut share, about.bytes as usize)?;
    // A damaged text takes no memory away.
    let text = app.store.text(version, &about).unwrap_or_default();
    let correction = app.store.correction(&about.user, &about.item_id, &record)?;
    let detail = MemoryDetail {
        memory: recall::memory(app, version, index, 0.0)?.ok_or_else(no_memory)?,
        source: text.map_or_else(Vec::new, |text| passages(&text, &record.spans)),
        read: correction.map(|correction| correction.read),
    };
    Ok((detail, share))
}

/// The passages at these bytes, with their lines. Spans ascend and are apart, so that all passages together are no longer
/// than the text; one that is not behind the one before it is left out.
fn passages(text: &str, spans: &[(u64, u64)]) -> Vec<SourceSpan> {
    let (mut at, mut line) = (0, 1);
    let mut found = Vec::new();
    for &(start, end) in spans {
        let (from, to) = (start as usize, end as usize);
        let (Some(before), Some(passage)) = (text.get(at..from), text.get(from..to)) else {
            continue;
        };
        let lines = |s: &str| s.bytes().filter(|b| *b == b'\n').count() as u64;
        line += lines(before);
        found.push(SourceSpan {
            start,
            end,
            first_line: line,
            last_line: line + lines(passage.strip_suffix('\n').unwrap_or(passage)),
            text: passage.to_owned(),
        });
        line += lines(passage);
        at = to;
    }
    found
}

pub(super) async fn forget(caller: Caller, Path(id): Path<String>) -> Answered<Json<Forgotten>> {
    remove(&caller, &id).await?;
    Ok(Json(Forgotten {
        status: "success".into(),
        memories: 1,
    }))
}

/// Forgets one memory of the caller's.
pub(super) async fn remove(caller: &Caller, id: &str) -> Answered<()> {
    let app = &caller.app;
    let (version, index) = find(app, caller.user(), id)?;
    let passage = passage(caller, version, index).await?;
    if !app.store.forget_memory(version, index, passage).await? {
        return Err(no_memory());
    }
    app.live.thin(version, index);
    app.forget_ratings(caller.user());
    app.level.notify();
    Ok(())
}

/// What the passages of a memory are known by; `None` where their text is lost.
async fn passage(caller: &Caller, version: u64, index: u32) -> Answered<Option<String>> {
    let (app, memory) = (caller.app.clone(), caller.memory.clone());
    let work = move || {
        let (Some(record), Some(about)) = (
            app.store.memory(version, index)?,
            app.store.version(version)?,
        ) else {
            return Ok(None);
        };
        let mut share = Share::default();
        memory.texts.hold(&mut share, about.bytes as usize)?;
        let text = app.store.text(version, &about).unwrap_or_default();
        Ok::<_, Refusal>(text.and_then(|text| record.passage(&text)))
    };
    blocking(work).await
}

pub(super) async fn list(caller: Caller, RawQuery(query): RawQuery) -> Answered<Response> {
    let mut form = narrowed(query, &["limit", "cursor"])?;
    let limit = form.number("limit", 1, 100)?.unwrap_or(PAGE) as usize;
    let after = form.take("cursor").map(|c| place(&c)).transpose()?;
    let filter = filter(&mut form, &*caller.app.people(caller.user())?)?;
    let Caller {
        app, key, memory, ..
    } = caller;
    let work = move || {
        let page = page(&app, &key.user, &filter, after, limit)?;
        let mut share = Share::default();
        memory.texts.hold(&mut share, size(&page.memories))?;
        Ok(answer(&page, share))
    };
    blocking(work).await
}

/// A page of the memories that the filter admits, the latest first.
pub(super) fn page(
    app: &App,
    user: &str,
    filter: &Filter,
    after: Option<Place>,
    limit: usize,
) -> Answered<MemoryPage> {
    match &filter.item_id {
        Some(item_id) => of_document(app, user, item_id, filter, after, limit),
        None => of_all(app, user, filter, after, limit),
    }
}

/// Bytes of words from which on a page ends.
pub(super) const LARGE_PAGE: usize = 4 << 20;

/// Bytes of the words of memories.
pub(super) fn size(memories: &[Memory]) -> usize {
    memories.iter().map(|m| bytes(&m.content)).sum()
}

/// Bytes of a memory's words: its account and its names.
pub(super) fn bytes(content: &Content) -> usize {
    let names = content.participants.iter().chain(&content.tags);
    let names = names.chain(content.entities.iter().map(|e| &e.name));
    content.narrative.len() + names.map(String::len).sum::<usize>()
}

fn of_all(
    app: &App,
    user: &str,
    filter: &Filter,
    after: Option<Place>,
    limit: usize,
) -> Answered<MemoryPage> {
    let mut page = MemoryPage::default();
    let mut last: Option<Place> = None;
    let mut words = 0;
    for row in app.store.timeline(user, after.as_deref())? {
        let (place, version, index) = row?;
        if page.memories.len() == limit || words >= LARGE_PAGE {
            page.next_cursor = last.as_ref().map(|p| cursor(p));
            break;
        }
        if let Some(memory) = admitted(app, user, version, index, filter)? {
            words += size(std::slice::from_ref(&memory));
            page.memories.push(memory);
            last = Some(place);
        }
    }
    Ok(page)
}

fn admitted(
    app: &App,
    user: &str,
    version: u64,
    index: u32,
    filter: &Filter,
) -> Answered<Option<Memory>> {
    let Some(alive) = app
        .live
        .get(version)
        .filter(|_| app.live.has(version, index))
    else {
        return Ok(None);
    };
    // While a document is being replaced, both its versions are alive, and one answers.
    if app.live.answering(user, &alive.item_id) != Some(version)
        || filter.source_type.is_some_and(|t| t != alive.source_type)
    {
        return Ok(None);
    }
    let record = app.store.memory(version, index)?;
    let admitted = record.filter(|r| admits(filter, r)).map(|record| {
        Ok(Memory {
            custom_id: custom_id(&alive.item_id, index),
            item_id: alive.item_id.to_string(),
            score: 0.0,
            content: recall::content(app, user, record)?,
        })
    });
    admitted.transpose()
}

/// The first memories of one document.
pub(super) fn of(caller: &Caller, item_id: &str) -> Answered<Vec<Memory>> {
    let filter = Filter::default();
    let page = of_document(&caller.app, caller.user(), item_id, &filter, None, 100);
    Ok(page?.memories)
}

/// The memories of one document, sorted here: they are few beside all that a user has.
fn of_document(
    app: &App,
    user: &str,
    item_id: &str,
    filter: &Filter,
    after: Option<Place>,
    limit: usize,
) -> Answered<MemoryPage> {
    let mut page = MemoryPage::default();
    let Some(version) = app.live.answering(user, item_id) else {
        return Ok(page);
    };
    let mut sorted: Vec<(Place, u32)> = Vec::new();
    for row in app.store.memories(version)? {
        let (index, record) = row?;
        // Latest first, undated ones last, and in the document's order where they are of one time.
        let minute = record.when().map_or(i64::MIN, minute_of);
        let mut place = (!((minute as u64) ^ (1 << 63))).to_be_bytes().to_vec();
        place.extend_from_slice(&index.to_be_bytes());
        if after.as_ref().is_none_or(|after| place > *after) {
            sorted.push((place, index));
        }
    }
    sorted.sort_unstable();
    let mut last: Option<Place> = None;
    let mut words = 0;
    for (place, index) in sorted {
        if page.memories.len() == limit || words >= LARGE_PAGE {
            page.next_cursor = last.as_ref().map(|p| cursor(p));
            break;
        }
        if let Some(memory) = admitted(app, user, version, index, filter)? {
            words += size(std::slice::from_ref(&memory));
            page.memories.push(memory);
            last = Some(place);
        }
    }
    Ok(page)
}

/// Whether a memory is one of those that are asked for.
pub(super) fn admits(filter: &Filter, record: &MemoryRecord) -> bool {
    let (since, until) = (filter.since, filter.until);
    let in_time = since.or(until).is_none()
        || record.is_within(since.unwrap_or(Date::MIN), until.unwrap_or(Date::MAX));
    let tagged = |tag: &String| record.tags.iter().any(|t| fold(t) == fold(tag.trim()));
    let placed = |place: &String| {
        let of_place = record.place.iter().flat_map(|p| words(p));
        let at: Vec<String> = of_place.map(fold).collect();
        words(place).map(fold).all(|word| at.contains(&word))
    };
    let named = |_: &String| {
        let all = || {
            people(
                &record.participants,
                record.speaker.as_deref(),
                &record.entities,
            )
        };
        let known: Vec<String> = all().flat_map(str::split_whitespace).map(fold).collect();
        let keys: Vec<String> = all().map(key).collect();
        let mut words = filter.people();
        words.all(|(word, names)| {
            known.contains(&fold(word)) || names.iter().any(|name| keys.contains(name))
        })
    };
    in_time
        && filter.tag.as_ref().is_none_or(tagged)
        && filter.place.as_ref().is_none_or(placed)
        && filter.participant.as_ref().is_none_or(named)
}

pub(super) fn cursor(place: &[u8]) -> String {
    place.iter().map(|b| format!("{b:02x}")).collect()
}

pub(super) fn place(cursor: &str) -> Answered<Place> {
    let digits = cursor.bytes().all(|b| b.is_ascii_hexdigit());
    let digits = digits && cursor.len() <= 64 && cursor.len().is_multiple_of(2);
    let bytes = (0..cursor.len() / 2)
        .map(|n| u8::from_str_radix(cursor.get(2 * n..2 * n + 2)?, 16).ok())
        .collect::<Option<Vec<u8>>>();
    bytes.filter(|_| digits).ok_or_else(no_cursor)
}

pub(super) fn no_cursor() -> Refusal {
    invalid(
        "cursor",
        "The field `cursor` is none that this service has given.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_know_their_lines() {
        let text = "one\ntwo\nthree\nfour\n";
        let found = passages(text, &[(4, 8), (8, 18), (4, 18), (99, 100)]);
        let lines: Vec<_> = found
            .iter()
            .map(|s| (s.first_line, s.last_line, s.text.as_str()))
            .collect();
        assert_eq!(lines, [(2, 2, "two\n"), (3, 4, "three\nfour")]);
    }

    #[test]
    fn cursors_come_back() {
        assert_eq!(place(&cursor(&[0, 255, 17])).ok(), Some(vec![0, 255, 17]));
        for bad in ["0", "zz", "é0", "+f", &"0".repeat(66)] {
            assert!(place(bad).is_err(), "{bad}");
        }
    }
}
