//! Letters that were typed or printed: a greeting, what is told, a closing with the writer's name.

use super::Title;
use super::email::{letter, phrases};
use super::lines::Line;
use super::{Document, Kind, Passage, PersonId, display_name, places, written_date};
use crate::extract::entities::{
    cues::{Cue, Cues},
    lexicon::{fold, look_up},
};

/// Lines of a letter's head at most: addresses, a date, what it is about.
const HEAD: usize = 60;

/// Lines from the greeting on in which a letter says what it is about.
const SUBJECT: usize = 4;

/// Characters of a line of a letter's head at most; what is longer is running text.
const SHORT: usize = 60;

/// Reads a letter from a page's lines: a greeting near the top, a closing below it. What stands above is its head.
/// False where it is none.
pub(super) fn read(document: &mut Document, lines: &[&Line]) -> bool {
    let greets =
        |l: &&Line| phrases::is_greeting(&l.text) && l.text.trim().ends_with([',', ':', '!']);
    let Some(at) = lines.iter().take(HEAD).position(greets) else {
        return false;
    };
    if !lines[at..].iter().any(|l| phrases::is_closing(&l.text)) {
        return false;
    }
    // what it is about is told as that
    let near = |n: usize| n < SUBJECT;
    let told = |(n, l): &(usize, &&Line)| !near(*n) || labelled(&l.text).is_none();
    let body = lines[at..].iter().enumerate().filter(told);
    let body: Vec<Line> = body.map(|(_, l)| (**l).clone()).collect();
    let read = letter::read(&body);
    if read.points.is_empty() {
        return false;
    }
    let speaker = read
        .signed
        .as_deref()
        .and_then(display_name::clean)
        .map(|n| document.person(Some(&n), None, None));
    let greeted = greeted(&lines[at].text);
    let audience: Vec<PersonId> = greeted
        .map(|name| document.person(Some(&name), None, None))
        .into_iter()
        .collect();
    let subject = subject(&lines[..at], &lines[at..]).map(Title::from);
    document.title = subject.clone().or_else(|| document.title.take());
    // "Re: Mr Bo ALM, born 9 April 1963": whoever it is about has part in all of it
    if let Some(name) = subject.as_deref().and_then(who) {
        let id = document.person(Some(&name), None, None);
        document.present.push(id);
    }
    for point in read.points {
        let kind = Kind::Message {
            subject: subject.clone(),
        };
        let mut passage = Passage::new(kind, point.text, point.span);
        passage.headings.extend(point.heading.map(Title::from));
        passage.speaker = speaker;
        passage.audience.clone_from(&audience);
        passage.when = document.written;
        document.passages.push(passage);
    }
    true
}

/// Reads a letter that was kept as a text: its head is short lines, and it is signed. False where it is none.
pub(super) fn read_text(document: &mut Document, lines: &[Line]) -> bool {
    let all: Vec<&Line> = lines.iter().collect();
    let Some(at) = all
        .iter()
        .take(HEAD)
        .position(|l| phrases::is_greeting(&l.text))
    else {
        return false;
    };
    let head = &all[..at];
    let plain = head.iter().all(|l| {
        let text = l.text.trim();
        text.chars().count() <= SHORT && !text.starts_with(['#', '-', '*', '>', '|'])
    });
    let body: Vec<Line> = lines[at..].to_vec();
    let signed = letter::read(&body).signed.is_some();
    if !plain || !signed || greeted(&all[at].text).is_none() {
        return false;
    }
    document.written = head.iter().find_map(|l| written_date::find(&l.text));
    read(document, &all)
}

/// What the letter says it is about: "Re: …", or a line in capitals above the greeting.
fn subject(head: &[&Line], rest: &[&Line]) -> Option<String> {
    let mut near = head.iter().chain(rest.iter().take(SUBJECT));
    let labelled = near.find_map(|l| labelled(&l.text)).map(str::to_owned);
    let above = head.iter().rev().find(|l| !l.is_empty()).filter(|l| {
        let letters = l.text.chars().filter(|c| c.is_alphabetic()).count();
        letters > 5 && l.text.contains(char::is_uppercase) && !l.text.contains(char::is_lowercase)
    });
    labelled.or_else(|| above.map(|l| l.text.trim().to_owned()))
}

/// What stands behind "Re:".
fn labelled(line: &str) -> Option<&str> {
    let (key, value) = line.trim().split_once(':')?;
    let named = matches!(
        key.to_lowercase().as_str(),
        "re" | "subject" | "betreff" | "objet" | "asunto" | "oggetto" | "betr" | "ref"
    );
    (named && !value.trim().is_empty()).then(|| value.trim())
}

/// Whom a subject names first: "Mr Bo ALM, born 9 April 1963" → "Mr Bo Alm".
fn who(subject: &str) -> Option<String> {
    let name = subject.split(',').next()?.trim();
    let word = |w: &str| match w.chars().count() > 2 && !w.contains(char::is_lowercase) {
        true => places::capitalized(w),
        false => w.to_owned(),
    };
    let name: Vec<String> = name.split_whitespace().map(word).collect();
    let first = fold(name.first()?.trim_end_matches('.'));
    let somebody = Cues::of(&first).has(Cue::Title) || look_up(&first).given();
    let name = name.join(" ");
    (somebody && name.contains(' ') && phrases::is_name(&name)).then_some(name)
}

/// Whom a greeting names: "Dear Ms Roe,", "My dear Ann,"; nobody by "Dear customer,".
fn greeted(line: &str) -> Option<String> {
    let line = line.trim().trim_end_matches([',', ':', '!', '.']);
    let words: Vec<&str> = line
        .split_whitespace()
        .skip_while(|w| {
            w.starts_with(char::is_lowercase)
                || phrases::is_greeting(w)
                || *w == "My"
                || *w == "Sehr"
        })
        .collect();
    let (first, last) = (words.first()?, words.last()?);
    let named = words.iter().all(|w| w.starts_with(char::is_uppercase)) && words.len() <= 4;
    let titled = words.len() > 1 && Cues::of(fold(first).trim_end_matches('.')).has(Cue::Title);
    let given = look_up(&fold(first)).given() || look_up(&fold(last)).surname();
    let one = words.len() == 1 && !look_up(&fold(first)).word();
    (named && (titled || given || one)).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::lines;
    use memo_common::api::SourceType;

    const LETTER: &str = "3 Pier Row\nNowhere\n\n   Sunday 2nd March 2025\n\nMy dear Bo,\n\nLast Tuesday I sold the boat to Ann Lee, \
        and she paid in notes.\n\nI shall be on the pier.\n\nYour loving aunt,\nIda\n";

    #[test]
    fn a_letter_is_its_writers_word() {
        let mut document = Document::new(SourceType::Text);
        assert!(read_text(&mut document, &lines::of(LETTER, 0)));
        let name = |id: PersonId| document.people[id].name.clone().unwrap_or_default();
        let first = &document.passages[0];
        assert_eq!(first.speaker.map(name).as_deref(), Some("Ida"));
        assert_eq!(
            first
                .audience
                .iter()
                .map(|id| name(*id))
                .collect::<Vec<_>>(),
            ["Bo"]
        );
        assert_eq!(
            document.written.map(|w| w.to_string()).as_deref(),
            Some("2025-03-02")
        );
    }

    #[test]
    fn notes_are_no_letter() {
        for text in [
            "Dear diary,\nit rained.\n",
            "# Plans\n\nHi all,\nnothing\n\nBest,\nAnn\n",
            "Bread\nMilk\n",
        ] {
            let mut document = Document::new(SourceType::Text);
            assert!(!read_text(&mut document, &lines::of(text, 0)), "{text}");
        }
    }

    #[test]
    fn a_subject_names_whom_it_is_about() {
        for (subject, name) in [
            ("Mrs Ann BROOK, born 9 April 1963", Some("Mrs Ann Brook")),
            ("Boiler Service", None),
            ("Mietvertrag", None),
        ] {
            assert_eq!(who(subject).as_deref(), name, "{subject}");
        }
    }

    #[test]
    fn a_greeting_names_whom_it_greets() {
        for (line, name) in [
            ("Dear Ms Roe,", Some("Ms Roe")),
            ("Liebe Anna,", Some("Anna")),
            ("Sehr geehrte Frau Roe,", Some("Frau Roe")),
            ("Dear customer,", None),
            ("Dear Sir or Madam,", None),
        ] {
            assert_eq!(greeted(line).as_deref(), name, "{line}");
        }
    }
}
