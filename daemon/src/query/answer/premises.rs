//! Names of places and firms that look like people's.

use super::{passage::Sentence, words::Word};
use std::ops::Range;

/// Prepositions that lead to places and never to people.
const TO_PLACES: [&str; 7] = ["in", "at", "near", "into", "via", "around", "through"];

/// Whether words of a sentence name a place or a firm rather than somebody: a preposition leads to one word ("the smith at
/// Bolton"), or beside them stands what they are ("Salle Roy", "Roy Showground", "ROY HOLDINGS LIMITED").
pub(super) fn of_place(sentence: &Sentence, run: Range<usize>) -> bool {
    let all = &sentence.words;
    let owns = all[run.clone()].iter().any(|w| w.owns);
    let led = run.start.checked_sub(1).is_some_and(|before| {
        let word = &all[before];
        let close = sentence.text[word.span.end..all[run.start].span.start]
            .trim()
            .is_empty();
        close && run.len() == 1 && TO_PLACES.contains(&word.folded.as_str())
    });
    let head = |at: usize| {
        let word = all[at].folded.as_str();
        let own = run.contains(&at);
        all[at].capital && (PREMISES.contains(&word) || !own && GROUNDS.contains(&word))
    };
    let beside = |a: &Word, b: &Word| &sentence.text[a.span.end..b.span.start] == " ";
    // "Museum Het Roy"
    let before = (1..=run.start.min(2)).map(|n| run.start - n);
    let before = before.take_while(|&at| all[at].capital && beside(&all[at], &all[at + 1]));
    let behind = (run.end..all.len()).take(3);
    let behind = behind.take_while(|&at| all[at].capital && beside(&all[at - 1], &all[at]));
    let mut heads = before.chain(run.clone()).chain(behind);
    !owns && (led || heads.any(head))
}

/// Words, folded, of which one stands in the name of a place, a building or a firm.
const PREMISES: &[&str] = &[
    "room",
    "building",
    "office",
    "centre",
    "center",
    "museum",
    "gallery",
    "library",
    "academy",
    "university",
    "hospital",
    "clinic",
    "surgery",
    "hotel",
    "hostel",
    "restaurant",
    "cathedral",
    "station",
    "airport",
    "harbour",
    "stadium",
    "arena",
    "theatre",
    "theater",
    "cinema",
    "showground",
    "fairground",
    "campus",
    "avenue",
    "limited",
    "ltd",
    "inc",
    "llc",
    "plc",
    "holdings",
    "foundation",
    "society",
    "association",
    "council",
    "committee",
    "department",
    "ministry",
    "institute",
    "agency",
    "meeting",
    "gmbh",
    "sarl",
    "raum",
    "saal",
    "zimmer",
    "schule",
    "schulhaus",
    "bahnhof",
    "strasse",
    "klinik",
    "krankenhaus",
    "praxis",
    "verein",
    "museo",
    "salle",
    "gare",
    "ecole",
    "lycee",
    "mairie",
    "eglise",
    "hopital",
    "clinique",
    "centro",
    "plaza",
    "iglesia",
    "escuela",
    "estacion",
    "aula",
    "piazza",
    "stazione",
    "scuola",
];

/// The same, of words that are surnames, too: "Amy Hall".
const GROUNDS: &[&str] = &[
    "hall",
    "house",
    "school",
    "college",
    "inn",
    "pub",
    "cafe",
    "bar",
    "church",
    "chapel",
    "port",
    "pier",
    "bridge",
    "park",
    "garden",
    "gardens",
    "farm",
    "street",
    "road",
    "lane",
    "drive",
    "square",
    "yard",
    "quay",
    "court",
    "close",
    "terrace",
    "crescent",
    "company",
    "group",
    "bank",
    "trust",
    "management",
    "corp",
    "halle",
    "haus",
    "kirche",
    "platz",
    "weg",
    "ag",
    "kg",
    "sala",
    "rue",
    "place",
    "calle",
    "via",
];
