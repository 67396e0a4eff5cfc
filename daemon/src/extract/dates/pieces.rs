//! The pieces of a moment and what joins them: "Friday" "24 May" "," "6pm".

use super::{
    lexicon::{Part, Sense, Turn, Unit},
    moment::{DEPTH, Moment},
    parser::{Dated, Fields, Parser, Spec},
};
use crate::when::{Point, When};
use jiff::civil::Date;

impl Parser<'_, '_> {
    /// Adds what stands at `at`; false where nothing fits.
    pub(super) fn piece(&self, moment: &mut Moment, at: usize, first: bool) -> bool {
        let before = self.sense_before(at);
        let at_cue = matches!(
            before,
            Some(Sense::At | Sense::About | Sense::From | Sense::Between)
        ) || at > 0 && self.mark(at - 1) == Some('@');
        let date = self.date(at, DEPTH, false);
        let clock = moment.clock.is_none().then(|| {
            let sure =
                matches!(before, Some(Sense::At)) || at > 0 && self.mark(at - 1) == Some('@');
            let loose = if first {
                sure || self.part_follows(at) || self.behind_las(at) || self.comes_between(at)
            } else {
                let parted = moment.part.is_some() && !self.counts_things(at);
                at_cue || parted || self.part_follows(at) || self.behind_las(at)
            };
            let span = self.clock_span(at, loose)?;
            // "Monday 11-4": a bare span of hours behind a date
            Some(span)
        });
        let clock = clock.flatten().or_else(|| {
            (moment.clock.is_none() && (moment.date.is_some() || self.date_follows(at)))
                .then(|| self.clock_span(at, true).filter(|(s, _)| s.end.is_some()))
                .flatten()
        });
        let clock_end = clock.map_or(0, |(_, end)| end);
        if let (Some(dated), Some(Sense::Weekday(n))) = (moment.date, self.sense(at))
            && let Spec::Fields(Fields {
                day: Some(_),
                weekday: None,
                ..
            }) = dated.spec
            && (at == moment.end || self.mark(at - 1).is_some())
        {
            let next = Dated::fields(Fields {
                weekday: Some(super::parser::weekday(n)),
                ..Fields::default()
            });
            moment.date = merge(moment.date, next, self);
            moment.end = at + 1;
            return true;
        }
        // "Tuesday night the fifteenth"
        if let (Some(dated), Some(_)) = (moment.date, moment.part)
            && let Spec::Fields(Fields {
                day: None,
                month: None,
                weekday: Some(_),
                ..
            }) = dated.spec
            && self.is(at.wrapping_sub(1), Sense::The)
            && let Some((day @ 1..=31, end)) = self.ordinal(at)
        {
            let day = Dated::fields(Fields {
                day: i8::try_from(day).ok(),
                ..Fields::default()
            });
            moment.date = merge(moment.date, day, self);
            moment.end = end;
            return true;
        }
        if let Some(dated) = moment.date
            && let Spec::Fields(Fields { day: Some(_), .. }) = dated.spec
            && self.is(at, Sense::Unit(Unit::Weekend))
            && at == moment.end
        {
            let day = self.resolve(&dated, self.lean_at(at)).map(|w| w.days().0);
            moment.date = day.map(|d| Dated::fixed(super::feasts::long_weekend(d), dated.anchor));
            moment.end = at + 1;
            return true;
        }
        if let Some((dated, end)) = date
            && end >= clock_end
            && let Some(merged) = merge(moment.date, dated, self)
        {
            moment.date = Some(merged);
            moment.part = moment.part.or(dated.part);
            moment.end = end;
            return true;
        }
        if let Some((span, end)) = clock {
            moment.clock = Some(span);
            moment.end = end;
            return true;
        }
        let mut part_at = at;
        while matches!(
            self.sense(part_at),
            Some(Sense::The | Sense::Stretch(_) | Sense::Of | Sense::Turn(Turn::This))
        ) && part_at < at + 2
        {
            part_at += 1;
        }
        // "fri eve"
        if !first && self.text(at) == "eve" && at == moment.end {
            moment.part = Some(Part::Evening);
            moment.end = at + 1;
            return true;
        }
        if let Some(Sense::Part(part)) = self.sense(part_at)
            && !first
        {
            moment.part = Some(part);
            moment.end = part_at + 1;
            return true;
        }
        false
    }

    /// Whether a date follows the span of hours that may stand at `i` ("five to seven today").
    fn date_follows(&self, i: usize) -> bool {
        let Some((span, end)) = self.clock_span(i, true) else {
            return false;
        };
        let at = self.joined(end);
        span.end.is_some()
            && matches!(
                self.sense(at),
                Some(Sense::Day(_) | Sense::DayPart(..) | Sense::Weekday(_) | Sense::Turn(_))
            )
    }

    /// The index of the next piece: behind at most three words and marks that join pieces.
    pub(super) fn joined(&self, i: usize) -> usize {
        let mut at = i;
        while at < i + 3 {
            let joins = match self.mark(at) {
                Some(',' | '(' | '@' | '·' | '|' | ')' | '/' | '~') => true,
                Some('T') => true,
                Some('-' | '–') => !self.touches(at + 1) || self.touches(at),
                Some(_) => false,
                None => match self.sense(at) {
                    Some(
                        Sense::On
                        | Sense::At
                        | Sense::In
                        | Sense::Of
                        | Sense::From
                        | Sense::Between
                        | Sense::About
                        | Sense::By
                        | Sense::Starting,
                    ) => true,
                    Some(Sense::The) => true,
                    _ => self.text(at) == "T" && self.touches(at) || self.is_zone(at),
                },
            };
            if !joins {
                break;
            }
            at += 1;
        }
        at
    }

    /// The name of a time zone behind a time.
    fn is_zone(&self, i: usize) -> bool {
        is_zone(self.text(i))
    }
}

/// Whether a word behind a time names a time zone.
fn is_zone(word: &str) -> bool {
    const ZONES: [&str; 18] = [
        "UTC", "GMT", "BST", "CET", "CEST", "EET", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST",
        "PDT", "ET", "PT", "MT", "CT",
    ];
    ZONES.contains(&word)
}

/// One date said in two pieces ("Friday, 24 May", "in 3 days on Friday"); `None` where they are two dates.
fn merge(have: Option<Dated>, next: Dated, parser: &Parser<'_, '_>) -> Option<Dated> {
    let Some(have) = have else {
        return Some(next);
    };
    let weekday_only = |d: &Dated| match d.spec {
        Spec::Fields(Fields {
            year: None,
            month: None,
            day: None,
            weekday,
        }) => weekday,
        _ => None,
    };
    let single = |d: &Dated| {
        let when = parser.resolve(d, None)?;
        match (when.start, when.end) {
            (Point::Day(day), None) => Some(day),
            _ => None,
        }
    };
    match (weekday_only(&have), weekday_only(&next)) {
        (Some(weekday), None) => {
            if let Spec::Fields(fields) = next.spec
                && fields.day.is_some()
            {
                let weekday = Some(weekday);
                return Some(Dated {
                    spec: Spec::Fields(Fields { weekday, ..fields }),
                    ..next
                });
            }
            single(&next)
                .filter(|d| d.weekday() == weekday)
                .map(|_| next)
        }
        (None, Some(weekday)) => {
            if let Spec::Fields(fields) = have.spec
                && fields.day.is_some()
                && fields.weekday.is_none()
            {
                let weekday = Some(weekday);
                return Some(Dated {
                    spec: Spec::Fields(Fields { weekday, ..fields }),
                    ..have
                });
            }
            single(&have)
                .filter(|d| d.weekday() == weekday)
                .map(|_| have)
        }
        // "today, May 5"
        _ => match (have.spec, next.spec) {
            (Spec::Fixed(_), Spec::Fields(Fields { day: Some(_), .. }))
                if single(&have).is_some() && single(&have) == single(&next) =>
            {
                Some(next)
            }
            // "last year on March 5"
            (
                Spec::Fixed(When {
                    start: Point::Year(year),
                    end: None,
                }),
                Spec::Fields(
                    fields @ Fields {
                        year: None,
                        month: Some(month),
                        ..
                    },
                ),
            ) => {
                // "same as last year, Saturday 5 August": this year's, where that is the Saturday
                let day = fields.day.and_then(|day| Date::new(year, month, day).ok());
                let other = |weekday| day.is_some_and(|day| day.weekday() != weekday);
                if fields.weekday.is_some_and(other) {
                    return None;
                }
                Some(Dated {
                    spec: Spec::Fields(Fields {
                        year: Some(year),
                        ..fields
                    }),
                    ..have
                })
            }
            _ => None,
        },
    }
}
