//! Letterheads and imprints: lines of how to reach and where to look up a firm.

use crate::ingest::pattern::{Pattern, pattern};
use crate::ingest::written_date;

/// Longest imprint, in words.
const WORDS: usize = 22;

/// What an imprint holds, each once or not at all: a number under which a firm is registered, a telephone's number, an
/// address on the net, a postal code with its town.
static MARKS: [Pattern; 5] = [
    Pattern::new(
        r"(?i)\b(?:org\.?\s?(?:nr|no|nummer)|siren|siret|rcs|kvk|btw|vat|tva|ust-?id(?:nr)?|mwst|cvr|n\.?i\.?f|c\.?i\.?f|cnpj|abn|acn|ein|nip|regon|krs|ičo|dič|hrb|y-tunnus|p\.?\s?iva|gst|gstin|bn|kt|kennitala|vsk|afsl|acl|nzbn|crn|eori|cuit|oib|cui|mersis|ticaret sicil|steuer-?n(?:umme)?r|st\.-?nr|gläubiger-id|capital (?:social )?de|vergi no|v\.\s?d\.(?: \p{L}+)?|company (?:no|number|reg\w*)|reg(?:istration|d|istered)?\.?(?: charity| company)? (?:no|nr|number)|charity (?:no|number)|loi 1901|reg|tax id|iata|regn|affiliation)\b[\s.:#–-]*(?:no|nr|number)?[\s.:#–-]*(?:[a-z]{0,4}/){0,3}[a-z]{0,4}-?\d[\d ./-]{3,}",
    ),
    Pattern::new(
        r"(?i)(?:\b(?:tel|telefon|téléphone|phone|fax|tél|tlf|mob|mobile)\b\.?\s*:?\s*)?(?:\+\d{1,3}[\d ()./-]{6,}|\(?\b0\d{1,4}\)?[ /-]\d[\d -]{4,})",
    ),
    Pattern::new(r"(?i)\bwww\.\S+|\bhttps?://\S+|\b[\w.+-]+@[\w-]+\.[\w.]+"),
    Pattern::new(
        r"\b(?:[A-Z]{1,2}-)?\d{4,5}(?: \d{2})? \p{Lu}\p{Ll}+|\b\d{3} \d{2} \p{Lu}\p{Ll}+|\b[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}\b",
    ),
    Pattern::new(
        r"(?i)^\W*(?:siège(?: social)?|sitz|hauptsitz|domicilio social|sede legale|head office|registered office|säte)\s*:",
    ),
];

pattern!(
    FORM,
    r"\b(?:Ltd|LTD|Limited|LIMITED|LLC|Inc|PLC|plc|Pty|LLP|CIC|GmbH|AG|KG|OHG|SE|SA|SARL|SAS|EURL|SL|SRL|BV|NV|AB|ASA?|ApS|Oy|ehf|hf|Kft|CC|[Ee]\.\s?V|S\.A|S\.L|S\.p\.A|S\.r\.l|B\.V|N\.V|A/S|A\.Ş|s\.r\.o|d\.o\.o|z o\.\s?o)\b"
);
pattern!(
    BOX,
    r"(?i)\b(?:p\.?\s?o\.?\s?box|postfach|boîte postale|apartado(?: de correos)?|apdo\.?|casilla(?: de correo)?|casella postale|postbus|postboks|caixa postal)\s\d{2,6}\b"
);

// as letterheads write it: "T (246) 555-0119", "M: +32 9 555 00 11"
pattern!(
    LETTERED,
    r"^[TFMEWP][.:]?\s+(?:\+?\(?\d[\d ()./-]{6,}|[\w.+-]+@[\w-]+\.[\w.]+|www\.\S+)$"
);

/// Most words of an imprint that no name begins with: "of", "and".
const SMALL: usize = 2;

/// Most words of a sentence that holds no more than a number under which a firm is registered.
const NUMBERED: usize = 5;

/// Whether a sentence among others is an imprint: no more than a firm's name with its address, or with a number under
/// which it is registered ("Ferry Works Ltd, PO Box 120, Hull."; "VAT no. 555 111 222.").
pub(super) fn is_sentence(sentence: &str) -> bool {
    let sentence = sentence.trim().trim_end_matches('.');
    let small = |w: &&str| w.starts_with(char::is_lowercase) && !FORM.is_match(w);
    if sentence.len() > 240
        || sentence.contains([';', '?', '!'])
        || sentence.split_whitespace().filter(small).count() > SMALL
    {
        return false;
    }
    let numbered = MARKS.first().is_some_and(|m| m.is_match(sentence));
    let addressed = || {
        sentence.split_once(',').is_some_and(|(name, rest)| {
            FORM.find_iter(name)
                .any(|m| name[m.end()..].trim_end_matches('.').is_empty())
                && rest.contains(|c: char| c.is_ascii_digit())
                && written_date::find(rest).is_none()
        })
    };
    numbered && (FORM.is_match(sentence) || sentence.split_whitespace().count() <= NUMBERED)
        || FORM.is_match(sentence) && (BOX.is_match(sentence) || addressed())
}

/// Whether a line is an imprint: a registration's number, or two other marks, and no sentence round them.
pub(crate) fn is(line: &str) -> bool {
    let line = line.trim();
    let bytes = line.bytes();
    if line.len() > 240
        || !bytes
            .clone()
            .any(|b| matches!(b, b'0'..=b'9' | b'@' | b':'))
    {
        return false;
    }
    if line.split_whitespace().count() > WORDS
        || line.ends_with(['!', '?'])
        || line.contains(". ") && line.ends_with('.')
    {
        return false;
    }
    if LETTERED.is_match(line) {
        return true;
    }
    let held: Vec<bool> = MARKS.iter().map(|mark| mark.is_match(line)).collect();
    let marks = held.iter().filter(|h| **h).count();
    let parted = line.contains(['|', '·', '•']) || line.contains("  ");
    held.first() == Some(&true) || held.last() == Some(&true) || marks >= 2 && parted || marks >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_letterheads_from_sentences() {
        assert_eq!(MARKS.len(), 5);
        for line in [
            "3 Quay, 29200 Brest · SIREN 555 111 222",
            "Box 12, 402 20 Norrby · Tel 031-555 00 11 · Org.nr 556000-1111",
            "12 Quay Street | +32 9 555 00 11 | www.harbour.example",
            "QUAY ROWING SOCIETY LTD.  Regn. No. QUA/ROW/55012 of 1989",
            "Siège : 4 quai des Rames, 35000 Rennes",
            "T (246) 555-0119",
            "C.I.F. G-00555112 · Calle Alta s/n · 50999 Alder",
        ] {
            assert!(is(line), "{line}");
        }
        for line in [
            "Call me on +32 9 555 00 11 before noon.",
            "Date: 3 May 2024",
            "The crane costs 1 200 euros and comes on Friday.",
            "Telephone           +386 1 555 01 27",
            "Total  SEK 38 450",
        ] {
            assert!(!is(line), "{line}");
        }
    }

    #[test]
    fn knows_imprints_among_sentences() {
        for said in [
            "Ferry Works Limited, PO Box 120, Hull.",
            "Quay Mutual Ltd ABN 00 000 111 222 AFSL 990001.",
            "Hafen & Kran GmbH, Postfach 1120, Kiel, HRB 55012",
            "Quay Line S.p.A., Via Remo 2, Livorno.",
            "VAT no. 555 111 222.",
        ] {
            assert!(is_sentence(said), "{said}");
        }
        for said in [
            "Send the forms to Ferry Works Limited, PO Box 120, before the end of May.",
            "Quay Mutual Ltd pays 4 000 euros on 3 May.",
            "The key is in PO Box 120.",
            "Ferry Works Ltd, 3 May 2024, Hull.",
        ] {
            assert!(!is_sentence(said), "{said}");
        }
    }
}
