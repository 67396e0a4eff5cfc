//! Calls: whether what stands for a place is one, and in which program it is.

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

/// The program of a call that a text says it happens in: "on Zoom", "via Google Meet".
pub(super) fn call(words: &Words<'_>) -> Option<Range<usize>> {
    let named = |n: &usize| words.tokens[*n].capital && CALLS.contains(&words.word(*n));
    let calls = (1..words.tokens.len()).filter(named);
    calls
        .map(|n| match words.word(n - 1) {
            "google" | "microsoft" | "ms" => n - 1..n + 1,
            _ => n..n + 1,
        })
        .find(|range| BY.contains(&words.back(range.start, 1)))
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
}
