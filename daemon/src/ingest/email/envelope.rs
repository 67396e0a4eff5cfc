//! Who writes what to whom, and when, as heads and the lines above quotes say it.

use super::heads::{Head, without_quoting};
use super::people;
use super::phrases::is_name;
use super::subject::subject;
use crate::extract::dates;
use crate::ingest::document::COMPANY;
use crate::ingest::pattern::pattern;
use crate::ingest::{Document, PersonId, Title, instant};
use crate::when::When;
use jiff::Zoned;
use std::borrow::Cow;

pattern!(
    DOTTED,
    r"(?i)\b(at|um|à|le|kl\.?|klo|alle|alle ore|ore|a las|às|om|o)\s+([01]?\d|2[0-3])\.([0-5]\d)(?:\.[0-5]\d)?(\s|,|$)"
);

/// Who writes what to whom, and when.
#[derive(Clone, Default)]
pub(super) struct Envelope {
    pub(super) from: Option<PersonId>,
    pub(super) to: Vec<PersonId>,
    pub(super) subject: Option<Title>,
    pub(super) when: Option<When>,
}

/// When a mail's head says it was written; a day without a year is the last one before the `reference`.
pub(super) fn written(text: &str, reference: &Zoned) -> Option<When> {
    let text = &colons(text);
    // a clock that names UTC is told on the reader's, like a server's
    instant::written(text, reference.time_zone()).or_else(|| {
        let now = dates::Reference {
            lean: Some(dates::Lean::Past),
            ..dates::Reference::at(reference.datetime())
        };
        dates::find(text, &now)
            .into_iter()
            .find(|f| f.anchor >= dates::Anchor::Weekday)
            .map(|f| f.when)
    })
}

/// The text with the clock's dots as colons, where a word before them says that they are a clock's: "5 August 2025 at
/// 17.42.10 CEST". Dots and slashes of dates stay.
fn colons(text: &str) -> Cow<'_, str> {
    DOTTED.replace_all(text, "$1 $2:$3$4")
}

/// The envelope that a head writes out.
pub(super) fn enveloped(
    document: &mut Document,
    head: &Head,
    outer: &Envelope,
    reference: &Zoned,
) -> Envelope {
    let mut to = Vec::new();
    for field in &head.to {
        to.extend(people::of_field(document, field));
    }
    let from = people::of_field(document, &head.from).first().copied();
    if let Some(person) = from.and_then(|id| document.people.get_mut(id)) {
        person.organization |=
            people::is_organization(person.name.as_deref(), person.email.as_deref(), false);
    }
    // Where a head names nobody, whoever gets the answer got what it answers, too.
    if head.to.is_empty() {
        let others = outer.from.iter().chain(&outer.to);
        to.extend(others.filter(|id| Some(**id) != from));
    }
    to.truncate(COMPANY);
    let envelope = Envelope {
        from,
        to,
        subject: subject(&head.subject).or_else(|| outer.subject.clone()),
        when: written(&head.date, reference),
    };
    if document.title.is_none() {
        document.title = envelope.subject.clone();
    }
    document.written = document.written.or(envelope.when);
    envelope
}

/// The envelope of words quoted under "On …, Ann Lee <ann@x.example> wrote:".
pub(super) fn attributed(
    document: &mut Document,
    said: &str,
    outer: &Envelope,
    reference: &Zoned,
) -> Envelope {
    let from = said.find('<').and_then(|open| {
        let close = open + said[open..].find('>')?;
        let name = behind_time(&said[..open])?;
        people::of_field(document, &format!("{name}{}", &said[open..=close]))
            .first()
            .copied()
    });
    let from = from.or_else(|| {
        let name = name_alone(said)?;
        Some(document.person(Some(name), None, None))
    });
    // Whoever gets the answer got what it answers, too.
    let mut to: Vec<PersonId> = outer.from.into_iter().collect();
    to.extend(
        outer
            .to
            .iter()
            .filter(|id| !to.contains(id))
            .copied()
            .collect::<Vec<_>>(),
    );
    to.retain(|id| Some(*id) != from);
    to.truncate(COMPANY);
    Envelope {
        from,
        to,
        subject: outer.subject.clone(),
        when: written(said, reference),
    }
}

/// What stands behind the time in "On 3 May 2024, at 10:15 AM Ann Lee".
fn behind_time(said: &str) -> Option<&str> {
    let name = said.rsplit([',', ':']).next()?;
    let name = without_quoting(name).unwrap_or(name);
    let mut name = name.trim_start_matches(|c: char| {
        c.is_ascii_digit() || c.is_whitespace() || matches!(c, '*' | '-' | '–' | '—')
    });
    for word in ["AM ", "PM ", "Uhr ", "schrieb "] {
        name = name.trim_start_matches(word);
    }
    Some(name)
}

/// The name in "On 3 May 2024, at 10:15, Ann Lee wrote:".
fn name_alone(said: &str) -> Option<&str> {
    if let Some(quoted) = without_quoting(said) {
        // "Quoting Ann Lee (2025-03-03 10:12):", "Excerpts from Ann Lee's message of 3 May 2025:"
        let name = quoted.split(['(', '[', '\'', '’', ':']).next()?.trim();
        return is_name(name).then_some(name);
    }
    let (rest, _) = said.trim().trim_end_matches(':').rsplit_once(' ')?;
    let name = behind_time(rest)?;
    let mut words = name.split_whitespace();
    let named = words.clone().count() <= 4 && words.all(|w| w.starts_with(char::is_uppercase));
    (named && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(text: &str) -> String {
        let reference = "2025-08-06T09:00:00[Europe/Berlin]"
            .parse()
            .expect("a time");
        let when = written(text, &reference);
        when.map(|w| w.to_string()).unwrap_or_default()
    }

    #[test]
    fn reads_the_dates_that_mail_programs_write() {
        for (text, when) in [
            ("5 August 2025 at 17:42", "2025-08-05 17:42"),
            ("5 August 2025 at 17:42:10 CEST", "2025-08-05 17:42"),
            ("5 August 2025 at 17.42.10 CEST", "2025-08-05 17:42"),
            ("5 August 2025 at 15:42:10 UTC", "2025-08-05 17:42"),
            ("August 5, 2025 at 5:42:10 PM GMT+2", "2025-08-05 17:42"),
            ("5. August 2025 um 17:42:10 MESZ", "2025-08-05 17:42"),
            ("5 août 2025 à 17:42:10 UTC+2", "2025-08-05 17:42"),
            ("5 de agosto de 2025, 17:42:10 CEST", "2025-08-05 17:42"),
            ("5 agosto 2025 alle ore 17.42.10 CEST", "2025-08-05 17:42"),
            ("5 aug. 2025 kl. 17.42.10 CEST", "2025-08-05 17:42"),
            (
                "On 5 Aug 2025, at 12.10, Ann Lee wrote:",
                "2025-08-05 12:10",
            ),
            ("Am 05.08.2025 um 17.42 Uhr", "2025-08-05 17:42"),
            ("05.08.2025", "2025-08-05"),
            ("soon", ""),
        ] {
            assert_eq!(told(text), when, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text(text in "(\\PC|[0-9]{1,4}|[-/.: ]|at |um |August|mars|UTC){0,40}") {
            told(&text);
        }
    }
}
