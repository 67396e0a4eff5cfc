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

    /// The part of the day that an occasion in the sentence implies for an open hour: nobody dines at seven in the
    /// morning, and few clubs meet then.
    pub(super) fn occasion(&self, hour: i8) -> Option<Part> {
        if self.tokens.len() > OCCASION {
            return None;
        }
        let words = self.tokens.iter().map(|t| t.text.to_lowercase());
        let of = |(i, word): (usize, String)| match word.as_str() {
            "doors" | "dinner" | "supper" | "drinks" | "party" | "concert" | "gig" | "movie"
            | "cinema" | "theatre" | "theater" | "pub" | "nightclub" | "premiere" | "film"
            | "screening" | "curtain" | "quiz" | "agm" | "egm" | "committee" | "choir"
            | "rehearsal" | "rehearsals" | "evensong" | "potluck" | "bbq" | "disco" | "ceilidh"
            | "abendessen" | "kino" | "konzert" | "stammtisch" | "chorprobe"
            | "vorstandssitzung" | "elternabend" | "feierabend" | "dîner" | "apéro"
            | "concierto" | "cena" => Some(Part::Evening),
            "breakfast" | "sunrise" | "frühstück" | "desayuno" => Some(Part::Morning),
            "opening" if self.text(i + 1).eq_ignore_ascii_case("night") => Some(Part::Evening),
            "lunch" | "brunch" => Some(Part::Noon),
            _ => None,
        };
        let sure = words.clone().enumerate().find_map(of);
        // at seven people work, travel and swim as well; where they meet others in their free time, it is evening
        let meets = |word: String| {
            matches!(
                word.as_str(),
                "hall"
                    | "meeting"
                    | "meet"
                    | "talk"
                    | "lecture"
                    | "vigil"
                    | "demo"
                    | "club"
                    | "practice"
                    | "training"
            )
        };
        sure.or_else(|| (hour == 7 && words.clone().any(meets)).then_some(Part::Evening))
    }
}
