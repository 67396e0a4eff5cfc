//! Who took part in an episode: by [`rules`], weighed with the other signs.

mod rules;

use super::{
    entities::token::{Token, tokens},
    episode::Episode,
    marks::Marks,
    people::{self, Manner, People, PersonRef, Read, Said, Scene},
    referents, sentences,
    structure::{entry_notes, entry_title, is_complete, is_noted},
    talk,
};
use crate::ingest::{Document, Kind, Passage, PersonId, Title, is_nameless};
use memo_common::api::SourceType;

/// The fullest names of those who took part: by its words, which `read` holds, and by what the document's structure says
/// of it.
pub(super) fn of(
    document: &Document,
    episode: &Episode,
    read: &[Token],
    people: &People,
    marks: &Marks,
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
    let took = marks.people(people);
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
        took: &took,
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
    // a firm that wants something is nobody who was there
    let given = |name: &String| listed.iter().any(|who| people.name(*who) == name);
    names.retain(|n| given(n) || !marks.is_thing(n));
    // What another committed the user only reads.
    let user = people.name(people.user());
    let anothers = first
        .speaker
        .is_some_and(|id| people.of(id) != people.user());
    if complete && document.source_type == SourceType::Vscode && anothers {
        names.retain(|n| n != user || by_rules.contains(n));
    }
    // Whoever alone writes it is there, if only by a user name.
    if let (true, Some(writer)) = (names.is_empty(), first.speaker.map(|id| people.of(id)))
        && people.is_unnamed(writer)
        && !people.is_organization(writer)
    {
        names.push(people.name(writer).to_owned());
    }
    // what others say to each other the user only hears
    let hears = first.kind == Kind::Turn
        && document.present.len() > 1
        && !document
            .present
            .iter()
            .any(|id| people.of(*id) == people.user());
    names.retain(|n| !hears || n != user);
    for who in parties(document, episode, people) {
        let name = people.name(who);
        if !names.iter().any(|n| n == name) {
            let at = if who == people.user() { 0 } else { names.len() };
            names.insert(at, name.to_owned());
        }
    }
    // "Speaker 2" says nothing of who it is.
    names.retain(|n| first.kind != Kind::Turn || !is_nameless(n));
    names
}

/// The two sides of what is written or said to somebody: who writes or speaks, and to whom. They took part in the exchange,
/// whatever it tells of. Who gets a copy of a mail is told of it, and of a mail between others that was handed on to the user
/// only its writer is met; of a recording only those took part who are heard, and
/// with more than a word between others'.
fn parties(document: &Document, episode: &Episode, people: &People) -> Vec<PersonRef> {
    /// The share of what is said that is more than a word between, as one part of so many.
    const SHARE: usize = 3;
    let written = talk::is_written(document);
    let all: usize = episode.pieces.iter().map(|p| p.range.len()).sum();
    let heard = |who: PersonRef| {
        let own = episode.pieces.iter().filter(|p| {
            let speaker = document.passages[p.passage].speaker;
            speaker.is_some_and(|id| people.of(id) == who)
        });
        own.map(|p| p.range.len()).sum::<usize>() * SHARE >= all
    };
    let is_user = |id: &PersonId| people.of(*id) == people.user();
    let to_user = (0..document.people.len()).any(|id| is_user(&id));
    let handed_on = |message: &Passage| {
        let mut both = message.speaker.iter().chain(&message.audience);
        to_user && !both.any(is_user)
    };
    let mut out: Vec<PersonRef> = Vec::new();
    for passage in episode.pieces.iter().map(|p| &document.passages[p.passage]) {
        let speaker = passage.speaker.iter();
        let audience = passage.audience.iter();
        let those: Vec<PersonId> = match passage.kind {
            Kind::Message { .. } if handed_on(passage) => speaker.copied().collect(),
            Kind::Message { .. } => speaker.chain(audience).copied().collect(),
            Kind::Turn if written => speaker.chain(audience).copied().collect(),
            Kind::Turn => speaker
                .copied()
                .filter(|id| heard(people.of(*id)))
                .collect(),
            _ => continue,
        };
        for id in those {
            let who = people.of(id);
            let organization = document.people[id].organization || people.is_organization(who);
            let apart =
                organization || document.copied.contains(&id) || people.name(who).is_empty();
            if (who == people.user() || !apart) && !out.contains(&who) {
                out.push(who);
            }
        }
    }
    out
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

#[cfg(test)]
mod tests {
    use crate::extract::draft::tests::drafts;
    use memo_common::api::SourceType;

    fn took_part(source: SourceType, text: &str) -> Vec<Vec<String>> {
        let drafts = drafts(source, text).into_iter();
        drafts.map(|d| d.participants).collect()
    }

    #[test]
    fn who_writes_a_mail_and_to_whom_took_part() {
        let mail = |to: &str| {
            format!(
                "From: Ana Roy <ana@roy.example>\nTo: {to}\nSubject: The pier\nDate: Tue, 3 Nov 2026 09:15:00 +0000\n\
                 Message-ID: <a@roy.example>\n\nThe ferry stops on Friday, and the fee for the berth goes up.\n"
            )
        };
        for (to, expected) in [
            ("Bo Alm <bo@alm.example>", &["Bo Alm", "Ana Roy"][..]),
            (
                "Bo Alm <bo@alm.example>, Ida Ek <ida@ek.example>\nCc: Lea Orr <lea@orr.example>",
                &["Bo Alm", "Ana Roy", "Ida Ek"],
            ),
            // the mailbox that it came to
            ("skipper77@harbour.example", &["Bo Alm", "Ana Roy"]),
            (
                "Ida Ek <ida@ek.example>, info@harbour.example",
                &["Bo Alm", "Ana Roy", "Ida Ek"],
            ),
        ] {
            let told = took_part(SourceType::Email, &mail(to));
            assert_eq!(told, [expected], "{to}");
        }
    }

    #[test]
    fn of_a_mail_that_is_handed_on_its_writer_took_part() {
        let mail = "From: Ana Roy <ana@roy.example>\nTo: Bo Alm <bo@alm.example>\nSubject: Fwd: The hut\n\
             Date: Tue, 3 Nov 2026 09:15:00 +0000\nMessage-ID: <a@b.example>\n\nSee below, the hut is ours in May.\n\n\
             ---------- Forwarded message ---------\nFrom: Ida Ek <ida@ek.example>\nDate: Mon, 2 Nov 2026 at 10:00\n\
             Subject: The hut\nTo: Ana Roy <ana@roy.example>, Lea Orr <lea@orr.example>\n\n\
             The key of the hut lies under the third stone behind the well.\n";
        let told = took_part(SourceType::Email, mail);
        assert_eq!(
            told.last().map(Vec::as_slice),
            Some(&["Bo Alm", "Ida Ek"].map(str::to_owned)[..])
        );
    }

    #[test]
    fn an_office_that_writes_is_nobody() {
        let mail = "From: Harbour Office <noreply@harbour.example>\nTo: Bo Alm <bo@alm.example>\nSubject: Berth 12\n\
             Date: Tue, 3 Nov 2026 09:15:00 +0000\nMessage-ID: <a@b.example>\n\nThe fee for the berth is due on Friday.\n";
        assert_eq!(took_part(SourceType::Email, mail), [["Bo Alm"]]);
    }

    #[test]
    fn both_sides_of_a_chat_took_part() {
        let chat = "[04.11.26, 08:01:00] Bo Alm: The ferry to the island leaves at ten past two, from the north pier\n\
             [04.11.26, 20:03:00] Ana Roy: The kiosk at the pier is shut and the ticket machine takes no cards any more\n";
        let told = took_part(SourceType::Stream, chat);
        assert_eq!(told, [["Bo Alm", "Ana Roy"], ["Bo Alm", "Ana Roy"]]);
    }

    #[test]
    fn whom_a_program_does_not_know_is_not_the_user() {
        let talk = "Kickoff\n\nAna Roy  00:00\nThe contract with the vendor is signed since Monday.\n\n\
             Ida Ek  00:07\nThen the launch stays as it is. Who writes the press release for it?\n\n\
             Unknown Speaker  00:15\nI can do that, and my sister draws the pictures for it.\n\n\
             Ida Ek  00:21\nThat is settled then, and we meet again in a week.\n";
        let drafts = drafts(SourceType::Stream, talk);
        for draft in drafts {
            let user = draft.participants.iter().any(|p| p == "Bo Alm");
            assert!(!user && !draft.narrative.contains("I said"), "{draft:?}");
        }
    }
}
