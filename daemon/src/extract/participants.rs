//! Who took part in an episode: by rules ([`rules`], [`titles`]), weighed with the other signs.

mod rules;
mod titles;

use super::{
    entities::token::{Token, tokens},
    episode::Episode,
    people::{self, Manner, People, PersonRef, Read, Said, Scene},
    referents, sentences,
    structure::{entry_notes, entry_title, is_complete, is_noted},
    talk,
};
use crate::ingest::{Document, Kind, Passage, Title, is_nameless};
use memo_common::api::SourceType;

/// The fullest names of those who took part: by its words, which `read` holds, and by what the document's structure says
/// of it.
pub(super) fn of(
    document: &Document,
    episode: &Episode,
    read: &[Token],
    people: &People,
) -> Vec<String> {
    let first = &document.passages[episode.pieces[0].passage];
    let complete = is_complete(document, first);
    let audiences: Vec<Vec<PersonRef>> = episode
        .pieces
        .iter()
        .map(|p| {
            let audience = document.passages[p.passage].audience.iter();
            let audience: Vec<PersonRef> = audience.map(|id| people.of(*id)).collect();
            if audience.is_empty() {
                answered(document, p.passage, people).into_iter().collect()
            } else {
                audience
            }
        })
        .collect();
    let said = if complete {
        entry(document, first, people)
    } else {
        said(document, episode, &audiences, people)
    };
    let words: Vec<Vec<Token>> = match complete {
        true => said.iter().map(|s| tokens(s.text)).collect(),
        false => by_sentence(episode, read),
    };
    let read = said.iter().zip(words);
    let read: Vec<Read> = read.map(|(s, t)| people.read(s.text, t)).collect();
    let by_rules = if complete {
        rules::of_record(document, first, people)
    } else {
        rules::of_episode(document, episode, &said, &read, people)
    };
    let mut listed: Vec<PersonRef> = Vec::new();
    if complete {
        listed.clone_from(&audiences[0]);
    }
    if !matches!(document.source_type, SourceType::Slack | SourceType::Stream) {
        listed.extend(document.present.iter().map(|id| people.of(*id)));
    }
    if first.kind != Kind::Turn {
        listed.extend(people.subject().filter(|who| *who != people.user()));
    }
    listed.sort();
    listed.dedup();
    let heading = if complete && document.source_type == SourceType::Calendar {
        entry_title(first)
    } else {
        first.headings.last().map(Title::as_str)
    };
    let scene = Scene {
        said: &said,
        read: &read,
        source: document.source_type,
        manner: match first.kind {
            Kind::Turn => Some(Manner::Talk),
            Kind::Post { .. } => Some(Manner::Post),
            Kind::Record | Kind::Event(_) => Some(Manner::Record),
            Kind::Message { .. } | Kind::Prose | Kind::Item { .. } => None,
        },
        task: matches!(first.kind, Kind::Item { task: Some(_) }),
        listed: &listed,
        heading,
        before: meant_before(document, episode, &said, people),
    };
    // A visited page's title names whom the page is about, and no company.
    let visited = complete && document.source_type == SourceType::Browser;
    let mut names: Vec<String> = match visited {
        true => by_rules.clone(),
        false => people::choose(&scene, &by_rules, people)
            .into_iter()
            .map(|who| people.name(who).to_owned())
            .collect(),
    };
    // What another committed the user only reads.
    let user = people.name(people.user());
    let anothers = first
        .speaker
        .is_some_and(|id| people.of(id) != people.user());
    if complete && document.source_type == SourceType::Vscode && anothers {
        names.retain(|n| n != user || by_rules.contains(n));
    }
    // A child's lesson is the child's.
    if complete
        && document.source_type == SourceType::Calendar
        && audiences[0].is_empty()
        && names.len() > 1
        && titles::is_anothers(entry_title(first).unwrap_or_default(), people)
    {
        names.retain(|n| n != user);
    }
    // Whoever alone writes it is there, if only by a user name.
    if let (true, Some(writer)) = (names.is_empty(), first.speaker.map(|id| people.of(id)))
        && people.is_unnamed(writer)
        && !people.is_organization(writer)
    {
        names.push(people.name(writer).to_owned());
    }
    // "Speaker 2" says nothing of who it is.
    names.retain(|n| first.kind != Kind::Turn || !is_nameless(n));
    names
}

/// The words of each sentence of an episode, by their bytes in it; `read` are those of [`Episode::text`].
fn by_sentence(episode: &Episode, read: &[Token]) -> Vec<Vec<Token>> {
    let (mut from, mut at) = (0, 0);
    let of = |length: usize| {
        let rest = &read[at..];
        let own = &rest[..rest.partition_point(|t| t.span.end <= from + length)];
        let within = |t: &Token| Token {
            span: t.span.start - from..t.span.end - from,
            ..t.clone()
        };
        let own: Vec<Token> = own.iter().map(within).collect();
        at += own.len();
        from += length + 1;
        own
    };
    episode
        .pieces
        .iter()
        .map(|p| p.range.len())
        .map(of)
        .collect()
}

/// Whom a turn among several people answers: the one who has just asked something.
fn answered(document: &Document, index: usize, people: &People) -> Option<PersonRef> {
    let turn = &document.passages[index];
    let before = &document.passages[index.checked_sub(1)?];
    let both = [turn, before].iter().all(|p| p.kind == Kind::Turn);
    let asked = both
        && before.thread == turn.thread
        && before.speaker != turn.speaker
        && talk::asks(&before.text);
    let who = people.of(before.speaker.filter(|_| asked)?);
    (who == people.user() && people::speaks_to(&turn.text)).then_some(who)
}

/// Whom a pronoun at the beginning of an episode means, by what stands before it.
fn meant_before(
    document: &Document,
    episode: &Episode,
    said: &[Said],
    people: &People,
) -> Option<PersonRef> {
    let piece = &episode.pieces[0];
    let first = &document.passages[piece.passage];
    let mut before = &first.text[..piece.range.start];
    if before.trim().is_empty()
        && let Some(former) = piece.passage.checked_sub(1).map(|n| &document.passages[n])
        && former.thread == first.thread
        && first.kind != Kind::Turn
    {
        before = &former.text;
    }
    let text = said.first()?.text;
    referents::pronoun(text, before, people).map(|(_, who)| who)
}

/// What an entry says, as words of whoever made it: a calendar's title and notes, else all of it.
fn entry<'d>(document: &Document, first: &'d Passage, people: &People) -> Vec<Said<'d>> {
    let speaker = Some(first.speaker.map_or(people.user(), |id| people.of(id)));
    let said = |text| Said {
        text,
        speaker,
        audience: &[],
    };
    if document.source_type != SourceType::Calendar {
        return vec![said(first.text.as_str())];
    }
    let mut out = vec![said(entry_title(first).unwrap_or_default())];
    if let Some(notes) = entry_notes(first) {
        out.extend(sentences::split(notes).into_iter().map(|r| said(&notes[r])));
    }
    out
}

/// The sentences of an episode, with who says them to whom.
fn said<'d>(
    document: &'d Document,
    episode: &Episode,
    audiences: &'d [Vec<PersonRef>],
    people: &People,
) -> Vec<Said<'d>> {
    let user = people.user();
    episode
        .pieces
        .iter()
        .zip(audiences)
        .map(|(piece, audience)| {
            let passage = &document.passages[piece.passage];
            let own = is_noted(document, passage) || matches!(passage.kind, Kind::Record);
            // What stands behind a name and a colon is that person's: said by them, or for them to do.
            let label = referents::label(&passage.text, people).map(|(who, _)| who);
            let speaker = passage.speaker.map(|id| people.of(id)).or(label);
            let text = &passage.text[piece.range.clone()];
            // Who opened an issue reads all that is said of it, but takes part where they are spoken to.
            let heard = match &passage.kind {
                Kind::Post { act } => {
                    let reviewed = ["requested changes", "approved", "reviewed"]
                        .iter()
                        .any(|done| act.starts_with(done));
                    reviewed
                        || people::speaks_to(text)
                        || [act, text]
                            .iter()
                            .any(|t| people.mentions(t).iter().any(|m| m.person == user))
                }
                _ => true,
            };
            Said {
                text,
                speaker: speaker.or(own.then_some(user)),
                audience: if heard { audience } else { &[] },
            }
        })
        .collect()
}
