//! Whether words look back or ahead.

use super::{
    Lean,
    lexicon::{Sense, fold},
    moved,
    parser::Parser,
    tokens::Kind,
};
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
    "was", "were", "had", "did", "went", "met", "saw", "got", "took", "came", "said", "told",
    "sent", "made", "gave", "found", "left", "spent", "wrote", "ran", "ate", "had", "thought",
    "felt", "began", "bought", "brought", "caught", "fell", "flew", "forgot", "heard", "held",
    "knew", "lost", "paid", "rode", "slept", "spoke", "stood", "swam", "taught", "woke", "won",
    "wore", "died", "tied", "lied", "owed", "rang", "sold", "kept", "laid", "lent", "stole",
    "threw", "tore", "rose", "sang", "shook", "drove", "drank", "drew", "grew", "became", "broke",
    "built", "chose", "struck", "sank", "fled", "swept", "fought", "sought", "blew", "shot", "dug",
    "froze", "crept", "since", "seit", "ago", "already", "been", "war", "waren", "hatte", "hatten",
    "habe", "haben", "hat", "wurde", "fue", "fui", "fuimos", "era", "estuve", "estaba", "tuve",
    "tuvo", "hice", "vi", "ai", "avons", "était", "étais", "avait", "avais",
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
static PARTICIPLES: &[&str] = &[
    "seen", "eaten", "driven", "ridden", "spoken", "written", "taken", "given", "stolen", "chosen",
    "swum", "flown",
];

/// Both, by word.
static LEANS: LazyLock<HashMap<&str, Lean>> = LazyLock::new(|| {
    let back = BACK.iter().map(|w| (*w, Lean::Past));
    back.chain(AHEAD.iter().map(|w| (*w, Lean::Future)))
        .collect()
});

/// How far from a date a word still tells its tense, in words.
const REACH: usize = 14;

fn vote(word: &str) -> Option<Lean> {
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

/// Whether two words soon before a day speak of what was on it: "sorry about Friday", "thanks for coming on Saturday".
fn is_of_what_was(word: &str, next: &str) -> bool {
    matches!(
        (word.to_lowercase().as_str(), next),
        ("sorry", "about") | ("thanks" | "you", "for") | ("seeing", "you")
    )
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

/// Whether a sentence looks back or ahead, by its first word that tells.
pub fn lean(sentence: &str) -> Option<Lean> {
    sentence
        .split(|c: char| !c.is_alphabetic())
        .filter(|w| !w.is_empty() && w.len() <= 16)
        .find_map(|w| vote(&fold(w)))
}

/// Whether a word of the sentence looks back.
pub(crate) fn looks_back(sentence: &str) -> bool {
    let words = || {
        let words = sentence.split(|c: char| !c.is_alphabetic());
        words.filter(|w| !w.is_empty() && w.len() <= 16)
    };
    words().any(|w| vote(&fold(w)) == Some(Lean::Past))
        || words()
            .zip(words().skip(1))
            .any(|(word, next)| is_of_what_was(word, next))
}

impl Parser<'_, '_> {
    /// Whether the words around the token look back or ahead: what the caller said, else the nearest word of the
    /// sentence that tells, those before it first.
    pub(super) fn lean_at(&self, i: usize) -> Option<Lean> {
        if self.reference.lean.is_some() {
            return self.reference.lean;
        }
        if self.is_moved_to(i) {
            return Some(Lean::Future);
        }
        let votes = |j: usize| {
            let token = self.token(j)?;
            match token.kind {
                Kind::Word(Sense::By) if j + 2 >= i && j < i => Some(Lean::Future),
                // "is coming on Friday"
                Kind::Other if token.text.ends_with("ing") && self.is_being(j) => {
                    Some(Lean::Future)
                }
                Kind::Word(Sense::Ago) => Some(Lean::Past),
                // "since the upgrade on Sunday", but not "since I fly on Friday"
                Kind::Word(Sense::Since) if j + 1 < i => Some(Lean::Past),
                // "dad drives me on Tuesday"
                Kind::Other if self.is_third_person(j) => Some(Lean::Future),
                // "I present it on Friday"
                Kind::Other if self.is_first_person(j) || self.is_told_to_do(j) => {
                    Some(Lean::Future)
                }
                // "it's physio on Wed"
                Kind::Other if self.is_present(j) => Some(Lean::Future),
                // "the office is closed", "it will be closed"
                Kind::Other
                    if (token.text.ends_with("ed") || PARTICIPLES.contains(&token.text))
                        && j.checked_sub(1)
                            .is_some_and(|b| self.is_present(b) || self.text(b) == "be") =>
                {
                    Some(Lean::Future)
                }
                // "I've got physio on Wednesday"
                Kind::Other if token.text == "got" && self.is_having(j) => Some(Lean::Future),
                // "Thanks for Saturday", "great seeing you Saturday"
                Kind::Other
                    if j + 4 > i
                        && is_of_what_was(token.text, self.text(j + 1))
                        && (j..i).all(|k| self.mark(k).is_none()) =>
                {
                    Some(Lean::Past)
                }
                // "see you Friday"
                Kind::Other
                    if matches!(token.text, "see" | "See")
                        && matches!(self.text(j + 1), "you" | "u" | "ya" | "them") =>
                {
                    Some(Lean::Future)
                }
                Kind::Other if token.text.len() <= 16 => vote(&fold(token.text)),
                _ => None,
            }
        };
        let ends = |j: usize| {
            self.mark(j)
                .is_some_and(|c| matches!(c, '.' | '!' | '?' | ';'))
                && self.token(j + 1).is_none_or(|t| t.space)
        };
        let before = (i.saturating_sub(REACH)..i)
            .rev()
            .take_while(|j| !ends(*j) && self.token(j + 1).is_none_or(|t| t.lines == 0));
        let after = (i..self.tokens.len().min(i + REACH))
            .take_while(|j| !ends(*j) && (*j == i || self.token(*j).is_none_or(|t| t.lines == 0)));
        let asks = || {
            let end = (i..self.tokens.len().min(i + REACH)).find(|j| ends(*j))?;
            (self.mark(end) == Some('?')).then_some(Lean::Future)
        };
        before.chain(after).find_map(votes).or_else(asks)
    }

    /// "moved to Thursday", "verschoben auf den Montag".
    fn is_moved_to(&self, i: usize) -> bool {
        /// How far before "to" the verb stands, in words.
        const VERB: usize = 6;
        let word = |j: usize| fold(self.text(j));
        let is = |j: usize, list: &[&str]| list.contains(&&*word(j));
        let article = |j: &usize| is(*j, &["the", "next", "this", "coming", "den", "el", "le"]);
        let to = i.checked_sub(1).map(|j| match article(&j) {
            true => j.saturating_sub(1),
            false => j,
        });
        to.is_some_and(|to| {
            is(to, &["to", "till", "until", "auf", "al", "au", "a"])
                && (to.saturating_sub(VERB)..to).any(|j| moved::is_moving(self.text(j)))
        })
    }

    /// A verb in the present of somebody: "Ann drives", "she picks".
    fn is_third_person(&self, j: usize) -> bool {
        let verb = self.text(j);
        let plain = verb.len() > 4
            && verb.ends_with('s')
            && !verb.ends_with("ss")
            && verb.chars().all(|c| c.is_ascii_lowercase());
        let Some(before) = j.checked_sub(1).filter(|_| plain) else {
            return false;
        };
        let who = self.text(before);
        // "Thursday works for me"
        let day = matches!(self.sense(before), Some(Sense::Weekday(_)));
        day || matches!(
            who.to_lowercase().as_str(),
            "he" | "she" | "mum" | "mom" | "dad" | "mam" | "who"
        )
    }

    /// A verb in the present behind "I" or "we": "I present", but not "did I present".
    fn is_first_person(&self, j: usize) -> bool {
        const VERBS: [&str; 36] = [
            "start", "present", "see", "send", "give", "make", "take", "go", "get", "drive",
            "ride", "sing", "swim", "speak", "teach", "write", "play", "work", "cook", "host",
            "chair", "move", "pick", "drop", "deliver", "show", "visit", "travel", "finish",
            "return", "open", "close", "sail", "pour", "sign", "ship",
        ];
        let Some(who) = j.checked_sub(1) else {
            return false;
        };
        let asked = who
            .checked_sub(1)
            .is_some_and(|k| matches!(self.text(k), "did" | "Did" | "do" | "Do" | "when" | "When"));
        matches!(self.text(who), "I" | "we" | "We") && !asked && VERBS.contains(&self.text(j))
    }

    /// A verb at the beginning of a sentence that asks for something: "Call the surgery Wednesday", but not "Call with Ann".
    fn is_told_to_do(&self, j: usize) -> bool {
        let verb = matches!(
            self.text(j).to_lowercase().as_str(),
            "call"
                | "ring"
                | "pick"
                | "drop"
                | "send"
                | "give"
                | "take"
                | "return"
                | "vote"
                | "pay"
                | "buy"
                | "order"
                | "email"
                | "ask"
        );
        let before = j.checked_sub(1);
        let opens = before.is_none_or(|k| self.mark(k).is_some())
            || self.token(j).is_some_and(|t| t.lines > 0);
        let object = matches!(
            self.text(j + 1),
            "the" | "a" | "my" | "me" | "up" | "off" | "him" | "her" | "them" | "back"
        ) || self.capital(j + 1);
        verb && opens && object
    }

    /// Whether "have" stands before the word, or "'ve".
    fn is_having(&self, j: usize) -> bool {
        j > 0 && matches!(self.text(j - 1), "have" | "ve")
    }

    /// "is", "are", "am" and their short forms; "'s" behind "it", "that" or "there".
    fn is_present(&self, j: usize) -> bool {
        match self.text(j) {
            "is" | "are" | "am" => true,
            "m" | "re" => j > 1 && matches!(self.mark(j - 1), Some('\'' | '’')),
            "s" => {
                j > 1
                    && matches!(self.mark(j - 1), Some('\'' | '’'))
                    && ["it", "that", "there"].contains(&self.text(j - 2).to_lowercase().as_str())
            }
            _ => false,
        }
    }

    /// Whether a form of "to be" in the present stands before the word.
    fn is_being(&self, i: usize) -> bool {
        let be = |j: usize| match self.sense(j) {
            Some(Sense::Am) => true,
            Some(_) => false,
            None => ["is", "are", "am", "m", "s", "re"].contains(&self.text(j)),
        };
        (i.saturating_sub(2)..i).any(be)
    }
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
