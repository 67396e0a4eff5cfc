//! Where those met whose printed minutes these are, and who they were: what the lines above the first item say.

use crate::extract::{
    dates::{self, Reference, order},
    places,
};
use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;
use crate::ingest::text::{list_of_names, place_below};
use crate::ingest::{Document, labels};

pattern!(
    MINUTES,
    r"(?i)^(?:(?:draft|unofficial|approved) )?minutes\b|\bminutes$|^(?:sitzungs)?protokoll\b|^acta de\b|^procès-verbal\b|^niederschrift\b|^compte[ -]rendu\b|^verbale\b|^ata da\b|^verslag\b"
);
// how such a sentence tells of a meeting
pattern!(
    HELD,
    r"(?i)\b(?:held|took place|met|tenue?s?|réunie?s?|se reún\w+|reunid[oa]s?|celebrad[oa]|stattgefunden|statt|trafen|tagte|versammelt\w*|gehouden|tenuta|riunit[oiae]|realizada|reunira\w*)\b"
);
// an item's number
pattern!(ITEM, r"^(?:\d{1,2}[.)]|[A-Z][.)](?:\s|$)|(?:item|top) \d)");

/// Lines of names below the label of those present, at most.
const NAMES: usize = 20;

/// Reads the head of minutes; of any other paper nothing.
pub(super) fn read(top: &[Line], document: &mut Document) {
    let lines: Vec<&str> = top.iter().map(|l| l.text.trim()).collect();
    if !lines.iter().any(|l| MINUTES.is_match(l)) {
        return;
    }
    let items = lines.iter().position(|l| ITEM.is_match(l));
    let whole = &lines[..items.unwrap_or(lines.len())];
    let head: Vec<&str> = whole.iter().copied().filter(|l| !l.is_empty()).collect();
    let head = head.as_slice();
    document.place = place(whole, head, document);
    for at in (0..head.len()).filter(|n| is_label(head[*n], labels::is_present)) {
        let first = labelled(head[at]).map_or("", |(_, names)| names);
        let below = head[at + 1..].iter().copied();
        let below = below.take_while(|l| labelled(l).is_none());
        for line in std::iter::once(first).chain(below).take(NAMES) {
            add_present(line, document);
        }
    }
}

/// Adds those whom a line below the label of those present names: "Mr Roe       Flat 1 (Secretary)".
fn add_present(line: &str, document: &mut Document) {
    let columns = line.split("  ").map(str::trim).filter(|c| !c.is_empty());
    // what stands beside a name is another name only by more than one word
    let names = columns
        .enumerate()
        .flat_map(|(n, column)| list_of_names(column).into_iter().map(move |name| (n, name)))
        .filter(|(n, name)| *n == 0 || name.contains(' '));
    for (_, name) in names {
        let id = document.person(Some(&name), None, None);
        if !document.present.contains(&id) {
            document.present.push(id);
        }
    }
}

/// Where they met: behind its label, behind the day ("held on 3 May 2026 in the Scout Hut"), in a sentence, or on the
/// line below the day. `head` are the lines of the `whole` that are not empty.
fn place(whole: &[&str], head: &[&str], document: &Document) -> Option<String> {
    let label = head.iter().find(|l| is_label(l, labels::is_place));
    if let Some((_, place)) = label.and_then(|l| labelled(l))
        && place.contains(char::is_alphabetic)
    {
        return Some(place.to_owned());
    }
    let now = document.written?.days().0.at(12, 0, 0, 0);
    let order = order(&head.join("\n")).unwrap_or_default();
    let reference = Reference {
        order,
        ..Reference::at(now)
    };
    let behind = |line: &&str| {
        let found = dates::find(line, &reference);
        let day = found.iter().find(|f| f.anchor > dates::Anchor::Clock)?;
        let rest = line[found.last().unwrap_or(day).span.end..].trim_start_matches([' ', ',', '.']);
        let place = ["in the ", "at the ", "in ", "at "]
            .iter()
            .find_map(|at| rest.strip_prefix(at))?;
        let place = place.trim_end_matches('.');
        place
            .starts_with(char::is_uppercase)
            .then(|| place.to_owned())
    };
    head.iter()
        .find_map(behind)
        .or_else(|| told(whole))
        .or_else(|| place_below(head, order, now).map(str::to_owned))
}

/// The place in the sentence of a head that says when and where they met: "held on 3 May 2026 at 7 pm in the Scout
/// Hut", "se reúnen en el salón de la escuela".
fn told(whole: &[&str]) -> Option<String> {
    let paragraphs = whole.split(|l| l.is_empty()).map(|lines| lines.join(" "));
    paragraphs
        .filter_map(|text| Some(text[HELD.find(&text)?.start()..].to_owned()))
        .find_map(|text| places::find(&text))
}

/// A line's label and what stands behind it: "Venue:     the hut", "PRESENT     Ann Roe", "PRÉSENCES".
fn labelled(line: &str) -> Option<(String, &str)> {
    let shouted = |label: &str| !label.contains(char::is_lowercase);
    let (label, value) = line
        .split_once(':')
        .or_else(|| line.split_once("   ").filter(|(label, _)| shouted(label)))
        .or_else(|| Some((line, "")).filter(|(label, _)| shouted(label) && is_roll(label)))?;
    let words = label.split_whitespace().count();
    let named = (1..=3).contains(&words) && label.chars().all(|c| c.is_alphabetic() || c == ' ');
    named.then(|| (label.trim().to_lowercase(), value.trim()))
}

/// Whether a line announces who was there, or who was not.
fn is_roll(line: &str) -> bool {
    let label = line.trim().to_lowercase();
    labels::is_present(&label) || labels::is_away(&label)
}

fn is_label(line: &str, is: impl Fn(&str) -> bool) -> bool {
    labelled(line).is_some_and(|(label, _)| is(&label))
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn a_head_with_labels_and_one_in_a_sentence() {
        let head = "Alder Court\n  MINUTES OF THE GENERAL MEETING\n\n Held:      Saturday, 15th February 2020, 4:00 p.m.\n \
            Venue:     Under the mango tree\n Present:   Mrs. Ida Ek (in the chair)\n            Mr. Bo Alm       Flat 1\n \
            Apology:   Nil\n\n1.   PUMP\n     The pump was mended.\n";
        let minutes = read(head);
        assert_eq!(minutes.place.as_deref(), Some("Under the mango tree"));
        let of = |document: &crate::ingest::Document| -> Vec<String> {
            let named = |id: &usize| document.people[*id].name.clone().unwrap_or_default();
            document.present.iter().map(named).collect()
        };
        assert_eq!(of(&minutes), ["Mrs. Ida Ek", "Mr. Bo Alm"]);
        let columns = "COOPÉRATIVE DES AULNES\nPROCÈS-VERBAL DE L'ASSEMBLÉE\ntenue le mardi 12 avril 2022, à 19 h 30, à la\n\
            salle municipale, 14, rue Haute\n\nPRÉSENCES\n  Bo Alm, président        Ida Ek\n  Ann Roe, secrétaire\n\
            ABSENCE MOTIVÉE\n  Tom Lee\n\n1. POMPE\nLa pompe est réparée.\n";
        let columns = read(columns);
        assert!(
            columns
                .place
                .as_deref()
                .is_some_and(|p| p.starts_with("la salle municipale"))
        );
        assert_eq!(of(&columns), ["Bo Alm", "Ida Ek", "Ann Roe"]);
        let told = "ALDER NEWS INC.\n\nMINUTES OF COMMITTEE MEETING\nheld Tuesday 10 February 2026 in the Scout Hut, Alder\n\n\
            Present: Ida Ek (President, chair), Bo Alm (Editor),\nAnn Roe (Treasurer)\nApologies: Tom Lee\n\n1. Pump\nIt was mended.\n";
        let told = read(told);
        assert_eq!(told.place.as_deref(), Some("Scout Hut, Alder"));
        assert_eq!(of(&told), ["Ida Ek", "Bo Alm", "Ann Roe"]);
        let sentence = "ACTA DE LA JUNTA\n\nEn Alder, a 14 de mayo de 2019, siendo las 19:30 horas, se reúnen en el salón\n\
            de la escuela los socios.\n\nAsistentes: D. Bo Alm, Dª Ida Ek\n\n1. Bomba\nSe repara la bomba.\n";
        let place = read(sentence).place.unwrap_or_default();
        assert!(place.contains("salón de la escuela"), "{place}");
    }
}
