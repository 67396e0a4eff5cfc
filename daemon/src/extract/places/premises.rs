//! Where the work was done that a paper bills or reports: at the house whose name it bears.

use crate::ingest::Title;
use crate::ingest::{Document, Kind, Passage};
use memo_common::api::SourceType;

/// Papers of a house about what it did there.
const PAPERS: [&str; 16] = [
    "discharge summary",
    "discharge letter",
    "entlassungsbericht",
    "arztbrief",
    "compte rendu d'hospitalisation",
    "informe de alta",
    "invoice",
    "receipt",
    "laboratory",
    "lab report",
    "work order",
    "repair order",
    "rechnung",
    "facture",
    "factura",
    "fattura",
];

/// Words that name a house where people are treated.
const HOSPITALS: [&str; 24] = [
    "hospital",
    "hospitals",
    "clinic",
    "infirmary",
    "polyclinic",
    "sanatorium",
    "klinik",
    "klinikum",
    "krankenhaus",
    "spital",
    "kantonsspital",
    "universitätsklinikum",
    "hôpital",
    "clinique",
    "clínica",
    "ospedale",
    "clinica",
    "ziekenhuis",
    "sjukhus",
    "sykehus",
    "szpital",
    "nemocnice",
    "bolnica",
    "hastanesi",
];

/// Endings that say only what kind of firm it is.
const FORMS: [&str; 15] = [
    "ggmbh", "ltd", "limited", "llc", "inc", "gmbh", "ag", "ab", "oy", "sarl", "sas", "bv", "plc",
    "co", "kg",
];

/// The house whose letterhead an invoice, a receipt or a laboratory's report bears; none for other papers.
pub(crate) fn premises(document: &Document, passage: &Passage) -> Option<String> {
    if document.source_type != SourceType::Pdf || matches!(passage.kind, Kind::Message { .. }) {
        return None;
    }
    let title = document.title.as_deref()?;
    if is_later(passage) {
        return None;
    }
    let headings = passage.headings.iter().map(Title::as_str);
    let is_paper = std::iter::once(title).chain(headings).any(|text| {
        let lower = text.to_lowercase();
        PAPERS.iter().any(|p| lower.contains(p))
    });
    let name = title.split(", ").next()?.trim();
    let kept: Vec<&str> = name
        .split_whitespace()
        .filter(|w| !FORMS.contains(&w.trim_matches(['.', ',']).to_lowercase().as_str()))
        .collect();
    // what a hospital reports was done there
    let bare = kept.join(" ");
    let words: Vec<&str> = bare
        .split(|c: char| !c.is_alphabetic())
        .filter(|w| !w.is_empty())
        .collect();
    let is = |w: Option<&str>| {
        w.map(str::to_lowercase).is_some_and(|w| {
            // "Kreiskrankenhaus", "Rheinklinik"
            let compound = ["krankenhaus", "klinik", "klinikum", "ziekenhuis"];
            HOSPITALS.contains(&w.as_str()) || compound.iter().any(|c| w.ends_with(c))
        })
    };
    let (first, last) = (words.first().copied(), words.last().copied());
    let upper = last.is_some_and(|w| w.starts_with(char::is_uppercase));
    // "ALDER EYE HOSPITAL AND TRAINING CENTRE"
    let joined = words.iter().any(|w| is(Some(w))) && last.is_some_and(is_centre);
    // "Alder General Hospital", "Clínica Alder"
    let treats = is(last) || is(first) && words.len() > 1 && upper || joined && upper;
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let paper = PAPERS.iter().any(|p| name.to_lowercase().contains(p));
    let named = (2..=6).contains(&kept.len()) && letters > 5 && !paper;
    ((is_paper || treats) && named).then(|| shown(&kept))
}

/// Whether a passage tells of what comes after the paper: "Next service", "the permit expires".
fn is_later(passage: &Passage) -> bool {
    const LATER: [&str; 9] = [
        "next ",
        "follow-up",
        "follow up",
        "expires",
        "expiry",
        "warranty",
        "guarantee",
        "nachsorge",
        "gewährleistung",
    ];
    let heading = passage.headings.last().map(|h| h.to_lowercase());
    // "Your next visits" are here
    let after = heading.is_some_and(|h| LATER[1..].iter().any(|l| h.contains(l)));
    let lower = passage.text.to_lowercase();
    after || LATER.iter().any(|l| lower.contains(l))
}

/// Whether a word ends the name of a house of several parts.
fn is_centre(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "centre" | "center" | "institute" | "trust" | "group" | "foundation" | "zentrum"
    )
}

/// Words in capitals as names are written.
fn shown(words: &[&str]) -> String {
    let words = words.iter().map(|w| {
        let capitals = w.chars().filter(|c| c.is_alphabetic()).count() > 2
            && !w.chars().any(char::is_lowercase);
        let mut letters = w.chars();
        match letters.next() {
            Some(first) if capitals => std::iter::once(first)
                .chain(letters.flat_map(char::to_lowercase))
                .collect(),
            _ => (*w).to_owned(),
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_bills_what_it_did_there() {
        let at = |title: &str| {
            let mut document = Document::new(SourceType::Pdf);
            document.title = Some(title.into());
            premises(&document, &Passage::new(Kind::Prose, "New brakes.", 0..11))
        };
        assert_eq!(
            at("ALDER WHEEL & BRAKE LTD., INVOICE 7").as_deref(),
            Some("Alder Wheel & Brake")
        );
        assert_eq!(
            at("ALDER GENERAL HOSPITAL, Department of Eyes").as_deref(),
            Some("Alder General Hospital")
        );
        assert_eq!(
            at("ALDER EYE HOSPITAL AND TRAINING CENTRE").as_deref(),
            Some("Alder Eye Hospital And Training Centre")
        );
        assert_eq!(
            at("Kreiskrankenhaus Alder gGmbH").as_deref(),
            Some("Kreiskrankenhaus Alder")
        );
        assert_eq!(at("Hospital discharge checklist"), None);
        assert_eq!(at("LEASE OF A BOAT, Ref. 7"), None);
        assert_eq!(at("INVOICE 7"), None);
    }
}
