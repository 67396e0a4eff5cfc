//! Whether a bare number is an hour, by the words around it.

use super::{
    lexicon::{Sense, Turn},
    parser::Parser,
};

impl Parser<'_, '_> {
    /// Whether two bare numbers are the hours from one of which to the other somebody comes or something is open: "the
    /// courier comes between 8 and 10", "es de tres a siete".
    pub(super) fn comes_between(&self, i: usize) -> bool {
        /// How far before the numbers the verb stands, in words.
        const VERB: usize = 7;
        const VERBS: [&str; 36] = [
            "come",
            "comes",
            "coming",
            "arrive",
            "arrives",
            "arriving",
            "deliver",
            "delivers",
            "delivery",
            "home",
            "there",
            "collect",
            "collects",
            "call",
            "calls",
            "ring",
            "rings",
            "visit",
            "available",
            "free",
            "open",
            "opens",
            "kommt",
            "kommen",
            "offen",
            "viene",
            "vienen",
            "es",
            "será",
            "abre",
            "abren",
            "abierto",
            "vient",
            "viennent",
            "ouvert",
            "ouvre",
        ];
        let Some(before) = i.checked_sub(1) else {
            return false;
        };
        let leads = matches!(
            self.sense(before),
            Some(Sense::Between | Sense::From | Sense::Of)
        );
        let comes = |j: usize| VERBS.contains(&self.text(j).to_lowercase().as_str());
        leads
            && (before.saturating_sub(VERB)..before).any(comes)
            && self
                .clock_span(i, true)
                .is_some_and(|(span, end)| span.end.is_some() && self.ends(end))
    }

    /// Whether the number at `i` is an hour by the article before it: "desde las 8", but not "las 12 colmenas".
    pub(super) fn behind_las(&self, i: usize) -> bool {
        let article = i.checked_sub(1).filter(|n| self.is(*n, Sense::The));
        article.is_some_and(|n| self.text(n).eq_ignore_ascii_case("las"))
            && (self.ends(i + 1) || self.sense(i + 1).is_some() || self.is_hour_before(i + 1))
    }

    /// Whether the number at `i` counts what the next word names: "this morning, 11 kids on the bus".
    pub(super) fn counts_things(&self, i: usize) -> bool {
        let Some((_, end)) = self.cardinal(i) else {
            return false;
        };
        let word = self.text(end);
        let many = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
            || matches!(word, "people" | "children" | "men" | "women" | "sheep");
        many && self.sense(end).is_none() && !self.capital(end)
    }

    /// Whether the number at `i` is an hour by the words behind it ("5 in the morning", "7 tonight").
    pub(super) fn part_follows(&self, i: usize) -> bool {
        let Some((1..=12, end)) = self.cardinal(i) else {
            return false;
        };
        let the = self.skip(self.skip(end, Sense::In), Sense::The);
        let this = self.skip(the, Sense::Turn(Turn::This));
        match self.sense(this) {
            Some(Sense::DayPart(..)) => this == end,
            // "9 de la mañana", "8 du soir"
            Some(Sense::Part(_)) => {
                this > end || self.is(i.wrapping_sub(1), Sense::At) || self.text(this).contains(' ')
            }
            _ => false,
        }
    }
}
