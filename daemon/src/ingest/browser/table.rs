//! Visits in tables and in lists of lines, whatever program exported them.

use super::fields::{KEPT, NOTES, SORTED, TIMES, TITLES, URLS};
use super::visit::{Visit, begun};
use crate::ingest::records::{self, Columns, Records};
use crate::ingest::stamp::column::Days;
use crate::ingest::{instant, lines};
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Whether a text's first line names the columns of such a table, whose fields may then have lines of their own.
pub(crate) fn is_named(text: &str) -> bool {
    records::table(text, b"\t|;,").is_some_and(|(columns, _)| {
        columns.find(&URLS).is_some()
            && columns.find(&TITLES).is_some()
            && columns.find(&TIMES).is_some()
    })
}

/// The visits of a table: the columns by their names, or by what is in them.
pub(crate) fn read(text: &str, zone: &TimeZone, today: Date) -> Vec<Visit> {
    let mut records = Records::of(text, records::delimiter(text, b"\t|;,").unwrap_or(b','));
    let mut visits: Vec<(Visit, String)> = Vec::new();
    let mut columns: Option<[Option<usize>; 4]> = None;
    let mut keeping: Option<Keeping> = None;
    while let Some((record, span)) = records.next() {
        if columns.is_none() {
            let named = Columns::of(record);
            let of = |names: &[&str]| named.find(names);
            let clock = of(&["time", "hour", "uhrzeit", "hora", "heure"]);
            let day = of(&["date", "day", "datum", "fecha", "jour"]).filter(|_| clock.is_some());
            let heads = [of(&URLS), of(&TITLES), day.or_else(|| of(&TIMES)), clock];
            if heads[0].is_some() || heads[1].is_some() && heads[2].is_some() {
                keeping = Keeping::of(&named);
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
            at: None,
            folders: keeping.as_ref().map(|k| k.folders(record)),
            note: keeping.as_ref().and_then(|k| k.note(record)),
            span,
        };
        visits.push((visit, when));
    }
    let days = Days::of(visits.iter().map(|(_, when)| when.as_str()), today);
    let timed = visits.into_iter().filter_map(|(visit, when)| {
        let at = days.moment(&when, zone).map(begun);
        Visit { at, ..visit }.read()
    });
    timed.collect()
}

/// The columns of a table of pages that were put by to be read (Pocket, Instapaper, Raindrop, Reader).
struct Keeping {
    folder: Option<usize>,
    notes: Vec<usize>,
}

impl Keeping {
    /// Of a table's columns; `None` where they tell of visits.
    fn of(columns: &Columns) -> Option<Self> {
        let visited = columns.find(&["visit_count", "visitcount", "visit_time", "visittime"]);
        columns.find(&KEPT).or_else(|| columns.find(&SORTED))?;
        visited.is_none().then(|| Self {
            folder: columns.find(&["folder", "collection"]),
            notes: columns.all(&NOTES),
        })
    }

    /// The folder that a page is in, where that is not the one of all.
    fn folders(&self, record: &csv::StringRecord) -> Vec<String> {
        let folder = self.folder.and_then(|c| record.get(c)).map(str::trim);
        folder
            .filter(|f| !f.is_empty() && !matches!(*f, "Unread" | "Archive" | "Unsorted"))
            .map(str::to_owned)
            .into_iter()
            .collect()
    }

    /// What was noted on a page and marked in it, without the export's own words: "Highlight:…", "Created:…".
    fn note(&self, record: &csv::StringRecord) -> Option<String> {
        let said = self.notes.iter().filter_map(|c| record.get(*c));
        let lines: Vec<&str> = said
            .flat_map(str::lines)
            .map(|l| l.trim().strip_prefix("Highlight:").unwrap_or(l).trim())
            .filter(|l| !l.is_empty() && !l.starts_with("Created:") && *l != "[]")
            .collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }
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
pub(crate) fn list(text: &str, zone: &TimeZone, today: Date) -> Vec<Visit> {
    // what stands behind an address is no time
    let times = text.lines().map(|l| l.split("://").next().unwrap_or(l));
    let days = Days::of(times, today);
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
        let at = days.moment(&before, zone).or_else(|| {
            let clock = before
                .split_whitespace()
                .find(|w| w.contains(':') && w.starts_with(|c: char| c.is_ascii_digit()))?;
            days.moment(&format!("{day} {clock}"), zone)
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
