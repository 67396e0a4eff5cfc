use super::*;

#[test]
fn knows_programs_that_no_list_names() {
    for line in [
        "Sent to self from Jotter+ Free.",
        "Go ad-free for $2.49",
        "Rate your stay experience: harbour.example/rate",
        "Remove this line with a Plus licence.",
        "Upgrade to a paid plan to see older messages.",
        "Produced with QuickMinutes 3.1.",
        "You've reached the 60-day history limit.",
        "Get Jotter Premium to unlock your backup",
        "Created using Soupbook Free Edition",
        "Scanned with Paperkite",
        "synced with Inkpot",
        "Translated using Tongues (Estonian)",
    ] {
        assert!(is(line, true), "{line}");
        let lower = line.to_lowercase();
        assert!(words().any(|w| lower.contains(w)), "{line}");
    }
}

#[test]
fn keeps_what_people_write() {
    for line in [
        "Get the free samples from Ann",
        "Try the new app of the bank",
        "Download the minutes before Friday",
        "Go to the post office with your parcel",
        "Sent by Maria from Lisbon",
        "Made with Nana's flour",
        "Join us on Saturday at the lake!",
        "Share your recipe with us",
        "Open the account at the bank",
        "Buy 2 kg of plums, 5 %",
        "Start the trial of the new pump on Monday",
        "Review the plan with your sister",
        "Renew your library card",
    ] {
        assert!(!is(line, true), "{line}");
    }
}
