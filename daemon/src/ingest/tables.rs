//! Tables in plain text: cells between bars or tabs, with or without drawn rules. Each row becomes words of its own.

use super::labels;
use super::lines::{self, Line};
use std::borrow::Borrow;
use std::ops::Range;

/// A row, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Its cells, those whose meaning only the column's head tells behind that head.
    pub(crate) text: String,
    /// Bytes of the upload it came from, the lines that go on with it too.
    pub(crate) span: Range<usize>,
    /// The cell of a column that says where.
    pub(crate) place: Option<String>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// Lines that it takes.
    pub(crate) lines: usize,
    /// Its rows, without its head.
    pub(crate) rows: Vec<Row>,
}

/// Rows that make a table where nothing is drawn.
const FEWEST: usize = 3;

/// Rules that may follow on each other.
const RULES: usize = 2;

/// Words of a column's head.
const HEAD: usize = 4;

/// Heads of columns whose cells need no head: when, who, what.
const PLAIN: [&str; 44] = [
    "date",
    "day",
    "time",
    "when",
    "start",
    "from",
    "datum",
    "tag",
    "zeit",
    "uhrzeit",
    "wann",
    "fecha",
    "hora",
    "día",
    "jour",
    "heure",
    "who",
    "name",
    "person",
    "attendee",
    "speaker",
    "with",
    "wer",
    "mit",
    "quién",
    "qui",
    "what",
    "action",
    "task",
    "event",
    "activity",
    "description",
    "details",
    "subject",
    "title",
    "topic",
    "item",
    "notes",
    "note",
    "comment",
    "remarks",
    "finding",
    "was",
    "qué",
];

/// The table that begins with the first of these lines.
pub(crate) fn at<'t, L: Borrow<Line<'t>>>(lines: &[L]) -> Option<Table> {
    let by = Bounds::of(&lines.first()?.borrow().text)?;
    let mut raw: Vec<(Vec<String>, Range<usize>)> = Vec::new();
    // whether a rule has been drawn, and below how many rows the first stands
    let (mut drawn, mut below) = (false, None);
    let (mut taken, mut rules) = (0, 0);
    for line in lines {
        let line = line.borrow();
        if by == Bounds::Bars && is_rule(&line.text) {
            drawn = true;
            rules += 1;
            if rules > RULES {
                break;
            }
            if !raw.is_empty() {
                below.get_or_insert(raw.len());
            }
            taken += 1;
            continue;
        }
        let Some(cells) = by.cells(&line.text, 2) else {
            break;
        };
        rules = 0;
        taken += 1;
        match raw.last_mut() {
            // what goes on below a cell
            Some((above, span)) if drawn && cells[0].is_empty() => {
                for (above, more) in above.iter_mut().zip(&cells).filter(|(_, m)| !m.is_empty()) {
                    lines::join(above, more);
                }
                span.end = line.span.end;
            }
            _ => raw.push((cells, line.span.clone())),
        }
    }
    let alike = raw.iter().filter(|r| r.0.len() == raw[0].0.len()).count();
    let is_table = raw.len() >= FEWEST || drawn && raw.len() >= 2;
    // "Date:" and a tab before the date is a field of a head
    let field = by == Bounds::Tabs && raw.first().is_some_and(|r| r.0[0].is_empty())
        || raw.iter().any(|r| r.0.iter().any(|c| c.ends_with(':')));
    if field {
        return None;
    }
    if !is_table || alike * 2 < raw.len() {
        return None;
    }
    let heads = (below == Some(1) || is_head(&raw[0].0, &raw[1..])).then(|| raw.remove(0).0);
    let heads = heads.unwrap_or_default();
    let rows = raw.into_iter().filter_map(|r| row(&heads, r)).collect();
    Some(Table { lines: taken, rows })
}

/// What stands between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bounds {
    Bars,
    Tabs,
}

impl Bounds {
    /// Of the first line of a table.
    fn of(line: &str) -> Option<Self> {
        [Self::Bars, Self::Tabs].into_iter().find(|by| {
            by.cells(line, 3).is_some()
                || *by == Self::Bars && is_rule(line) && line.contains(CROSSING)
        })
    }

    /// The cells of a row; `None` where there are fewer than `least`, the bars at its ends counted.
    fn cells(self, line: &str, least: usize) -> Option<Vec<String>> {
        let split: Vec<&str> = match self {
            Self::Bars => {
                if !line.contains(BAR) {
                    return None;
                }
                let line = line.trim();
                let inner = line.strip_prefix(BAR).unwrap_or(line);
                let inner = inner.strip_suffix(BAR).unwrap_or(inner);
                let edges = usize::from(line.starts_with(BAR)) + usize::from(line.ends_with(BAR));
                let cells: Vec<&str> = inner.split(BAR).collect();
                (cells.len() + edges >= least.max(3) && cells.len() >= 2).then_some(cells)?
            }
            Self::Tabs => {
                let cells: Vec<&str> = line.trim_end().split('\t').collect();
                (cells.len() >= least).then_some(cells)?
            }
        };
        let cells: Vec<String> = split.iter().map(|c| c.trim().to_owned()).collect();
        cells.iter().any(|c| !c.is_empty()).then_some(cells)
    }
}

const BAR: [char; 4] = ['|', '│', '┃', '║'];

/// Where a rule meets a column's bound.
const CROSSING: [char; 9] = ['|', '+', '┼', '┬', '┴', '├', '╬', '╦', '┌'];

/// Whether a line only draws: `+----+---+`, `|----|:--|`, `├───┼──┤`, `=====`.
fn is_rule(line: &str) -> bool {
    let mut dashes = 0;
    let drawn = line.trim().chars().all(|c| {
        let dash = matches!(c, '-' | '=' | '─' | '━' | '═' | '_');
        dashes += usize::from(dash);
        dash || c == ' ' || c == ':' || c == '+' || BAR.contains(&c) || ('─'..='╿').contains(&c)
    });
    drawn && dashes >= 3
}

/// Whether the first row names the columns: short words without numbers over rows that have some.
fn is_head(first: &[String], rest: &[(Vec<String>, Range<usize>)]) -> bool {
    let digits = |cell: &String| cell.contains(|c: char| c.is_ascii_digit());
    let words = |cell: &String| cell.split_whitespace().count() <= HEAD;
    first.iter().filter(|c| !c.is_empty()).count() >= 2
        && first
            .iter()
            .all(|c| words(c) && (!digits(c) || c.contains(' ')))
        && first.iter().filter(|c| digits(c)).count() <= 1
        && rest.iter().filter(|r| r.0.iter().any(digits)).count() * 2 >= rest.len()
}

/// A row in words; `None` where it says nothing.
fn row(heads: &[String], (cells, span): (Vec<String>, Range<usize>)) -> Option<Row> {
    let mut text = String::new();
    let mut place = None;
    for (n, cell) in cells.iter().enumerate() {
        if !cell.contains(char::is_alphanumeric) {
            continue;
        }
        let head = heads.get(n).map_or("", String::as_str);
        let lower = head.to_lowercase();
        let known = |list: &[&str]| lower.split_whitespace().any(|w| list.contains(&w));
        if known(&labels::PLACE) {
            place.get_or_insert_with(|| cell.clone());
        }
        let plain = n == 0 || head.is_empty() || known(&PLAIN) || known(&labels::PLACE);
        if !text.is_empty() {
            let ended = text.ends_with(['.', '!', '?', ';', ',']);
            text.push_str(match (ended, plain) {
                (true, _) => " ",
                (false, true) => ", ",
                (false, false) => "; ",
            });
        }
        if !plain {
            text.push_str(head);
            text.push_str(": ");
        }
        text.push_str(cell);
    }
    (!text.is_empty()).then_some(Row { text, span, place })
}

#[cfg(test)]
mod tests;
