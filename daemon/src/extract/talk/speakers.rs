//! Who is behind the labels that programs give to voices they do not know, and to the user.

use crate::extract::Context;
use crate::ingest::{Document, Kind, PersonId, is_nameless};

/// Labels that mean the user.
const SELF: [&str; 9] = ["me", "you", "myself", "ich", "yo", "tú", "moi", "io", "eu"];

/// The document, the user under their own name where it calls them "Me" or gives their voice a number.
pub(crate) fn resolve(mut document: Document, context: &Context) -> Document {
    let user = context.user_name.trim();
    for person in &mut document.people {
        let is_self = person
            .name
            .as_deref()
            .is_some_and(|name| SELF.contains(&name.to_lowercase().as_str()));
        if is_self {
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
    if speakers.iter().any(|&id| is_user(&document, id)) {
        return document;
    }
    let nameless: Vec<PersonId> = speakers
        .into_iter()
        .filter(|&id| document.people[id].name.as_deref().is_none_or(is_nameless))
        .collect();
    let voice = match nameless[..] {
        [] => None,
        [only] => Some(only),
        _ => addressed(&document, &nameless, &first),
    };
    if let Some(id) = voice {
        document.people[id].name = Some(user.to_owned());
    }
    document
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
