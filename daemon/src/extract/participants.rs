//! Who took part in an episode.

use super::{
    at_meeting,
    entities::token::{Token, tokens},
    episodes::Episode,
    is_complete,
    people::{self, Manner, People, PersonRef, Said, Scene},
    referents, sentences,
};
use crate::ingest::{Document, Kind, Passage, PersonId, is_nameless};
use memo_common::api::SourceType;

/// The fullest names of those who took part: by its words, and by what the document's structure says of it.
pub(super) fn of(document: &Document, episode: &Episode, people: &People) -> Vec<String> {
    let first = &document.passages[episode.pieces[0].passage];
    let complete = is_complete(document, first);
    let audiences: Vec<Vec<PersonRef>> = episode
        .pieces
        .iter()
        .map(|p| {
            let audience = document.passages[p.passage].audience.iter();
            audience.map(|id| people.of(*id)).collect()
        })
        .collect();
    let said = if complete {
        entry(document, first, people)
    } else {
        said(document, episode, &audiences, people)
    };
    let read: Vec<Vec<Token>> = said.iter().map(|s| tokens(s.text)).collect();
    let by_rules = if complete {
        of_record(document, first, people)
    } else {
        by_rules(document, episode, &said, &read, people)
    };
    let mut listed: Vec<PersonRef> = Vec::new();
    if complete {
        listed.clone_from(&audiences[0]);
    }
    if !matches!(document.source_type, SourceType::Slack | SourceType::Stream) {
        listed.extend(document.present.iter().map(|id| people.of(*id)));
    }
    listed.sort();
    listed.dedup();
    let heading = if complete && document.source_type == SourceType::Calendar {
        title(first)
    } else {
        first.headings.last().map(String::as_str)
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
    let mut names: Vec<String> = people::choose(&scene, &by_rules, people)
        .into_iter()
        .map(|who| people.name(who).to_owned())
        .collect();
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

/// The title of a calendar's entry that a reader put into a sentence.
fn title(passage: &Passage) -> Option<&str> {
    passage.text.split(['“', '”']).nth(1)
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
    let mut out = vec![said(title(first).unwrap_or_default())];
    if let Some((_, notes)) = first.text.split_once(" Notes: ") {
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
                        || people.mentions(act).iter().any(|m| m.person == user)
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

/// Whether a passage is of the user's own notes: of a text, or plain words of an editor or a calendar.
pub(super) fn is_noted(document: &Document, passage: &Passage) -> bool {
    let plain = matches!(passage.kind, Kind::Prose | Kind::Item { .. });
    match document.source_type {
        SourceType::Text => true,
        SourceType::Vscode | SourceType::Calendar => plain && passage.speaker.is_none(),
        _ => false,
    }
}

/// By rules, who took part in what the source's structure tells completely.
fn of_record(document: &Document, first: &Passage, people: &People) -> Vec<String> {
    let user = people.user();
    let mut names: Vec<String> = Vec::new();
    let told_by = first.speaker.map_or(user, |id| people.of(id));
    for person in [told_by]
        .into_iter()
        .chain(first.audience.iter().map(|id| people.of(*id)))
    {
        let name = people.name(person).to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // Where nobody is invited, the title names whom it is about ("Ada's swimming lesson").
    if document.source_type == SourceType::Calendar && names.len() == 1 && first.speaker.is_none() {
        let title = first.text.split(['“', '”']).nth(1).unwrap_or_default();
        for mention in people.mentions(title) {
            let name = people.name(mention.person).to_owned();
            if !names.contains(&name) && first.place.as_deref() != Some(&name) {
                names.push(name);
            }
        }
    }
    let notes = match document.source_type {
        SourceType::Calendar => first.text.split_once(" Notes: ").map(|(_, notes)| notes),
        SourceType::Browser => Some(first.text.as_str()),
        SourceType::Vscode if first.speaker.is_none() => {
            first.text.split_once(": ").map(|(_, notes)| notes)
        }
        _ => None,
    };
    if let Some(notes) = notes {
        let calendar = document.source_type == SourceType::Calendar;
        let named = if calendar {
            people::taking_part(notes, people)
        } else {
            people::companions(notes, people)
        };
        for person in named {
            let name = people.name(person).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// By rules, who took part in an episode.
fn by_rules(
    document: &Document,
    episode: &Episode,
    said: &[Said],
    read: &[Vec<Token>],
    people: &People,
) -> Vec<String> {
    let user = people.user();
    let first = &document.passages[episode.pieces[0].passage];
    let mut names = people::participants(said, read, people);
    // Own notes leave "I" out more often than not: what they tell, the user was part of.
    let me = people.name(user);
    let noted = is_noted(document, first) && said.iter().all(|s| s.speaker == Some(user));
    // A letter of one's own tells what one was part of.
    let letter = matches!(first.kind, Kind::Message { .. })
        && first.speaker.map(|id| people.of(id)) == Some(user);
    let ordered = document.source_type == SourceType::Browser && is_ordered(document, first, said);
    if (noted || letter || ordered) && !names.iter().any(|n| n == me) {
        names.insert(0, me.to_owned());
    }
    // A ticket is for all who travel on it; a page of one's own account tells of oneself.
    let page = document.source_type == SourceType::Browser;
    let ticket = page || matches!(document.source_type, SourceType::Pdf | SourceType::Email);
    let together = ticket || first.kind != Kind::Turn && at_meeting(document, episode);
    let bill = ticket && !page && said.iter().any(|s| is_bill(s.text));
    if together && !bill && (ticket || names.iter().all(|n| n == me)) {
        for name in document
            .present
            .iter()
            .map(|id| people.name(people.of(*id)).to_owned())
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    if first.kind == Kind::Turn
        && document.source_type == SourceType::Stream
        && (3..=6).contains(&document.present.len())
        && said.iter().any(|s| is_of_all(s.text))
    {
        let speaks = |id: &&PersonId| people.talkers().contains(&people.of(**id));
        for id in document.present.iter().filter(speaks) {
            let name = people.name(people.of(*id)).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    // A nurse's or a driver's work is done for whose paper it is.
    if document.source_type == SourceType::Pdf
        && first.kind != Kind::Turn
        && !names.iter().any(|n| n == me)
        && said
            .iter()
            .any(|s| !people::companions(s.text, people).is_empty())
    {
        names.insert(0, me.to_owned());
    }
    if first.kind == Kind::Turn {
        // "Speaker 2" says nothing of who it is.
        names.retain(|n| !is_nameless(n));
        // An assistant answers, but is nobody.
        let programs = document
            .people
            .iter()
            .enumerate()
            .filter(|(_, p)| p.organization);
        for program in programs.map(|(id, _)| people.name(people.of(id))) {
            names.retain(|n| n != program);
        }
        let to_assistant = document.source_type == SourceType::Vscode
            && said.iter().any(|s| s.speaker == Some(user));
        if to_assistant && !names.iter().any(|n| n == me) {
            names.insert(0, me.to_owned());
        }
    }
    // What one reads on a page happened to others.
    if names.is_empty() && document.source_type != SourceType::Browser {
        names.push(me.to_owned());
    }
    names
}

/// Whether a page is of something that the user ordered or booked.
fn is_ordered(document: &Document, passage: &Passage, said: &[Said]) -> bool {
    const OWN: [&str; 12] = [
        "your order",
        "your booking",
        "your reservation",
        "your ticket",
        "your appointment",
        "your parcel",
        "your place",
        "your seat",
        "your delivery",
        "you have one",
        "you have booked",
        "your purchase",
    ];
    const PAGES: [&str; 12] = [
        "order ",
        "your order",
        "booking",
        "reservation",
        "basket",
        "checkout",
        "receipt",
        "bestellung",
        "buchung",
        "pedido",
        "commande",
        "reserva",
    ];
    let mut heads = document
        .title
        .iter()
        .chain(&passage.headings)
        .map(|h| h.to_lowercase());
    heads.any(|h| PAGES.iter().any(|p| h.starts_with(p)))
        || said.iter().any(|s| {
            let lower = s.text.to_lowercase();
            OWN.iter().any(|o| lower.contains(o))
        })
}

/// Whether words are about what is paid, which concerns who pays, not who travels.
fn is_bill(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|w| {
        matches!(
            w,
            "total"
                | "subtotal"
                | "paid"
                | "payment"
                | "deposit"
                | "issued"
                | "invoice"
                | "refund"
                | "gesamt"
                | "bezahlt"
        )
    })
}

/// Whether words are to everybody who is there: the meeting is opened, voted in, called again.
fn is_of_all(text: &str) -> bool {
    let lower = text.to_lowercase();
    [
        "next meeting",
        "open the meeting",
        "open the",
        "can we vote",
        "let's vote",
        "things today",
        "on the agenda",
    ]
    .iter()
    .any(|w| lower.contains(w))
}
