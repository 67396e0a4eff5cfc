//! What "from", "off" and "of" tell of: where something is taken up, watched or left, and the whole of which a part is
//! told.

use super::words::Words;

/// Whether what stands behind "from" at a token is where something is taken up or begins: "collect it from the depot",
/// "the bus leaves from Alder Row".
pub(super) fn is_taken(words: &Words<'_>, at: usize) -> bool {
    const FAR: usize = 12;
    (at.saturating_sub(FAR)..at)
        .rev()
        .take_while(|n| !matches!(words.word(*n), "." | "!" | "?" | ";" | ":"))
        .any(|n| {
            matches!(
                words.word(n),
                "fetch"
                    | "fetched"
                    | "fetching"
                    | "collect"
                    | "collected"
                    | "collecting"
                    | "pick"
                    | "picks"
                    | "picked"
                    | "picking"
                    | "pickup"
                    | "pick-up"
                    | "leave"
                    | "leaves"
                    | "leaving"
                    | "depart"
                    | "departs"
                    | "departing"
                    | "departure"
                    | "starts"
                    | "starting"
                    | "sails"
                    | "slip"
                    | "slips"
                    | "stole"
                    | "stolen"
                    | "rescued"
                    | "work"
                    | "works"
                    | "worked"
                    | "working"
                    | "upload"
                    | "broadcast"
                    | "streamed"
            )
        })
}

/// Whether "from" at a token leads to where one watches or works: "watched it from the roof", "worked from home", or
/// "off" to what one swims or fishes by: "swam off the rocks".
pub(super) fn is_done_from(words: &Words<'_>, at: usize) -> bool {
    const FAR: usize = 6;
    let verbs: &[&str] = match words.word(at) {
        "from" => &[
            "watch",
            "watched",
            "watching",
            "saw",
            "filmed",
            "waved",
            "jumped",
            "dived",
            "fished",
            "worked",
            "working",
            "work",
            "news",
            "greetings",
            "update",
            "reporting",
            "fell",
            "sang",
            "spoke",
            "viewed",
            "sunrise",
            "sunset",
            "view",
        ],
        "off" => &[
            "swam",
            "swim",
            "swimming",
            "fished",
            "fishing",
            "caught",
            "sailed",
            "dived",
            "anchored",
            "capsized",
            "moored",
            "jumped",
            "fell",
            "snorkelled",
        ],
        _ => return false,
    };
    (at.saturating_sub(FAR)..at)
        .rev()
        .take_while(|n| !matches!(words.word(*n), "." | "!" | "?" | ";" | ":"))
        .any(|n| verbs.contains(&words.word(n)))
}

/// Whether "of" at a token leads to the place of which a part is told: "in the middle of the bridge", "laps of the park",
/// but not "the end of the month".
pub(super) fn is_part_of(words: &Words<'_>, at: usize) -> bool {
    words.word(at) == "of"
        && at > 0
        && matches!(
            words.word(at - 1),
            "top"
                | "bottom"
                | "middle"
                | "edge"
                | "side"
                | "back"
                | "front"
                | "foot"
                | "end"
                | "far"
                | "outskirts"
                | "roof"
                | "tower"
                | "corner"
                | "door"
                | "doors"
                | "gate"
                | "gates"
                | "steps"
                | "laps"
                | "lap"
                | "circuit"
                | "circuits"
                | "grounds"
                | "entrance"
                | "centre"
                | "heart"
        )
}

/// Whether "of" at a token leads to the place that somebody has just left: "just out of Alder Coffee", "came out of the
/// hall".
pub(super) fn is_left(words: &Words<'_>, at: usize) -> bool {
    (words.back(at, 1), words.word(at)) == ("out", "of")
        && matches!(
            words.back(at, 2),
            "just"
                | "straight"
                | "came"
                | "come"
                | "coming"
                | "walked"
                | "walking"
                | "stepped"
                | "got"
                | "getting"
        )
}

#[cfg(test)]
mod tests {
    use crate::extract::places::find;

    #[test]
    fn who_opens_or_leaves_a_place_is_there() {
        for (text, place) in [
            ("At six I opened the rowing hut and swept it.", "rowing hut"),
            ("We painted the back room blue.", "back room"),
            ("The coach leaves the church hall at 5:30.", "church hall"),
            ("Just out of Alder Coffee with Ida.", "Alder Coffee"),
            (
                "Bad news from the lower yard: two hens are gone.",
                "lower yard",
            ),
            ("The gale took the roof of shed 7.", "shed 7"),
            ("She comes to the guest house at two.", "guest house"),
            ("Parcel received at front desk by Ida.", "front desk"),
            ("Cooked a trial pot at home this afternoon.", "home"),
            ("From 9am we are outside in the yard.", "yard"),
        ] {
            assert_eq!(find(text, &[]).unwrap_or_default(), place, "{text}");
        }
    }
}
