//! Which question of time a text asks.

use super::{
    super::{
        listing, question,
        question::Kind,
        words::{Word, words},
    },
    Days, Question, Wanted,
};
use crate::extract::dates::{Anchor, Lean};
use jiff::civil::{Date, DateTime, Time};

/// Stems of the words with which one asks what there is at a time, beside those that carry nothing anyway.
const ASKING: [&str; 25] = [
    "happen", "next", "last", "time", "plan", "schedul", "due", "come", "upcom", "calendar",
    "agenda", "diari", "take", "place", "go", "anyth", "someth", "everyth", "still", "els", "got",
    "day", "date", "steht", "passiert",
];

/// Stems of what a calendar calls anything that it holds: "my next dentist appointment" may be called "Dentist".
const EVENTS: [&str; 6] = ["appoint", "meet", "event", "visit", "session", "termin"];

/// What is said of the past.
const PAST: [&str; 9] = [
    "did", "was", "were", "had", "happened", "war", "waren", "hatte", "passiert",
];

/// How many come when it is asked what is coming up.
const COMING: usize = 5;

/// Reads a question; `None` where it asks for something else than times, or of what there is at a time.
pub(crate) fn read(text: &str, now: DateTime) -> Option<Question> {
    let asked = question::read(text);
    let today = now.date();
    let timed = listing::found(text, today, None);
    let spoken = words(text);
    let rest: Vec<&Word> = spoken
        .iter()
        .filter(|w| !timed.iter().any(|t| t.span.contains(&w.span.start)))
        .collect();
    let folded: Vec<&str> = rest.iter().map(|w| w.folded.as_str()).collect();
    let has = |word: &str| folded.contains(&word);
    // "Was there choir?", but not "Was steht an?"
    let is_past = |(at, word): (usize, &&str)| {
        PAST.contains(word)
            && (at > 0 || *word != "was" || asked.kind == Kind::YesNo && !has("steht"))
    };
    let past = folded.iter().enumerate().any(is_past) || asked.kind == Kind::Happened && !has("do");
    let first = *folded.first()?;
    let about: Vec<&Word> = asked
        .words
        .iter()
        .filter(|w| rest.iter().any(|r| r.span == w.span))
        .filter(|w| !w.stop && !ASKING.contains(&&*w.stem) && !is_asking(&w.folded))
        .collect();
    let others = about.iter().any(|w| !EVENTS.contains(&&*w.stem));
    let subject: Vec<String> = about
        .iter()
        .filter(|w| !others || !EVENTS.contains(&&*w.stem))
        // "Zahnarzttermin"
        .map(|w| w.stem.strip_suffix("termin").unwrap_or(&w.stem).to_owned())
        .collect();
    let what = matches!(first, "what" | "whats" | "which" | "was" | "welche");
    let asks_when = matches!(asked.kind, Kind::Date | Kind::Clock);
    let lean = match past {
        true => Lean::Past,
        false => Lean::Future,
    };
    let period = listing::period(text, today, Some(lean));
    let due = has("due");
    let wanted = if timed.is_empty() && is_next(&folded) && (asks_when || what) && !past {
        match (others, what) {
            (true, true) if !asks_when => return None,
            (true, _) => Wanted::Next,
            (false, _) if folded.contains(&"up") => Wanted::Coming(COMING),
            (false, _) => Wanted::Coming(1),
        }
    } else if timed.is_empty() && asks_when && past && (has("last") || has("zuletzt")) {
        (!subject.is_empty()).then_some(Wanted::Last)?
    } else if let Some(period) = period {
        let day = period.first == period.last && !period.before;
        if asked.kind == Kind::YesNo && others && day && !has("due") {
            Wanted::Whether(days_meant(text, today, period.first))
        } else if asked.kind == Kind::Happened || what && !others || anything(&folded) && !others {
            let evening = spoken
                .iter()
                .any(|w| matches!(&*w.folded, "tonight" | "evening" | "abend"));
            let hour = evening.then(|| Time::constant(17, 0, 0, 0));
            Wanted::Days(Days {
                // "what happened" looks at all that was
                plans: !past && period.last >= today,
                from: hour,
                due,
                period,
            })
        } else {
            return None;
        }
    } else if asks_when && !past && others && timed.is_empty() {
        Wanted::Repeating
    } else {
        return None;
    };
    let subject = match (&wanted, others) {
        (Wanted::Coming(_) | Wanted::Days(_), false) => Vec::new(),
        _ => subject,
    };
    Some(Question {
        wanted,
        subject,
        now,
    })
}

/// Words that ask and are no stop words: auxiliaries run together, "today's".
fn is_asking(word: &str) -> bool {
    matches!(
        word,
        "whats"
            | "when"
            | "what"
            | "wann"
            | "was"
            | "an"
            | "steht"
            | "nachste"
            | "nachster"
            | "nachsten"
    )
}

/// "Next", "coming up", "nächste".
fn is_next(folded: &[&str]) -> bool {
    folded
        .iter()
        .any(|w| *w == "next" || *w == "upcoming" || w.starts_with("nachste"))
        || folded.windows(2).any(|w| w == ["coming", "up"])
}

/// "Do I have anything", "is there something", "any plans".
fn anything(folded: &[&str]) -> bool {
    folded
        .iter()
        .any(|w| matches!(*w, "anything" | "something" | "any"))
}

/// The days that a yes-or-no question may mean: of a date without its year the last one and the next.
fn days_meant(text: &str, today: Date, day: Date) -> Vec<Date> {
    let sides = [Lean::Past, Lean::Future].map(|lean| listing::found(text, today, Some(lean)));
    let yearless = |f: &&crate::extract::dates::Found| f.anchor == Anchor::Yearless;
    let mut days: Vec<Date> = sides
        .iter()
        .filter_map(|found| found.first().filter(yearless))
        .map(|f| f.when.start.first_day())
        .collect();
    if days.is_empty() {
        days.push(day);
    }
    days.dedup();
    days
}
