//! Whether a few words by themselves are a place, as in a list: "Alder lab", "Saal Birke", "Crown Café in Leeds".

use super::numbered::{is_lettered, labelled};
use super::venue::{article, is_code, is_head, is_place};
use super::words::Words;
use crate::extract::entities::{cues::Cue, token::Token};
use crate::extract::people::past;
use memo_common::api::EntityType;
use std::ops::Range;

/// Whether a hospital is called so: "Alder General".
fn is_general(inner: &[Token]) -> bool {
    let [name, general] = inner else {
        return false;
    };
    let office = [
        "attorney",
        "surgeon",
        "consul",
        "solicitor",
        "secretary",
        "director",
        "major",
        "governor",
        "brigadier",
        "lieutenant",
        "inspector",
        "receiver",
        "auditor",
        "quartermaster",
    ];
    general.folded == "general"
        && general.capital
        && name.capital
        && !office.contains(&name.folded.as_str())
}

/// Words that such a place has at most.
pub(super) const LONG: usize = 6;

/// The part's words, where they are a place and nothing else; `whole` takes a name that only may be one.
pub(super) fn place(words: &Words<'_>, part: Range<usize>, whole: bool) -> Option<Range<usize>> {
    let mut start = part.start;
    // "7.15 am from the Alder Arms", but "coming at eight from Leeds"
    let from = words.word(start) == "from" && article(words.word(start + 1));
    let to_the = words.word(start) == "a" && words.word(start + 1) == "la";
    let led = from
        || to_the
        || matches!(
            words.word(start),
            "at" | "in"
                | "im"
                | "en"
                | "@"
                | "outside"
                | "au"
                | "aux"
                | "am"
                | "beim"
                | "bei"
                | "chez"
                | "presso"
        );
    start += usize::from(led);
    // "12 June, start at Maden Dam"
    let begins = matches!(
        words.word(start),
        "start" | "starts" | "starting" | "meet" | "meeting" | "finish" | "ends"
    ) && matches!(words.word(start + 1), "at" | "in" | "from" | "outside");
    start += 2 * usize::from(begins);
    let whole = whole || from;
    // On the way, and no place of its own; a call's program is none.
    if matches!(
        words.word(start),
        "via"
            | "pick-up"
            | "pickup"
            | "same"
            | "other"
            | "another"
            | "zoom"
            | "teams"
            | "skype"
            | "jitsi"
            | "discord"
            | "facetime"
            | "webex"
            | "google"
            | "microsoft"
    ) {
        return None;
    }
    let bare = start + usize::from(article(words.word(start)));
    if bare >= part.end || part.end - bare > LONG {
        return None;
    }
    // "use the side door", "bring your boots"
    let object = |n: usize| {
        article(words.word(n)) || matches!(words.word(n), "my" | "your" | "our" | "their")
    };
    let verb = &words.tokens[bare];
    if !led && bare == start && !verb.capital && verb.entry.everyday() && object(bare + 1) {
        return None;
    }
    // "in ink, Noelene!"
    if words.word(part.end) == "!" {
        return None;
    }
    let inner = &words.tokens[bare..part.end];
    // "the car broke down on Alder Road" is a sentence
    let numbered = inner.len() == 2 && labelled(words, bare) == Some(part.end);
    if inner.iter().any(past) || is_code(words.text, inner) && !numbered {
        return None;
    }
    // "22.8 Balling", "R3 800", "MD": a measure, a price, a degree
    let amount = inner[0].folded.contains('.')
        || inner[0].capital
            && inner[0]
                .folded
                .chars()
                .nth(1)
                .is_some_and(|c| c.is_ascii_digit())
            && inner
                .last()
                .is_some_and(|t| t.folded.chars().all(|c| c.is_ascii_digit() || c == '.'));
    let degree = inner.len() == 1 && inner[0].all_capitals(words.text) && inner[0].folded.len() < 3;
    // "2 May (bank)": how it was paid; "takes place on Monday"
    // "190 head": cattle
    let counted = inner.len() == 2 && is_sign(&inner[0]) && inner[1].folded == "head";
    let paid = inner.len() == 1
        && matches!(inner[0].folded.as_str(), "bank" | "card")
        && bare == part.start;
    let happens = inner.last().is_some_and(|t| t.folded == "place")
        && inner.iter().any(|t| {
            matches!(
                t.folded.as_str(),
                "take" | "takes" | "took" | "taking" | "first" | "second"
            )
        });
    if amount || degree || counted || paid || happens {
        return None;
    }
    let plain = inner.iter().enumerate().all(|(n, t)| {
        let joint = matches!(
            t.folded.as_str(),
            "of" | "de" | "la" | "du" | "des" | "del" | "di" | "in" | "at" | "on" | "the" | "'s"
        );
        let number = t.folded.starts_with(|c: char| c.is_ascii_digit());
        (t.word || n > 0 && t.folded == "&")
            && (joint && n > 0
                || t.folded == "&"
                || number
                || !t.cues.any(&[
                    Cue::Function,
                    Cue::Calendar,
                    Cue::Be,
                    Cue::State,
                    Cue::With,
                    Cue::Kin,
                    Cue::First,
                    Cue::Second,
                ]))
    });
    if !plain
        || inner
            .iter()
            .all(|t| !t.folded.starts_with(char::is_alphabetic))
    {
        return None;
    }
    // "18:00, Ann, bring water"
    if inner.len() == 1 && inner[0].capital && inner[0].entry.given() && !is_city(&inner[0].folded)
    {
        return None;
    }
    // "between 9 and 11, Tracey Booth", "T Booth"
    let called = |t: &Token| t.entry.given() && !t.entry.town() || t.folded.chars().count() == 1;
    let surname = |t: &Token| t.capital && t.entry.surname();
    if inner.len() == 2 && inner[0].capital && called(&inner[0]) && surname(&inner[1]) {
        return None;
    }
    let named = words.name(bare);
    let person = (bare..part.end).any(|n| {
        matches!(
            words.name(n),
            Some((
                _,
                EntityType::Person | EntityType::Event | EntityType::Product
            ))
        )
    });
    let entire = named.is_some_and(|(end, _)| end == part.end);
    let location = matches!(named, Some((_, EntityType::Location)));
    let organization = matches!(
        named,
        Some((_, EntityType::Organization | EntityType::Other))
    );
    let joined = named.is_some_and(|(end, _)| {
        matches!(words.word(end), "in" | "at") && inner.iter().rev().take(1).all(|t| t.capital)
    });
    let noun = |t: &Token| is_place(t) || t.cues.has(Cue::PlaceHead) && t.folded.len() > 2;
    let last = inner.iter().rposition(|t| !is_sign(t))?;
    // "pottery workshop"
    let event = last > 0 && inner[last].cues.has(Cue::EventHead) && !inner[last].capital;
    let numbered = inner.len() > 1 && labelled(words, part.end - 2) == Some(part.end);
    // "en la escribanía de la doctora Roe"
    let owned = noun(&inner[0])
        && inner
            .get(1)
            .is_some_and(|t| matches!(t.folded.as_str(), "de" | "of" | "del" | "du" | "von"));
    let head = owned
        || numbered
        || (noun(&inner[last]) || is_head(words, bare + last, bare)) && !event
        || inner[0].cues.has(Cue::PlaceStart)
            && inner.len() > 1
            && inner[1].capital
            && (inner[inner.len() - 1].capital || is_sign(&inner[inner.len() - 1]))
        || inner.len() > 1 && noun(&inner[0]) && inner[1..].iter().all(is_sign)
        // "salle municipale"
        || inner.len() == 2 && is_place(&inner[0]) && !inner[1].capital && !inner[1].entry.word()
        || is_general(inner)
        || is_opened(inner);
    // "Fri 18:00, Casa Alta": capitals that name nobody
    let name = |t: &&Token| t.capital && t.folded.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let articled = bare > start && words.tokens[start].capital && !words.tokens[start].first;
    let unknown = whole
        && (inner.iter().filter(name).count() > 1 || articled)
        && name(&&inner[0])
        && inner.iter().all(|t| {
            t.capital
                && !t.first
                && !t.entry.given()
                && !t.entry.surname()
                && !t.cues.has(Cue::Title)
                || is_sign(t)
                || matches!(t.folded.as_str(), "of" | "de" | "la" | "the" | "&")
        })
        && !matches!(
            named,
            Some((
                _,
                EntityType::Event | EntityType::Product | EntityType::Work
            ))
        );
    let fits = head
        || unknown
        || !person && ((location || organization) && (entire && (location || whole) || joined));
    fits.then_some(start..part.end)
}

/// Whether a word of a place is a number or a letter, as rooms have: what stands in a list by itself may be any.
fn is_sign(token: &Token) -> bool {
    token.folded.starts_with(|c: char| c.is_ascii_digit())
        || token.folded.chars().count() == 1
        || token.capital && is_lettered(&token.folded)
}

/// Whether a noun before a name makes it that of a room or a house: "Saal Birke", "meeting room Alder", "Trattoria Da
/// Bruno".
fn is_opened(inner: &[Token]) -> bool {
    const NOUNS: &str = " room rm saal salle sala raum zimmer aula zaal dvorana trattoria osteria gostilna gasthaus gasthof \
        restaurant restaurante ristorante cafe bistro brasserie taverna taverne pizzeria konoba kavarna bar pub hotel hostel hostal \
        pension albergo rifugio refugio refuge hutte schronisko chalet villa teatro theater teatr kino cinema cine museo musee \
        museum muzeum galerie galleria palais palazzo palacio stade stadion estadio centre centro zentrum haus maison escuela ecole \
        college lycee szkola hopital klinik clinique clinica klinika hospital szpital iglesia eglise chiesa kirche kosciol masjid parque \
        parc parco piazza plaza praca gare stazione estacion bodega finca cascina agriturismo camping auberge gite chateau schloss \
        castello castillo biblioteca bibliotheque bibliothek mercado marche mercato puerto cantine studio lab ";
    let noun = |t: &Token| NOUNS.split_whitespace().any(|n| n == t.folded);
    let Some(at) = inner.iter().position(noun) else {
        return false;
    };
    let plain = inner[..at]
        .iter()
        .enumerate()
        .all(|(n, t)| !t.capital || n == 0);
    let name = &inner[at + 1..];
    let joint = |t: &Token| {
        matches!(
            t.folded.as_str(),
            "of" | "de" | "la" | "da" | "di" | "del" | "du" | "pod" | "zum" | "zur" | "am"
        )
    };
    plain
        && name.iter().any(|t| t.capital)
        && name.iter().all(|t| t.capital || joint(t) || is_sign(t))
}

/// Whether a given name is known better as a town's.
fn is_city(word: &str) -> bool {
    const CITIES: &str = " paris florence sofia victoria charlotte austin jackson houston dallas sydney adelaide milan roma verona \
        vienna siena chelsea brooklyn london lourdes odessa alexandria santiago lincoln madison denver phoenix orlando savannah cairo \
        chester carlisle lancaster preston bradford bath york berlin hamburg bremen lyon nice tours brest nantes valencia cordoba \
        sevilla granada leon toledo merida geneva lugano davos como trento bari oslo bergen aarhus odense turin torino napoli \
        venezia firenze kingston perth darwin hobart auckland wellington nelson hamilton regina halifax calgary dayton ";
    CITIES.split_whitespace().any(|c| c == word)
}
