//! Turns of talk → [`Document`]: who speaks under which label, fragments joined to sentences.
//! The readers of chats and transcripts share this.
//!
//! - `names`: names as labels show them

mod names;

use super::pattern::pattern;
use super::{Document, Kind, Passage, Person, PersonId};
use crate::when::When;
use memo_common::api::SourceType;
pub(super) use names::{clean_name, is_program};
use std::collections::HashMap;
use std::ops::Range;

pattern!(
    DEVICE,
    r"(?i)^(.{2,30}?)(?:['’]s?)?\s+(?:iphone|ipad|macbook|phone|android|galaxy|pixel|laptop|pc|computer|tablet)\b.*$"
);
pattern!(
    NO_NAME,
    r"(?i)^(?:(?:unknown )?(?:speaker|sprecher(?:in)?|participant|guest|caller|user|person|hablante|orador|locuteur|intervenant|teilnehmer(?:in)?|voice|unknown|them|others|somebody)\s*[#_-]?\s*(?:\d{1,3}|[a-z])?|spk[_ ]?\d+|s\d{1,2}|\+?\d[\d ()/-]{5,})$"
);
pattern!(OTHERS, r"(?i)^(?:them|others)$");
pattern!(
    SAYS_NAME,
    r"(?:\b(?i:I'm|I’m|I am|it's|it’s|my name is|my name's|this is|me llamo|soy|ich bin|hier ist|hier spricht|hier is|qui è|mein Name ist|ich heiße|je suis|je m'appelle|je m’appelle)|\b(?i:it's me),?)\s+((?:\p{Lu}[\p{L}\p{M}'’-]+)(?:,?\s+\p{Lu}[\p{L}\p{M}'’-]+){0,3})"
);

pattern!(
    HERE,
    r"^(?:(?:Hi|Hello|Hey|Hallo|Hola|Hej)[,!]?\s+)?((?:\p{Lu}[\p{L}\p{M}'’-]+)(?:\s\p{Lu}[\p{L}\p{M}'’-]+){0,2})\s+(?:here|hier|aquí|ici)\b[,.!:]"
);

pattern!(
    GREETING,
    r"(?i)^\W*(?:hi|hello|hey|hiya|hallo|hola|hej|ciao|salut)(?: (?:all|everyone|everybody|both|guys|folks|there|you two))?\W*$"
);

/// Whether a label is what programs call a voice or a number that they do not know.
pub(crate) fn is_nameless(label: &str) -> bool {
    NO_NAME.is_match(label)
}

/// What whoever is at the other end is called ("Them"), and a voice that a program has no name for.
pub(crate) const SOMEBODY: &str = "Somebody";

/// How many of a speaker's first turns may say who they are.
const INTRODUCTIONS: usize = 6;

/// Gathers turns.
pub(super) struct Turns {
    document: Document,
    by_label: HashMap<String, PersonId>,
    /// Labels that are no names (`Speaker 2`, `Lucía's iPhone`), with what the speaker calls themself.
    nameless: HashMap<PersonId, Nameless>,
}

struct Nameless {
    /// Whose device it is, by its name.
    owner: Option<String>,
    introduced: Option<String>,
    turns: usize,
}

impl Turns {
    /// An empty talk.
    pub(super) fn new(source_type: SourceType) -> Self {
        Self {
            document: Document::new(source_type),
            by_label: HashMap::new(),
            nameless: HashMap::new(),
        }
    }

    /// What is known of the document as a whole, to be filled in.
    pub(super) fn document(&mut self) -> &mut Document {
        &mut self.document
    }

    /// The speaker with this label.
    pub(super) fn speaker(&mut self, label: &str) -> PersonId {
        if let Some(&id) = self.by_label.get(label) {
            return id;
        }
        let name = clean_name(label);
        let owner = DEVICE.captures(&name).map(|c| c[1].to_owned());
        let key = name.to_lowercase();
        let known = self.by_label.get(&key).copied();
        let id = known.unwrap_or_else(|| {
            self.document.people.push(Person {
                name: (!name.is_empty()).then(|| name.clone()),
                ..Person::default()
            });
            self.document.people.len() - 1
        });
        if known.is_none() && (owner.is_some() || NO_NAME.is_match(&name)) {
            let nameless = Nameless {
                owner,
                introduced: None,
                turns: 0,
            };
            self.nameless.insert(id, nameless);
        }
        self.by_label.insert(key, id);
        self.by_label.insert(label.to_owned(), id);
        id
    }

    /// Adds what somebody said.
    pub(super) fn say(
        &mut self,
        speaker: Option<PersonId>,
        text: &str,
        span: Range<usize>,
        when: Option<When>,
        thread: u32,
    ) {
        let text = text.trim();
        if text.is_empty() || span.is_empty() {
            return;
        }
        if let Some(nameless) = speaker.and_then(|id| self.nameless.get_mut(&id)) {
            nameless.turns += 1;
            if nameless.introduced.is_none() && nameless.turns <= INTRODUCTIONS {
                nameless.introduced = introduced(text);
            }
        }
        let mut passage = Passage::new(Kind::Turn, text, span);
        passage.speaker = speaker;
        passage.when = when;
        passage.thread = thread;
        self.document.passages.push(passage);
    }

    /// Adds what somebody did, told of them: "waves".
    pub(super) fn did(
        &mut self,
        speaker: PersonId,
        act: &str,
        span: Range<usize>,
        when: Option<When>,
        thread: u32,
    ) {
        let name = self.document.people[speaker].called().to_owned();
        let act = act.trim();
        if !act.is_empty() {
            let end = if act.ends_with(['.', '!', '?', '…']) {
                ""
            } else {
                "."
            };
            self.record(
                format!("{name} {act}{end}"),
                Some(speaker),
                span,
                when,
                thread,
            );
        }
    }

    fn record(
        &mut self,
        text: String,
        speaker: Option<PersonId>,
        span: Range<usize>,
        when: Option<When>,
        thread: u32,
    ) {
        if span.is_empty() {
            return;
        }
        let mut passage = Passage::new(Kind::Record, text, span);
        passage.speaker = speaker;
        passage.when = when;
        passage.thread = thread;
        self.document.passages.push(passage);
    }

    /// Adds a fragment of speech (a subtitle's cue), joined to the turn before where that is a sentence not yet
    /// ended by the same speaker.
    pub(super) fn go_on(
        &mut self,
        speaker: Option<PersonId>,
        text: &str,
        span: Range<usize>,
        when: Option<When>,
    ) {
        let text = text.trim();
        if let Some(last) = self.document.passages.last_mut()
            && !text.is_empty()
            && last.speaker == speaker
            && last.span.end <= span.start
            && goes_on(&last.text, text)
        {
            last.text.push(' ');
            last.text.push_str(text);
            last.span.end = span.end;
        } else {
            self.say(speaker, text, span, when, 0);
        }
    }

    /// The document, its speakers under their names.
    pub(super) fn finish(mut self) -> Document {
        for (id, nameless) in &self.nameless {
            let name = nameless
                .introduced
                .clone()
                .or_else(|| nameless.owner.clone());
            let person = &mut self.document.people[*id];
            if name.is_some() {
                person.name = name;
            } else if person.name.as_deref().is_some_and(|n| OTHERS.is_match(n)) {
                person.name = Some(SOMEBODY.to_owned());
            }
        }
        self.document.present.sort_unstable();
        let mut seen: Vec<bool> = vec![false; self.document.people.len()];
        for id in &self.document.present {
            seen[*id] = true;
        }
        for passage in &self.document.passages {
            if let Some(id) = passage.speaker
                && !std::mem::replace(&mut seen[id], true)
            {
                self.document.present.push(id);
            }
        }
        if let [a, b] = self.document.present[..] {
            for passage in &mut self.document.passages {
                match passage.speaker {
                    Some(id) if id == a => passage.audience = vec![b],
                    Some(id) if id == b => passage.audience = vec![a],
                    _ => {}
                }
            }
        }
        self.document
    }
}

/// Longest text that fragments are joined to; beyond it, talk without any punctuation is parted where cues part it.
const LONGEST_JOINED: usize = 400;

/// Whether `next` goes on with the sentence that `text` has begun.
fn goes_on(text: &str, next: &str) -> bool {
    let ended = text
        .trim_end_matches(['"', '\'', '”', '’', ')', '»', ']'])
        .ends_with(['.', '!', '?', '…', ':', ';', '。', '？', '！'])
        || text.ends_with(|c: char| !c.is_alphanumeric() && !c.is_ascii());
    !ended && text.len() + next.len() <= LONGEST_JOINED
}

/// What somebody calls themself: `I'm Aoife, Aoife Tierney` → `Aoife Tierney`, `Uncle Ebo here, new phone` → `Uncle Ebo`.
fn introduced(text: &str) -> Option<String> {
    if let Some(here) = HERE.captures(text) {
        return Some(here[1].to_owned());
    }
    let found = SAYS_NAME.captures(text)?;
    let said = found.get(1)?.as_str();
    let longest = said
        .split(", ")
        .max_by_key(|name| name.split_whitespace().count())?;
    let after = text[found.get(1)?.end()..].trim_start();
    // "This is Biscuit, yeah" introduces somebody else; a lone name counts only where the speaker says "I".
    let lead = found.get(0)?.as_str()[..found.get(0)?.len() - said.len()].to_lowercase();
    let somebody = lead.starts_with("this is") || lead.trim() == "it's" || lead.trim() == "it’s";
    // "Hi it's Sam"
    let greets = GREETING.is_match(&text[..found.get(0)?.start()]);
    let names_the_speaker = !somebody || longest.contains(' ') || greets;
    (names_the_speaker && !after.starts_with('?')).then(|| longest.to_owned())
}

#[cfg(test)]
mod tests;
