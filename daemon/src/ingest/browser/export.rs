//! Visits in JSON, CSV and lists of lines, whatever program exported them.

use super::visit::{self, Visit};
use crate::ingest::lines;
use jiff::tz::TimeZone;
use serde_json::Value;

const TITLES: [&str; 8] = [
    "title",
    "name",
    "page_title",
    "pagetitle",
    "resolved_title",
    "given_title",
    "label",
    "page title",
];
const URLS: [&str; 10] = [
    "url",
    "uri",
    "titleurl",
    "link",
    "href",
    "resolved_url",
    "given_url",
    "page_url",
    "address",
    "navigatedtourl",
];
const TIMES: [&str; 28] = [
    "time_usec",
    "visittime",
    "visit_time",
    "lastvisittime",
    "last_visit_time",
    "lastvisitdate",
    "last_visit_date",
    "visit_date",
    "visitdate",
    "visited_at",
    "visited",
    "datetime",
    "date_time",
    "timestamp",
    "time",
    "date",
    "dateadded",
    "date_added",
    "time_added",
    "added",
    "added_at",
    "created",
    "created_at",
    "last_visited",
    "lastvisited",
    "local_time",
    "visit time",
    "last visited",
];

/// The visits of a JSON export: every object that has an address, with the names of the folders round it.
pub(crate) fn json(text: &str, zone: &TimeZone) -> Vec<Visit> {
    let mut objects: Vec<Object> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let bytes = text.as_bytes();
    let mut key: Option<&str> = None;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at);
                let inner = text.get(at + 1..end.saturating_sub(1)).unwrap_or_default();
                let after = bytes[end..]
                    .iter()
                    .position(|b| !b.is_ascii_whitespace())
                    .map(|n| bytes[end + n]);
                if after == Some(b':') {
                    key = Some(inner);
                } else if let (Some(key), Some(object)) =
                    (key.take(), open.last().and_then(|o| objects.get_mut(*o)))
                {
                    let key = key.to_ascii_lowercase();
                    object.is_page |= URLS.contains(&key.as_str());
                    if object.name.is_none() && (key == "name" || key == "title") {
                        object.name = Some(at..end);
                    }
                }
                at = end;
                continue;
            }
            b'{' => {
                objects.push(Object {
                    parent: open.last().copied(),
                    span: at..text.len(),
                    name: None,
                    is_page: false,
                    closed: false,
                });
                open.push(objects.len() - 1);
                key = None;
            }
            b'}' => {
                if let Some(object) = open.pop().and_then(|o| objects.get_mut(o)) {
                    object.span.end = at + 1;
                    object.closed = true;
                }
            }
            b',' | b'[' | b']' => key = None,
            _ => {}
        }
        at += 1;
    }
    // A page within a page (a redirection, a related one) is told with the outer one, and an object that never closes
    // is no object.
    let mut inside: Vec<bool> = Vec::with_capacity(objects.len());
    for object in &objects {
        inside.push(
            object
                .parent
                .is_some_and(|p| objects[p].is_page || inside[p]),
        );
    }
    objects
        .iter()
        .zip(inside)
        .filter(|(o, inside)| o.is_page && o.closed && !inside)
        .filter_map(|(object, _)| visit_of(text, object, &objects, zone))
        .collect()
}

/// An object of the text.
struct Object {
    parent: Option<usize>,
    span: std::ops::Range<usize>,
    /// Its "name" or "title", with quotation marks.
    name: Option<std::ops::Range<usize>>,
    is_page: bool,
    closed: bool,
}

fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut i = at + 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 2,
            b'"' => return i + 1,
            _ => i += 1,
        }
    }
    bytes.len()
}

fn visit_of(text: &str, object: &Object, objects: &[Object], zone: &TimeZone) -> Option<Visit> {
    let Value::Object(members) = serde_json::from_str(text.get(object.span.clone())?).ok()? else {
        return None;
    };
    let find = |names: &[&str]| {
        names.iter().find_map(|name| {
            members
                .iter()
                .find(|(k, v)| k.eq_ignore_ascii_case(name) && !v.is_null())
                .map(|(_, v)| v)
        })
    };
    let string = |names: &[&str]| {
        find(names)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let kept = members.keys().any(|k| {
        matches!(
            k.to_ascii_lowercase().as_str(),
            "dateadded" | "date_added" | "time_added"
        )
    });
    let mut folders = Vec::new();
    let mut parent = object.parent;
    while let Some(folder) = parent
        .and_then(|p| objects.get(p))
        .filter(|_| kept && folders.len() < 8)
    {
        if let Some(name) = folder
            .name
            .clone()
            .and_then(|n| serde_json::from_str::<String>(text.get(n)?).ok())
            .filter(|n| !n.trim().is_empty())
        {
            folders.insert(0, name);
        }
        parent = folder.parent;
    }
    Visit {
        title: string(&TITLES),
        url: string(&URLS),
        at: TIMES
            .iter()
            .find_map(|name| visit::time(find(&[name])?, zone)),
        folders: kept.then_some(folders),
        span: object.span.clone(),
    }
    .read()
}

/// The visits of a table: the columns by their names, or by what is in them.
pub(crate) fn table(text: &str, zone: &TimeZone) -> Vec<Visit> {
    let first = text.lines().next().unwrap_or_default();
    let delimiter = [b'\t', b'|', b';', b',']
        .into_iter()
        .max_by_key(|d| first.bytes().filter(|b| b == d).count())
        .unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut visits = Vec::new();
    let mut columns: Option<[Option<usize>; 4]> = None;
    let mut record = csv::StringRecord::new();
    while let Ok(true) = reader.read_record(&mut record) {
        let start = record
            .position()
            .map_or(0, |p| usize::try_from(p.byte()).unwrap_or(0))
            .min(text.len());
        let end = usize::try_from(reader.position().byte())
            .unwrap_or(text.len())
            .min(text.len());
        if columns.is_none() {
            let names: Vec<String> = record
                .iter()
                .map(|f| f.trim().to_ascii_lowercase())
                .collect();
            let of = |list: &[&str]| list.iter().find_map(|n| names.iter().position(|f| f == n));
            let heads = [of(&URLS), of(&TITLES), of(&TIMES), of(&["time", "hour"])];
            if heads[0].is_some() || heads[1].is_some() && heads[2].is_some() {
                columns = Some(heads);
                continue;
            }
            columns = Some(guessed(&record, zone));
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
            at: visit::from_text(&when, zone),
            folders: None,
            span: text.floor_char_boundary(start)..text.floor_char_boundary(end.max(start)),
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
        .position(|f| visit::from_text(f, zone).is_some());
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
        let rest = format!("{} {}", &line.text[..start], &line.text[end..]);
        let (before, span) = match above.take() {
            Some(above) if rest.chars().filter(|c| c.is_alphabetic()).count() < 3 => (
                above.text.trim().to_owned(),
                above.span.start..line.span.end,
            ),
            _ => (rest, line.span.clone()),
        };
        let at = visit::from_text(&before, zone).or_else(|| {
            let clock = before
                .split_whitespace()
                .find(|w| w.contains(':') && w.starts_with(|c: char| c.is_ascii_digit()))?;
            visit::from_text(&format!("{day} {clock}"), zone)
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
            title: title.to_owned(),
            url: line.text[start..end].to_owned(),
            at,
            folders: None,
            span,
        };
        visits.extend(visit.read());
    }
    visits
}
