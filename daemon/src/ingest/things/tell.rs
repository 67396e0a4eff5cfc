//! A thing in a sentence: what was done with it, when, and what was noted on it.

use super::sentence::Fate;
use super::{Thing, Turn, time};
use crate::ingest::posts::Posts;
use crate::when::{Point, When, day_in_words};
use crate::wording::{list, quoted};
use jiff::civil::Date;
use std::ops::Range;

/// Things told in one sentence.
const MOST: usize = 8;

/// Tells things, one after the other; those of one day of which nothing more is known than what they are called, in one
/// sentence.
#[derive(Default)]
pub(crate) struct Telling {
    listed: Option<Listed>,
}

/// Things of one day, of which the same was done.
struct Listed {
    lead: (String, String, Date),
    items: Vec<String>,
    when: When,
    span: Range<usize>,
}

impl Telling {
    /// Tells a thing, or keeps it for the sentence of its day; `of` reads a time as its export writes it.
    pub(crate) fn add(
        &mut self,
        thing: &Thing,
        of: &dyn Fn(&str) -> Option<When>,
        posts: &mut Posts,
    ) {
        let title = thing.title();
        let written = thing.author.is_some() && !thing.texts.is_empty() && !thing.is_task;
        if title.is_none() || thing.on.is_some() || written {
            self.end(posts);
            return remark(thing, of, posts);
        }
        let title = title.unwrap_or_default();
        let fate = thing.fate(of);
        let when = thing.when(fate != Some(Fate::Open), of);
        let who = thing.doers();
        let body = thing.body(&title);
        let tail = thing.tail();
        let did = match fate {
            Some(Fate::Open) => return self.open(thing, &title, of, posts),
            Some(Fate::Done) => "finished".to_owned(),
            Some(Fate::Dropped) => "dropped".to_owned(),
            None => thing.verb(&title),
        };
        let item = thing.item(&title);
        let lead = (
            who,
            did,
            when.map(|w| w.start.first_day()).unwrap_or_default(),
        );
        // what takes a stretch of time, or is of no day, is told by itself
        let bare = body.is_empty() && tail.is_empty() && thing.others.is_empty();
        let day = when.filter(|w| w.end.is_none() && bare);
        if let Some(when) = day {
            let same = self
                .listed
                .as_mut()
                .filter(|l| l.lead == lead && l.items.len() < MOST);
            match same {
                Some(listed) => {
                    listed.items.push(item);
                    listed.when = When::day(lead.2);
                    listed.span = listed.span.start.min(thing.span.start)
                        ..listed.span.end.max(thing.span.end);
                }
                None => {
                    self.end(posts);
                    let (items, span) = (vec![item], thing.span.clone());
                    self.listed = Some(Listed {
                        lead,
                        items,
                        when,
                        span,
                    });
                }
            }
            return;
        }
        self.end(posts);
        let (who, did, _) = lead;
        let told = format!("{}{who} {did} {item}{tail}", on(when));
        post(&told, &body, thing, when, posts);
    }

    /// Tells what has been kept.
    pub(crate) fn end(&mut self, posts: &mut Posts) {
        let Some(Listed {
            lead: (who, did, _),
            items,
            when,
            span,
        }) = self.listed.take()
        else {
            return;
        };
        let told = format!("{}{who} {did} {}", on(Some(when)), list(&items));
        let thread = posts.document.new_thread();
        posts.own(&told, "", span, Some(when), thread);
        name(&who, posts);
    }

    /// What somebody has to do.
    fn open(
        &mut self,
        thing: &Thing,
        title: &str,
        of: &dyn Fn(&str) -> Option<When>,
        posts: &mut Posts,
    ) {
        self.end(posts);
        let due = thing.at(Turn::Due, of).or_else(|| thing.at(Turn::Day, of));
        let when = due.or_else(|| thing.when(false, of));
        let who = thing.doers();
        let has = if who == "I" || thing.whose.len() > 1 {
            "have"
        } else {
            "has"
        };
        // "every Monday"
        let is_said = |(turn, raw): &&(Turn, String)| {
            matches!(turn, Turn::Due | Turn::Day) && !time::is_date(raw)
        };
        let due = match due {
            Some(due) => format!(", due on {}", due.in_words()),
            None => thing
                .times
                .iter()
                .find(is_said)
                .map_or_else(String::new, |(_, raw)| format!(", due {raw}")),
        };
        let told = format!(
            "{who} {has} to do {}{due}{}",
            thing.item(title),
            thing.tail()
        );
        post(&told, &thing.body(title), thing, when, posts);
    }
}

/// What is said of a thing, or by itself.
fn remark(thing: &Thing, of: &dyn Fn(&str) -> Option<When>, posts: &mut Posts) {
    let when = thing.when(true, of);
    let mut body = thing.texts.join("\n");
    if body.trim().is_empty() {
        body = thing.facts().join("; ");
    } else if !thing.others.is_empty() {
        body = format!("{body} ({})", thing.facts().join("; "));
    }
    if body.trim().is_empty() {
        return;
    }
    let mut act = match &thing.on {
        Some(on) => format!("commented on {}", quoted(on)),
        None => match thing.titles.first() {
            Some(title) => format!("wrote under {}", quoted(title)),
            None => thing.did.clone().unwrap_or_else(|| "wrote".to_owned()),
        },
    };
    if !thing.with.is_empty() {
        act.push_str(&format!(" to {}", list(&thing.with)));
    }
    if !thing.under.is_empty() {
        act.push_str(&format!(" under {}", thing.under.join(", ")));
    }
    let thread = posts.document.new_thread();
    let author = thing
        .author
        .as_deref()
        .or(thing.whose.first().map(String::as_str));
    match author.and_then(|name| posts.author(None, Some(name), None)) {
        Some(author) => posts.post(author, &act, &body, thing.span.clone(), when, thread),
        None => {
            let told = format!("{}I {act}", on(when));
            posts.own(&told, &body, thing.span.clone(), when, thread);
        }
    }
}

/// Adds what is told of a thing.
fn post(told: &str, body: &str, thing: &Thing, when: Option<When>, posts: &mut Posts) {
    // a thread of its own: a thing without a date is not of the one before it
    let thread = posts.document.new_thread();
    posts.own(told, body, thing.span.clone(), when, thread);
    if let Some(passage) = posts.document.passages.last_mut() {
        passage.place.clone_from(&thing.place);
    }
    if let [one] = &thing.whose[..] {
        name(one, posts);
    }
}

/// The passage added last is of this person.
fn name(who: &str, posts: &mut Posts) {
    if who == "I" || who.contains(',') || who.contains(" and ") {
        return;
    }
    let author = posts.author(None, Some(who), None);
    if let Some(passage) = posts.document.passages.last_mut() {
        passage.speaker = author;
    }
}

/// "On 3 May 2024 at 10:15 ", "On 3 May 2024 from 10:15 to 12:00 "; nothing where the time is not known.
fn on(when: Option<When>) -> String {
    let Some(when) = when else {
        return String::new();
    };
    match (when.start, when.end) {
        (Point::Minute(from), Some(Point::Minute(to))) if from.date() == to.date() => format!(
            "On {} from {:02}:{:02} to {:02}:{:02} ",
            day_in_words(from.date()),
            from.hour(),
            from.minute(),
            to.hour(),
            to.minute()
        ),
        (_, Some(_)) => format!("From {} ", when.in_words()),
        _ => format!("On {} ", when.in_words()),
    }
}
