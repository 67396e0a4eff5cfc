//! What a browser and a mail service put round a conversation that is printed: the date, the title and the address at the
//! page's edges, whose mail it is, how many messages follow, what is attached.

use super::{heads, is_folder};
use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;

// "4/9/25, 6:51 PM      Gmail - Soup", "09.04.25, 18:51   Soup - ida@a.example - Gmail"
pattern!(
    TOP,
    r"^\s*\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[\s\u{202f}]?[AaPp]\.?[Mm]\.?)?(?:\s{2,}|\t)\s*(\S.*)$"
);
// "https://mail.google.com/mail/u/0/?ik=1&view=pt   1/3"
pattern!(
    FOOT,
    r"^\s*(?:https?://|about:|file://)\S+\s+\d{1,3}/\d{1,3}\s*$"
);
pattern!(
    COUNT,
    r"(?i)^\d{1,3} (?:messages?|nachricht(?:en)?|mensajes?|mensage(?:m|ns)|messaggi(?:o)?|bericht(?:en)?|meddelanden?|e-mails?)$"
);
// "88K   View as HTML   Scan and download"
pattern!(
    SIZE,
    r"(?i)^\d+(?:[.,]\d+)?\s?[km](?:b|o)?(?:\s{1,8}(?:view|scan|download|open|save|als|anzeigen|herunterladen|voir|afficher|télécharger|ver|descargar|baixar|analizar|analisar|visualizza|scarica)\b.{0,80})?$"
);
pattern!(
    FILE,
    r"(?i)^\S.{0,90}\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|txt|csv|zip|ics|jpe?g|png|gif|heic|mp[34]|m4a|mov|eml|html?)(?:,? ?\(?\d+(?:[.,]\d+)? ?[km](?:b|o)?\)?)?$"
);

/// Lines within which the number of messages stands.
const HEAD: usize = 12;

/// Words of the name of whose mail it is.
const WORDS: usize = 5;

/// A printed conversation without what is the page's own, and its subject; `None` where nothing of it is a page's.
pub(super) fn without<'t>(lines: &[Line<'t>]) -> Option<(Vec<Line<'t>>, Option<String>)> {
    let first = lines.iter().position(|l| !l.is_empty())?;
    let top = &lines[first];
    let counted = lines
        .iter()
        .take(HEAD)
        .position(|l| COUNT.is_match(l.text.trim()));
    let footed = || lines.iter().any(|l| FOOT.is_match(&l.text));
    let printed = TOP.is_match(&top.text) && (counted.is_some() || footed());
    // Outlook prints whose mail it is above a rule
    let ruled = lines.get(first + 1).is_some_and(|l| is_rule(&l.text))
        && top.text.split_whitespace().count() <= WORDS;
    if ruled {
        return Some((lines[first + 2..].to_vec(), None));
    }
    if !printed && counted.is_none() {
        return copied(lines);
    }
    let above = |at: usize| lines[..at].iter().rev().find(|l| !l.is_empty());
    let title = counted.and_then(above).map(|l| l.text.trim().to_owned());
    let from = counted.map_or(0, |at| at + 1);
    let mut kept: Vec<Line<'t>> = Vec::with_capacity(lines.len());
    for line in &lines[from..] {
        let text = line.text.trim();
        if SIZE.is_match(text)
            && let Some(at) = kept.iter().rposition(|l| !l.is_empty())
            && FILE.is_match(kept[at].text.trim())
        {
            kept.truncate(at);
        } else if !(TOP.is_match(&line.text) || FOOT.is_match(&line.text) || SIZE.is_match(text)) {
            kept.push(line.clone());
        }
    }
    Some((kept, title))
}

/// Whether a line is a rule.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 8 && line.bytes().all(|b| matches!(b, b'-' | b'_' | b'='))
}

/// A conversation copied out of a window, without what the window shows above its first head; the line right above that
/// may be its subject.
fn copied<'t>(lines: &[Line<'t>]) -> Option<(Vec<Line<'t>>, Option<String>)> {
    /// Lines above the first head.
    const ABOVE: usize = 40;
    let at = (0..lines.len().min(ABOVE)).find(|n| heads::printed(lines, *n).is_some())?;
    let above = &lines[..at];
    let said = || above.iter().filter(|l| !l.is_empty());
    let labelled = (0..at).any(|n| heads::head(lines, n).is_some());
    if said().next().is_none() || labelled || !said().all(|l| is_bare(&l.text)) {
        return None;
    }
    let title = said().rfind(|l| !is_folder(&l.text));
    Some((
        lines[at..].to_vec(),
        title.map(|l| l.text.trim().to_owned()),
    ))
}

/// Whether a line is a window's: few words, and no sentence.
fn is_bare(line: &str) -> bool {
    const FEW: usize = 12;
    let line = line.trim();
    line.split_whitespace().count() <= FEW && !line.ends_with(['.', '!', '?', ','])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::email::read;
    use crate::ingest::lines;
    use crate::ingest::told::told;
    use proptest::prelude::*;

    #[test]
    fn a_printed_conversation() {
        let text = "3/5/25, 9:12 AM          Gmail - Soup\n\n          Ida Holm <ida@a.example>\n\nSoup\n2 messages\n\n\
            Bo Alm <bo@a.example>          Tue, Mar 4, 2025 at 8:00 AM\nTo: Ida Holm <ida@a.example>\n\nThe soup is at ten.\n\n\
            [Quoted text hidden]\n\n  list_2.pdf\n  88K   View as HTML   Scan and download\n\n\
            https://mail.google.com/mail/u/0/?ik=1          1/2\n3/5/25, 9:12 AM          Gmail - Soup\n\
            Ida Holm <ida@a.example>          Tue, Mar 4, 2025 at 9:00 AM\nTo: Bo Alm <bo@a.example>\n\nI bring the bread.\n\n\
            https://mail.google.com/mail/u/0/?ik=1          2/2\n";
        let reference = "2025-03-05T12:00:00[UTC]".parse().expect("a time");
        let document = read(text, &reference);
        assert_eq!(
            told(&document),
            [
                "2025-03-04 08:00 Bo Alm: The soup is at ten.",
                "2025-03-04 09:00 Ida Holm: I bring the bread.",
            ]
        );
        assert_eq!(document.title.as_deref(), Some("Soup"));
        let text = "Skip to content\nCompose\nSoup\nInbox\n\nBo Alm <bo@a.example>\nTue, Mar 4, 9:12 AM (1 day ago)\nto me\n\nAt ten.\n";
        assert_eq!(
            told(&read(text, &reference)),
            ["2025-03-04 09:12 Bo Alm: At ten."]
        );
        let text = "Holm, Ida\n____________________\nVon:  Bo Alm <bo@a.example>\nGesendet:  Dienstag, 4. März 2025 08:00\nAn:  Holm, Ida\nBetreff:  Suppe\n\nUm zehn Uhr.\n";
        assert_eq!(
            told(&read(text, &reference)),
            ["2025-03-04 08:00 Bo Alm: Um zehn Uhr."]
        );
    }

    proptest! {
        #[test]
        fn any_lines(text in "(3/5/25, 9:12 AM   Soup|\n|2 messages|a\\.pdf|88K|https://a.example  1/2| |\\PC){0,40}") {
            for line in without(&lines::of(&text, 0)).map_or(Vec::new(), |(kept, _)| kept) {
                prop_assert!(text.get(line.span).is_some());
            }
        }
    }
}
