//! Named things in running text: people, organizations, places, products, works and events, by their shape, by the
//! embedded lists, and by the words around them.

use super::token::Token;
use memo_common::api::EntityType;
use std::ops::Range;

/// A named thing at its place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Bytes in the text.
    pub(crate) span: Range<usize>,
    /// What it is.
    pub(crate) kind: EntityType,
}

/// Titles that stand before a person's name.
pub(crate) const TITLES: &[&str] = &[
    "mr",
    "mrs",
    "ms",
    "miss",
    "mx",
    "dr",
    "dra",
    "dre",
    "prof",
    "professor",
    "doctor",
    "sir",
    "lady",
    "madame",
    "mme",
    "monsieur",
    "herr",
    "frau",
    "señor",
    "senor",
    "senora",
    "sr",
    "sra",
    "don",
    "dona",
    "doctora",
    "nurse",
    "father",
    "sister",
    "brother",
    "judge",
    "captain",
    "cllr",
    "councillor",
    "rev",
    "reverend",
    "rabbi",
    "imam",
];

/// Family words that people use as names.
pub(crate) const KIN: &[&str] = &[
    "mum", "mom", "mam", "mama", "mamma", "mummy", "mommy", "ma", "dad", "daddy", "papa", "pa",
    "opa", "oma", "grandma", "grandpa", "grandad", "granddad", "granny", "gran", "nan", "nana",
    "nonna", "nonno", "abuela", "abuelo", "babcia", "dziadek", "babicka", "deda", "teta", "auntie",
    "aunty", "aunt", "uncle", "tante", "onkel", "tia", "tio", "zia", "zio", "farmor", "farfar",
    "mormor", "morfar", "papi", "mami", "mutti", "vati", "maman", "mamie", "papy", "yiayia",
    "pappou", "halmoni", "lola", "lolo",
];

/// Family words that take a name behind them and mean nobody without one.
const KIN_BEFORE: &[&str] = &[
    "aunt", "uncle", "tante", "onkel", "tia", "tio", "zia", "zio", "teta", "deda",
];

const NEVER: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "tues",
    "wed",
    "thu",
    "thur",
    "thurs",
    "fri",
    "sat",
    "sun",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "am",
    "pm",
    "ok",
    "okay",
    "hi",
    "hello",
    "hey",
    "dear",
    "thanks",
    "thank",
    "cheers",
    "regards",
    "yes",
    "no",
    "re",
    "fwd",
    "fw",
    "cc",
    "i",
    "i'm",
    "i'll",
    "i've",
    "i'd",
    "lol",
    "omg",
    "btw",
    "fyi",
    "asap",
    "eta",
    "tbd",
    "tba",
    "faq",
    "utc",
    "gmt",
    "cet",
    "cest",
    "est",
    "edt",
    "pst",
    "pdt",
    "bst",
    "christmas",
    "easter",
    "english",
    "french",
    "german",
    "spanish",
    "dutch",
    "italian",
    "american",
    "british",
    "european",
    "welsh",
    "irish",
    "scottish",
    "hiya",
    "yeah",
    "yep",
    "nope",
    "sorry",
    "please",
    "great",
    "sure",
    "right",
    "oh",
    "ah",
    "um",
    "uh",
    "haha",
    "the",
    "a",
    "an",
    "it",
    "we",
    "you",
    "he",
    "she",
    "they",
    "this",
    "that",
    "these",
    "those",
    "my",
    "your",
    "his",
    "her",
    "our",
    "their",
    "and",
    "but",
    "or",
    "so",
    "if",
    "when",
    "then",
    "there",
    "here",
    "what",
    "who",
    "why",
    "how",
    "where",
    "which",
    "not",
    "also",
    "todo",
    "note",
    "notes",
    "ps",
    "pps",
    "today",
    "tomorrow",
    "yesterday",
    "tonight",
    "morning",
    "afternoon",
    "evening",
    "night",
    "noon",
    "midnight",
    "week",
    "month",
    "year",
];

const ORG_HEADS: &[&str] = &[
    "ltd",
    "limited",
    "llp",
    "llc",
    "inc",
    "corp",
    "corporation",
    "gmbh",
    "ag",
    "aps",
    "a/s",
    "ab",
    "oy",
    "bv",
    "nv",
    "sa",
    "srl",
    "plc",
    "co",
    "company",
    "university",
    "college",
    "institute",
    "bank",
    "council",
    "committee",
    "society",
    "co-operative",
    "cooperative",
    "association",
    "agency",
    "ministry",
    "department",
    "foundation",
    "trust",
    "union",
    "group",
    "partners",
    "associates",
    "clinic",
    "surgery",
    "school",
    "academy",
    "press",
    "travel",
    "airlines",
    "airways",
    "air",
    "insurance",
    "pathology",
    "pharmacy",
    "studio",
    "studios",
    "labs",
    "lodge",
    "consulting",
    "solutions",
    "systems",
    "technologies",
    "services",
    "libraries",
    "orchestra",
    "choir",
    "universität",
    "universitat",
    "verein",
    "stiftung",
    "clinique",
    "clinica",
    "école",
    "ecole",
    "commission",
    "club",
    "team",
    "fc",
];

const PLACE_HEADS: &[&str] = &[
    "street",
    "st",
    "road",
    "rd",
    "lane",
    "row",
    "avenue",
    "ave",
    "square",
    "bridge",
    "church",
    "hospital",
    "centre",
    "center",
    "park",
    "lake",
    "station",
    "hall",
    "library",
    "museum",
    "cafe",
    "restaurant",
    "bar",
    "pub",
    "hotel",
    "inn",
    "garden",
    "gardens",
    "beach",
    "bay",
    "island",
    "mountain",
    "valley",
    "river",
    "forest",
    "wood",
    "woods",
    "airport",
    "harbour",
    "harbor",
    "pier",
    "market",
    "bazaar",
    "theatre",
    "theater",
    "arena",
    "stadium",
    "gallery",
    "tower",
    "castle",
    "court",
    "house",
    "building",
    "room",
    "office",
    "campus",
    "drive",
    "way",
    "hill",
    "falls",
    "pass",
    "loop",
    "trail",
    "quay",
    "roastery",
    "cinema",
    "gym",
    "pool",
    "plaza",
    "mall",
    "cathedral",
    "plassen",
    "platz",
    "strasse",
    "straße",
    "markt",
    "unit",
];

/// Place words that come first: "Loch Ossian", "Room 312", "Rue Beaubien".
const PLACE_STARTS: &[&str] = &[
    "loch",
    "lake",
    "mount",
    "mt",
    "room",
    "unit",
    "gallery",
    "cape",
    "port",
    "fort",
    "isle",
    "rue",
    "calle",
    "via",
    "avenida",
    "plaza",
    "club",
    "casa",
    "café",
    "cafe",
    "restaurant",
    "hotel",
    "ryokan",
    "gate",
    "terminal",
    "platform",
    "building",
    "floor",
    "river",
];

const EVENT_HEADS: &[&str] = &[
    "marathon",
    "half",
    "festival",
    "conference",
    "meetup",
    "summit",
    "workshop",
    "concert",
    "exhibition",
    "championship",
    "cup",
    "tour",
    "hackathon",
    "gala",
    "wedding",
    "webinar",
    "retreat",
    "symposium",
    "congress",
    "fair",
    "parade",
    "race",
    "tournament",
    "olympics",
];

/// Programs, services and brands that people name without a hint that they are products.
const PRODUCTS: &[&str] = &[
    "python",
    "rust",
    "java",
    "javascript",
    "typescript",
    "golang",
    "kotlin",
    "redis",
    "postgres",
    "postgresql",
    "mysql",
    "sqlite",
    "docker",
    "kubernetes",
    "terraform",
    "ansible",
    "jenkins",
    "grafana",
    "prometheus",
    "kafka",
    "rabbitmq",
    "nginx",
    "linux",
    "ubuntu",
    "debian",
    "windows",
    "macos",
    "ios",
    "android",
    "iphone",
    "ipad",
    "macbook",
    "chrome",
    "firefox",
    "safari",
    "excel",
    "powerpoint",
    "outlook",
    "word",
    "onenote",
    "teams",
    "zoom",
    "slack",
    "trello",
    "jira",
    "notion",
    "figma",
    "photoshop",
    "dropbox",
    "gmail",
    "whatsapp",
    "telegram",
    "spotify",
    "netflix",
    "youtube",
    "copilot",
    "chatgpt",
    "vscode",
    "git",
    "webpack",
    "react",
    "django",
    "flask",
    "pytest",
    "numpy",
    "pandas",
    "pytorch",
    "tokio",
    "elasticsearch",
    "snowflake",
    "airflow",
    "kindle",
    "playstation",
    "xbox",
    "volvo",
    "toyota",
    "tesla",
    "volkswagen",
    "bmw",
    "ibuprofen",
    "paracetamol",
    "aspirin",
];

/// Small words that join the parts of one name.
const JOINTS: &[&str] = &[
    "de", "da", "do", "dos", "das", "del", "della", "di", "du", "van", "von", "der", "den", "ten",
    "ter", "la", "le", "el", "al", "bin", "ibn", "of", "ni", "o", "y", "e", "des", "i", "zu", "'s",
    "&", "och", "und",
];

/// Every named thing in a text, in order, none overlapping.
pub(crate) fn names_in(text: &str, tokens: &[Token]) -> Vec<Named> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match run(text, tokens, at) {
            Some((end, kind)) => {
                out.push(Named {
                    span: tokens[at].span.start..tokens[end - 1].span.end,
                    kind,
                });
                at = end;
            }
            None => at += 1,
        }
    }
    out
}

/// Whether a token can begin or continue a name by its shape.
fn proper(token: &Token) -> bool {
    token.word && token.capital && !NEVER.contains(&token.folded.as_str())
}

/// A name that begins at this token: where it ends and what it is.
fn run(text: &str, tokens: &[Token], at: usize) -> Option<(usize, EntityType)> {
    let first = &tokens[at];
    if !first.word {
        return None;
    }
    let title = TITLES.contains(&first.folded.as_str());
    let kin = KIN.contains(&first.folded.as_str());
    if !proper(first) && !kin {
        return None;
    }
    let mut end = at + 1;
    while let Some(next) = tokens.get(end) {
        let gap = &text[tokens[end - 1].span.end..next.span.start];
        let dotted = next.folded == "."
            && (title && end == at + 1 || tokens[end - 1].folded.len() == 1)
            && gap.is_empty();
        if dotted && tokens.get(end + 1).is_some_and(proper) {
            end += 2;
        } else if gap.contains('\n') || gap.len() > 1 {
            break;
        } else if proper(next)
            || next.word
                && next.folded.starts_with(|c: char| c.is_ascii_digit())
                && next.folded.len() <= 4
                && !kin
        {
            end += 1;
        } else if quoted_nickname(tokens, at, end) {
            end += 4;
        } else if JOINTS.contains(&next.folded.as_str())
            && next.folded != "'s"
            && !((title || first.entry.given())
                && !next.folded.starts_with(['d', 'v', 'l', 't', 'b', 'n', 'z']))
            && tokens.get(end + 1).is_some_and(proper)
            && !text[next.span.end..tokens[end + 1].span.start].contains('\n')
        {
            end += 2;
        } else {
            break;
        }
    }
    let parts: Vec<&Token> = tokens[at..end].iter().filter(|t| t.word).collect();
    let kind = judge(text, &parts, title, kin)?;
    Some((end, kind))
}

/// Whether `"Pio" Nowak` stands here, behind a given name.
fn quoted_nickname(tokens: &[Token], at: usize, end: usize) -> bool {
    let quote = |n: usize| {
        tokens
            .get(n)
            .is_some_and(|t| matches!(t.folded.as_str(), "\"" | "“" | "”"))
    };
    end == at + 1
        && tokens[at].entry.given()
        && quote(end)
        && quote(end + 2)
        && [end + 1, end + 3]
            .iter()
            .all(|&n| tokens.get(n).is_some_and(proper))
}

fn judge(text: &str, parts: &[&Token], title: bool, kin: bool) -> Option<EntityType> {
    let first = parts.first()?;
    let last = parts.last()?;
    let has = |list: &[&str], token: &Token| list.contains(&token.folded.as_str());
    if kin {
        let named = parts.len() > 1;
        return (named || !has(KIN_BEFORE, first)).then_some(EntityType::Person);
    }
    if parts.len() == 1 {
        let e = first.entry;
        if title {
            return None;
        }
        if has(PRODUCTS, first) && (!e.everyday() || !first.first) {
            return Some(EntityType::Product);
        }
        if e.country() || e.town() && !e.given() && !e.everyday() {
            return Some(EntityType::Location);
        }
        if e.given() && !(e.word() && first.first) {
            return Some(EntityType::Person);
        }
        if e.everyday() || e.word() && first.first {
            return None;
        }
        if first.all_capitals(text) {
            return Some(if first.folded.chars().any(|c| c.is_ascii_digit()) {
                EntityType::Product
            } else {
                EntityType::Organization
            });
        }
        return (!first.first && !e.word()).then_some(if e.surname() {
            EntityType::Person
        } else {
            EntityType::Other
        });
    }
    if title
        || first.entry.given()
            && !has(ORG_HEADS, last)
            && !has(PLACE_HEADS, last)
            && !has(EVENT_HEADS, last)
    {
        return Some(EntityType::Person);
    }
    if has(ORG_HEADS, last) {
        return Some(EntityType::Organization);
    }
    if has(PLACE_HEADS, last) || has(PLACE_STARTS, first) {
        return Some(EntityType::Location);
    }
    if has(EVENT_HEADS, last) {
        return Some(EntityType::Event);
    }
    if first.entry.town() || first.entry.country() {
        return Some(EntityType::Location);
    }
    if last.folded.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(EntityType::Product);
    }
    if parts.len() == 2 && last.entry.surname() && !first.entry.everyday() {
        return Some(EntityType::Person);
    }
    // a capitalised sentence opening is no name
    parts
        .iter()
        .any(|p| !p.entry.everyday())
        .then_some(EntityType::Other)
}
