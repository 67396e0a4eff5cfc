//! Calls: whether what stands for a place is one, and in which program it is.

use super::venue::article;
use super::words::Words;
use std::ops::Range;

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

/// Programs in which people meet.
const CALLS: [&str; 9] = [
    "zoom", "teams", "meet", "jitsi", "webex", "skype", "facetime", "whereby", "hangouts",
];

/// What leads to them.
const BY: [&str; 10] = [
    "on", "via", "over", "by", "per", "über", "par", "sur", "por", "en",
];

/// The program of a call that a text says it happens in: "on Zoom", "via Google Meet", "Jitsi room boat-crew".
pub(super) fn call(words: &Words<'_>) -> Option<Range<usize>> {
    let named = |n: &usize| words.tokens[*n].capital && CALLS.contains(&words.word(*n));
    let calls = (0..words.tokens.len()).filter(named);
    calls
        .map(|n| {
            // "on the crew Zoom"
            let own = article(words.back(n, 2)) && BY.contains(&words.back(n, 3));
            let start = match words.back(n, 1) {
                "google" | "microsoft" | "ms" => n - 1,
                _ if own && words.tokens[n - 1].word => return (n - 1..n + 1, n),
                _ => n,
            };
            (start..room(words, n + 1).unwrap_or(n + 1), n + 1)
        })
        .find(|(range, end)| range.end > *end || BY.contains(&words.back(range.start, 1)))
        .map(|(range, _)| range)
}

/// Where the name of a call's room ends behind its program: "Jitsi, room boat-crew".
fn room(words: &Words<'_>, at: usize) -> Option<usize> {
    let at = at + usize::from(words.word(at) == ",");
    let name = words.tokens.get(at + 1)?;
    let named = name.word && name.folded.contains(|c: char| !c.is_alphabetic());
    (matches!(words.word(at), "room" | "raum" | "salle" | "sala") && named).then_some(at + 2)
}

/// Where programs are sold.
const SHOPS: [&str; 4] = ["app store", "play store", "google play", "microsoft store"];

/// Whether a place is none: a call's address or program.
pub(crate) fn is_online(place: &str) -> bool {
    let online = |part: &str| {
        let part = part.to_lowercase();
        part.contains("://")
            || part
                .split(|c: char| !c.is_alphanumeric())
                .any(|w| ONLINE.contains(&w))
    };
    let bare = place.trim().to_lowercase();
    if SHOPS.contains(&bare.strip_prefix("the ").unwrap_or(&bare)) {
        return true;
    }
    let mut parts = place
        .split([',', ';', '/', '(', '|'])
        .filter(|p| !p.trim().is_empty());
    place.contains("://") && !place.trim().contains(' ') || parts.all(online)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_no_places() {
        for place in [
            "https://meet.x.example/j/9",
            "Microsoft Teams Meeting",
            "Zoom",
            "online, Zoom",
        ] {
            assert!(is_online(place), "{place}");
        }
        assert!(!is_online("Room 3 / Zoom") && !is_online("Alder Hall"));
    }

    #[test]
    fn calls_are_told_by_their_program_and_room() {
        let call = |text: &str| crate::extract::places::find(text, &[]);
        let told = call("Can we speak on Wednesday? Jitsi, room boat-crew.");
        assert_eq!(told.as_deref(), Some("Jitsi, room boat-crew"));
        assert_eq!(call("We spoke on Zoom.").as_deref(), Some("Zoom"));
        let own = call("We settled it on the crew Zoom.");
        assert_eq!(own.as_deref(), Some("crew Zoom"));
        assert_eq!(call("Zoom is down again."), None);
    }
}
