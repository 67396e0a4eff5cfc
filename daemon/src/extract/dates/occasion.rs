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

    /// The part of the day that an occasion in the sentence implies: nobody dines at seven in the morning.
    pub(super) fn occasion(&self) -> Option<Part> {
        if self.tokens.len() > OCCASION {
            return None;
        }
        self.tokens
            .iter()
            .enumerate()
            .find_map(|(i, t)| match t.text.to_lowercase().as_str() {
                "dinner" | "supper" | "drinks" | "party" | "concert" | "gig" | "movie"
                | "cinema" | "theatre" | "theater" | "pub" | "nightclub" | "premiere" => {
                    Some(Part::Evening)
                }
                "breakfast" | "sunrise" => Some(Part::Morning),
                "opening" if self.text(i + 1).eq_ignore_ascii_case("night") => Some(Part::Evening),
                "lunch" | "brunch" => Some(Part::Noon),
                _ => None,
            })
    }
}
