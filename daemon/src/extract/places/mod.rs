//! Where something took place, in the source's own words.

mod listed;
mod premises;
mod venue;

use super::entities::cues::Cue;
use super::entities::judge::moves;
use super::entities::{Reading, token::Token};
use super::people::past;
use memo_common::api::EntityType;
pub(crate) use premises::premises;
use std::ops::Range;

/// How well a phrase says where something took place; the best of a text is taken, the first among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// "to Leeds".
    Weak,
    /// "in Leeds", "at the library".
    Good,
    /// "at the Crown Café", "in room 312", "Location: Leeds".
    Best,
    /// "Friday, 18:00, the library".
    Listed,
}

/// A text's words with the names in it.
struct Words<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// Where the name that begins at a token ends, and what it names.
    names: Vec<Option<(usize, EntityType)>>,
}

impl<'t> Words<'t> {
    fn new(reading: &'t Reading<'_>) -> Self {
        let tokens = reading.tokens.as_slice();
        let mut names = vec![None; tokens.len()];
        let mut at = 0;
        for named in &reading.names {
            while tokens
                .get(at)
                .is_some_and(|t| t.span.start < named.span.start)
            {
                at += 1;
            }
            let end = at
                + tokens[at..]
                    .iter()
                    .take_while(|t| t.span.end <= named.span.end)
                    .count();
            if let Some(slot) = names.get_mut(at) {
                *slot = Some((end, named.kind));
            }
        }
        Self {
            text: reading.text,
            tokens,
            names,
        }
    }

    fn word(&self, n: usize) -> &str {
        self.tokens.get(n).map_or("", |t| t.folded.as_str())
    }

    /// The text that these tokens stand for.
    fn said(&self, range: &Range<usize>) -> Option<&'t str> {
        let first = self.tokens.get(range.start)?.span.start;
        let last = self.tokens.get(range.end.checked_sub(1)?)?.span.end;
        self.text.get(first..last)
    }
}

/// The place that a text says it happens at: "at the …", "in TOWN", a room, an address, what stands beside a time.
/// None where the text names none. `times` are the bytes that say a time, in order. Linear in the text.
pub fn find(text: &str, times: &[Range<usize>]) -> Option<String> {
    find_in(&Reading::new(text), times)
}

/// As [`find`], in a text that has been read.
pub(crate) fn find_in(reading: &Reading<'_>, times: &[Range<usize>]) -> Option<String> {
    let words = Words::new(reading);
    let text = words.text;
    let mut best: Option<(Weight, Range<usize>)> = None;
    let mut take = |weight: Weight, range: Range<usize>| {
        if best.as_ref().is_none_or(|b| weight > b.0) {
            best = Some((weight, range));
        }
    };
    if let Some(range) = listed::beside(&words, times) {
        take(Weight::Listed, range);
    }
    let mut spoken = false;
    let mut relative = false;
    for at in 0..words.tokens.len() {
        // Who rings somebody up is not where they are.
        spoken = is_call(words.word(at)) && !is_visit(words.word(at + 1))
            || spoken && !words.tokens[at].first;
        // "the thing that happened in the gallery": where something else was
        relative = begins_relative(&words, at)
            || relative && words.tokens[at].word && !words.tokens[at].first;
        if let Some((weight, range)) = place_at(text, words.tokens, &words.names, at)
            && !relative
            && !(spoken && weight < Weight::Best)
            && !is_denied(&words, at)
        {
            take(weight, range);
        }
    }
    words.said(&shortened(&words, best?.1)).map(str::to_owned)
}

/// The place that the title of an entry in a calendar or a journal names: "Interview (Ida) -- Room 414", "Leeds with
/// Bo", "Tue 13 Oct - Leeds"; else as [`find`] does. `times` as there.
pub fn titled(title: &str, times: &[Range<usize>]) -> Option<String> {
    let reading = Reading::new(title);
    let words = Words::new(&reading);
    let is_dash = |n: usize| matches!(words.word(n), "-" | "–" | "—" | "|" | "@" | "·");
    let count = words.tokens.len();
    let last = (0..count)
        .rev()
        .find(|n| is_dash(*n))
        .map_or(count, |n| n + 1);
    if let Some(place) = listed::place(&words, last..count, false) {
        return words.said(&shortened(&words, place)).map(str::to_owned);
    }
    if let Some((end, EntityType::Location)) = words.names.first().copied().flatten()
        && (end == count || is_dash(end) || matches!(words.word(end), "with" | "w" | "mit" | "con"))
    {
        return words.said(&(0..end)).map(str::to_owned);
    }
    find_in(&reading, times)
}

/// A place without what adds nothing to it: "library" says what "the library" or "our library" does, "Crown Café" what
/// "Crown Café in Leeds" does.
fn shortened(words: &Words<'_>, mut range: Range<usize>) -> Range<usize> {
    let first = words.word(range.start);
    let article = matches!(
        first,
        "the" | "la" | "el" | "le" | "der" | "dem" | "den" | "das" | "die"
    ) && !words.tokens[range.start].capital;
    let own = matches!(
        first,
        "my" | "our"
            | "your"
            | "mein"
            | "meine"
            | "meiner"
            | "meinem"
            | "unser"
            | "unsere"
            | "unserer"
            | "unserem"
            | "ihrer"
            | "ihrem"
            | "mi"
            | "nuestra"
            | "nuestro"
            | "mon"
            | "ma"
            | "notre"
            | "votre"
    );
    range.start += usize::from((article || own) && range.len() > 1);
    let town = (range.start + 1..range.end).find(|n| {
        matches!(words.word(*n), "in" | "en") && words.tokens.get(n + 1).is_some_and(|t| t.capital)
    });
    let open = (range.start + 1..range.end).find(|n| words.word(*n) == "(");
    let closed = range.clone().any(|n| words.word(n) == ")");
    if let Some(at) = open.filter(|_| !closed) {
        range.end = at;
    }
    if let Some(at) = town.filter(|at| *at < range.end) {
        // "humidity in Gallery 2"
        let before = &words.tokens[range.start..at];
        if before.iter().all(|t| !t.capital && !venue::is_place(t)) {
            return at + 1..range.end;
        }
        range.end = at;
        while range.len() > 1 && !words.tokens[range.end - 1].word {
            range.end -= 1;
        }
    }
    range
}

/// Whether a place is none: a call's address or program.
pub(crate) fn is_online(place: &str) -> bool {
    let online = |part: &str| {
        let part = part.to_lowercase();
        part.contains("://")
            || part
                .split(|c: char| !c.is_alphanumeric())
                .any(|w| ONLINE.contains(&w))
    };
    let mut parts = place
        .split([',', ';', '/', '(', '|'])
        .filter(|p| !p.trim().is_empty());
    place.contains("://") && !place.trim().contains(' ') || parts.all(online)
}

/// Words that name a call rather than a place.
const ONLINE: [&str; 16] = [
    "zoom",
    "teams",
    "skype",
    "webex",
    "jitsi",
    "facetime",
    "online",
    "virtual",
    "phone",
    "telephone",
    "discord",
    "hangouts",
    "whatsapp",
    "videocall",
    "remote",
    "telefon",
];

/// Whether a word behind "called" makes it a visit: "called on her", "called at the shop".
fn is_visit(word: &str) -> bool {
    matches!(word, "on" | "at" | "in" | "by" | "round" | "off" | "for")
}

/// Whether a word tells of talking to somebody who is elsewhere.
fn is_call(word: &str) -> bool {
    matches!(
        word,
        "rang"
            | "ring"
            | "rings"
            | "ringing"
            | "call"
            | "calls"
            | "called"
            | "phone"
            | "phoned"
            | "phones"
            | "texted"
            | "emailed"
            | "mailed"
            | "wrote"
            | "messaged"
            | "zoom"
            | "zoomed"
            | "skype"
            | "skyped"
            | "facetime"
            | "facetimed"
            | "telefoniert"
            | "angerufen"
            | "llamo"
            | "appele"
    )
}

/// Whether a word begins a clause that only says which person or thing is meant.
fn begins_relative(words: &Words<'_>, at: usize) -> bool {
    let token = &words.tokens[at];
    match words.word(at) {
        "who" | "whose" => !token.first,
        "which" | "that" => at.checked_sub(1).is_some_and(|b| {
            let before = &words.tokens[b];
            let next = words.tokens.get(at + 1);
            let noun = before.word
                && before.entry.word()
                && !before
                    .cues
                    .any(&[Cue::Function, Cue::State, Cue::Be, Cue::Link])
                && !before.folded.ends_with("ed");
            noun && next.is_some_and(|t| past(t) || t.cues.any(&[Cue::Be, Cue::Modal]))
        }),
        _ => false,
    }
}

/// Whether a place is named as the one that it is not ("not at our office").
fn is_denied(words: &Words<'_>, at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map_or("", |n| words.word(n));
    matches!(before(1), "not" | "n't" | "nicht" | "never")
        || before(1) == "of" && before(2) == "instead"
        || before(1) == "than" && before(2) == "rather"
}

/// The place phrase that a preposition at this token leads to.
fn place_at(
    text: &str,
    tokens: &[Token],
    names: &[Option<(usize, EntityType)>],
    at: usize,
) -> Option<(Weight, Range<usize>)> {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    let token = &tokens[at];
    if !token.word {
        return None;
    }
    let label = matches!(
        word(at),
        "where" | "location" | "venue" | "place" | "ort" | "lieu" | "lugar" | "room"
    ) && word(at + 1) == ":";
    if label && token.line {
        let end = tokens[at + 2..]
            .iter()
            .position(|t| t.line || matches!(t.folded.as_str(), ";" | "("))
            .map_or(tokens.len(), |n| at + 2 + n);
        return (end > at + 2 && end - at < 16).then_some((Weight::Best, at + 2..end));
    }
    let to = matches!(word(at), "to" | "nach" | "towards");
    let on = word(at) == "on";
    let strong = matches!(word(at), "at" | "chez");
    let beside = venue::beside(tokens, at);
    let reached = matches!(word(at), "reached" | "entered" | "visited" | "inspected");
    if !(strong
        || to
        || on
        || beside.is_some()
        || reached
        || matches!(
            word(at),
            "in" | "into" | "near" | "inside" | "outside" | "en" | "im" | "bei"
        ))
    {
        return None;
    }
    let (mut n, within) = beside.unwrap_or((at + 1, matches!(word(at), "im" | "bei")));
    let written = venue::article(word(n));
    if written {
        n += 1;
    }
    let article = written || within;
    let head = tokens.get(n)?;
    // "at school" says little, "at the school gate" where
    let vague = head.cues.has(Cue::NoPlace)
        && !head.capital
        && venue::phrase(text, tokens, n).is_none_or(|end| end <= n + 1);
    if !head.word || head.line || vague {
        return None;
    }
    // "on Ward 64", "in block 7"
    if let Some(end) = venue::labelled(tokens, n).filter(|_| !to && !reached) {
        return Some((Weight::Best, n..end));
    }
    if on {
        let location = names[n].filter(|(end, kind)| {
            *kind == EntityType::Location && word(at) == "on" && ends(tokens, *end)
        });
        let named = location.map(|(end, _)| (Weight::Good, n..end));
        return named.or_else(|| {
            // "on the sports field", but "on the office calendar" is none
            let end = venue::phrase(text, tokens, n).filter(|end| article && ends(tokens, *end))?;
            Some((Weight::Good, n - usize::from(written)..end))
        });
    }
    // "at 14 Alder Row": the number belongs to the name behind it
    let named = names[n].or_else(|| {
        names.get(n + 1).copied().flatten().filter(|_| {
            head.folded.len() <= 4 && head.folded.starts_with(|c: char| c.is_ascii_digit())
        })
    });
    if let Some((end, kind)) = named.filter(|_| !reached) {
        // "in owner/repository": a path
        if word(end) == "/" && tokens[end].span.start == tokens[end - 1].span.end {
            return None;
        }
        let generic = tokens[n..end].iter().all(|t| t.cues.has(Cue::NoPlace))
            || venue::is_code(text, &tokens[n..end]);
        // "in Nino's kitchen"
        if word(end) == "'s"
            && !to
            && let Some(venue) = venue::phrase(text, tokens, end + 1)
        {
            return Some((Weight::Good, n..venue));
        }
        // "at Nino's"
        let home = strong
            && word(end) == "'s"
            && tokens
                .get(end + 1)
                .is_none_or(|t| !t.word || t.cues.any(&[Cue::Function, Cue::Link]));
        if home && kind == EntityType::Person {
            return Some((Weight::Good, n..end + 1));
        }
        let weight = match kind {
            EntityType::Location if beside.is_some() && !venue::leads_to_names(word(at)) => None,
            EntityType::Location if to && moves(tokens, at) => Some(Weight::Weak),
            EntityType::Location if !to => Some(if strong { Weight::Best } else { Weight::Good }),
            EntityType::Organization | EntityType::Other | EntityType::Product
                if strong && tokens[n].capital =>
            {
                Some(Weight::Good)
            }
            _ => None,
        };
        // "at PyCon in Leeds": where that was
        if strong && let Some(town) = town_behind(tokens, names, n..end) {
            return Some((Weight::Good, town));
        }
        // "our Alder Street office"
        let end = venue_behind(tokens, end);
        if let Some(weight) = weight.filter(|_| !generic) {
            return Some((weight, n..end));
        }
        if generic || !(n..end).any(|k| venue::is_place(&tokens[k])) {
            return None;
        }
    }
    // "we brought her to the cemetery"
    if to && !(article && moves(tokens, at)) {
        return None;
    }
    if head.folded == "room"
        && tokens
            .get(n + 1)
            .is_some_and(|t| t.word && t.folded.starts_with(|c: char| c.is_ascii_digit()))
    {
        return Some((Weight::Best, n..n + 2));
    }
    // capitals that are no known name: "at Kuckuck"
    if strong
        && head.capital
        && !head.first
        && !head
            .cues
            .any(&[Cue::Function, Cue::Calendar, Cue::Kin, Cue::Title])
        && !head.entry.given()
    {
        let end = capitals(text, tokens, n).max(n + 1);
        let town = town_behind(tokens, names, n..end);
        return Some((Weight::Good, town.unwrap_or(n..end)));
    }
    let end = venue::phrase(text, tokens, n)?;
    if article {
        let weight = if to { Weight::Weak } else { Weight::Good };
        // "am Bahnhof abholen": the verb comes last
        let german = word(at) == "am" && head.capital;
        let sure = german || !venue::doubtful(word(at)) || ends(tokens, end);
        return sure.then_some((weight, n - usize::from(written)..end));
    }
    // "in hall 3", "in church"
    let bare =
        !to && !reached && beside.is_none() && (venue::is_label(&tokens[end - 1]) || end == n + 1);
    (bare && ends(tokens, end)).then_some((Weight::Good, n..end))
}

/// The town that is told of what is no place by its name ("PyCon in Leeds", but not "Crown Café in Leeds").
fn town_behind(
    tokens: &[Token],
    names: &[Option<(usize, EntityType)>],
    range: Range<usize>,
) -> Option<Range<usize>> {
    let place = |t: &Token| {
        venue::is_place(t)
            || t.cues.any(&[Cue::PlaceHead, Cue::PlaceStart])
            || t.entry.town()
            || t.entry.country()
    };
    let at = range.end + 1;
    let inside = tokens.get(range.end).is_some_and(|t| t.folded == "in");
    match names.get(at).copied().flatten() {
        Some((end, EntityType::Location)) if inside && !tokens[range].iter().any(place) => {
            Some(at..end)
        }
        _ => None,
    }
}

/// Whether a phrase ends here: nothing follows that it would only describe ("on Redis caching").
fn ends(tokens: &[Token], at: usize) -> bool {
    tokens
        .get(at)
        .is_none_or(|t| !t.word || t.cues.any(&[Cue::Function, Cue::Link, Cue::Calendar]) || t.line)
}

/// A lower-case place noun behind a name belongs to it.
fn venue_behind(tokens: &[Token], end: usize) -> usize {
    end + usize::from(
        tokens
            .get(end)
            .is_some_and(|t| !t.capital && !t.line && t.cues.has(Cue::Venue)),
    )
}

/// Where a run of capitalised words that begins here ends; the same index where none does.
fn capitals(text: &str, tokens: &[Token], from: usize) -> usize {
    let mut end = from;
    while let Some(token) = tokens.get(end) {
        let near = end == from || !text[tokens[end - 1].span.end..token.span.start].contains('\n');
        let number =
            end > from && token.word && token.folded.starts_with(|c: char| c.is_ascii_digit());
        if token.word && (token.capital || number) && near && !token.cues.has(Cue::NoPlace) {
            end += 1;
        } else if end > from
            && matches!(
                token.folded.as_str(),
                "of" | "de" | "la" | "der" | "van" | "du" | "da" | "'s"
            )
            && tokens.get(end + 1).is_some_and(|t| t.word && t.capital)
        {
            end += 2;
        } else {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    fn find(text: &str) -> Option<String> {
        super::find(text, &[])
    }

    #[test]
    fn places_in_the_words_of_the_source() {
        assert_eq!(
            find("We met at the Crown Café in Leeds.").as_deref(),
            Some("Crown Café")
        );
        assert_eq!(find("sat in room 312 all day").as_deref(), Some("room 312"));
        assert_eq!(
            find("Worked at the library today").as_deref(),
            Some("library")
        );
        assert_eq!(
            find("We met in Leeds, not at our office.").as_deref(),
            Some("Leeds")
        );
    }

    #[test]
    fn places_without_a_name() {
        for (text, place) in [
            (
                "Met her at eleven in her office w the papers",
                Some("her office"),
            ),
            ("Cut the fence behind the old barn.", Some("old barn")),
            ("Played on the school field.", Some("school field")),
            ("We sat in Ida's kitchen.", Some("Ida's kitchen")),
            ("It stands in hall 3 now", Some("hall 3")),
            ("water under the stage left door", None),
            ("He cried behind the boys' toilets", Some("boys' toilets")),
            ("Wir warten am Bahnhof.", Some("Bahnhof")),
            ("Elle passe à la mairie demain", Some("mairie")),
            ("I reached the plant room at two", Some("plant room")),
            ("The thing that happened in the gallery is odd", None),
            ("KES 24,720 taken back in KES 24", None),
            ("I'm at PyCon in Leeds", Some("Leeds")),
            ("My night shift is on Ward 64, as ever", Some("Ward 64")),
            ("I called on her at home in Leeds", Some("Leeds")),
            ("Bring it to our garage in Leeds", Some("Leeds")),
            ("We met in our garage", Some("garage")),
            ("Passez à la boutique lundi", Some("boutique")),
            ("Können Sie sie am Bahnhof abholen?", Some("Bahnhof")),
        ] {
            assert_eq!(find(text).as_deref(), place, "{text}");
        }
    }

    #[test]
    fn places_in_titles() {
        for (title, place) in [
            ("Interview: clerk (Ida Holm) -- Room 414", Some("Room 414")),
            ("Leeds with Bo and Ida", Some("Leeds")),
            ("Tue 13 Oct - Leeds", Some("Leeds")),
            ("Staff meeting - timetable", None),
            ("Dentist", None),
        ] {
            assert_eq!(super::titled(title, &[]).as_deref(), place, "{title}");
        }
    }

    #[test]
    fn calls_are_no_places() {
        for place in [
            "https://meet.x.example/j/9",
            "Microsoft Teams Meeting",
            "Zoom",
            "online, Zoom",
        ] {
            assert!(super::is_online(place), "{place}");
        }
        assert!(!super::is_online("Room 3 / Zoom") && !super::is_online("Alder Hall"));
    }

    #[test]
    fn who_is_called_is_elsewhere() {
        assert_eq!(find("A long call with Ida in Leeds."), None);
        assert_eq!(find("Rang the office in Leeds. They said yes."), None);
        assert_eq!(find("We spoke on Zoom."), None);
    }

    #[test]
    fn places_beside_a_time() {
        for (text, time, place) in [
            (
                "Screening Fri 3 Oct 18:00, Alder lab, room B. Bring tea.",
                "Fri 3 Oct 18:00",
                "Alder lab, room B",
            ),
            (
                "Rehearsal on Monday at 10:15, the small room",
                "Monday at 10:15",
                "small room",
            ),
            (
                "Saturday, Crown Café in Leeds, six of us",
                "Saturday",
                "Crown Café",
            ),
            (
                "The alarm at six, humidity in Gallery 2",
                "at six",
                "Gallery 2",
            ),
            (
                "Course on Monday at 1pm, training room on level 3.",
                "Monday at 1pm",
                "training room on level 3",
            ),
            (
                "supper with Ida, alder harbour, 6ish",
                "6ish",
                "alder harbour",
            ),
        ] {
            let at = text.find(time).expect("the time");
            let times = at..at + time.len();
            assert_eq!(
                super::find(text, std::slice::from_ref(&times)).as_deref(),
                Some(place),
                "{text}"
            );
        }
        let at = 0.."On Friday".len();
        assert_eq!(
            super::find("On Friday, Ida bought bread.", std::slice::from_ref(&at)),
            None
        );
        for (text, time) in [
            ("He came out at two, R3 800, good for a season", "at two"),
            ("I will pay the hall on Friday", "on Friday"),
        ] {
            let at = text.find(time).expect("the time");
            let times = at..at + time.len();
            assert_eq!(
                super::find(text, std::slice::from_ref(&times)),
                None,
                "{text}"
            );
        }
    }

    #[test]
    fn times_and_phrases_are_no_places() {
        for text in [
            "Lunch at noon.",
            "at the end of it",
            "in March we go",
            "at least two",
            "in the meantime",
            "busy at work on X",
            "in 2020",
            "Made the label in Leeds/Harbour",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,200}") {
            let _ = find(&text);
        }
    }
}
