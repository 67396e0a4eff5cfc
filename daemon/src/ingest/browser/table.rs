//! Visits in tables and in lists of lines, whatever program exported them.

use super::fields::{TIMES, TITLES, URLS};
use super::visit::{Visit, begun};
use crate::ingest::records::{self, Columns, Records};
use crate::ingest::{instant, lines};
use jiff::tz::TimeZone;

/// The visits of a table: the columns by their names, or by what is in them.
pub(crate) fn read(text: &str, zone: &TimeZone) -> Vec<Visit> {
    let mut records = Records::of(text, records::delimiter(text, b"\t|;,").unwrap_or(b','));
    let mut visits = Vec::new();
    let mut columns: Option<[Option<usize>; 4]> = None;
    while let Some((record, span)) = records.next() {
        if columns.is_none() {
            let named = Columns::of(record);
            let of = |names: &[&str]| named.find(names);
            let clock = of(&["time", "hour", "uhrzeit", "hora", "heure"]);
            let day = of(&["date", "day", "datum", "fecha", "jour"]).filter(|_| clock.is_some());
            let heads = [of(&URLS), of(&TITLES), day.or_else(|| of(&TIMES)), clock];
            if heads[0].is_some() || heads[1].is_some() && heads[2].is_some() {
                columns = Some(heads);
                continue;
            }
            columns = Some(guessed(record, zone));
        }
        let Some([url, title, at, clock]) = columns else {
            continue;
        };
        let field = |column: Option<usize>| column.and_then(|c| record.get(c)).unwrap_or_default();
        // A date and a time may stand in columns of their own.
        let when = match clock.filter(|c| Some(*c) != at) {
            Some(_) => format!("{} {}", field(at), field(clock)),
            None => field(at).to_owned(),
        };
        let visit = Visit {
            title: field(title).to_owned(),
            url: field(url).to_owned(),
            at: instant::written(&when, zone).map(begun),
            folders: None,
            note: None,
            span,
        };
        visits.extend(visit.read());
    }
    visits
}

/// Columns of a table without names.
fn guessed(record: &csv::StringRecord, zone: &TimeZone) -> [Option<usize>; 4] {
    let url = record
        .iter()
        .position(|f| f.trim_start().starts_with("http"));
    let at = record
        .iter()
        .position(|f| instant::written(f, zone).is_some());
    let title = record
        .iter()
        .enumerate()
        .filter(|(n, f)| Some(*n) != url && Some(*n) != at && f.chars().any(char::is_alphabetic))
        .max_by_key(|(_, f)| f.len())
        .map(|(n, _)| n);
    [url, title, at, None]
}

/// The visits of a list of lines, each with its address at the end or on the line below.
pub(crate) fn list(text: &str, zone: &TimeZone) -> Vec<Visit> {
    let mut visits = Vec::new();
    let mut day = String::new();
    let mut above: Option<lines::Line> = None;
    for line in lines::of(text, 0) {
        let found = line
            .text
            .find("https://")
            .or_else(|| line.text.find("http://"));
        let Some(start) = found else {
            let said = line.text.trim();
            if crate::ingest::written_date::find(said).is_some_and(|w| w.start.time().is_none())
                && said.split_whitespace().count() <= 6
            {
                day = said.to_owned();
                above = None;
            } else if !line.is_empty() {
                above = Some(line);
            }
            continue;
        };
        let end = line.text[start..]
            .find(|c: char| c.is_whitespace() || matches!(c, '>' | ')' | '"'))
            .map_or(line.text.len(), |n| start + n);
        // `- [title](address)`
        let before = &line.text[..start];
        let linked = before
            .strip_suffix("](")
            .and_then(|b| b.split_once('['))
            .map(|(_, title)| title);
        let rest = match linked {
            Some(title) => format!("{title} {}", line.text[end..].trim_start_matches(')')),
            None => format!("{before} {}", &line.text[end..]),
        };
        let (before, span) = match above.take() {
            Some(above) if rest.chars().filter(|c| c.is_alphabetic()).count() < 3 => (
                above.text.trim().to_owned(),
                above.span.start..line.span.end,
            ),
            _ => (rest, line.span.clone()),
        };
        let at = instant::written(&before, zone).or_else(|| {
            let clock = before
                .split_whitespace()
                .find(|w| w.contains(':') && w.starts_with(|c: char| c.is_ascii_digit()))?;
            instant::written(&format!("{day} {clock}"), zone)
        });
        // What is left of the line without its time is the title.
        let title = before
            .trim()
            .trim_start_matches(|c: char| {
                c.is_ascii_digit()
                    || matches!(
                        c,
                        ':' | '-' | '/' | '.' | 'T' | 'Z' | '[' | ']' | ' ' | '*' | '•' | '|' | ','
                    )
            })
            .trim_end_matches(['-', '–', '|', '(', '<', '[', ' ', ':', '>', ')']);
        let visit = Visit {
            title: linked.unwrap_or(title).to_owned(),
            url: line.text[start..end].to_owned(),
            at: at.map(begun),
            folders: None,
            note: None,
            span,
        };
        visits.extend(visit.read());
    }
    visits
}
