//! `memo timeline`: what happened, or is to happen, day by day.

use super::narrow::{Narrow, period};
use crate::{
    card::card,
    context::Context,
    error::{Exit, Failure, Result},
    output::{found, style::STRONG},
    pages::{PAGE, pages},
    recent,
};
use jiff::civil::Date;
use memo_common::api::{Filter, Memory, TimelineEntry};
use std::fmt::Write;

/// Memories of other years that are shown.
const OTHER_YEARS: u32 = 10;

/// Show what happened, or is to happen, in order
///
/// What a calendar repeats stands on each of its days. A memory of which only the month or year is known is shown with the
/// whole of it. With one day, what happened on it in other years follows.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo timeline                                today
  memo timeline yesterday
  memo timeline last week --with Ana
  memo timeline 2026-10-01..2026-10-07 --place Lisbon
  memo timeline 2026-10 --json | jq -r '.entries[].when'")]
pub(crate) struct Args {
    /// A day, a month, a year, words such as "last week", or two of these with .. between them [default: today]
    #[arg(value_name = "DAY|RANGE")]
    days: Vec<String>,
    /// How many at most
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = PAGE)]
    limit: u32,
    #[command(flatten)]
    narrow: Narrow,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let said = self.narrow.says_days();
        let days = match self.days.is_empty() {
            false if said => {
                let message = "the days are given twice: as they are, and by --since or --until";
                return Err(Failure::usage(message));
            }
            false => Some(period(&self.days.join(" ")).map_err(Failure::usage)?),
            true => None,
        };
        if said && !self.narrow.says_since() {
            return Err(Failure::usage("from which day on is not said").hint("add --since DATE"));
        }
        let client = context.client()?;
        let mut filter = self.narrow.filter(context, &client)?;
        if let Some((first, last)) = days {
            (filter.since, filter.until) = (Some(first.to_string()), Some(last.to_string()));
        } else if !said {
            return today(context, filter, self.limit);
        } else if filter.until.is_none() {
            let today = jiff::Zoned::now().date().to_string();
            filter.until = filter.since.clone().max(Some(today));
        }
        show(context, &filter, self.limit)
    }
}

/// Shows the timeline of today.
pub(super) fn today(context: &Context, filter: Filter, limit: u32) -> Result<Exit> {
    // Said here: the clock of a daemon elsewhere may be of another day.
    let today = jiff::Zoned::now().date().to_string();
    let filter = Filter {
        since: Some(today.clone()),
        until: Some(today),
        ..filter
    };
    show(context, &filter, limit)
}

fn show(context: &Context, filter: &Filter, limit: u32) -> Result<Exit> {
    let client = context.client()?;
    let (entries, more) = pages(limit as usize, |limit, cursor| {
        let page = client.timeline(filter, Some(limit), cursor)?;
        Ok((page.entries, page.next_cursor))
    })?;
    let others = match filter.since == filter.until {
        true => client.other_years(filter, Some(OTHER_YEARS), None)?.entries,
        false => Vec::new(),
    };
    let shown: Vec<Memory> = entries
        .iter()
        .chain(&others)
        .map(|entry| entry.memory.clone())
        .collect();
    // So that `memo show 2` is the second of these.
    recent::remember(&context.config, "", &shown);
    let output = &context.output;
    if output.is_json() {
        output.json(&serde_json::json!({
            "since": filter.since, "until": filter.until, "entries": entries, "other_years": others,
        }))?;
        return Ok(found(!shown.is_empty()));
    }
    let width = output.width();
    let mut text = days(&entries, width);
    if !others.is_empty() {
        let line = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{line}{STRONG}On this day in other years{STRONG:#}");
        for (number, entry) in (entries.len() + 1..).zip(&others) {
            text += &card(Some(number), &entry.memory, width);
        }
    }
    output.paged(&text)?;
    if shown.is_empty() {
        output.note("there is nothing of that time");
    } else if more {
        output.note("there is more; ask for it with --limit");
    }
    Ok(found(!shown.is_empty()))
}

/// The entries under the days on which they begin.
fn days(entries: &[TimelineEntry], width: usize) -> String {
    let mut text = String::new();
    let mut day = String::new();
    for (number, entry) in (1..).zip(entries) {
        let begins = heading(&entry.when);
        if begins != day {
            let line = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{line}{STRONG}{begins}{STRONG:#}");
            day = begins;
        }
        let mut memory = entry.memory.clone();
        memory.content.when = time(&entry.when);
        text += &card(Some(number), &memory, width);
    }
    text
}

/// The day on which a time begins, in words; the month or the year where no more is known.
fn heading(when: &str) -> String {
    let begin = when.split(['/', ' ']).next().unwrap_or(when);
    let day = |text: &str| text.parse::<Date>().ok();
    let words = match begin.len() {
        10 => day(begin).map(|d| d.strftime("%A %-d %B %Y").to_string()),
        7 => day(&format!("{begin}-01")).map(|d| d.strftime("%B %Y").to_string()),
        _ => None,
    };
    words.unwrap_or_else(|| begin.to_owned())
}

/// What stands under its day: the hours alone, or the whole of what has none or goes beyond it.
fn time(when: &str) -> String {
    let (begin, end) = when.split_once('/').unwrap_or((when, ""));
    match (begin.split_once(' '), end.split_once(' ')) {
        (Some((_, hour)), _) if end.is_empty() => hour.to_owned(),
        (Some((day, from)), Some((last, to))) if day == last => format!("{from} to {to}"),
        _ => when.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_its_day_the_hours_are_told() {
        for (when, day, hours) in [
            ("2026-10-03", "Saturday 3 October 2026", "2026-10-03"),
            ("2026-10-03 09:05", "Saturday 3 October 2026", "09:05"),
            (
                "2026-10-03 09:05/2026-10-03 10:00",
                "Saturday 3 October 2026",
                "09:05 to 10:00",
            ),
            (
                "2026-10-03 22:00/2026-10-04 01:00",
                "Saturday 3 October 2026",
                "2026-10-03 22:00/2026-10-04 01:00",
            ),
            (
                "2026-10-03/2026-10-05",
                "Saturday 3 October 2026",
                "2026-10-03/2026-10-05",
            ),
            ("2026-10", "October 2026", "2026-10"),
            ("2026", "2026", "2026"),
            ("2026-13-99", "2026-13-99", "2026-13-99"),
        ] {
            assert_eq!((heading(when).as_str(), time(when).as_str()), (day, hours));
        }
    }
}
