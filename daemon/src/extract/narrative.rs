//! Episode → the words it is told in.
//!
//! The source's words stay; what is added is a lead (who tells it, when, about what), the day a relative word
//! means in square brackets, and the first person where the source names the user. Others' words are quoted.

use super::{
    entities::{
        cues::{Cue, Cues},
        lexicon::fold,
    },
    episode::Episode,
    first_person,
    people::{People, PersonRef},
    referents,
};
use crate::wording::{inner, is_quoted, list, quoted};
use crate::{
    extract::dates::{self, Anchor, Reference},
    ingest::{Document, Kind, Passage},
    when::{When, day_in_words},
};
use memo_common::api::SourceType;

/// The episode, told.
pub(crate) fn tell(document: &Document, episode: &Episode, people: &People) -> String {
    Teller {
        document,
        episode,
        people,
    }
    .tell()
}

struct Teller<'a> {
    document: &'a Document,
    episode: &'a Episode,
    people: &'a People,
}

impl Teller<'_> {
    fn tell(&self) -> String {
        let passage = &self.document.passages[self.episode.pieces[0].passage];
        let speaker = passage.speaker.map(|id| self.people.of(id));
        let own = speaker.is_none_or(|s| s == self.people.user());
        let body = body(
            self.document,
            self.episode,
            self.people,
            own && passage.kind != Kind::Record,
        );
        match (&passage.kind, speaker) {
            (Kind::Record, _) => first_person::told(&body, self.people),
            (Kind::Post { act }, Some(speaker)) => {
                let act = first_person::told(act, self.people);
                if own {
                    format!("I {act}: {body}")
                } else {
                    format!("{} {act}: “{}”", self.people.name(speaker), inner(&body))
                }
            }
            (Kind::Message { subject }, Some(speaker)) => {
                let lead = self.message(passage, subject.as_deref(), (!own).then_some(speaker));
                if own {
                    format!("{lead}: {body}")
                } else {
                    format!("{lead}: “{}”", inner(&body))
                }
            }
            (_, Some(speaker)) if !own => {
                format!("{} said: “{}”", self.people.name(speaker), inner(&body))
            }
            _ => self.note(passage, &body),
        }
    }

    /// "Maria Lenz wrote to me on 3 May 2024 about “Keys”"; without a `speaker` the user wrote.
    fn message(
        &self,
        passage: &Passage,
        subject: Option<&str>,
        speaker: Option<PersonRef>,
    ) -> String {
        let mut lead = format!("{} wrote", speaker.map_or("I", |s| self.people.name(s)));
        let (me, others): (Vec<PersonRef>, Vec<PersonRef>) = passage
            .audience
            .iter()
            .map(|id| self.people.of(*id))
            .partition(|p| *p == self.people.user());
        let mut to: Vec<&str> = Vec::new();
        // Who else got it is not what one remembers of a mail to oneself.
        if !me.is_empty() && speaker.is_some() {
            to.push("me");
        } else {
            to.extend(others.iter().map(|p| self.people.name(*p)));
        }
        to.truncate(4);
        if !to.is_empty() {
            lead.push_str(&format!(" to {}", list(&to)));
        }
        if let Some(when) = passage.when.or(self.episode.written) {
            lead.push_str(&format!(" on {}", day_in_words(when.start.first_day())));
        }
        if let Some(subject) = subject.map(str::trim).filter(|s| !s.is_empty()) {
            // "Re: Mr Bo Alm, born 9 April 1963"
            let name = self.people.mentions(subject).into_iter().next();
            let me = name.is_some_and(|n| n.span.start == 0 && n.person == self.people.user());
            let me = if me && speaker.is_some() { " me," } else { "" };
            lead.push_str(&format!(" about{me} “{}”", inner(subject)));
        }
        if let Some(heading) = passage.headings.last() {
            lead.push_str(&format!(", under “{}”", inner(heading.trim())));
        }
        lead
    }

    /// Whether a heading is the day of the entry under it: that is told in words.
    fn is_own_day(&self, heading: &str) -> bool {
        let written = self.episode.written.map(When::days);
        let Some((day, _)) = written.filter(|_| heading.contains(|c: char| c.is_ascii_digit()))
        else {
            return false;
        };
        dates::heading(heading, &Reference::at(day.at(12, 0, 0, 0)))
            .is_some_and(|f| f.when.days() == (day, day))
    }

    /// The user's own notes, and papers without an author.
    fn note(&self, passage: &Passage, body: &str) -> String {
        // The rules know English: elsewhere the words are quoted as they stand, where they name the user.
        let names_user = || {
            let mentions = self.people.mentions(body);
            mentions.iter().any(|m| m.person == self.people.user())
        };
        let body = if !self.people.may_name_user(body) {
            body.to_owned()
        } else if !dates::is_english(body) && names_user() {
            quoted(body)
        } else {
            first_person::told(body, self.people)
        };
        let mut under: Vec<&str> = self.document.title.as_deref().into_iter().collect();
        for heading in &passage.headings {
            if !under.contains(&heading.as_str()) {
                under.push(heading);
            }
        }
        let all = under.len();
        under.retain(|heading| !self.is_own_day(heading));
        let about: Vec<String> = under.iter().map(|u| quoted(u.trim())).collect();
        let dated = self
            .episode
            .pieces
            .iter()
            .flat_map(|p| &p.found)
            .any(|f| f.anchor >= Anchor::Yearless);
        let on = self
            .episode
            .written
            // the day of a heading or of a line of a log does not stand in the words
            .filter(|_| !dated || under.len() < all || passage.when.is_some())
            .map(|w| day_in_words(w.start.first_day()));
        // What an editor or a calendar holds as plain words are notes, too.
        let notes = matches!(
            self.document.source_type,
            SourceType::Text | SourceType::Vscode | SourceType::Calendar
        );
        let page = self.document.source_type == SourceType::Browser;
        let mail = self.document.source_type == SourceType::Email;
        let mut lead = match (about.is_empty(), notes) {
            (true, _) if mail => "In a mail".to_owned(),
            (false, _) if mail => format!("In a mail about {}", about.join(", ")),
            (true, _) if page => "I read".to_owned(),
            (false, _) if page => format!("I read in {}", about.join(", ")),
            (true, true) if first_person::speaks(&body) => {
                return on.map_or_else(|| body.clone(), |on| format!("On {on}: {body}"));
            }
            (true, true) => "I noted".to_owned(),
            (true, false) => "In a document of mine".to_owned(),
            (false, true) => format!("In my notes {}", about.join(", ")),
            (false, false) => format!("In my document {}", about.join(", ")),
        };
        if let Some(on) = on {
            lead.push_str(if lead == "I noted" || lead == "I read" {
                " on "
            } else {
                ", "
            });
            lead.push_str(&on);
        }
        format!("{lead}: {body}")
    }
}

/// The source's sentences, with what a reader elsewhere needs in brackets: the date of a relative day, and who a
/// first pronoun is.
fn body(document: &Document, episode: &Episode, people: &People, own: bool) -> String {
    let mut out = String::new();
    let mut last: Option<usize> = None;
    let mut end_of_last = 0;
    for piece in &episode.pieces {
        let passage = &document.passages[piece.passage];
        let text = &passage.text[piece.range.clone()];
        let mut at = 0;
        if last.is_some() {
            let same = last == Some(piece.passage);
            let line = same && passage.text[end_of_last..piece.range.start].contains('\n');
            let closed = ends_sentence(&out) || same && (!line || goes_on(&out, text));
            out.push_str(if closed { " " } else { "; " });
        }
        if last != Some(piece.passage) && piece.range.start == 0 && own {
            at = opening(&passage.kind, text, people, &mut out);
        }
        // What a reader tells of a calendar or a history has its days in full already.
        let told = passage.kind == Kind::Record
            && matches!(
                document.source_type,
                SourceType::Calendar | SourceType::Browser
            );
        let mut notes: Vec<(usize, String)> = piece
            .found
            .iter()
            .filter(|f| !told && matches!(f.anchor, Anchor::Weekday | Anchor::Relative))
            // "Klara and the Sun" is a book
            .filter(|f| {
                let word = f.anchor == Anchor::Weekday || document.source_type == SourceType::Text;
                let titled = word && passage.kind == Kind::Record;
                !(titled && is_quoted(text, f.span.start))
            })
            .map(|f| (behind(text, f.span.end), f.when.in_words()))
            .collect();
        if last.is_none() && passage.kind != Kind::Record {
            let before = &passage.text[..piece.range.start];
            if let Some((found, who)) = referents::pronoun(text, before, people) {
                notes.push((found.end, people.name(who).to_owned()));
            }
        }
        notes.sort();
        for (end, note) in notes {
            if end >= at && end <= text.len() {
                out.push_str(&text[at..end]);
                out.push_str(&format!(" [{note}]"));
                at = end;
            }
        }
        out.push_str(&text[at..]);
        last = Some(piece.passage);
        end_of_last = piece.range.end;
    }
    without_gaps(out)
}

/// Whether a line goes on with the sentence of the one before it, which was broken to fit: one ends or begins with a small
/// word, as items of a list do not.
fn goes_on(before: &str, text: &str) -> bool {
    let small = |word: Option<&str>| {
        let word = word.unwrap_or_default();
        word.starts_with(char::is_lowercase) && Cues::of(&fold(word)).has(Cue::Function)
    };
    let last = before.rsplit(char::is_whitespace).next();
    text.starts_with(char::is_lowercase) && (small(last) || small(text.split_whitespace().next()))
}

/// A text with one blank where it has several on end.
fn without_gaps(text: String) -> String {
    if !text.contains("  ") {
        return text;
    }
    let mut before = ' ';
    let kept = text.chars().filter(|&c| {
        let gap = c == ' ' && before == ' ';
        before = c;
        !gap
    });
    kept.collect()
}

/// Where a note on the words that end at `end` stands: behind their possessive ending.
pub(super) fn behind(text: &str, end: usize) -> usize {
    let ending = ["'s", "’s"]
        .into_iter()
        .find(|s| text.get(end..).is_some_and(|rest| rest.starts_with(s)));
    end + ending.map_or(0, str::len)
}

/// Writes how a passage opens where that is said in words: "To do for Ann Brook:". Returns where its text goes on.
fn opening(kind: &Kind, text: &str, people: &People, out: &mut String) -> usize {
    let label = referents::label(text, people);
    let user = label.is_some_and(|(who, _)| who == people.user());
    match (kind, label) {
        (Kind::Item { task: Some(done) }, _) => {
            let (to_do, by) = if *done {
                ("Done", "by")
            } else {
                ("To do", "for")
            };
            out.push_str(to_do);
            if let Some((who, _)) = label {
                out.push_str(&format!(
                    " {by} {}",
                    if user { "me" } else { people.name(who) }
                ));
            }
            out.push_str(": ");
        }
        // "Patient: Ann Brook" is a form's field
        (_, Some((_, rest))) if user && first_person::is_own(&text[..rest], people) => {
            out.push_str("Me: ");
        }
        _ => return 0,
    }
    label.map_or(0, |(_, rest)| rest)
}

fn ends_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '…', '”', '"', ':', ';', ',', '。'])
}
