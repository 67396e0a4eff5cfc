//! The flags that narrow which memories are looked at; the same for `recall`, `ask`, `timeline` and `list --memories`.

mod days;

use super::find;
use crate::{complete, context::Context, error::Result};
use clap_complete::engine::ArgValueCompleter;
use jiff::civil::Date;
use memo_common::{
    api::{Filter, SourceType},
    client::Client,
};

/// What narrows the memories that are looked at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Narrowing")]
pub(crate) struct Narrow {
    /// Only memories of this day or later: 2026, 2026-10, 2026-10-03, today, tomorrow, friday, "last week"
    #[arg(long, value_name = "DATE", value_parser = first_day)]
    since: Option<String>,
    /// Only memories of this day or earlier
    #[arg(long, value_name = "DATE", value_parser = last_day)]
    until: Option<String>,
    /// Only memories that this person took part in or is mentioned in
    #[arg(long, value_name = "PERSON", add = ArgValueCompleter::new(complete::people))]
    with: Option<String>,
    /// Only memories at this place; any part of its name
    #[arg(long, value_name = "PLACE", add = ArgValueCompleter::new(complete::places))]
    place: Option<String>,
    /// Only memories with this tag; as it is shown, with its #, or without
    #[arg(long, add = ArgValueCompleter::new(complete::tags))]
    tag: Option<String>,
    /// Only memories of this document; its id, the beginning of it, or a file's name
    #[arg(long, value_name = "ITEM", add = ArgValueCompleter::new(complete::documents))]
    item: Option<String>,
    /// Only memories of documents of this type
    #[arg(long, value_name = "TYPE", value_parser = source_type_values())]
    source_type: Option<SourceType>,
}

impl Narrow {
    /// Whether it says from or up to which day.
    pub(crate) fn says_days(&self) -> bool {
        self.says_since() || self.until.is_some()
    }

    /// Whether it says from which day on.
    pub(crate) fn says_since(&self) -> bool {
        self.since.is_some()
    }

    /// As it goes over the wire.
    ///
    /// # Errors
    /// No document is called so, or several.
    pub(crate) fn filter(&self, context: &Context, client: &Client) -> Result<Filter> {
        // As it stands under a memory.
        let bare = |tag: &String| match tag.strip_prefix('#') {
            Some(bare) if !bare.is_empty() => bare.to_owned(),
            _ => tag.clone(),
        };
        Ok(Filter {
            since: self.since.clone(),
            until: self.until.clone(),
            participant: self.with.clone(),
            place: self.place.clone(),
            tag: self.tag.as_ref().map(bare),
            item_id: find::item(context, client, self.item.as_deref())?,
            source_type: self.source_type,
        })
    }
}

/// The nine types, as values that clap can list and complete.
pub(crate) fn source_type_values() -> impl clap::builder::TypedValueParser<Value = SourceType> {
    use clap::builder::TypedValueParser;
    clap::builder::PossibleValuesParser::new(SourceType::ALL.map(SourceType::as_str))
        .try_map(|name| name.parse::<SourceType>())
}

/// The first and last day of what is said: a day, or a month, or a year, in numbers or words, or two of these with `..` (or
/// a `/`, as ISO 8601 has it) between them.
pub(crate) fn period(text: &str) -> std::result::Result<(Date, Date), String> {
    let today = jiff::Zoned::now().date();
    let ends = text.split_once("..").or_else(|| text.split_once('/'));
    let (first, last) = match ends {
        None => days::read(text.trim(), today)?,
        Some((from, to)) => (
            days::read(from.trim(), today)?.0,
            days::read(to.trim(), today)?.1,
        ),
    };
    match first <= last {
        true => Ok((first, last)),
        false => Err(format!(
            "{first} is after {last}: the first day comes first"
        )),
    }
}

fn first_day(text: &str) -> std::result::Result<String, String> {
    days::read(text, jiff::Zoned::now().date()).map(|(first, _)| first.to_string())
}

fn last_day(text: &str) -> std::result::Result<String, String> {
    days::read(text, jiff::Zoned::now().date()).map(|(_, last)| last.to_string())
}
