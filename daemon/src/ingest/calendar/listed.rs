//! Calendars as lists: a view copied from the web or an app, a printed agenda, a planner, a program's output, a
//! timetable; and an event's own page.

use super::draft::Draft;
use super::event::{Answer, State};
use super::notes;
use crate::extract::dates::{self, Lean};
use crate::ingest::agenda::{self, Entry};
use crate::ingest::email::phrases::is_name;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::{About, Document, Kind, Passage};
use crate::when::{Point, When};
use memo_common::api::SourceType;

pattern!(
    PART,
    r"(?i)\s*[(\[](?:day|tag|jour|día|dag|giorno|dia)\s+(\d{1,3})\s*(?:/|of|von|de|sur|av|di)\s*(\d{1,3})[)\]]"
);
pattern!(
    REMINDER,
    r"(?i)^(?:(?:notification|email|reminder|alert)[\s,:·]*)?\d+\s*(?:min(?:ute)?s?|hours?|hrs?|days?|weeks?|minuten?|stunden?|tage?|heures?|jours?|minutos?|horas?|días?) (?:before|vorher|avant|antes)\b"
);
pattern!(
    COUNTER,
    r"(?i)^(?:\d+ (?:guests?|invitees?|attendees?|participants?|gäste|invités|invitados)|(?:\d+ (?:yes|no|maybe|awaiting|accepted|declined|tentative|unanswered|optional)(?:, )?)+|attendees|guests|invitees|participants|required|teilnehmer|gäste|people)\b[:\s]*(?:\(\d+\))?$"
);
pattern!(
    LABEL,
    r"(?i)^(location|where|place|venue|room|ort|raum|lieu|lugar|notes?|description|details|notizen|beschreibung|with|attendees|guests|participants|who|teilnehmer|organi[sz]er|host|organisiert von|calendar|kalender|status|show as|reminder|created by|link|url|repeats?|category|categories|tags)\s*:\s+(\S.*)$"
);

/// Buttons and states of calendars' pages: lines of nobody's.
const CONTROLS: [&str; 43] = [
    "going?",
    "yes",
    "no",
    "maybe",
    "rsvp",
    "accept",
    "decline",
    "tentative",
    "propose new time",
    "propose a new time",
    "edit",
    "delete",
    "edit event",
    "delete event",
    "duplicate",
    "more",
    "more options",
    "options",
    "close",
    "share",
    "print",
    "copy link",
    "busy",
    "free",
    "join",
    "details",
    "add note",
    "add notes",
    "email guests",
    "save",
    "cancel",
    "back",
    "today",
    "default visibility",
    "private",
    "public",
    "needs action",
    "accepted",
    "declined",
    "ja",
    "nein",
    "vielleicht",
    "no location",
];

/// Lines in which a view names its calendars.
const HEAD: usize = 30;

/// Reads a list of events; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, document: &mut Document) -> bool {
    let now = about.reference.datetime();
    let Some(list) = agenda::read(text, now, Some(Lean::Future)) else {
        return false;
    };
    let calendars = calendars(text);
    let mut drafts: Vec<Draft> = Vec::new();
    for entry in list.entries {
        let draft = event(entry, &calendars);
        match drafts
            .iter_mut()
            .rev()
            .take(400)
            .find(|d| is_same(d, &draft))
        {
            Some(known) if goes_on(known, &draft) => {
                if let (Some(first), Some(next)) = (known.when, draft.when) {
                    known.when = Some(When::range(first.start, Point::Day(next.days().1)));
                }
                known.span.end = known.span.end.max(draft.span.end);
            }
            Some(known) if known.when.map(|w| w.start) == draft.when.map(|w| w.start) => {
                known.merge(draft)
            }
            _ => drafts.push(draft),
        }
    }
    let mut loose = list.loose.into_iter().peekable();
    if let Some((first, span)) = loose.peek()
        && drafts.first().is_some_and(|d| span.end <= d.span.start)
        && first.split_whitespace().count() >= 2
        && !is_furniture(first)
    {
        document.title = Some(first.clone());
    }
    // Of what stands round a list only sentences say anything.
    for (said, span) in loose {
        let words = said.split_whitespace().count();
        if words >= 6 && said.ends_with(['.', '!', '?', ')']) && !is_furniture(&said) {
            document
                .passages
                .push(Passage::new(Kind::Prose, said, span));
        }
    }
    for draft in drafts {
        draft.add_to(document);
    }
    true
}

fn is_furniture(line: &str) -> bool {
    furniture::without(line, Medium::of(SourceType::Calendar)).is_empty()
}

fn is_same(known: &Draft, draft: &Draft) -> bool {
    !draft.title.is_empty()
        && known.title.to_lowercase() == draft.title.to_lowercase()
        && (goes_on(known, draft) || known.when.map(|w| w.start) == draft.when.map(|w| w.start))
}

/// Whether it is the next day of an event of several whole days.
fn goes_on(known: &Draft, draft: &Draft) -> bool {
    match (known.when, draft.when) {
        (
            Some(known),
            Some(When {
                start: Point::Day(next),
                end: None,
            }),
        ) => matches!(known.start, Point::Day(_)) && known.days().1.tomorrow().ok() == Some(next),
        _ => false,
    }
}

/// The names of the calendars that a view lists with boxes above its days: "☑ Ida   ☑ Choir   ☐ Holidays".
fn calendars(text: &str) -> Vec<String> {
    const BOXES: [char; 6] = ['☑', '☐', '☒', '✅', '⬜', '🗹'];
    text.lines()
        .take(HEAD)
        .filter(|l| l.trim_start().starts_with(BOXES))
        .flat_map(|l| l.split(BOXES))
        .map(|name| name.trim().to_lowercase())
        .filter(|name| !name.is_empty())
        .collect()
}

/// An entry as an event; the name of one of the `calendars` says nothing of it.
fn event(entry: Entry, calendars: &[String]) -> Draft {
    let mut draft = Draft {
        when: Some(entry.when),
        span: entry.span,
        ..Draft::default()
    };
    let calendar = |text: &str| calendars.contains(&text.trim().to_lowercase());
    let mut lines = entry
        .lines
        .into_iter()
        .map(|(text, _)| text)
        .filter(|text| !calendar(text));
    if let Some(first) = lines.next() {
        let column = first.rsplit_once("   ").filter(|(_, last)| calendar(last));
        let first = column.map_or(first.as_str(), |(rest, _)| rest);
        titled(first, entry.opened, &mut draft);
    }
    // "Parents' evening 4pm-7pm": the time stands in the title.
    if let Some(When {
        start: Point::Day(day),
        end: None,
    }) = draft.when
    {
        let found = dates::find(&draft.title, &dates::Reference::at(day.at(0, 0, 0, 0)));
        if let [one] = &found[..]
            && one.anchor == dates::Anchor::Clock
            && one.when.start.time().is_some()
        {
            draft.when = Some(one.when);
        }
    }
    let mut guests = false;
    let mut described = false;
    for line in lines {
        let lower = line.to_lowercase();
        if line.is_empty() || CONTROLS.contains(&lower.as_str()) || REMINDER.is_match(&line) {
            guests = false;
            continue;
        }
        if COUNTER.is_match(&line) {
            guests = true;
            continue;
        }
        if let Some(found) = LABEL.captures(&line) {
            labelled(&found[1].to_lowercase(), &found[2], &mut draft);
            continue;
        }
        if guests {
            if is_role(&lower) {
                if is_organizer(&lower) {
                    draft.organizer = draft.guests.pop().map(|(name, _)| name);
                }
                continue;
            }
            if is_name(&line) || line.contains('@') && !line.contains(' ') {
                draft.guests.push((line, Answer::None));
                continue;
            }
            guests = false;
        }
        let known = draft.guests.iter().any(|(name, _)| *name == line)
            || draft.organizer.as_ref() == Some(&line);
        if known {
            continue;
        }
        if draft.place.is_none() && !described && is_place(&line, entry.opened) {
            draft.place = Some(line);
            continue;
        }
        described = true;
        draft.notes.push(line);
    }
    // The calendar's or owner's name stands last on an event's page.
    if entry.opened
        && let Some(last) = draft.notes.last()
        && is_name(last)
        && draft.notes.len() > 1
    {
        draft.notes.pop();
    }
    draft
}

/// The title, and what stands beside it: a task's mark, the place, how many days it is of.
fn titled(line: &str, opened: bool, draft: &mut Draft) {
    let mut title = line.trim_start_matches('*').trim();
    // "~~Zumba~~ cancelled, Bo is ill"
    if let Some((struck, rest)) = title.strip_prefix("~~").and_then(|t| t.split_once("~~")) {
        draft.cancelled = true;
        draft.title = struck.trim().to_owned();
        draft
            .notes
            .extend(Some(rest.trim().to_owned()).filter(|r| !r.is_empty()));
        return;
    }
    for (mark, state) in [
        ("TODO ", State::Planned),
        ("DONE ", State::Done(None)),
        ("[ ] ", State::Planned),
        ("[x] ", State::Done(None)),
        ("[X] ", State::Done(None)),
    ] {
        if let Some(rest) = title.strip_prefix(mark) {
            (title, draft.task) = (rest.trim_start(), Some(state));
        }
    }
    // Tags of an outline (":work:"), signs of a repetition or an alarm.
    let title =
        title.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '⟳' | '⏰' | '🔁'));
    let mut title = PART.replace(title, "").into_owned();
    if let Some((name, notes)) = title.clone().split_once(" :: ") {
        draft.notes.push(notes.trim().to_owned());
        title = name.trim().to_owned();
    }
    for column in ["   ", "\t", " | ", " @ "] {
        if let Some((name, rest)) = title.clone().split_once(column)
            && !name.trim().is_empty()
            && !rest.trim().is_empty()
        {
            let mut columns = rest
                .split(column)
                .map(|c| c.trim_matches(|c: char| c.is_whitespace() || c == '|'))
                .filter(|c| !c.is_empty());
            // "(Bo is in charge)" is no place
            match columns.next() {
                Some(said) if said.starts_with('(') => draft
                    .notes
                    .push(said.trim_matches(|c| matches!(c, '(' | ')')).to_owned()),
                place => draft.place = place.map(str::to_owned),
            }
            draft.notes.extend(columns.map(str::to_owned));
            title = name.trim().to_owned();
            break;
        }
    }
    if draft.place.is_none() && !opened {
        draft.place = place_behind(&title);
        if let Some(place) = &draft.place {
            let name = title.len() - place.len();
            title.truncate(title[..name].trim_end().trim_end_matches(',').len());
        }
    }
    draft.title = title;
}

/// "Review w/ Ida Ek, St Ann's, room 4" → "St Ann's, room 4": what stands behind a title's first comma, where it is a name
/// and no further person.
fn place_behind(title: &str) -> Option<String> {
    let (before, behind) = title.split_once(", ")?;
    let behind = behind.trim();
    let first = behind.split_whitespace().next()?;
    let lists_people = ["with ", "w/", "mit ", "avec ", "con ", " and ", " & "]
        .iter()
        .any(|w| before.to_lowercase().contains(w))
        && behind.split_whitespace().count() <= 2
        && !behind.contains(|c: char| c.is_ascii_digit());
    let said = first.starts_with(char::is_uppercase)
        || ["room", "rm", "raum", "salle", "sala", "hall"].contains(&first);
    let people = behind.contains(" and ") || behind.contains(" & ") || behind.contains('+');
    (said
        && !lists_people
        && !people
        && behind.split_whitespace().count() <= 8
        && !behind.ends_with(['.', '!', '?']))
    .then(|| behind.to_owned())
}

/// A line right below an event's name that says where: a few words, no sentence, and on an event's own page no name of a
/// person alone.
fn is_place(line: &str, opened: bool) -> bool {
    let words = line.split_whitespace().count();
    let names = line.contains(',') || line.contains(|c: char| c.is_ascii_digit());
    let link = line.starts_with("http") && notes::video_call(line).is_some();
    link || words <= 10
        && line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && !line.ends_with(['.', '!', '?', ':'])
        && (names || !opened || !is_name(line) || words == 1)
}

fn labelled(label: &str, value: &str, draft: &mut Draft) {
    match label {
        "location" | "where" | "place" | "venue" | "room" | "ort" | "raum" | "lieu" | "lugar" => {
            draft.place = Some(value.to_owned());
        }
        "with" | "attendees" | "guests" | "participants" | "who" | "teilnehmer" => {
            draft
                .guests
                .extend(people(value).map(|name| (name, Answer::None)));
        }
        "organizer" | "organiser" | "host" | "organisiert von" => {
            draft.organizer = Some(value.to_owned())
        }
        "note" | "notes" | "description" | "details" | "notizen" | "beschreibung" => {
            draft.notes.push(value.to_owned())
        }
        "status" => draft.cancelled |= value.to_lowercase().starts_with("cancel"),
        _ => {}
    }
}

/// The people of a field, parted by semicolons, or by commas where there are none.
pub(super) fn people(value: &str) -> impl Iterator<Item = String> + '_ {
    let sign = if value.contains(';') { ';' } else { ',' };
    value
        .split(sign)
        .map(|p| p.trim().to_owned())
        .filter(|p| !p.is_empty())
}

pub(super) fn is_organizer(role: &str) -> bool {
    let role = role.trim_matches(|c: char| !c.is_alphabetic());
    role.starts_with("organi") || role == "host" || role == "creator"
}

fn is_role(lower: &str) -> bool {
    is_organizer(lower)
        || matches!(
            lower.trim_matches(|c: char| !c.is_alphabetic()),
            "optional"
                | "required"
                | "you"
                | "guest"
                | "presenter"
                | "awaiting"
                | "attending"
                | "not attending"
                | "fakultativ"
                | "facultatif"
        )
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;

    #[test]
    fn a_schedule_and_an_opened_event() {
        let text = "Skip to main content\nCreate\nTerms – Privacy\n\n18\nNov, Mon\n8:30am – 12pm\nHome visits, Leith\n\n19\nNov, Tue\nAll day\n\
            Bo in Oslo (day 1/2)\n\n20\nNov, Wed\nAll day\nBo in Oslo (day 2/2)\n7:30 – 11pm\nCy's 40th\n\n\
            Schedule view, showing events until 20 November 2024. Look for more\n\nCy's 40th\nWednesday, 20 November⋅7:30 – 11:00pm\n\
            Kro Bar, 3 Oxford Road\n3 guests\n1 yes, 2 awaiting\nBeth Ek\nOrganiser\nIda Holm\nDora Lee\nBe there at 7. Dora can't, she works.\n\
            30 minutes before\nIda Holm\nGoing?\nYes\nNo\nMaybe\n";
        assert_eq!(
            shown(text),
            [
                "2024-11-18 08:30/2024-11-18 12:00 | Home visits | Leith |  | ",
                "2024-11-19/2024-11-20 | Bo in Oslo |  |  | ",
                "2024-11-20 19:30/2024-11-20 23:00 | Cy's 40th | Kro Bar, 3 Oxford Road | Ida Holm, Beth Ek | Be there at 7. Dora can't, she works.",
            ]
        );
    }

    #[test]
    fn a_view_of_several_calendars() {
        let text = "Calendar   Today   November 2024\n☑ Ida   ☑ Ward rota   ☐ Holidays\n\n18   NOV, MON\n19:00 – 23:30   NIGHT ward 7   (Bo Alm in charge)\nWard rota\n\n\
            19   NOV, TUE\n18:30 – 19:30   ~~Zumba~~ cancelled, Cy is ill\nIda\n\n20 – 22   NOV, WED – FRI\nOSLO with Cy\nHotel Fjord, Oslo\nIda\n";
        assert_eq!(
            shown(text),
            [
                "2024-11-18 19:00/2024-11-18 23:30 | NIGHT ward 7 |  |  | Bo Alm in charge",
                "2024-11-19 18:30/2024-11-19 19:30 | Zumba |  |  | cancelled, Cy is ill",
                "2024-11-20/2024-11-22 | OSLO with Cy | Hotel Fjord, Oslo |  | ",
            ]
        );
    }

    #[test]
    fn agendas_of_programs_and_planners() {
        assert_eq!(
            shown(
                "Mon Nov 18   9:00am  Dentist\n            11:30am  Bank, High Street 3\n\nTue Nov 19            Bo's birthday\n"
            ),
            [
                "2024-11-18 09:00 | Dentist |  |  | ",
                "2024-11-18 11:30 | Bank | High Street 3 |  | ",
                "2024-11-19 | Bo's birthday |  |  | ",
            ]
        );
        assert_eq!(
            shown(
                "## Mon 18 Nov 2024\n- 09:00 Stand-up @ Loft\n- 14:00 Lunch with Ida, Bo\n\n## Tue 19 Nov 2024\n- 18:00-19:30 Choir\n  Location: St Ann's\n  Notes: bring the folder\n"
            ),
            [
                "2024-11-18 09:00 | Stand-up | Loft |  | ",
                "2024-11-18 14:00 | Lunch with Ida, Bo |  |  | ",
                "2024-11-19 18:00/2024-11-19 19:30 | Choir | St Ann's |  | bring the folder",
            ]
        );
        assert_eq!(
            shown("Term dates\n\nAutumn term: 2 September 2024 - 20 December 2024\nHalf term: 28 October to 1 November 2024\n2 September 2024  Staff day\n3 September 2024  Term starts\n6 November 2024  Open evening, Main Hall\n").len(),
            3
        );
    }
}
