//! Whether what stands for a place is a call.

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
