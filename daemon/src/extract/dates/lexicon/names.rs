//! Month and weekday names, and words that lead to an hour, of languages that are read for these alone: Dutch,
//! Portuguese, Italian, Danish, Norwegian, Swedish, Finnish, Polish. A name that another language shares in the same
//! sense stands once.

use super::{Sense, Sense::*};

/// Words before the numbers of an hour: "kl. 18.30", "alle ore 18", "godz. 8:30".
pub(super) const BEFORE_HOUR: [&str; 8] = [
    "kl", "klokken", "klokka", "klo", "godz", "alle", "ore", "às",
];

/// The word behind them: "18.30 uur".
pub(super) const BEHIND_HOUR: &str = "uur";

pub(super) static NAMES: &[(&str, Sense)] = &[
    // Dutch
    ("januari", Month(1)),
    ("februari", Month(2)),
    ("maart", Month(3)),
    ("augustus", Month(8)),
    ("maandag", Weekday(1)),
    ("dinsdag", Weekday(2)),
    ("woensdag", Weekday(3)),
    ("donderdag", Weekday(4)),
    ("vrijdag", Weekday(5)),
    ("zaterdag", Weekday(6)),
    ("zondag", Weekday(7)),
    ("mei", Month(5)),
    ("juni", Month(6)),
    ("juli", Month(7)),
    ("mrt", Month(3)),
    ("okt", Month(10)),
    // Portuguese
    ("janeiro", Month(1)),
    ("fevereiro", Month(2)),
    ("março", Month(3)),
    ("junho", Month(6)),
    ("julho", Month(7)),
    ("setembro", Month(9)),
    ("outubro", Month(10)),
    ("novembro", Month(11)),
    ("dezembro", Month(12)),
    ("terça", Weekday(2)),
    ("quarta", Weekday(3)),
    ("quinta", Weekday(4)),
    ("sexta", Weekday(5)),
    ("fev", Month(2)),
    ("abr", Month(4)),
    ("maio", Month(5)),
    ("ago", Month(8)),
    ("set", Month(9)),
    ("out", Month(10)),
    ("dez", Month(12)),
    // Italian
    ("gen", Month(1)),
    ("mag", Month(5)),
    ("giu", Month(6)),
    ("lug", Month(7)),
    ("ott", Month(10)),
    ("gennaio", Month(1)),
    ("febbraio", Month(2)),
    ("aprile", Month(4)),
    ("maggio", Month(5)),
    ("giugno", Month(6)),
    ("luglio", Month(7)),
    ("settembre", Month(9)),
    ("ottobre", Month(10)),
    ("dicembre", Month(12)),
    ("lunedì", Weekday(1)),
    ("martedì", Weekday(2)),
    ("mercoledì", Weekday(3)),
    ("giovedì", Weekday(4)),
    ("venerdì", Weekday(5)),
    ("domenica", Weekday(7)),
    // Danish, Norwegian, Swedish
    ("maj", Month(5)),
    ("marts", Month(3)),
    ("augusti", Month(8)),
    ("desember", Month(12)),
    ("mandag", Weekday(1)),
    ("måndag", Weekday(1)),
    ("tirsdag", Weekday(2)),
    ("tisdag", Weekday(2)),
    ("onsdag", Weekday(3)),
    ("torsdag", Weekday(4)),
    ("fredag", Weekday(5)),
    ("lørdag", Weekday(6)),
    ("lördag", Weekday(6)),
    ("søndag", Weekday(7)),
    ("söndag", Weekday(7)),
];
