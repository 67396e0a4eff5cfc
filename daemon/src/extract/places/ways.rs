//! Verbs and nouns of coming to a place and moving along it.

use super::words::Words;

/// Whether the words before "to" tell of a way to a town: "across to Alder Island", "to move him to Leeds".
pub(super) fn travels(words: &Words<'_>, at: usize) -> bool {
    const FAR: usize = 5;
    // "over to Alder Lake"
    let over = matches!(words.back(at, 1), "over" | "across" | "along" | "out");
    over || (at.saturating_sub(FAR)..at).any(|n| {
        let noun = n > 0
            && matches!(
                words.word(n - 1),
                "the" | "a" | "our" | "my" | "his" | "her" | "their"
            );
        words.word(n) == "move" && !noun
            || matches!(
                words.word(n),
                "across"
                    | "moves"
                    | "moving"
                    | "driving"
                    | "drives"
                    | "flying"
                    | "flies"
                    | "walking"
                    | "cycling"
                    | "cycle"
                    | "hiking"
                    | "sail"
                    | "sailing"
                    | "riding"
                    | "rode"
                    | "rowed"
                    | "paddled"
                    | "travelling"
                    | "traveling"
                    | "travels"
                    | "head"
                    | "heading"
                    | "heads"
                    | "goes"
                    | "went"
                    | "gone"
                    | "returns"
                    | "returned"
                    | "returning"
                    | "return"
                    | "journey"
                    | "excursion"
                    | "outing"
                    | "tour"
                    | "pilgrimage"
                    | "visit"
                    | "stay"
                    | "arrive"
                    | "arriving"
                    | "arrives"
                    | "relocating"
                    | "relocate"
                    | "relocated"
                    | "trips"
                    | "flights"
                    | "boat"
                    | "crossing"
                    | "road-trip"
                    | "invited"
                    | "tram"
                    | "coach"
                    | "taxi"
                    | "cab"
                    | "metro"
                    | "subway"
                    | "escorted"
                    | "cruised"
                    | "motored"
                    | "hitched"
                    | "trekked"
                    | "skied"
                    | "bringing"
            )
    })
}

/// Whether the words before "into", "past" or "below" tell that somebody comes there: "landed into Alder", "just past
/// Alder Bridge".
pub(super) fn is_neared(words: &Words<'_>, at: usize) -> bool {
    let before = words.back(at, 1);
    match words.word(at) {
        "into" => matches!(
            before,
            "land"
                | "lands"
                | "landed"
                | "landing"
                | "get"
                | "got"
                | "came"
                | "come"
                | "coming"
                | "pulled"
                | "rolled"
                | "sailed"
                | "drove"
                | "flew"
                | "fly"
                | "docked"
        ),
        "before" | "below" | "above" | "past" | "off" | "beyond" => {
            matches!(
                before,
                "just" | "out" | "shortly" | "right" | "miles" | "km"
            )
        }
        _ => false,
    }
}

/// Whether a word tells of coming to what stands behind it: "reached the gate", "visited Leeds".
pub(super) fn is_coming(word: &str) -> bool {
    matches!(
        word,
        "reached"
            | "reach"
            | "reaching"
            | "opened"
            | "open"
            | "opening"
            | "unlocked"
            | "leaves"
            | "painted"
            | "painting"
            | "cleaning"
            | "clearing"
            | "entered"
            | "visited"
            | "visiting"
            | "visit"
            | "visits"
            | "inspected"
            | "toured"
            | "touring"
            | "explored"
            | "exploring"
            | "climbed"
            | "climbing"
            | "summited"
            | "crossed"
            | "hiked"
            | "swept"
            | "cleaned"
            | "mopped"
            | "tidied"
            | "hoovered"
            | "weeded"
            | "patrolled"
            | "viewed"
            | "redecorated"
            | "besuchten"
            | "besuchen"
            | "besichtigten"
            | "besichtigen"
            | "visite"
            | "visiter"
            | "visitamos"
            | "visitar"
    )
}

/// Whether the word before "a" tells of going or being: "fuimos a Sevilla", "siamo stati a Siena", "allons à Lyon".
pub(super) fn is_way(words: &Words<'_>, at: usize) -> bool {
    const VERBS: &str = " fui fuimos fue fueron voy vas va vamos van ir ire iremos iran viajo viajamos viajar viaje llego llegue llegamos \
        llegar llegaron vuelvo volvimos volver regreso mudo mudamos mudarme allons vais vont aller alle allee alles allees partons \
        partir pars part arrive arrivons arriver arrives rentre rentrons retourne habite vado andiamo vanno andare andato andata \
        andati andate siamo stati stato stata essere arriviamo arrivo arrivare torno torniamo tornare vou fomos vamos vao chegamos ";
    let before = words.back(at, 1);
    let capital = words
        .tokens
        .get(at + 1)
        .is_some_and(|t| t.capital && t.word);
    capital && VERBS.split_whitespace().any(|v| v == before)
}

/// Whether somebody moves up or down what stands behind the token: "rode up Alder Hill".
pub(super) fn is_climbed(words: &Words<'_>, at: usize) -> bool {
    at > 0
        && matches!(
            words.word(at - 1),
            "went"
                | "go"
                | "going"
                | "came"
                | "coming"
                | "walked"
                | "walk"
                | "walking"
                | "hiked"
                | "hike"
                | "rode"
                | "ride"
                | "riding"
                | "ran"
                | "run"
                | "running"
                | "climbed"
                | "cycled"
                | "cycling"
                | "biked"
                | "drove"
                | "drive"
                | "driving"
                | "skied"
                | "sailed"
                | "paddled"
                | "rowed"
                | "kayaked"
                | "canoed"
                | "drifted"
                | "swam"
                | "strolled"
                | "jogged"
                | "wandered"
                | "halfway"
                | "crawled"
        )
}

/// Whether something is brought to the place behind "to": "walked it to the strong room", "moving the case to Court 4".
pub(super) fn carried(words: &Words<'_>, at: usize) -> bool {
    const FAR: usize = 5;
    words.word(at) == "to"
        && (at.saturating_sub(FAR)..at).any(|n| {
            matches!(
                words.word(n),
                "moved"
                    | "moving"
                    | "walked"
                    | "carried"
                    | "brought"
                    | "took"
                    | "wheeled"
                    | "pushed"
                    | "drove"
                    | "towed"
                    | "delivered"
                    | "rushed"
            )
        })
}
