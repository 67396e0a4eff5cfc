//! How windows write days and times, as parts of the patterns (all of them without regard to case) that look for them.

/// A time of day: `9:47`, `9:47 AM`, `9:47 a. m.`, `09:47 Uhr`, `9 h 47`.
macro_rules! clock {
    () => {
        r"\d{1,2}(?::|\s?h\s?)\d{2}(?::\d{2})?(?:\s?(?:[ap]\.?\s?m\b\.?|uhr|uur|h))?"
    };
}

/// A day beside the time: `Today`, `Gestern`, `Mon`, `May 16th`, `16 de mayo`, `16/05/2024`.
macro_rules! named_day {
    () => {
        r"today|yesterday|hoy|ayer|heute|gestern|aujourd['’]hui|hier|hoje|ontem|oggi|ieri|vandaag|gisteren|idag|igår|\p{L}{3,9}day|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?|\d{1,2}\.?(?: de)? (?:jan|feb|fév|m[aä]r|a[pvb]r|ma[iyg]|jui?n|jui?l|a[ug][go]|aoû|sep|set|o[ckt]t|out|nov|d[eé][czi])\p{L}{0,7}\.?(?:,?(?: de)? \d{4})?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
    };
}

/// What stands between the two.
macro_rules! at {
    () => {
        r"(?: (?:at|um|à|às|a las?|alle|om|kl))?"
    };
}

/// The word for a message that was changed.
macro_rules! edited_word {
    () => {
        r"(?:edited|bearbeitet|editad[oa]|modifiée?|modificat[oa]|bewerkt|redigerad)"
    };
}

/// The mark of such a message.
macro_rules! edited {
    () => {
        concat!(r"\(", edited_word!(), r"\)")
    };
}

/// The same mark behind a time, where it may stand without brackets.
macro_rules! changed {
    () => {
        concat!(r"(?:,?\s*\(?", edited_word!(), r"\)?)")
    };
}

/// How long ago it was, where a window tells no time: `18 hours ago`, `vor 5 Minuten`.
macro_rules! ago {
    () => {
        r"(?:just now|(?:about )?(?:\d{1,2}|an?|one) (?:sec(?:ond)?|min(?:ute)?|hour|hr|day)s? ago|vor (?:\d{1,2}|eine[rm]) (?:sekunde|minute|stunde|tag)e?n?|il y a (?:\d{1,2}|une?) (?:seconde|minute|heure|jour)s?|hace (?:\d{1,2}|una?) (?:segundo|minuto|hora|día)s?)"
    };
}
