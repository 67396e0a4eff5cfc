//! Places that short lines name by their form: "Venue: …", "Dep: …", a postal address.

use crate::ingest::pattern::pattern;

/// Where it is, by a label, else by an address that is a line of its own.
pub(crate) fn place(text: &str) -> Option<String> {
    let address = || {
        cells(text)
            .find(|cell| is_address(cell))
            .map(|cell| cell.trim().trim_end_matches(['.', ',']).to_owned())
    };
    labelled(text).or_else(address)
}

/// The lines of a text, those of several cells apart: "14 Canal Road; Due: 3 May".
fn cells(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split("; "))
}

/// Where it is, by a row's label: "Venue: …", "Hotel: …", or where a journey begins: "Dep: …".
fn labelled(text: &str) -> Option<String> {
    cells(text).find_map(|row| {
        let (label, value) = row.split_once(": ").unwrap_or((row, ""));
        let whole = matches!(
            label.trim().to_lowercase().as_str(),
            "hotel"
                | "venue"
                | "location"
                | "place"
                | "where"
                | "ort"
                | "veranstaltungsort"
                | "lieu"
                | "lugar"
                | "luogo"
                | "local"
                | "locatie"
                | "plats"
                | "ship to"
                | "deliver to"
                | "delivery address"
                | "lieferadresse"
                | "adresse de livraison"
                | "dirección de entrega"
                | "address"
                | "meeting point"
                | "pick-up point"
        );
        if whole && !value.is_empty() {
            return Some(shown(value));
        }
        let departs = [
            "dep ",
            "dep. ",
            "depart ",
            "departs ",
            "departure ",
            "from ",
            "abflug ",
            "ab ",
            "départ ",
            "salida ",
            "partenza ",
            "partida ",
            "vertrek ",
        ];
        let lower = row.to_lowercase();
        let start = departs.iter().find(|d| lower.starts_with(**d))?;
        let place = row
            .get(start.len()..)?
            .split(['(', ':', ','])
            .next()?
            .trim();
        (place.starts_with(char::is_uppercase) && !place.contains(|c: char| c.is_ascii_digit()))
            .then(|| shown(place))
    })
}

/// Words in capitals as names are written.
fn shown(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for part in text.split(", ") {
        let capitals = part.chars().filter(|c| c.is_alphabetic()).count() > 3
            && !part.chars().any(char::is_lowercase);
        out.push(if capitals {
            capitalized(part)
        } else {
            part.trim().to_owned()
        });
    }
    out.join(", ")
}

/// A line that is a postal address, perhaps with the house's name before it, and nothing else.
fn is_address(line: &str) -> bool {
    pattern!(
        STREET,
        concat!(
            r"\b\d{1,5}[a-zA-Z]?,?\s+(?:\p{Lu}[\p{L}.'’-]*\s+|\d{1,3}(?:st|nd|rd|th)\s+){1,4}",
            r"(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Ln|Lane|Dr|Drive|Way|Ct|Court|Pl|Place|Sq|Square|Terrace|Row|Quay|Parade|Highway|Hwy|Close|Crescent)\b",
            r"|\p{L}+(?:straße|strasse|str\.|gasse|weg|platz|allee|ring|gatan|vägen|gata|vej|straat|laan|plein)\s+\d{1,4}[a-z]?\b",
            r"|\b(?:\d{1,4},?\s+)?(?i:rue|avenue|boulevard|quai|calle|avenida|paseo|plaza|via|viale|corso|piazza|rua|largo|praça)\s+\p{Lu}[\p{L}.'’ -]{2,40}(?:,|\s)\s*(?:n[º°o.]\s*)?\d{1,5}"
        )
    );
    let line = line.trim();
    let words = line.split_whitespace().count();
    (2..=16).contains(&words)
        && !line.ends_with(['?', '!', ':'])
        && !line.contains(". ")
        && line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && STREET.is_match(line)
}

/// "JEAN-LUC" as "Jean-Luc".
pub(crate) fn capitalized(text: &str) -> String {
    let mut begins = true;
    text.trim()
        .chars()
        .flat_map(|c| {
            let at = std::mem::replace(&mut begins, !c.is_alphabetic());
            if at {
                c.to_uppercase().collect::<Vec<_>>()
            } else {
                c.to_lowercase().collect()
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_labels_and_addresses() {
        for (text, said) in [
            ("HOTEL: HARBOUR INN, Nowhere", Some("Harbour Inn, Nowhere")),
            (
                "SUN 7 DEC 2025: AIR 7\nDep PORT SAID (PSD): 23:55",
                Some("Port Said"),
            ),
            (
                "Ship to: Ida Holm, 12 Oak Lane, Nowhere",
                Some("Ida Holm, 12 Oak Lane, Nowhere"),
            ),
            (
                "Pottery\nOak Works, 418 NE Oak St, Nowhere\nBring clay.",
                Some("Oak Works, 418 NE Oak St, Nowhere"),
            ),
            (
                "Hafenstraße 12, 24103 Kiel",
                Some("Hafenstraße 12, 24103 Kiel"),
            ),
            ("14 Canal Road; Due: 3 May 2027", Some("14 Canal Road")),
            ("Fee: 3", None),
            ("We walked 3 miles down the road and then rested.", None),
        ] {
            assert_eq!(place(text).as_deref(), said, "{text}");
        }
    }
}
