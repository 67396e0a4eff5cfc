//! Whom a printed paper is about: "Patient: Ann Brook", "Pupil's name: Ann Brook". What it tells was done to them.

use super::roster::{People, PersonRef};
use crate::extract::entities::lexicon::fold;
use crate::ingest::document::Document;
use memo_common::api::SourceType;

/// Labels behind which a form names whom it is about, folded, without "name of".
const LABELS: [&str; 31] = [
    "patient",
    "patients",
    "patient's",
    "patientin",
    "patiente",
    "paciente",
    "paziente",
    "pasient",
    "pacjent",
    "pacjentka",
    "pt",
    "pupil",
    "pupil's",
    "student",
    "student's",
    "child",
    "child's",
    "schuler",
    "schulerin",
    "kind",
    "eleve",
    "enfant",
    "alumno",
    "alumna",
    "nino",
    "nina",
    "alunno",
    "alunna",
    "leerling",
    "resident",
    "participant",
];

/// Words of a label beside what the person is.
const NAME: [&str; 12] = [
    "name", "of", "the", "full", "nom", "du", "nome", "nombre", "del", "des", "der", "naam",
];

/// Bytes of a label, at most.
const REACH: usize = 40;

/// Whom a paper is about: by the first label that names somebody. Linear in the text.
pub(super) fn subject(document: &Document, people: &People) -> Option<PersonRef> {
    if document.source_type != SourceType::Pdf {
        return None;
    }
    let texts = document.passages.iter().map(|p| p.text.as_str());
    let texts = texts.chain(document.title.as_deref());
    let mut lines = texts.flat_map(str::lines);
    lines.find_map(|line| {
        let (label, value) = line.split_once(':').filter(|(l, _)| l.len() <= REACH)?;
        let (label, value) = (fold(label), value.trim_start());
        // a form of a clinic says how old one is: "Name: Ann Brook   Age/Sex: 41 F"
        let aged = || {
            let rest = fold(value);
            ["age", "d.o.b", "dob", "uhid", "nhs no", "geb.", "mrn"]
                .iter()
                .any(|w| rest.contains(w))
        };
        let mut words = label.split_whitespace().filter(|w| !NAME.contains(w));
        let known = match words.next() {
            Some(word) => LABELS.contains(&word) && words.next().is_none(),
            None => label.contains("name") && aged(),
        };
        let mention = people
            .mentions(value)
            .into_iter()
            .next()
            .filter(|_| known)?;
        (mention.span.start == 0).then_some(mention.person)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::document::{Kind, Passage};

    #[test]
    fn a_label_names_whom_a_paper_is_about() {
        for (text, who) in [
            (
                "Patient : MAST. FEMI OKORO   Age/Sex: 7 Y",
                Some("Femi Okoro"),
            ),
            ("Pupil's name: Zanele Dube", Some("Zanele Dube")),
            (
                "Name: Mrs. Zanele Dube   Age/Sex: 57 Y / F",
                Some("Zanele Dube"),
            ),
            ("Name: Zanele Dube", None),
            ("Surgeon: Dr Zanele Dube", None),
            ("Patient information: ring Zanele Dube", None),
        ] {
            let mut document = Document::new(SourceType::Pdf);
            document
                .passages
                .push(Passage::new(Kind::Prose, text, 0..text.len()));
            let people = People::new(&document, "Ada Quist");
            let name = people.subject().map(|who| people.name(who));
            assert_eq!(name, who, "{text}");
        }
    }
}
