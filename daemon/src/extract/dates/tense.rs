//! What single words tell of their sentence's tense, and what a sentence's words tell together.

use super::{Lean, lexicon::fold};
use std::{collections::HashMap, sync::LazyLock};

/// Words of plans, duties and requests.
static AHEAD: &[&str] = &[
    "will",
    "meet",
    "meets",
    "closes",
    "comes",
    "gets",
    "visits",
    "speaks",
    "presents",
    "delivers",
    "leads",
    "plays",
    "picks",
    "finishes",
    "returns",
    "bring",
    "join",
    "come",
    "leave",
    "leaves",
    "arrive",
    "arrives",
    "lands",
    "fly",
    "flies",
    "departs",
    "collect",
    "tell",
    "ll",
    "shall",
    "going",
    "gonna",
    "plan",
    "plans",
    "planning",
    "scheduled",
    "schedule",
    "due",
    "deadline",
    "tomorrow",
    "upcoming",
    "let",
    "lets",
    "please",
    "should",
    "must",
    "remind",
    "reminder",
    "can",
    "could",
    "would",
    "want",
    "hope",
    "hoping",
    "booked",
    "book",
    "expected",
    "starts",
    "stays",
    "remains",
    "begins",
    "opens",
    "need",
    "needs",
    "available",
    "invite",
    "invited",
    "rsvp",
    "submit",
    "wird",
    "werde",
    "werden",
    "wollen",
    "muss",
    "müssen",
    "soll",
    "sollen",
    "kann",
    "können",
    "bitte",
    "vamos",
    "voy",
    "va",
    "quiero",
    "puede",
    "puedes",
    "podemos",
    "tengo",
    "tenemos",
    "hay",
    "allons",
    "vais",
    "dois",
    "doit",
    "faut",
    "peut",
    "peux",
    "pourrais",
    "sera",
    "treffen",
    "sehen",
    "passt",
    "fahren",
    "fahre",
    "fliege",
    "fliegen",
    "quedamos",
    "vemos",
    "partons",
    "viene",
    "vient",
];

/// Verbs and particles of what is over, beside those in -ed.
static BACK: &[&str] = &[
    "was",
    "were",
    "had",
    "did",
    "turnout",
    "went",
    "met",
    "saw",
    "got",
    "took",
    "came",
    "said",
    "told",
    "sent",
    "made",
    "gave",
    "found",
    "left",
    "spent",
    "wrote",
    "ran",
    "ate",
    "had",
    "thought",
    "felt",
    "began",
    "bought",
    "brought",
    "caught",
    "fell",
    "flew",
    "forgot",
    "heard",
    "held",
    "knew",
    "lost",
    "paid",
    "rode",
    "slept",
    "spoke",
    "stood",
    "swam",
    "taught",
    "woke",
    "won",
    "wore",
    "died",
    "tied",
    "lied",
    "owed",
    "rang",
    "sold",
    "kept",
    "laid",
    "lent",
    "stole",
    "threw",
    "tore",
    "rose",
    "sang",
    "shook",
    "drove",
    "drank",
    "drew",
    "grew",
    "became",
    "broke",
    "built",
    "chose",
    "struck",
    "sank",
    "fled",
    "swept",
    "fought",
    "sought",
    "blew",
    "shot",
    "dug",
    "froze",
    "crept",
    "sat",
    "led",
    "shone",
    "slid",
    "spun",
    "stuck",
    "swung",
    "wept",
    "wove",
    "wound",
    "knelt",
    "leapt",
    "clung",
    "sprang",
    "strode",
    "withdrew",
    "understood",
    "lit",
    "hung",
    "hid",
    "burnt",
    "dealt",
    "fed",
    "bent",
    "bled",
    "flung",
    "shrank",
    "since",
    "seit",
    "ago",
    "already",
    "been",
    "war",
    "waren",
    "hatte",
    "hatten",
    "habe",
    "haben",
    "hat",
    "wurde",
    "fue",
    "fui",
    "fuimos",
    "era",
    "estuve",
    "estaba",
    "tuve",
    "tuvo",
    "hice",
    "vi",
    "ai",
    "avons",
    "était",
    "étais",
    "avait",
    "avais",
];

/// Words in -ed that are no past tense.
static NOT_PAST: &[&str] = &[
    "need",
    "wed",
    "red",
    "bed",
    "hundred",
    "indeed",
    "speed",
    "feed",
    "exceed",
    "proceed",
    "seed",
    "supposed",
    "scheduled",
    "booked",
    "invited",
    "expected",
    "planned",
    "ted",
    "fred",
    "shed",
    "embed",
    "sacred",
    "required",
];

/// Participles that are no preterites.
pub(super) static PARTICIPLES: &[&str] = &[
    "seen", "eaten", "driven", "ridden", "spoken", "written", "taken", "given", "stolen", "chosen",
    "swum", "flown",
];

/// Both, by word.
static LEANS: LazyLock<HashMap<&str, Lean>> = LazyLock::new(|| {
    let back = BACK.iter().map(|w| (*w, Lean::Past));
    back.chain(AHEAD.iter().map(|w| (*w, Lean::Future)))
        .collect()
});

/// What a folded word tells.
pub(super) fn vote(word: &str) -> Option<Lean> {
    if let Some(lean) = LEANS.get(word) {
        return Some(*lean);
    }
    let past = word.len() > 4 && word.ends_with("ed") && !NOT_PAST.contains(&word)
        || PARTICIPLES.contains(&word)
        || is_german_participle(word);
    (past || is_preterite(word)).then_some(Lean::Past)
}

/// A Spanish past tense, as far as its ending shows it: "salió", "presenté", "vinieron".
fn is_preterite(word: &str) -> bool {
    const NOUNS: [&str; 5] = ["café", "bébé", "marché", "congé", "canapé"];
    if word.is_ascii() && !word.ends_with("ieron") {
        return false;
    }
    let long = word.chars().count() > 4;
    // nouns in -té: "comité", "santé"
    long && (word.ends_with('ó')
        || word.ends_with("ieron")
        || word.ends_with('é') && !word.ends_with("té") && !NOUNS.contains(&word))
        || word.chars().count() > 5 && word.ends_with("nté")
}

/// Whether two words soon before a day speak of what was on it: "sorry about Friday", "thanks for coming on Saturday",
/// "a report from Tuesday".
pub(super) fn is_of_what_was(word: &str, next: &str) -> bool {
    matches!(
        (word.to_lowercase().as_str(), next),
        ("sorry", "about")
            | ("thanks" | "you", "for")
            | ("seeing", "you")
            | (
                "report"
                    | "reports"
                    | "results"
                    | "result"
                    | "photos"
                    | "pictures"
                    | "pics"
                    | "recap"
                    | "leftovers",
                "from"
            )
    )
}

/// Whether a German word begins with a syllable that takes the place of "ge-" in its participle.
pub(super) fn has_weak_prefix(word: &str) -> bool {
    let weak = ["be", "ver", "er", "ent", "zer"];
    word.starts_with(char::is_lowercase) && weak.iter().any(|p| word.starts_with(p))
}

/// A German participle, as its ending shows it: "gefahren", "gekocht".
fn is_german_participle(word: &str) -> bool {
    const OTHERS: [&str; 12] = [
        "gentlemen",
        "geplant",
        "gehört",
        "gesamt",
        "gebucht",
        "geöffnet",
        "geschlossen",
        "gesperrt",
        "geboten",
        "geeignet",
        "geworden",
        "gemeint",
    ];
    word.len() >= 7
        && word.starts_with("ge")
        && (word.ends_with("en") || word.ends_with('t'))
        && !OTHERS.contains(&word)
}

/// Whether a word is of plans, duties or requests.
pub(super) fn is_ahead(word: &str) -> bool {
    vote(&fold(word)) == Some(Lean::Future)
}

/// The words of a sentence that may tell its tense.
fn words(sentence: &str) -> impl Iterator<Item = &str> {
    let words = sentence.split(|c: char| !c.is_alphabetic());
    words.filter(|w| !w.is_empty() && w.len() <= 16)
}

/// Whether a sentence looks back or ahead, by its first word that tells.
pub fn lean(sentence: &str) -> Option<Lean> {
    words(sentence).find_map(|w| vote(&fold(w)))
}

/// Whether a word of the sentence looks back.
pub(crate) fn looks_back(sentence: &str) -> bool {
    words(sentence).any(|w| vote(&fold(w)) == Some(Lean::Past))
        || words(sentence)
            .zip(words(sentence).skip(1))
            .any(|(word, next)| is_of_what_was(word, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_tenses_apart() {
        for (sentence, side) in [
            ("We met at the harbour on Friday.", Some(Lean::Past)),
            ("I'll send it on Friday.", Some(Lean::Future)),
            ("Let's talk on Friday", Some(Lean::Future)),
            ("We walked home.", Some(Lean::Past)),
            ("The ferry struck the pier on Friday.", Some(Lean::Past)),
            ("Since Friday the lid rattles.", Some(Lean::Past)),
            ("Friday: dentist", None),
            ("El viernes salió aprobada la licencia.", Some(Lean::Past)),
            ("Presenté la maqueta el sábado.", Some(Lean::Past)),
            ("El comité, el viernes", None),
        ] {
            assert_eq!(lean(sentence), side, "{sentence}");
        }
    }
}
