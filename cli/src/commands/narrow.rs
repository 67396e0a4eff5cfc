//! The flags that narrow which memories are looked at; the same for `recall`, `ask` and `list --memories`.

use crate::complete;
use clap_complete::engine::ArgValueCompleter;
use jiff::civil::Date;
use memo_common::api::{Filter, SourceType};

/// What narrows the memories that are looked at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Narrowing")]
pub(crate) struct Narrow {
    /// Only memories of this day or later: 2026, 2026-10, 2026-10-03, today, yesterday
    #[arg(long, value_name = "DATE", value_parser = first_day)]
    since: Option<String>,
    /// Only memories of this day or earlier
    #[arg(long, value_name = "DATE", value_parser = last_day)]
    until: Option<String>,
    /// Only memories that this person took part in
    #[arg(long, value_name = "PERSON", add = ArgValueCompleter::new(complete::people))]
    with: Option<String>,
    /// Only memories at this place; any part of its name
    #[arg(long, value_name = "PLACE", add = ArgValueCompleter::new(complete::places))]
    place: Option<String>,
    /// Only memories with this tag; as it is shown, with its #, or without
    #[arg(long, add = ArgValueCompleter::new(complete::tags))]
    tag: Option<String>,
    /// Only memories of this document
    #[arg(long, value_name = "ITEM_ID", add = ArgValueCompleter::new(complete::documents))]
    item: Option<String>,
    /// Only memories of documents of this type
    #[arg(long, value_name = "TYPE", value_parser = source_type_values())]
    source_type: Option<SourceType>,
}

impl Narrow {
    /// As it goes over the wire.
    pub(crate) fn filter(&self) -> Filter {
        // As it stands under a memory.
        let bare = |tag: &String| match tag.strip_prefix('#') {
            Some(bare) if !bare.is_empty() => bare.to_owned(),
            _ => tag.clone(),
        };
        Filter {
            since: self.since.clone(),
            until: self.until.clone(),
            participant: self.with.clone(),
            place: self.place.clone(),
            tag: self.tag.as_ref().map(bare),
            item_id: self.item.clone(),
            source_type: self.source_type,
        }
    }
}

/// The nine types, as values that clap can list and complete.
pub(crate) fn source_type_values() -> impl clap::builder::TypedValueParser<Value = SourceType> {
    use clap::builder::TypedValueParser;
    clap::builder::PossibleValuesParser::new(SourceType::ALL.map(SourceType::as_str))
        .try_map(|name| name.parse::<SourceType>())
}

fn first_day(text: &str) -> Result<String, String> {
    days(text).map(|(first, _)| first.to_string())
}

fn last_day(text: &str) -> Result<String, String> {
    days(text).map(|(_, last)| last.to_string())
}

/// The first and last day of a year, a month, a day, or a day's name.
fn days(text: &str) -> Result<(Date, Date), String> {
    let today = jiff::Zoned::now().date();
    match text {
        "today" => return Ok((today, today)),
        "yesterday" => {
            let day = today.yesterday().map_err(|e| e.to_string())?;
            return Ok((day, day));
        }
        _ => {}
    }
    let parse = |day: &str| day.parse::<Date>().ok();
    let shape: String = text
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    let found = match shape.as_str() {
        "0000" => parse(&format!("{text}-01-01")).map(|d| (d, d.last_of_year())),
        "0000-00" => parse(&format!("{text}-01")).map(|d| (d, d.last_of_month())),
        "0000-00-00" => parse(text).map(|d| (d, d)),
        _ => None,
    };
    found.ok_or_else(|| {
        "a date has the form 2026, 2026-10 or 2026-10-03, or is `today` or `yesterday`".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_covers_its_first_to_its_last_day() {
        for (text, first, last) in [
            ("2024", "2024-01-01", "2024-12-31"),
            ("2024-02", "2024-02-01", "2024-02-29"),
            ("2024-02-03", "2024-02-03", "2024-02-03"),
        ] {
            assert_eq!(first_day(text).as_deref(), Ok(first));
            assert_eq!(last_day(text).as_deref(), Ok(last));
        }
        for text in [
            "",
            "last week",
            "2024-13",
            "2024-02-30",
            "24-02-03",
            "2024-02-03T10:00",
        ] {
            assert!(days(text).is_err(), "{text}");
        }
    }
}
