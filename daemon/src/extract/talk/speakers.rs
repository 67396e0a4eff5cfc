//! Who is behind the labels that programs give to voices they do not know, and to the user.

use crate::extract::Context;
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::extract::people::{is_part_of, login};
use crate::extract::sentences;
use crate::ingest::labels::is_self;
use crate::ingest::{Document, Kind, PersonId, is_nameless};
use std::collections::{BTreeMap, HashSet};

/// The document, the user under their own name where it calls them "Me" or gives their voice a number.
pub(crate) fn resolve(mut document: Document, context: &Context) -> Document {
    let user = context.user_name.trim();
    let names: Vec<Option<String>> = document.people.iter().map(|p| p.name.clone()).collect();
    for person in &mut document.people {
        if person.name.as_deref().is_some_and(is_self) {
            person.name = Some(user.to_owned());
        }
    }
    if !document.passages.iter().any(|p| p.kind == Kind::Turn) {
        return document;
    }
    if document.present.is_empty() && own_voice(&document) {
        let id = document.person(Some(user), None, None);
        document.present.push(id);
        for passage in &mut document.passages {
            passage.speaker = Some(id);
        }
        return document;
    }
    let first = user
        .split_whitespace()
        .next()
        .unwrap_or(user)
        .to_lowercase();
    let is_user = |document: &Document, id: PersonId| {
        let name = document.people[id]
            .name
            .as_deref()
            .unwrap_or_default()
            .to_lowercase();
        name == user.to_lowercase() || name.split_whitespace().next() == Some(&first)
    };
    let speakers: Vec<PersonId> = document.present.clone();
    let mut nameless: Vec<PersonId> = speakers
        .iter()
        .copied()
        .filter(|&id| document.people[id].name.as_deref().is_none_or(is_nameless))
        .collect();
    if !speakers.iter().any(|&id| is_user(&document, id)) {
        let voices: Vec<PersonId> = nameless
            .iter()
            .copied()
            .filter(|&id| document.people[id].name.as_deref().is_some_and(is_numbered))
            .collect();
        let logins = login::forms(user);
        let nick = speakers.iter().copied().find(|&id| {
            document.people[id].name.as_deref().is_some_and(|name| {
                let login = || !name.contains(' ') && logins.contains(&login::letters(name));
                is_part_of(&name.to_lowercase(), &first) || login()
            })
        });
        let voice = match voices[..] {
            _ if nick.is_some() => nick,
            [] => None,
            // the other side of one's own talk
            [only] if speakers.len() <= 2 => Some(only),
            _ => addressed(&document, &voices, &first),
        };
        if let Some(id) = voice {
            document.people[id].name = Some(user.to_owned());
            nameless.retain(|n| *n != id);
        }
    }
    for (id, name) in called(&document, &nameless) {
        document.people[id].name = Some(name);
    }
    for passage in &mut document.passages {
        let Some(id) = passage.speaker.filter(|_| passage.kind == Kind::Record) else {
            continue;
        };
        // what one does is told under the name that the program has for one
        let before = names.get(id).and_then(Option::as_deref);
        if let (Some(before), Some(now)) = (before, document.people[id].name.as_deref())
            && let Some(rest) = passage.text.strip_prefix(before)
        {
            passage.text = format!("{now}{rest}");
        }
    }
    document
}

/// Whether a label is one that a recogniser gives to each voice it tells apart ("Speaker 2", "Speaker B"): one of them may
/// be the user. Whom a program calls unknown, or knows by a telephone's number, is somebody else: it knows the user.
fn is_numbered(label: &str) -> bool {
    let lettered = label
        .rsplit_once(' ')
        .is_some_and(|(_, last)| last.len() == 1);
    label.contains(char::is_alphabetic)
        && (lettered || label.contains(|c: char| c.is_ascii_digit()))
}

/// The voices of which others show the name: "Lindiwe, would you …?" stands before what they say, and before what
/// nobody else says.
fn called(document: &Document, nameless: &[PersonId]) -> Vec<(PersonId, String)> {
    let taken: HashSet<String> = document
        .present
        .iter()
        .filter_map(|&id| document.people[id].name.as_deref())
        .flat_map(|name| name.split_whitespace().map(fold))
        .collect();
    let mut votes: BTreeMap<(PersonId, String), usize> = BTreeMap::new();
    for pair in document.passages.windows(2) {
        let [asked, answered] = pair else { continue };
        if let Some(id) = answered.speaker
            && asked.speaker != Some(id)
            && asked.thread == answered.thread
            && let Some(name) = vocative(&asked.text)
            && !taken.contains(&fold(name))
        {
            *votes.entry((id, name.to_owned())).or_default() += 1;
        }
    }
    let mut out = Vec::new();
    for &id in nameless {
        let of = |n: PersonId| votes.iter().filter(move |((voice, _), _)| *voice == n);
        let Some(((_, name), count)) = of(id).max_by_key(|(_, count)| **count) else {
            continue;
        };
        let alone = of(id).filter(|(_, c)| *c == count).count() == 1;
        let others = votes
            .keys()
            .any(|(voice, said)| *voice != id && said == name);
        if alone && !others {
            out.push((id, name.clone()));
        }
    }
    out
}

/// The last name that somebody is spoken to by: at the beginning of a sentence before a comma, at the end behind one.
fn vocative(text: &str) -> Option<&str> {
    let name = |word: &'_ str| {
        let entry = look_up(&fold(word));
        let written = word.chars().next().is_some_and(char::is_uppercase)
            && word.chars().skip(1).all(char::is_lowercase);
        let known = entry.given() || !entry.word() && !entry.town() && !entry.country();
        written
            && known
            && word.chars().count() > 2
            && !Cues::of(&fold(word)).any(&[Cue::Function, Cue::Calendar])
    };
    sentences::split(text).into_iter().rev().find_map(|span| {
        let sentence = text[span].trim_matches(|c: char| !c.is_alphanumeric());
        let first = sentence.split_once(',').map(|(first, _)| first.trim());
        let last = sentence.rsplit_once(',').map(|(_, last)| last.trim());
        first
            .filter(|w| name(w))
            .or_else(|| last.filter(|w| name(w)))
    })
}

/// The voice that most often speaks next after somebody else says the user's name.
fn addressed(document: &Document, nameless: &[PersonId], first_name: &str) -> Option<PersonId> {
    let mut votes = vec![0_usize; document.people.len()];
    let mut named_by: Option<Option<PersonId>> = None;
    for passage in &document.passages {
        if let (Some(by), Some(id)) = (named_by, passage.speaker)
            && by != Some(id)
        {
            votes[id] += 1;
        }
        let says_it = passage
            .text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word.to_lowercase() == first_name);
        named_by = says_it.then_some(passage.speaker);
    }
    let best = nameless.iter().copied().max_by_key(|&id| votes[id])?;
    let tied = nameless
        .iter()
        .filter(|&&id| votes[id] == votes[best])
        .count()
        > 1;
    (votes[best] > 0 && !tied).then_some(best)
}

/// Whether speech with no speakers is one person's own account: it says "I" and "my" all the time.
fn own_voice(document: &Document) -> bool {
    const OWN: [&str; 22] = [
        "i", "i'm", "i've", "i'd", "i'll", "my", "me", "yo", "mi", "mis", "me", "tengo", "fuimos",
        "voy", "estoy", "ich", "mein", "meine", "mir", "je", "mon", "j'ai",
    ];
    // a dash is where another begins to speak
    let others = document.passages.iter().filter(|p| p.text.starts_with('–'));
    if others.take(2).count() > 1 {
        return false;
    }
    let (mut own, mut all) = (0_usize, 0_usize);
    for passage in document.passages.iter().take(400) {
        for word in passage.text.split_whitespace() {
            let word = word
                .trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
                .replace('’', "'");
            all += 1;
            own += usize::from(OWN.contains(&word.as_str()));
        }
    }
    own * 60 >= all && own > 0
}
