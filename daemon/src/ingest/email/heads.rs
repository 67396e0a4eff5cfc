//! The heads that mail programs write above what they quote or forward: "From: … Sent: … To: … Subject: …",
//! "On … wrote:", "-----Original Message-----", in the languages they are written in.

use super::phrases::is_name;
use crate::extract::dates::{self, Anchor, Reference};
use crate::ingest::{lines::Line, written_date};

/// A head of fields, as mail programs put it above a forwarded or answered message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) from: String,
    pub(crate) date: String,
    pub(crate) to: Vec<String>,
    pub(crate) subject: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    From,
    Date,
    To,
    Subject,
    Other,
}

/// How the separator line above a head says that what follows is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    /// "Forwarded message", "Begin forwarded message"
    Forward,
    /// "Original message", a rule
    Original,
}

fn field(line: &str) -> Option<(Field, &str)> {
    // A quoted head is read like another; bold marks of a text made from HTML are no part of it.
    let line = line.trim().trim_start_matches(['>', ' ', '*']);
    let colon = line.find(':').filter(|at| *at <= 24)?;
    let (name, value) = (
        line[..colon].trim().trim_end_matches('*'),
        line[colon + 1..].trim_start_matches('*').trim(),
    );
    let name = name.trim().to_lowercase();
    let field = match name.as_str() {
        "from" | "von" | "de" | "da" | "van" | "från" | "fra" | "od" | "lähettäjä" | "от"
        | "差出人" | "发件人" => Field::From,
        "sent" | "date" | "gesendet" | "datum" | "envoyé" | "envoyé le" | "date d'envoi"
        | "enviado" | "enviado el" | "enviada em" | "fecha" | "inviato" | "data" | "verzonden"
        | "skickat" | "sendt" | "dato" | "odesláno" | "wysłano" | "дата" | "am" | "sent at"
        | "received" => Field::Date,
        "to" | "an" | "à" | "a" | "para" | "pour" | "aan" | "till" | "til" | "komu" | "do"
        | "кому" | "cc" | "kopie" | "copie à" | "kopia" => Field::To,
        "subject" | "betreff" | "objet" | "asunto" | "oggetto" | "assunto" | "onderwerp"
        | "ämne" | "emne" | "předmět" | "temat" | "тема" | "re" => Field::Subject,
        "bcc" | "reply-to" | "antwort an" | "répondre à" | "importance" | "attachments"
        | "anlagen" | "pièces jointes" | "adjuntos" | "priority" | "wichtigkeit" => Field::Other,
        _ => return None,
    };
    Some((field, value))
}

/// The head that begins at this line, and the index of the first line after it.
pub(crate) fn head(lines: &[Line], at: usize) -> Option<(Head, usize)> {
    let first = field(&lines.get(at)?.text)?;
    if first.1.is_empty() && first.0 != Field::From
        || !matches!(
            first.0,
            Field::From | Field::Date | Field::Subject | Field::To
        )
    {
        return None;
    }
    let mut head = Head::default();
    let mut fields = 0;
    let mut last = Field::Other;
    let mut end = at;
    let mut seen_from = false;
    for (i, line) in lines.iter().enumerate().skip(at).take(24) {
        let text = line.text.trim().trim_start_matches(['>', ' ']);
        match field(&line.text) {
            Some((kind, value)) => {
                match kind {
                    // A second sender is another message's head.
                    Field::From if seen_from => break,
                    Field::From => {
                        seen_from = true;
                        head.from = value.to_owned();
                    }
                    Field::Date => head.date = value.to_owned(),
                    Field::To => head.to.push(value.to_owned()),
                    Field::Subject => head.subject = value.to_owned(),
                    Field::Other => {}
                }
                fields += 1;
                last = kind;
                end = i + 1;
            }
            // A list of addressees runs on; a value may stand below its name.
            None if last == Field::To
                && !text.is_empty()
                && (text.contains('@') || text.starts_with('<')) =>
            {
                if let Some(to) = head.to.last_mut() {
                    to.push(' ');
                    to.push_str(text);
                }
                end = i + 1;
            }
            None if last == Field::Subject
                && line.text.starts_with([' ', '\t'])
                && !text.is_empty() =>
            {
                head.subject.push(' ');
                head.subject.push_str(text);
                end = i + 1;
            }
            None => break,
        }
    }
    let enough = seen_from
        && fields >= 2
        && (!head.date.is_empty() || !head.to.is_empty() || !head.subject.is_empty());
    // "From:" in prose is followed by nothing like an address, a date or further fields.
    let plausible = head.from.contains('@') || fields >= 3 || is_date(&head.date);
    (enough && plausible && !head.from.is_empty()).then_some((head, end))
}

/// The head that a printed or copied conversation has: "Ann Lee <ann@x.example>", the date beside or below it, and
/// perhaps "To: …".
pub(crate) fn printed(lines: &[Line], at: usize) -> Option<(Head, usize)> {
    let text = lines.get(at)?.text.trim();
    if let Some(found) = displayed(lines, at) {
        return Some(found);
    }
    let (open, close) = (text.find('<')?, text.find('>')?);
    let address = text.get(open + 1..close)?;
    let name = text[..open].trim();
    if !address.contains('@')
        || address.contains(' ')
        || name.is_empty()
        || name.contains(':')
        || name.split_whitespace().count() > 5
    {
        return None;
    }
    let mut head = Head {
        from: text[..=close].to_owned(),
        date: text[close + 1..].trim().to_owned(),
        ..Head::default()
    };
    let mut end = at + 1;
    if head.date.is_empty() {
        head.date = lines.get(end)?.text.trim().to_owned();
        end += 1;
    }
    if !is_date(&head.date) {
        return None;
    }
    // "to me, Ann, Bo": as a mail program displays it
    if let Some(names) = lines
        .get(end)
        .and_then(|l| l.text.trim().strip_prefix("to "))
        && names.len() < 120
    {
        let names = names.split(", ").filter(|n| is_name(n) || *n == "me");
        head.to.extend(names.map(str::to_owned));
        end += 1;
    }
    while let Some((field @ (Field::To | Field::Subject), value)) =
        lines.get(end).and_then(|l| field(&l.text))
    {
        match field {
            Field::To => head.to.push(value.to_owned()),
            _ => head.subject = value.to_owned(),
        }
        end += 1;
    }
    Some((head, end))
}

/// A head whose address the program hides: "Ann Lee", the date below it, "to me".
fn displayed(lines: &[Line], at: usize) -> Option<(Head, usize)> {
    let line = |n: usize| lines.get(at + n).map(|l| l.text.trim());
    let (name, date) = (line(0)?, line(1)?);
    let to = line(2)?.strip_prefix("to ").filter(|to| to.len() < 120)?;
    let names: Vec<&str> = to.split(", ").collect();
    let named = names.iter().all(|n| is_name(n) || *n == "me");
    if !named || !is_name(name) || !is_date(date) {
        return None;
    }
    let head = Head {
        from: name.to_owned(),
        date: date.to_owned(),
        to: names.into_iter().map(str::to_owned).collect(),
        ..Head::default()
    };
    Some((head, at + 3))
}

/// Whether a line is a date and little else, with its year or without.
fn is_date(line: &str) -> bool {
    // Any day will do; times outside of four-digit years are none.
    let reference = Reference::at(jiff::civil::date(2000, 7, 1).at(12, 0, 0, 0));
    // "(2 hours ago)" is said of the date before it
    let line = line.split(" (").next().unwrap_or(line);
    line.chars().count() < 60
        && (written_date::find(line).is_some()
            || dates::find(line, &reference)
                .iter()
                .any(|f| f.anchor >= Anchor::Yearless && f.span.len() * 2 >= line.trim().len()))
}

/// Whether the line separates what is forwarded or answered from the words above it.
pub(crate) fn separator(line: &str) -> Option<Separator> {
    let text = line.trim().trim_start_matches(['>', ' ']);
    if !text.starts_with(['-', '=', '_']) && !text.ends_with(':') || text.len() > 400 {
        return None;
    }
    let lower = text.to_lowercase();
    let ruled = text.starts_with("--") || text.starts_with("==") || text.starts_with("__");
    let says = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    if says(&[
        "begin forwarded message",
        "anfang der weitergeleiteten",
        "début du message transféré",
        "début du message réexpédié",
        "inicio del mensaje reenviado",
        "inizio messaggio inoltrato",
    ]) {
        return Some(Separator::Forward);
    }
    if !ruled || text.chars().count() > 100 {
        return None;
    }
    if says(&[
        "forward",
        "weitergeleitet",
        "transféré",
        "réexpédié",
        "reenviad",
        "inoltrat",
        "encaminhad",
        "doorgestuurd",
        "vidarebefordrat",
        "videresendt",
        "přeposlan",
        "przekazan",
    ]) {
        return Some(Separator::Forward);
    }
    if says(&[
        "original message",
        "ursprüngliche nachricht",
        "message d'origine",
        "message original",
        "mensaje original",
        "messaggio originale",
        "mensagem original",
        "oorspronkelijk bericht",
        "original-nachricht",
        "původní zpráva",
        "ursprungligt meddelande",
        "reply message",
    ]) {
        return Some(Separator::Original);
    }
    None
}

/// "On … wrote:" that begins at this line (it may be broken over four): who and when as written, and the index of the
/// line after it.
pub(crate) fn attribution(lines: &[Line], at: usize) -> Option<(String, usize)> {
    let first = lines.get(at)?.text.trim().trim_start_matches(['>', ' ']);
    if first.is_empty() || first.chars().count() > 200 {
        return None;
    }
    let mut said = String::new();
    for (i, line) in lines.iter().enumerate().skip(at).take(4) {
        let text = line.text.trim().trim_start_matches(['>', ' ']);
        // "Where is it?" above "On 4 May …" is no part of that
        if text.is_empty() || i > at && opens(text) && !opens(first) {
            return None;
        }
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(text);
        if said.chars().count() > 320 {
            return None;
        }
        if said.ends_with([':', '：']) || said.ends_with(":*") {
            return is_attribution(&said).then_some((said, i + 1));
        }
    }
    None
}

fn is_attribution(text: &str) -> bool {
    let lower = text.to_lowercase();
    let wrote = [
        "wrote",
        "writes",
        "schrieb",
        "a écrit",
        "escribió",
        "escribio",
        "ha scritto",
        "escreveu",
        "schreef",
        "napsal",
        "skrev",
        "napisał",
        "kirjoitti",
        "написал",
        "пишет",
        "が書きました",
        "写道",
    ];
    wrote.iter().any(|w| lower.contains(w)) && (lower.contains('@') || opens(text))
}

/// Whether a line begins as "On 4 May 2025" does.
fn opens(line: &str) -> bool {
    let lower = line.to_lowercase();
    let day = [
        "on ", "am ", "le ", "el ", "il ", "em ", "op ", "dne ", "den ", "w dniu ", "at ", "a ",
        "date:", "po ", "ma ", "mån", "tors",
    ]
    .iter()
    .any(|o| lower.starts_with(o));
    let dated = lower.chars().any(|c| c.is_ascii_digit());
    dated && (day || lower.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests;
