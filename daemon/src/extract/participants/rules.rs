//! Who took part by rules alone: by what the source's structure tells, and by the words.

use crate::extract::{
    episode::Episode,
    people::{self, People, PersonRef, Read, Said},
    structure::{at_meeting, entry_notes, entry_title, is_noted, page_note, programs},
};
use crate::ingest::{Document, Kind, Passage, is_nameless};
use memo_common::api::SourceType;

/// Names, each once.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|n| n == name)
    }

    fn add(&mut self, name: &str) {
        if !self.has(name) {
            self.0.push(name.to_owned());
        }
    }

    fn add_all(&mut self, those: impl IntoIterator<Item = PersonRef>, people: &People) {
        for who in those {
            self.add(people.name(who));
        }
    }

    /// Puts the user before all others.
    fn add_user(&mut self, people: &People) {
        let user = people.name(people.user());
        if !self.has(user) {
            self.0.insert(0, user.to_owned());
        }
    }
}

/// Who took part in what the source's structure tells completely.
pub(super) fn of_record(document: &Document, first: &Passage, people: &People) -> Vec<String> {
    let calendar = document.source_type == SourceType::Calendar;
    let told_by = first.speaker.map_or(people.user(), |id| people.of(id));
    let audience = first.audience.iter().map(|id| people.of(*id));
    let mut names = Names::default();
    names.add_all(std::iter::once(told_by).chain(audience), people);
    // Where nobody is invited, the title names whom it is about ("Ada's swimming lesson").
    if calendar && names.0.len() == 1 && first.speaker.is_none() {
        for mention in people.mentions(entry_title(first).unwrap_or_default()) {
            let name = people.name(mention.person);
            if first.place.as_deref() != Some(name) {
                names.add(name);
            }
        }
    }
    let notes = match document.source_type {
        SourceType::Calendar => entry_notes(first),
        SourceType::Browser => Some(first.text.as_str()),
        // a commit's words are its author's own
        SourceType::Vscode if matches!(first.kind, Kind::Post { .. }) => Some(first.text.as_str()),
        SourceType::Vscode => first.text.split_once(": ").map(|(_, notes)| notes),
        _ => None,
    };
    if let Some(notes) = notes {
        // "Ann rang me tonight": why a commit was made
        let told = document.source_type == SourceType::Vscode;
        let named = if let Some(note) = page_note(first) {
            people::taking_part(note, people)
        } else if calendar || told {
            people::taking_part(notes, people)
        } else {
            people::companions(notes, people)
        };
        names.add_all(named, people);
        if calendar {
            names.add_all(people::named_alone(notes, people), people);
        }
    }
    names.0
}

/// Who took part in an episode: by its words, and by whose notes, letter, ticket or talk it is of.
pub(super) fn of_episode(
    document: &Document,
    episode: &Episode,
    said: &[Said],
    read: &[Read],
    people: &People,
) -> Vec<String> {
    let source = document.source_type;
    let first = &document.passages[episode.pieces[0].passage];
    let letter = matches!(first.kind, Kind::Message { .. }).then_some(match source {
        SourceType::Pdf => people::Letter::Printed,
        _ => people::Letter::Mail,
    });
    let mut names = Names(people::participants(said, read, letter, people));
    if is_own(document, first, said, people) {
        names.add_user(people);
    }
    // A patient's paper tells what was done to them.
    if first.kind != Kind::Turn
        && let subject @ Some(_) = people.subject()
        && !said.iter().any(|s| is_bill(s.text))
    {
        names.add_all(subject, people);
    }
    let present = || document.present.iter().map(|id| people.of(*id));
    if is_together(document, episode, said, &names, people) {
        names.add_all(present(), people);
    }
    let served = |s: &Said| !people::companions(s.text, people).is_empty();
    // A nurse's or a driver's work is done for whose paper it is.
    if source == SourceType::Pdf
        && first.kind != Kind::Turn
        && !names.has(people.name(people.user()))
        && said.iter().any(served)
    {
        names.add_user(people);
    }
    if first.kind == Kind::Turn {
        // "Speaker 2" says nothing of who it is.
        names.0.retain(|n| !is_nameless(n));
        // An assistant answers, but is nobody.
        for program in programs(document, people) {
            names.0.retain(|n| n != people.name(program));
        }
        let asks = |s: &Said| s.speaker == Some(people.user());
        if source == SourceType::Vscode && said.iter().any(asks) {
            names.add_user(people);
        }
    }
    // What one reads on a page happened to others.
    if names.0.is_empty() && source != SourceType::Browser {
        names.add_user(people);
    }
    names.0
}

/// Whether an episode tells of what the user did, whatever its words say.
fn is_own(document: &Document, first: &Passage, said: &[Said], people: &People) -> bool {
    let user = Some(people.user());
    // Own notes leave "I" out more often than not: what they tell, the user was part of.
    let noted = is_noted(document, first) && said.iter().all(|s| s.speaker == user);
    // A letter of one's own tells what one was part of.
    let letter =
        matches!(first.kind, Kind::Message { .. }) && first.speaker.map(|id| people.of(id)) == user;
    noted
        || letter
        || document.source_type == SourceType::Browser && is_ordered(document, first, said)
}

/// Whether it is of all who are present: a ticket is for all who travel on it, a page of one's own account tells of
/// oneself, and what names nobody else of a meeting is of who met.
fn is_together(
    document: &Document,
    episode: &Episode,
    said: &[Said],
    names: &Names,
    people: &People,
) -> bool {
    let first = &document.passages[episode.pieces[0].passage];
    if document.source_type == SourceType::Browser {
        return true;
    }
    if matches!(document.source_type, SourceType::Pdf | SourceType::Email) {
        return !said.iter().any(|s| is_bill(s.text));
    }
    let me = people.name(people.user());
    first.kind != Kind::Turn && at_meeting(document, episode) && names.0.iter().all(|n| n == me)
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
    const PAID: [&str; 10] = [
        "total", "subtotal", "paid", "payment", "deposit", "issued", "invoice", "refund", "gesamt",
        "bezahlt",
    ];
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|w| w.len() > 3 && PAID.iter().any(|p| p.eq_ignore_ascii_case(w)))
}

#[cfg(test)]
mod tests {
    use crate::extract::draft::tests::drafts;
    use memo_common::api::SourceType;

    /// Who took part in the memories of a text, the user left out.
    fn others(source: SourceType, text: &str) -> Vec<String> {
        let drafts = drafts(source, text).into_iter();
        let mut names: Vec<String> = drafts.flat_map(|d| d.participants).collect();
        names.retain(|n| n != "Bo Alm");
        names
    }

    #[test]
    fn a_commit_tells_of_people_before_a_colon_too() {
        let log = "commit 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b\nAuthor: Bo Alm <bo@a.example>\n\
             Date:   Tue Nov 10 21:04:00 2026 +0000\n\n    Move the valve\n\n    Went there with Megan Pugh: the lid was open.\n";
        assert_eq!(others(SourceType::Vscode, log), ["Megan Pugh"]);
    }
}
