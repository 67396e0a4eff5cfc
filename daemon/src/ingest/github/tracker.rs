//! Issues of a tracker in a table (CSV, TSV): a board's, Jira's, Linear's, GitLab's. One row is one issue.

use super::page::when;
use super::subject::{Subject, number_in};
use crate::ingest::posts::Posts;
use crate::ingest::{About, PersonId, instant, pattern::pattern, records};
use crate::when::When;
use crate::wording::{self, quoted};
use csv::StringRecord;
use std::ops::Range;

/// What is known of an issue that bears a key of its tracker's, not a repository's number.
pub(super) struct Ticket {
    /// "KITE-12"; empty where it has none.
    pub(super) key: String,
    pub(super) title: String,
    pub(super) assignee: Option<String>,
    pub(super) status: Option<String>,
}

impl Ticket {
    /// `KITE-12, “Soup is cold”`.
    pub(super) fn name(&self) -> String {
        if self.key.is_empty() {
            return quoted(&self.title);
        }
        format!("{}, {}", self.key, quoted(&self.title))
    }

    /// The name, and how the issue stands: `KITE-12, “Soup is cold”, assigned to Bo, in progress`.
    pub(super) fn shown(&self) -> String {
        let assigned = self.assignee.as_deref().map(|a| format!("assigned to {a}"));
        let state = self.status.as_deref().map(str::to_lowercase);
        let parts = [Some(self.name()), assigned, state];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

const TITLE: [&str; 8] = [
    "summary",
    "title",
    "issue title",
    "zusammenfassung",
    "titel",
    "résumé",
    "resumen",
    "título",
];
const KEY: [&str; 9] = [
    "issue key",
    "key",
    "identifier",
    "issue id",
    "number",
    "id",
    "vorgangsschlüssel",
    "clé de ticket",
    "clave de incidencia",
];
const URL: [&str; 3] = ["url", "link", "web url"];
const REPORTER: [&str; 9] = [
    "reporter",
    "author",
    "creator",
    "created by",
    "opened by",
    "autor",
    "rapporteur",
    "informador",
    "ersteller",
];
const ASSIGNEE: [&str; 9] = [
    "assignee",
    "assignees",
    "assigned to",
    "bearbeiter",
    "zugewiesene person",
    "zugewiesen an",
    "responsable",
    "personne assignée",
    "persona asignada",
];
const STATUS: [&str; 6] = [
    "status",
    "state",
    "workflow state",
    "état",
    "estado",
    "statut",
];
const CREATED: [&str; 11] = [
    "created",
    "created at",
    "created at (utc)",
    "created_at",
    "createdat",
    "created date",
    "date created",
    "erstellt",
    "création",
    "créée",
    "creada",
];
const DUE: [&str; 9] = [
    "due date",
    "due",
    "target date",
    "due on",
    "deadline",
    "fällig",
    "fälligkeitsdatum",
    "date d'échéance",
    "fecha de vencimiento",
];
const TEXT: [&str; 5] = [
    "description",
    "body",
    "beschreibung",
    "descripción",
    "notes",
];
const COMMENT: [&str; 4] = ["comment", "kommentar", "commentaire", "comentario"];

// "30/Jul/25 4:05 PM", as Jira writes it; "Wed Jul 30 2025 10:12:00 GMT+0000 (GMT)", as scripts do
pattern!(
    SLASHED,
    r"^(\d{1,2})[/-](\p{L}{3,9})\.?[/-](\d{2}|\d{4})\b(.*)$"
);
pattern!(UTC, r"(?: GMT\+0000| UTC)(?: \([^)]*\))?$");

/// Reads the rows; `false` where the text is no tracker's table, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) -> bool {
    let Some((columns, mut records)) = records::table(text, b",;\t") else {
        return false;
    };
    let (status, assignee) = (columns.find(&STATUS), columns.find(&ASSIGNEE));
    let (key, url) = (columns.find(&KEY), columns.find(&URL));
    let who = columns.find(&REPORTER);
    let (Some(title), true) = (
        columns.find(&TITLE),
        status.is_some() && (assignee.is_some() || who.is_some() || key.is_some()),
    ) else {
        return false;
    };
    let table = Table {
        title,
        key,
        url,
        who,
        assignee,
        status,
        created: columns.find(&CREATED),
        due: columns.find(&DUE),
        text: columns.find(&TEXT),
        comments: columns.all(&COMMENT),
        about,
    };
    let mut thread = 0;
    while let Some((record, span)) = records.next() {
        table.row(record, span, thread, posts);
        thread += 1;
    }
    true
}

/// Where each column is.
struct Table<'a> {
    title: usize,
    key: Option<usize>,
    url: Option<usize>,
    who: Option<usize>,
    assignee: Option<usize>,
    status: Option<usize>,
    created: Option<usize>,
    due: Option<usize>,
    text: Option<usize>,
    comments: Vec<usize>,
    about: &'a About<'a>,
}

impl Table<'_> {
    fn row(&self, record: &StringRecord, span: Range<usize>, thread: u32, posts: &mut Posts) {
        let cell = |column: Option<usize>| {
            let cell = record.get(column?)?.trim();
            (!cell.is_empty()).then_some(cell)
        };
        let Some(title) = cell(Some(self.title)) else {
            return;
        };
        let assigned: Vec<PersonId> = cell(self.assignee)
            .into_iter()
            .flat_map(|names| names.split([',', ';']))
            .filter_map(|name| person(name, posts))
            .collect();
        let names: Vec<String> = assigned
            .iter()
            .map(|id| posts.name(*id).to_owned())
            .collect();
        let ticket = Ticket {
            key: name_of(cell(self.key), cell(self.url)),
            title: title.to_owned(),
            assignee: (!names.is_empty()).then(|| wording::list(&names)),
            status: cell(self.status).map(str::to_owned),
        };
        let created = cell(self.created).and_then(|text| self.when(text));
        let due = cell(self.due).and_then(|text| self.when(text));
        let when = created.or(due);
        let body = cell(self.text).unwrap_or_default();
        let name = ticket.name();
        match (
            cell(self.who).and_then(|name| person(name, posts)),
            assigned.first(),
        ) {
            (Some(author), _) => {
                let act = format!("reported {}", ticket.shown());
                posts.post(author, &act, body, span.clone(), when, thread);
            }
            // nobody is said to have reported it
            (None, first) => {
                // "Issue #4, “Soup”, is assigned to Bo, in progress"
                let whose = match names.is_empty() {
                    true => "nobody".to_owned(),
                    false => wording::list(&names),
                };
                let comma = if name.starts_with('“') { "" } else { "," };
                let mut told = format!("{}{comma} is assigned to {whose}", begun(&name));
                if let Some(status) = &ticket.status {
                    told.push_str(&format!(", {}", status.to_lowercase()));
                }
                posts.own(&told, body, span.clone(), when, thread);
                if let (Some(id), Some(passage)) = (first, posts.document.passages.last_mut()) {
                    passage.speaker = Some(*id);
                }
            }
        }
        for comment in self.comments.iter().filter_map(|n| cell(Some(*n))) {
            self.comment(comment, &name, span.clone(), thread, posts);
        }
    }

    /// "31/Jul/25 8:10 AM;zoe.hart;It happens here, too."
    fn comment(&self, text: &str, name: &str, span: Range<usize>, thread: u32, posts: &mut Posts) {
        let mut parts = text.splitn(3, ';');
        let (Some(at), Some(who), Some(words)) = (parts.next(), parts.next(), parts.next()) else {
            return;
        };
        if let Some(author) = person(who, posts) {
            let act = format!("commented on {name}");
            posts.post(author, &act, words, span, self.when(at), thread);
        }
    }

    fn when(&self, text: &str) -> Option<When> {
        let zone = self.about.reference.time_zone();
        if let Some(exact) = instant::exact(text, zone) {
            return Some(exact);
        }
        if let Some(utc) = UTC.find(text) {
            return instant::written(&format!("{} UTC", &text[..utc.start()]), zone);
        }
        let today = self.about.reference.date();
        let Some(found) = SLASHED.captures(text) else {
            return when(text, today);
        };
        let century = if found[3].len() == 2 { "20" } else { "" };
        let spelled = format!(
            "{} {} {century}{}{}",
            &found[1], &found[2], &found[3], &found[4]
        );
        when(&spelled, today)
    }
}

/// With a capital, where a kind of issue begins it.
fn begun(name: &str) -> String {
    match name.split_at_checked(1) {
        Some((first, rest)) if name.contains(" #") => first.to_uppercase() + rest,
        _ => name.to_owned(),
    }
}

/// A login, an address, or a name.
fn person(name: &str, posts: &mut Posts) -> Option<PersonId> {
    let name = name.trim();
    if name.contains('@') && !name.starts_with('@') {
        posts.author(None, None, Some(name))
    } else if name.contains(' ') {
        posts.author(None, Some(name), None)
    } else {
        posts.author(Some(name), None, None)
    }
}

/// What an issue is called before its title: "KITE-12", "pull request #52 in a/b", "issue #4".
fn name_of(key: Option<&str>, url: Option<&str>) -> String {
    if let Some(url) = url.filter(|url| number_in(url).is_some()) {
        return Subject::of(&serde_json::json!({ "url": url }), None, None).shown();
    }
    match key {
        Some(key)
            if key
                .trim_start_matches('#')
                .bytes()
                .all(|b| b.is_ascii_digit()) =>
        {
            format!("issue #{}", key.trim_start_matches('#'))
        }
        Some(key) => key.to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests;
