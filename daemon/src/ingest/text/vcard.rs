//! Address books (vCard, RFC 6350 and before): one record for each contact, in plain words.

use crate::ingest::lines::{self, Line};
use crate::ingest::{Document, Kind, Passage};
use crate::when::MONTHS;
use memo_common::api::SourceType;
use std::ops::Range;

/// Parts of a line's value that are parted by semicolons, at most.
const PARTS: usize = 12;

/// A contact, as far as it has been read.
#[derive(Default)]
struct Card {
    name: Option<String>,
    /// What is told of them: "phone number +47 900 11 222".
    facts: Vec<String>,
    note: Option<String>,
    span: Range<usize>,
}

/// Reads an address book; `None` where the text is none.
pub(super) fn read(text: &str) -> Option<Document> {
    let begins = text.trim_start().get(..11)?;
    if !begins.eq_ignore_ascii_case("BEGIN:VCARD") {
        return None;
    }
    let mut document = Document::new(SourceType::Text);
    let mut card = Card::default();
    for (line, span) in unfolded(&lines::of(text, 0)) {
        let Some((name, value)) = property(&line) else {
            continue;
        };
        match name.as_str() {
            "BEGIN" => {
                card = Card {
                    span,
                    ..Card::default()
                };
            }
            "END" => {
                card.span.end = span.end;
                std::mem::take(&mut card).add_to(&mut document);
            }
            _ => card.put(&name, value),
        }
    }
    (!document.passages.is_empty()).then_some(document)
}

impl Card {
    /// Takes in what a line says; of photos, keys and identifiers nothing.
    fn put(&mut self, name: &str, value: &str) {
        let parts = parts(value);
        let all = parts.join(", ");
        if all.is_empty() {
            return;
        }
        let fact = match name {
            "FN" => {
                self.name = Some(all);
                return;
            }
            "N" => {
                // family; given
                let mut name: Vec<&str> = parts.iter().take(2).map(String::as_str).collect();
                name.reverse();
                self.name.get_or_insert_with(|| name.join(" "));
                return;
            }
            "NOTE" => {
                self.note = Some(all);
                return;
            }
            "TEL" => format!("phone number {}", all.trim_start_matches("tel:")),
            "EMAIL" => format!("mail address {all}"),
            "ADR" => format!("address {all}"),
            "ORG" => format!("works at {all}"),
            "TITLE" | "ROLE" => format!("works as {all}"),
            "NICKNAME" => format!("called {all}"),
            "URL" => format!("website {all}"),
            "BDAY" => match day(&all) {
                Some(day) => format!("birthday {day}"),
                None => return,
            },
            "ANNIVERSARY" => match day(&all) {
                Some(day) => format!("anniversary {day}"),
                None => return,
            },
            _ => return,
        };
        if !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    fn add_to(self, document: &mut Document) {
        let Some(name) = self.name else { return };
        let mut told = format!("{name} is in my contacts");
        if !self.facts.is_empty() {
            told.push_str(": ");
            told.push_str(&self.facts.join(", "));
        }
        told.push('.');
        if let Some(note) = self.note {
            told.push_str(&format!(" Note on {name}: {note}"));
            if !told.ends_with(['.', '!', '?']) {
                told.push('.');
            }
        }
        let mut passage = Passage::new(Kind::Record, told, self.span);
        passage.thread = document.new_thread();
        document.passages.push(passage);
    }
}

/// The lines, those put together that were broken: the rest of one stands behind white space.
fn unfolded(lines: &[Line]) -> Vec<(String, Range<usize>)> {
    let mut out: Vec<(String, Range<usize>)> = Vec::new();
    for line in lines {
        match out.last_mut() {
            Some((last, span)) if line.text.starts_with([' ', '\t']) => {
                last.push_str(line.text[1..].trim_end());
                span.end = line.span.end;
            }
            _ => out.push((line.text.trim_end().to_owned(), line.span.clone())),
        }
    }
    out
}

/// "item1.TEL;TYPE=CELL:+47 900" as `TEL` and what it says.
fn property(line: &str) -> Option<(String, &str)> {
    let (head, value) = line.split_once(':')?;
    let name = head.split(';').next().unwrap_or_default();
    let name = name.rsplit('.').next().unwrap_or_default();
    Some((name.trim().to_ascii_uppercase(), value.trim()))
}

/// The parts of a value that say something, without the signs that keep commas in them.
fn parts(value: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        let put = match c {
            ';' if parts.len() < PARTS => {
                parts.push(String::new());
                continue;
            }
            '\\' => match chars.next() {
                Some('n' | 'N') => ' ',
                Some(c) => c,
                None => break,
            },
            c => c,
        };
        if let Some(last) = parts.last_mut() {
            last.push(put);
        }
    }
    let said = parts.iter().map(|p| p.trim()).filter(|p| !p.is_empty());
    said.map(str::to_owned).collect()
}

/// A day in words: "1984-03-09", "19840309", "--0309" where the year is not told (or is the one that stands for none).
fn day(text: &str) -> Option<String> {
    let digits: String = text
        .split('T')
        .next()?
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    let (year, rest) = match digits.len() {
        8 => digits.split_at(4),
        4 if text.starts_with("--") => ("", digits.as_str()),
        _ => return None,
    };
    let (month, day): (usize, u8) = (rest[..2].parse().ok()?, rest[2..].parse().ok()?);
    let month = MONTHS.get(month.checked_sub(1)?)?;
    let known = !matches!(year, "" | "1604");
    (1..=31).contains(&day).then(|| match known {
        true => format!("{day} {month} {year}"),
        false => format!("{day} {month}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(text: &str) -> Vec<String> {
        let document = read(text).unwrap_or_else(|| Document::new(SourceType::Text));
        let told = document.passages.into_iter().map(|p| {
            assert!(text.get(p.span).is_some(), "span in bounds");
            assert_eq!((p.kind, p.when), (Kind::Record, None));
            p.text
        });
        told.collect()
    }

    #[test]
    fn tells_of_each_contact() {
        assert_eq!(
            told(
                "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lee;Ann;;;\r\nFN:Ann Lee\r\nORG:Boats Ltd;Sales\r\nitem1.TEL;TYPE=CELL:+47 900\r\n\
                 BDAY:1984-03-09\r\nADR;TYPE=HOME:;;Elm Street 4;Oslo;;0150;Norway\r\nNOTE:Allergic to nuts\\, plays\r\n  the oboe\r\nPHOTO:abc\r\nEND:VCARD\r\n\
                 BEGIN:VCARD\r\nN:Chen;Bo;;;\r\nBDAY:--0309\r\nEND:VCARD\r\n"
            ),
            [
                "Ann Lee is in my contacts: works at Boats Ltd, Sales, phone number +47 900, birthday 9 March 1984, address Elm Street 4, Oslo, 0150, Norway. Note on Ann Lee: Allergic to nuts, plays the oboe.",
                "Bo Chen is in my contacts: birthday 9 March.",
            ]
        );
        assert!(told("Begin: a note\n").is_empty());
    }

    proptest! {
        #[test]
        fn any_text(text in "BEGIN:VCARD\n(FN:|N:|BDAY:|--|0309|1984|\n|;|\\\\|é|BEGIN:VCARD\n|END:VCARD\n|\\PC){0,30}") {
            told(&text);
        }
    }
}
