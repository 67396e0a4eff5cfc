//! What several pages show: a memory among others, people, places and tags, times.

use super::Site;
use crate::when::{Point, When};
use jiff::civil::Date;
use maud::{Markup, html};
use memo_common::{
    api::{Content, FacetValue, Memory},
    printable,
};

/// Characters of an account that a list shows.
const SHOWN: usize = 700;

/// A memory among others, under this time; `asked`: what it was found by.
pub(super) fn entry(site: &Site, memory: &Memory, time: &str, asked: &str) -> Markup {
    let content = &memory.content;
    let words = when_in_words(&content.when);
    let label = match words.as_str() {
        "" => "Memory without a date".to_owned(),
        words => format!("Memory of {words}"),
    };
    html! {
        article.entry id=(memory.custom_id) {
            h3.time {
                a href=(site.memory(&memory.custom_id, asked)) aria-label=(label) {
                    @if time.is_empty() { "no date" } @else { (time) }
                }
            }
            div {
                p.tale dir="auto" { (cut(&content.narrative)) }
                p.about { (about(site, content)) }
            }
        }
    }
}

/// Who, where and what about, each leading to more of it.
pub(super) fn about(site: &Site, content: &Content) -> Markup {
    html! {
        @for name in &content.participants {
            a.person href=(site.person(name)) { bdi { (one_line(name)) } } " "
        }
        @if let Some(place) = content.place.as_deref().filter(|p| !p.is_empty()) {
            a.place href=(site.place(place)) { bdi { (one_line(place)) } } " "
        }
        @for tag in &content.tags {
            a.tag href=(site.search([("tag", tag.as_str())])) { "#" bdi { (one_line(tag)) } } " "
        }
    }
}

/// Values with how many memories each has; `address` leads to these.
pub(super) fn counted(
    heading: &str,
    values: &[FacetValue],
    address: impl Fn(&str) -> String,
) -> Markup {
    html! {
        @if !values.is_empty() {
            section.counted {
                h2 { (heading) }
                ul {
                    @for value in values {
                        li {
                            a href=(address(&value.value)) { bdi { (one_line(&value.value)) } }
                            " " span.count { (value.memories) }
                        }
                    }
                }
            }
        }
    }
}

/// `3 memories`, `1 memory`.
pub(super) fn memories(count: u64) -> String {
    match count {
        1 => "1 memory".to_owned(),
        _ => format!("{count} memories"),
    }
}

/// A name on one line; what would turn the order of what is beside it is left out.
pub(super) fn one_line(text: &str) -> String {
    printable::clean(text)
}

/// An account as a list shows it.
fn cut(narrative: &str) -> String {
    let text = printable::lines(narrative);
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{} …", text[..at].trim_end()),
        None => text,
    }
}

/// A time in words; as it is written where it reads as none.
pub(super) fn when_in_words(when: &str) -> String {
    match when.parse::<When>() {
        Ok(when) => when.in_words(),
        Err(_) => one_line(when),
    }
}

/// What of a time is still to be said under the day on which it falls: hours, or all of what goes beyond the day.
pub(super) fn hours(when: &str, day: Date) -> String {
    let Ok(when) = when.parse::<When>() else {
        return one_line(when);
    };
    let hour = |point| match point {
        Point::Minute(t) if t.date() == day => Some(t.strftime("%H:%M").to_string()),
        _ => None,
    };
    match (when.start, when.end) {
        (Point::Day(start), None) if start == day => "during the day".to_owned(),
        (start, None) => hour(start).unwrap_or_else(|| when.in_words()),
        (start, Some(end)) => match (hour(start), hour(end)) {
            (Some(from), Some(to)) => format!("{from} – {to}"),
            _ => when.in_words(),
        },
    }
}

/// A day in words, with its weekday.
pub(super) fn long_day(day: Date) -> String {
    day.strftime("%A %-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_a_day_stands_what_it_does_not_say() {
        let day: Date = "2026-10-03".parse().expect("a day");
        for (when, told) in [
            ("2026-10-03", "during the day"),
            ("2026-10-03 09:05", "09:05"),
            ("2026-10-03 09:05/2026-10-03 10:00", "09:05 – 10:00"),
            ("2026-10-02/2026-10-05", "2 October 2026 to 5 October 2026"),
            ("2026-10", "October 2026"),
            ("2025-10-03 07:00", "3 October 2025 at 07:00"),
            ("soon", "soon"),
        ] {
            assert_eq!(hours(when, day), told, "{when}");
        }
    }

    #[test]
    fn what_a_memory_holds_is_text_to_the_browser() {
        let site = Site::new("abc", String::new(), true);
        let odd = "<img src=x onerror=alert(1)>\"'&\u{202e}";
        let content = Content {
            narrative: odd.to_owned(),
            participants: vec![odd.to_owned()],
            when: odd.to_owned(),
            place: Some(odd.to_owned()),
            entities: Vec::new(),
            tags: vec![odd.to_owned()],
        };
        let memory = Memory {
            custom_id: "a_memory_0".into(),
            item_id: "a".into(),
            score: 0.0,
            content,
        };
        let time = when_in_words(&memory.content.when);
        let shown = entry(&site, &memory, &time, odd).into_string();
        assert!(
            !shown.contains("<img") && !shown.contains('\u{202e}'),
            "{shown}"
        );
        assert!(shown.contains("&lt;img src=x onerror=alert(1)&gt;&quot;"));
    }
}
