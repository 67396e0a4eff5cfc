//! What a sentence says besides its times that tells which hour, or which day's hour, is meant.

use super::{
    lexicon::{Part, Sense},
    parser::Parser,
    tokens::Kind,
};

/// Tokens of a sentence that are looked at for an occasion; a longer text tells of several.
const OCCASION: usize = 80;

impl Parser<'_, '_> {
    /// Whether the text names a weekday: its hours may be of that day.
    pub(super) fn names_day(&self) -> bool {
        let tokens = self.tokens.iter().take(OCCASION);
        tokens
            .into_iter()
            .any(|t| matches!(t.kind, Kind::Word(Sense::Weekday(_))))
    }

    /// Whether somebody gets up at the time that begins here: "up at 4:45", "woke at five", "alarm set for 5:15".
    pub(super) fn rises(&self, i: usize) -> bool {
        let word = |k: usize| i.checked_sub(k).map_or("", |j| self.text(j));
        let before = matches!(word(1), "at" | "by" | "before" | "for" | "around" | "about");
        let last = 1 + usize::from(before);
        match word(last).to_lowercase().as_str() {
            // not "pick me up at 5"
            "up" => {
                let verb = word(last + 1).to_lowercase();
                i == last
                    || matches!(
                        verb.as_str(),
                        "get"
                            | "got"
                            | "getting"
                            | "woke"
                            | "wake"
                            | "was"
                            | "were"
                            | "be"
                            | "am"
                            | "are"
                            | "."
                            | ","
                    )
            }
            "set" => word(last + 1).to_lowercase() == "alarm",
            "woke" | "awake" | "alarm" | "sunrise" | "dawn" => true,
            _ => false,
        }
    }

    /// The part of the day that an occasion in the sentence implies: nobody dines at seven in the morning.
    pub(super) fn occasion(&self) -> Option<Part> {
        if self.tokens.len() > OCCASION {
            return None;
        }
        self.tokens
            .iter()
            .enumerate()
            .find_map(|(i, t)| match t.text.to_lowercase().as_str() {
                "doors" | "dinner" | "supper" | "drinks" | "party" | "concert" | "gig"
                | "movie" | "cinema" | "theatre" | "theater" | "pub" | "nightclub" | "premiere" => {
                    Some(Part::Evening)
                }
                "breakfast" | "sunrise" => Some(Part::Morning),
                "opening" if self.text(i + 1).eq_ignore_ascii_case("night") => Some(Part::Evening),
                "lunch" | "brunch" => Some(Part::Noon),
                _ => None,
            })
    }
}
