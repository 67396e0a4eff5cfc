//! The forms of a time of day in words: "half past five", "halb sechs", "huit heures moins le quart".

use super::{
    clock::{Clock, Half},
    lexicon::{Sense, Turn, Unit},
    parser::Parser,
};

impl Parser<'_, '_> {
    /// "half past five", "quarter to six", "ten past three", "five o'clock", "five thirty", "halb sechs".
    pub(super) fn spoken_clock(&self, i: usize) -> Option<(Clock, usize)> {
        // "finished in three fifty-two" is a length
        if self.sense_before(i) == Some(Sense::In) {
            return None;
        }
        if self.is(i, Sense::HalfBefore) {
            let (hour, end) = self.cardinal(i + 1)?;
            let before = if hour == 1 { 12 } else { hour.checked_sub(1)? };
            return Some((Clock::new(before, 30, Half::Open)?, end));
        }
        // "half eight", as the British say it
        let cue = matches!(self.sense_before(i), Some(Sense::About | Sense::At));
        if self.is(i, Sense::Half)
            && let Some((hour @ 1..=12, end)) = self.cardinal(i + 1)
            && (cue
                || self.ends(end)
                || matches!(self.sense(end), Some(Sense::On | Sense::Part(_))))
        {
            return Some((Clock::new(hour, 30, Half::Open)?, end));
        }
        let a = self.skip(i, Sense::A);
        let minutes = match self.sense(a) {
            Some(Sense::Half) => Some((30, a + 1)),
            Some(Sense::Unit(Unit::Quarter)) => Some((15, a + 1)),
            _ => self.cardinal(i).filter(|(n, _)| *n < 30),
        };
        if let Some((minute, end)) = minutes {
            let end = self.skip(end, Sense::Unit(Unit::Minute));
            let past = match self.sense(end) {
                Some(Sense::Turn(Turn::Past)) => Some(true),
                Some(Sense::To) if minute == 15 && a < end && self.cardinal(i).is_none() => {
                    Some(false)
                }
                Some(Sense::To) if self.is(end - 1, Sense::Unit(Unit::Minute)) => Some(false),
                Some(Sense::To) if self.is(i.wrapping_sub(1), Sense::At) && minute % 5 == 0 => {
                    Some(false)
                }
                // "on Tuesday, ten to nine", but not "ten to four"
                Some(Sense::To)
                    if minute == 10
                        && self.digits(i).is_none()
                        && self.is_behind_day(i)
                        && self
                            .cardinal(end + 1)
                            .is_some_and(|(n, _)| (5..10).contains(&n)) =>
                {
                    Some(false)
                }
                // "ten to five in the afternoon", "about ten to five"
                Some(Sense::To) if minute % 5 == 0 && self.digits(i).is_none() => {
                    let told = self.cardinal(end + 1).is_some_and(|(_, after)| {
                        matches!(self.sense(after), Some(Sense::Part(_)))
                            || matches!(self.sense(after + 2), Some(Sense::Part(_)))
                                && self.is(after, Sense::In)
                    });
                    (told || self.is(i.wrapping_sub(1), Sense::About)).then_some(false)
                }
                Some(Sense::After) if minute == 15 && self.cardinal(i).is_none() => Some(true),
                _ => None,
            };
            if let Some(past) = past
                && let Some((hour, after)) = self.cardinal(end + 1)
                && (1..=12).contains(&hour)
            {
                let after = self.skip(after, Sense::OClock);
                let (half, after) = self.meridiem(after).unwrap_or((Half::Open, after));
                let hour = match (past, hour) {
                    (true, h) => h,
                    (false, 1) => 12,
                    (false, h) => h - 1,
                };
                let minute = if past { minute } else { 60 - minute };
                return Some((Clock::new(hour, minute, half)?, after));
            }
        }
        // "at fourteen hours"
        if self.is(i.wrapping_sub(1), Sense::At)
            && self.digits(i).is_none()
            && let Some((hour @ 1..=24, end)) = self.cardinal(i)
            && self.is(end, Sense::Unit(Unit::Hour))
        {
            return Some((Clock::new(hour, 0, Half::Full)?, end + 1));
        }
        if let Some((hour, at)) = self.cardinal(i)
            && self.text(at).starts_with("heure")
        {
            return self.heures(i, hour, at + 1);
        }
        // "at sixteen twenty"
        let timetable = matches!(
            self.sense_before(i),
            Some(Sense::At | Sense::By | Sense::From | Sense::Until)
        );
        if timetable
            && let Some(Sense::Cardinal(hour @ 13..=23)) = self.sense(i)
            && let Some((minute @ 10..60, end)) = self.cardinal(i + 1)
            && self.digits(i + 1).is_none()
            && self.ends(end)
        {
            return Some((Clock::new(hour, minute, Half::Full)?, end));
        }
        let Sense::Cardinal(hour @ 1..=12) = self.sense(i)? else {
            return None;
        };
        if self.is(i + 1, Sense::OClock) {
            let uhr = self.text(i + 1).eq_ignore_ascii_case("uhr");
            let minutes = self.cardinal(i + 2).filter(|(n, _)| uhr && *n < 60);
            let (minute, end) = minutes.unwrap_or_else(|| self.past_half(i + 2));
            // "sechs Uhr" is in the morning, "sechs Uhr abends" is not
            let open = !uhr || matches!(self.sense(end), Some(Sense::Part(_)));
            let half = if open { Half::Open } else { Half::Full };
            let (half, end) = self.meridiem(end).unwrap_or((half, end));
            return Some((Clock::new(hour, minute, half)?, end));
        }
        if let Some((half, end)) = self.meridiem(i + 1) {
            return Some((Clock::new(hour, 0, half)?, end));
        }
        if let (minute @ 1.., end) = self.past_half(i + 1) {
            return Some((Clock::new(hour, minute, Half::Open)?, end));
        }
        let dash = self.skip_mark(i + 1, &['-']);
        let (minute, end) = self.cardinal(dash)?;
        if !(10..60).contains(&minute) || !matches!(self.sense(dash), Some(Sense::Cardinal(_))) {
            return None;
        }
        // "one forty-five over ninety-two" is a blood pressure
        if self.text(end) == "over" && self.cardinal(end + 1).is_some() {
            return None;
        }
        let end = self.skip(end, Sense::Unit(Unit::Minute));
        let (half, end) = self.meridiem(end).unwrap_or((Half::Open, end));
        Some((Clock::new(hour, minute, half)?, end))
    }

    /// "six heures quarante", "quatorze heures", "dix-huit heures trente": the hour that begins at `i`, what follows
    /// "heures" at `at`.
    fn heures(&self, i: usize, hour: u32, at: usize) -> Option<(Clock, usize)> {
        // the end of "vingt-quatre heures" alone
        if i > 1 && self.mark(i - 1) == Some('-') && self.touches(i) {
            return None;
        }
        let before = self.text(i.wrapping_sub(1)).to_lowercase();
        let lasts = [
            "pendant", "durant", "dure", "duré", "depuis", "de", "les", "des", "en",
        ];
        let per = matches!(self.text(at), "par" | "de" | "d");
        let minutes = self.cardinal(at).filter(|(n, _)| *n < 60);
        // "nous avons roulé seize heures"
        let cue = minutes.is_some()
            || matches!(
                self.sense_before(i),
                Some(
                    Sense::At
                        | Sense::From
                        | Sense::Until
                        | Sense::Weekday(_)
                        | Sense::Month(_)
                        | Sense::Day(_)
                )
            );
        if lasts.contains(&before.as_str()) || per || hour > 12 && !cue {
            return None;
        }
        // "huit heures moins le quart"
        if self.text(at) == "moins" && hour > 0 {
            let quarter = self.skip(at + 1, Sense::The);
            let less = match self.sense(quarter) {
                Some(Sense::Unit(Unit::Quarter)) => Some((15, quarter + 1)),
                _ => self.cardinal(at + 1).filter(|(n, _)| (1..30).contains(n)),
            };
            let (less, end) = less?;
            return Some((Clock::new(hour - 1, 60 - less, Half::Full)?, end));
        }
        let (minute, end) = minutes.unwrap_or_else(|| self.past_half(at));
        // With its minutes an hour is said as a timetable has it.
        let timetable = minutes.is_some() && !matches!(self.sense(end), Some(Sense::Part(_)));
        let half = if hour > 12 || timetable {
            Half::Full
        } else {
            Half::Open
        };
        Some((Clock::new(hour, minute, half)?, end))
    }
}
