//! What a program says of itself, by the shape of a line rather than by its words: it tells what it was made with, asks
//! to be bought, rated or opened, counts what it holds, and speaks to "you". No sign is enough by itself; several are.

use crate::{extract::dates, ingest::pattern::pattern};
use std::borrow::Cow;

/// Signs that make a line furniture.
const ENOUGH: i8 = 4;

/// Most words of such a line.
const WORDS: usize = 18;

pattern!(
    MADE,
    r"(?i)^\W*(?:[\w'-]+ ){0,3}?(?:produced|created|made|generated|exported|printed|scanned|sent|synced|synchroni[sz]ed|translated|powered|built|rendered|saved|shared|published|posted|converted|recorded|transcribed|typed|captured|formatted|compiled|downloaded|imported|hosted|erstellt|erzeugt|gesendet|exportiert|créé|généré|envoyé|creado|generado|enviado)(?: (?:to (?:self|myself|you)|on device|automatically|electronically))? (with|via|using|through|from|by|in|mit|von|avec|par|depuis|con|por|desde) (?:the |my |an? )?(?-i:\p{Lu}|\d|i[A-Z])"
);
pattern!(
    PROGRAM,
    r"(?i)\b(?:powered|generated|exported|produced|scanned|synced|synchroni[sz]ed|translated|rendered|converted|transcribed|formatted|compiled|erstellt|exportiert|généré|generado)\b|(?-i:\b\p{Lu}?\p{Ll}+\p{Lu})|\w\+"
);
pattern!(
    ADDRESS,
    r"(?i)\b(?:https?://|www\.)\S|\b[\w-]+\.(?:com|org|net|io|app|co|example|de|fr|eu)(?:/|\b)"
);
pattern!(
    VERSION,
    r"(?i)\bv?\d+\.\d+(?:\.\d+)+\b|\bv\d+(?:\.\d+)?\b|(?-i:\b\p{Lu}[\w-]*\p{Ll}[\w-]* \d+\.\d+\b)"
);
pattern!(PRICE, r"[$€£]\s?\d|\d\s?(?:[€£]|%)");
pattern!(
    DATED,
    r"(?i)\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)day\b|\b(?:tomorrow|tonight|yesterday)\b|\b\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b"
);

/// What windows and mails ask of who reads them, at the beginning of a line.
const ASKED: &[&str] = &[
    "get",
    "go",
    "upgrade",
    "try",
    "unlock",
    "rate",
    "star",
    "download",
    "share",
    "follow",
    "invite",
    "install",
    "subscribe",
    "remove",
    "tap",
    "click",
    "manage",
    "sign",
    "switch",
    "enable",
    "turn",
    "learn",
    "discover",
    "explore",
    "win",
    "unsubscribe",
    "activate",
    "claim",
    "redeem",
    "sync",
    "like",
    "join",
];

/// What programs and those who sell them speak of, and what others speak of, too: two of the latter count.
const OWN: &[&str] = &[
    "app",
    "apps",
    "ad-free",
    "adfree",
    "ads",
    "premium",
    "pro",
    "lite",
    "watermark",
    "licence",
    "license",
    "subscription",
    "browser",
    "newsletter",
    "cookies",
    "software",
    "widget",
    "plugin",
    "extension",
    "sponsor",
    "sponsors",
    "sponsored",
    "advertisement",
    "giveaway",
    "github",
    "facebook",
    "instagram",
    "twitter",
    "linkedin",
    "youtube",
    "tiktok",
    "patreon",
    "playstore",
    "appstore",
    "gmail",
    "outlook",
    "icloud",
    "backups",
    "add-on",
];
const MAYBE: &[&str] = &[
    "free",
    "plus",
    "plan",
    "plans",
    "paid",
    "trial",
    "version",
    "account",
    "notifications",
    "notification",
    "template",
    "edition",
    "device",
    "devices",
    "sync",
    "backup",
    "settings",
    "feedback",
    "survey",
    "review",
    "reviews",
    "rating",
    "experience",
    "discount",
    "history",
    "limit",
    "features",
    "feature",
    "wallet",
    "licensed",
    "messages",
    "automatically",
];

/// How it says what was done.
const MADE_WORDS: &[&str] = &[
    "produced",
    "created",
    "made ",
    "generated",
    "exported",
    "printed",
    "scanned",
    "sent ",
    "synced",
    "synchroni",
    "translated",
    "powered",
    "built",
    "rendered",
    "saved",
    "shared",
    "published",
    "posted",
    "converted",
    "recorded",
    "transcribed",
    "typed",
    "captured",
    "formatted",
    "compiled",
    "downloaded",
    "imported",
    "hosted",
    "erstellt",
    "erzeugt",
    "gesendet",
    "exportiert",
    "créé",
    "généré",
    "envoyé",
    "creado",
    "generado",
    "enviado",
];

/// What a program's line has something of.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    MADE_WORDS.iter().chain(OWN).chain(MAYBE).copied()
}

/// Whether a line is a program's. At the text's `edge` it needs one sign less.
pub(super) fn is(line: &str, edge: bool) -> bool {
    let line = line.trim();
    if line.is_empty() || line.len() > 200 {
        return false;
    }
    let words = line
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-')))
        .map(|w| w.trim_matches(['-', '\'', '’']))
        .filter(|w| !w.is_empty());
    if !(2..=WORDS).contains(&words.clone().count()) {
        return false;
    }
    let words: Vec<Cow<str>> = words
        .map(|w| match dates::lower(w) {
            w if w.contains('’') => w.replace('’', "'").into(),
            w => w,
        })
        .collect();
    if words.iter().any(|w| is_mine(w)) {
        return false;
    }
    let among = |list: &[&str]| {
        words
            .iter()
            .skip(1)
            .filter(|w| list.contains(&w.as_ref()))
            .count()
    };
    // the first word is what is done
    let (own, maybe) = (among(OWN), among(MAYBE));
    let counted = if own > 0 || maybe > 1 { own + maybe } else { 0 };
    let asked = words.first().is_some_and(|w| ASKED.contains(&w.as_ref()));
    let made = MADE.captures(line);
    let with = made
        .as_ref()
        .and_then(|c| c.get(1))
        .map(|m| m.as_str().to_lowercase());
    let made = match with.as_deref() {
        // "by Ann", "from Lisbon" are people and places as often as not
        Some("by" | "in" | "von" | "par" | "por") => 1,
        Some("from" | "through" | "depuis" | "desde") if own + maybe == 0 => 1,
        Some(_) => 2,
        None => 0,
    };
    // no person has something rendered with them, and few names have a capital within
    let made = made
        + i8::from(made > 0 && line.contains(" to self "))
        + i8::from(made > 1 && words.len() <= 8 && PROGRAM.is_match(line));
    // one who asks for something, or what was made, and something of a program's
    if !(asked || made > 0 || counted >= 2) || own + maybe == 0 && made == 0 {
        return false;
    }
    let has = |said: &[&str]| i8::from(words.iter().any(|w| said.contains(&w.as_ref())));
    let signs = i8::from(edge)
        + i8::try_from(counted.min(2)).unwrap_or_default()
        + made
        + i8::from(asked)
        + has(&["you", "your", "you're", "you've"])
        + has(&["us", "our"])
        + i8::from(
            ADDRESS.is_match(line) || VERSION.is_match(line) || asked && PRICE.is_match(line),
        );
    signs - 2 * i8::from(is_dated(line)) >= ENOUGH
}

/// Whether a line names a day.
pub(super) fn is_dated(line: &str) -> bool {
    DATED.is_match(line)
}

/// Whether a word is said by somebody of themselves.
fn is_mine(word: &str) -> bool {
    matches!(
        word,
        "i" | "me" | "i'm" | "i've" | "i'll" | "i'd" | "mine" | "he" | "she" | "his" | "her"
    )
}

#[cfg(test)]
mod tests;
