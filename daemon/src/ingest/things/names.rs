//! What programs call the columns of their tables and the members of their objects, and what each holds.

use super::turn;
use crate::ingest::labels;

/// What a column or a member holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// What the thing is called.
    Title,
    /// What was written on it.
    Text,
    /// What kind of thing it is.
    Kind,
    /// How it stands: open, done.
    State,
    /// Whose it is: who has it to do, who did it.
    Whose,
    /// Who wrote it.
    Author,
    /// A person's first name.
    First,
    /// A person's last name.
    Last,
    /// Who else was there.
    With,
    /// The list, project or folder it is in.
    Under,
    /// Where.
    Place,
    /// How long.
    Length,
    /// How much it was liked.
    Rating,
    /// Who made it: an artist, a book's author.
    Maker,
    /// When, and of what the time is.
    At(super::Turn),
    /// The time of day alone.
    Clock,
    /// What only the program needs.
    Dropped,
    /// All else, told with its name.
    Other,
}

const TITLE: &str = "|title|name|task|subject|summary|headline|item|book|film|movie|song|track|activity|event|what|was|label|\
    milestone|food|meal|exercise|medication|symptom|show|episode|topic|titel|titre|título|aufgabe|tâche|tarea|\
    betreff|nombre|nom|";
const TEXT: &str = "|text|full text|notes|note|body|message|comment|comments|review|my review|description|desc|details|content|\
    remarks|memo|thoughts|caption|post|entry|journal|private notes|private note|activity description|\
    activity private note|notizen|notiz|beschreibung|kommentar|bemerkung|notas|comentario|descripción|remarques|\
    commentaire|string|";
const KIND: &str = "|type|kind|category|activity type|sport|art|typ|";
const STATE: &str = "|status|state|completed|complete|done|checked|finished|is completed|is done|is checked|due complete|\
    exclusive shelf|task status|workflow state|erledigt|estado|statut|stand|";
const WHOSE: &str = "|assignee|assignees|assigned to|assign|assigned|responsible|owner|owners|user|user name|username|member|\
    members|employee|person|who|wer|athlete|full name|zuständig|responsable|verantwortlich|";
const AUTHOR: &str = "|author|creator|created by|by|reporter|display name|sender|from|member creator|user info|writer|commenter|\
    posted by|";
const WITH: &str = "|with|to|recipient|recipients|attendees|participants|people|guests|friends|companions|mit|con|avec|";
const UNDER: &str = "|project|projects|project name|list|list name|section|section column|folder|folder name|board|client|\
    subreddit|notebook|collection|area|projekt|kunde|";
const RATING: &str = "|rating|my rating|your rating|stars|score|bewertung|puntuación|note sur 10|";
const MAKER: &str = "|artist|artist name|album artist|director|directors|band|performer|interpret|";
const CLOCK: &str = "|time|clock|hour|uhrzeit|zeit|hora|heure|time of day|local time|";
/// Words that stand in the names of lengths.
const LENGTH: &str = "|duration|elapsed|spent|played|hours|minutes|dauer|";
/// Words that stand in the names of what only a program needs.
const DROPPED: &str = "|id|ids|uuid|guid|gid|uid|hash|url|uri|urls|link|links|href|permalink|ip|isbn|isbn13|etag|email|mail|color|\
    colour|avatar|photo|image|picture|icon|filename|index|position|pos|order|indent|lang|language|timezone|\
    offset|version|weekday|meta|parent|billable|rate|cost|currency|average|avg|spoiler|copies|rounded|invoiced|\
    approved|roles|code|gildings|media|permissions|lf|shelves|bookshelves|positions|floating|view|reminder|\
    repeat|weight|favorite|commute|phone|f|binding|publisher|published|publication|pages|people|productivity|\
    album|";
/// What only records of books have.
const BOOKS: &str = "|isbn|isbn13|publisher|binding|bookshelves|number of pages|pages|date read|";

/// A name in words, in lower case: "dueComplete", "due_complete" and "Due Complete?" → "due complete".
pub(crate) fn words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut lower = false;
    let mut depth = 0_usize;
    for c in name.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ if c.is_alphanumeric() => {
                if c.is_uppercase() && lower {
                    out.push(' ');
                }
                out.extend(c.to_lowercase());
            }
            _ if !out.ends_with(' ') => out.push(' '),
            _ => {}
        }
        lower = c.is_lowercase();
    }
    out.trim().to_owned()
}

/// Whether a name is one of a list.
pub(super) fn among(list: &str, name: &str) -> bool {
    let mut names = list.as_bytes().split(|b| *b == b'|');
    !name.is_empty() && names.any(|one| one == name.as_bytes())
}

/// What goes by this name (in [`words`]).
pub(crate) fn part(name: &str) -> Part {
    let all: Vec<&str> = name.split(' ').collect();
    let has = |list: &str| all.iter().any(|w| among(list, w));
    let last = all.last().copied().unwrap_or_default();
    if among(STATE, name) {
        return Part::State;
    }
    if let Some(turn) = turn::of(&all) {
        return Part::At(turn);
    }
    if has(LENGTH) || name == "moving time" {
        let other = has("|rounded|unit|people|");
        return if other { Part::Dropped } else { Part::Length };
    }
    let known = [
        (CLOCK, Part::Clock),
        (TEXT, Part::Text),
        (KIND, Part::Kind),
        (WHOSE, Part::Whose),
        (AUTHOR, Part::Author),
        (WITH, Part::With),
        (UNDER, Part::Under),
        (RATING, Part::Rating),
        (MAKER, Part::Maker),
        (TITLE, Part::Title),
    ];
    if let Some((_, part)) = known.into_iter().find(|(list, _)| among(list, name)) {
        return part;
    }
    match (all.first().copied().unwrap_or_default(), last) {
        _ if labels::is_place(name) => Part::Place,
        _ if has(DROPPED) => Part::Dropped,
        ("first" | "given", "name") | ("vorname", _) => Part::First,
        ("last" | "family", "name") | ("surname" | "nachname", _) => Part::Last,
        _ if has("|artist|maker|") => Part::Maker,
        (_, "title" | "name") => Part::Title,
        (_, "text" | "note" | "notes" | "comment" | "review" | "description") => Part::Text,
        _ => Part::Other,
    }
}

/// Whether only records of books have what goes by this name (in [`words`]): their authors are the books'.
pub(crate) fn is_of_books(name: &str) -> bool {
    among(BOOKS, name)
}

/// What the columns of a table hold, each read beside the others.
pub(super) fn parts(names: &[String]) -> Vec<Part> {
    let mut parts: Vec<Part> = names.iter().map(|n| part(n)).collect();
    let has = |list: &str| names.iter().any(|n| among(list, n));
    let books = names.iter().any(|n| is_of_books(n));
    let money = has("|amount|debit|credit|balance|betrag|importe|montant|");
    let person = parts.contains(&Part::First);
    let titled = parts.contains(&Part::Title);
    let named = has("|task|title|activity|subject|what|");
    for (part, name) in parts.iter_mut().zip(names) {
        match name.as_str() {
            "author" if books => *part = Part::Maker,
            // beside a description, what it is about
            "content" if !titled && has("|description|notes|") => *part = Part::Title,
            // in an account, what was paid for
            "description" if !titled && money => *part = Part::Title,
            "name" if named => *part = Part::Whose,
            // where somebody works, not where a row stands
            "position" if person => *part = Part::Other,
            _ => {}
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::{Turn, turn::did};
    use super::*;

    #[test]
    fn names_say_what_they_hold() {
        for (name, expected) in [
            ("Watched Date", Part::At(Turn::Act)),
            ("Connected On", Part::At(Turn::Act)),
            ("dueComplete", Part::State),
            ("due_on", Part::At(Turn::Due)),
            ("completed_at", Part::At(Turn::Done)),
            ("createdTimestampUsec", Part::At(Turn::Made)),
            ("Last Modified", Part::At(Turn::Changed)),
            ("dateLastActivity", Part::At(Turn::Changed)),
            ("Start Time", Part::At(Turn::Start)),
            ("Activity Date", Part::At(Turn::Day)),
            ("Time", Part::Clock),
            ("Elapsed Time", Part::Length),
            ("Duration (h)", Part::Length),
            ("First Name", Part::First),
            ("note_title", Part::Title),
            ("Activity ID", Part::Dropped),
            ("Letterboxd URI", Part::Dropped),
            ("Billable?", Part::Dropped),
            ("Distance", Part::Other),
        ] {
            assert_eq!(part(&words(name)), expected, "{name}");
        }
        assert_eq!(did("connected on").as_deref(), Some("connected with"));
        assert_eq!(did("activity date"), None);
    }

    #[test]
    fn columns_are_read_beside_the_others() {
        let of = |names: &str| parts(&names.split(',').map(words).collect::<Vec<_>>());
        assert_eq!(of("Title,Author,ISBN")[1], Part::Maker);
        assert_eq!(of("Title,Author,Body")[1], Part::Author);
        assert_eq!(of("Type,Content,Description")[1], Part::Title);
    }
}
