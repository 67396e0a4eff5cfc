//! The heads that mail programs write above what they quote or forward: "From: … Sent: … To: … Subject: …",
//! "-----Original Message-----", in the languages they are written in.
//!
//! - `attribution`: "On … wrote:"
//! - `printed`: the heads of printed and copied conversations

mod attribution;
mod printed;

use crate::ingest::lines::Line;
pub(crate) use attribution::{attribution, without_quoting};
use printed::is_date;
pub(crate) use printed::printed;

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
    Some((kind(name)?, value))
}

/// The field that a label announces.
fn kind(label: &str) -> Option<Field> {
    Some(match label.trim().to_lowercase().as_str() {
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
        "bcc"
        | "reply-to"
        | "antwort an"
        | "répondre à"
        | "importance"
        | "attachments"
        | "anlagen"
        | "pièces jointes"
        | "adjuntos"
        | "priority"
        | "wichtigkeit"
        | "anlage"
        | "pièce jointe"
        | "datos adjuntos"
        | "anexos"
        | "allegati"
        | "bijlagen"
        | "importancia"
        | "importância"
        | "prioridad"
        | "priorité"
        | "sensitivity"
        | "vertraulichkeit"
        | "categories"
        | "kategorien"
        | "catégories"
        | "categorías"
        | "follow up flag"
        | "flag status"
        | "kennzeichnung"
        | "kennzeichnungsstatus"
        | "indicateur de suivi"
        | "marca de seguimiento"
        | "estado de marca" => Field::Other,
        _ => return None,
    })
}

/// The head that begins at this line, and the index of the first line after it.
pub(crate) fn head(lines: &[Line], at: usize) -> Option<(Head, usize)> {
    let first = field(&lines.get(at)?.text)?;
    if first.1.is_empty() && first.0 != Field::From && !is_stacked(lines, at)
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
    // the field whose value stands in the next line
    let mut below: Option<Field> = None;
    for (i, line) in lines.iter().enumerate().skip(at).take(24) {
        let text = line.text.trim().trim_start_matches(['>', ' ']);
        match field(&line.text) {
            // A second sender is another message's head.
            Some((Field::From, _)) if seen_from => break,
            Some((kind, value)) => {
                seen_from |= kind == Field::From;
                put(&mut head, kind, value);
                below = value.is_empty().then_some(kind);
                fields += 1;
                last = kind;
                end = i + 1;
            }
            None if !text.is_empty() && below.is_some() => {
                put(&mut head, below.take().unwrap_or(Field::Other), text);
                end = i + 1;
            }
            // Outlook's flags stand below a blank line.
            None if text.is_empty()
                && end == i
                && lines.get(i + 1).and_then(|l| field(&l.text)).map(|f| f.0)
                    == Some(Field::Other) => {}
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

/// Takes in a field's value.
fn put(head: &mut Head, kind: Field, value: &str) {
    match kind {
        Field::From => value.clone_into(&mut head.from),
        Field::Date => value.clone_into(&mut head.date),
        Field::To if value.is_empty() => {}
        Field::To => head.to.push(value.to_owned()),
        Field::Subject => value.clone_into(&mut head.subject),
        Field::Other => {}
    }
}

/// Whether a head's values stand below their labels: "Subject:", "Soup", "From:", "Ann Lee <ann@x.example>".
fn is_stacked(lines: &[Line], at: usize) -> bool {
    let line = |n: usize| lines.get(at + n).filter(|l| !l.is_empty());
    let label = |n: usize| {
        line(n)
            .and_then(|l| field(&l.text))
            .is_some_and(|(_, value)| value.is_empty())
    };
    line(1).is_some() && !label(1) && label(2)
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

#[cfg(test)]
mod tests;
