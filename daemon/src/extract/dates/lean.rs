//! Whether the words around a date look back or ahead.

use super::{
    Lean,
    lexicon::{Language, Sense, Turn, fold},
    moved,
    parser::Parser,
    tense::{PARTICIPLES, has_weak_prefix, is_of_what_was, vote},
    tokens::Kind,
};

/// How far from a date a word still tells its tense, in words.
const REACH: usize = 14;

/// What somebody is of what a clause behind tells.
const FEELING: [&str; 9] = [
    "afraid",
    "sorry",
    "glad",
    "happy",
    "pleased",
    "delighted",
    "relieved",
    "told",
    "sure",
];

impl Parser<'_, '_> {
    /// Whether the words around the token look back or ahead: what the caller said, else the nearest word of the
    /// sentence that tells, those before it first.
    pub(super) fn lean_at(&self, i: usize) -> Option<Lean> {
        if self.reference.lean.is_some() {
            return self.reference.lean;
        }
        if self.is_moved_to(i) || self.is_announced(i) {
            return Some(Lean::Future);
        }
        // "we are on the new pump since 31 October", but not "since Friday is free"
        let weekday = matches!(self.sense(i), Some(Sense::Weekday(_)));
        if self.sense_before(i) == Some(Sense::Since) && !weekday {
            return Some(Lean::Past);
        }
        let votes = |j: usize| {
            let token = self.token(j)?;
            match token.kind {
                Kind::Word(Sense::By) if j + 2 >= i && j < i => Some(self.lean_by(i)),
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
                            .map(|b| b - usize::from(b > 0 && self.text(b) == "not"))
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
                // "Sofa bestellt, Lieferung am Donnerstag", but not "er bestellt am Montag"
                Kind::Other if self.is_closing_participle(j) => Some(Lean::Past),
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
        // "Rent goes up from June, she wrote to me": another clause tells nothing of the day, unless the day opens it all
        let opens = !before
            .clone()
            .any(|j| self.token(j).is_some_and(|t| t.kind == Kind::Other));
        let apart = |j: usize| !opens && self.mark(j) == Some(',');
        let after = (i..self.tokens.len().min(i + REACH)).take_while(|j| {
            !ends(*j) && !apart(*j) && (*j == i || self.token(*j).is_none_or(|t| t.lines == 0))
        });
        let asks = || {
            let end = (i..self.tokens.len().min(i + REACH)).find(|j| ends(*j))?;
            (self.mark(end) == Some('?')).then_some(Lean::Future)
        };
        let told = before.chain(after).find_map(votes).or_else(asks);
        told.or_else(|| self.is_german_present(i).then_some(Lean::Future))
    }

    /// The side of a day behind "by": over where what had come about is told behind it, "By Friday it had reached 118", "by
    /// Monday all were ill"; else to come.
    pub(super) fn lean_by(&self, i: usize) -> Lean {
        const NEAR: usize = 5;
        let ends = |j: usize| matches!(self.mark(j), Some('.' | '!' | '?' | ';'));
        let mut behind = (i + 1..i + NEAR).take_while(|j| !ends(*j));
        match behind.any(|j| matches!(self.text(j), "had" | "has" | "was" | "were")) {
            true => Lean::Past,
            false => Lean::Future,
        }
    }

    /// Whether a German verb of the present stands right before "am" or "im": "der Techniker kommt am Donnerstag".
    fn is_german_present(&self, i: usize) -> bool {
        const ADVERBS: [&str; 8] = [
            "nicht", "erst", "zuletzt", "gut", "schlecht", "spät", "zusammen", "oft",
        ];
        let Some(verb) = i.checked_sub(2) else {
            return false;
        };
        let word = self.text(verb);
        matches!(self.text(i - 1), "am" | "im")
            && self.language == Language::German
            && self.token(verb).is_some_and(|t| t.kind == Kind::Other)
            && word.len() > 3
            && word.starts_with(char::is_lowercase)
            && (word.ends_with('t') || word.ends_with("en"))
            && !word.ends_with("iert")
            && !has_weak_prefix(word)
            && !ADVERBS.contains(&word)
    }

    /// A German participle in be-, ver- and the like, which looks as the present does, where it ends its clause.
    fn is_closing_participle(&self, j: usize) -> bool {
        let word = self.text(j);
        let ends = self
            .token(j + 1)
            .is_none_or(|t| t.lines > 0 || matches!(t.kind, Kind::Mark(_)));
        self.language == Language::German
            && ends
            && word.len() > 5
            && word.ends_with('t')
            && (has_weak_prefix(word) || word.ends_with("iert"))
    }

    /// "Called Dr Rao, results on Friday": what stands behind the comma, with no verb, is what comes of what was done.
    fn is_announced(&self, i: usize) -> bool {
        /// Words that name what is to come, at most.
        const NAME: usize = 3;
        /// Words of a day, at most.
        const DAY: usize = 5;
        let is = |j: usize, list: &[&str]| list.contains(&&*fold(self.text(j)));
        let ends = |j: usize| {
            self.mark(j)
                .is_some_and(|c| matches!(c, '.' | '!' | '?' | ';'))
        };
        let to = match i.checked_sub(1) {
            Some(j) if is(j, &["on", "in", "am", "im"]) => j,
            _ => i,
        };
        let within = |j: &usize| matches!(self.mark(*j), None | Some('-'));
        let name = (0..to).rev().take_while(within).count();
        let Some(comma) = (to - name).checked_sub(1) else {
            return false;
        };
        let is_name = |j: usize| {
            self.token(j).is_some_and(|t| {
                let next = Kind::Word(Sense::Turn(Turn::Next));
                t.kind == next || matches!(t.kind, Kind::Other | Kind::Mark(_))
            }) && vote(&fold(self.text(j))).is_none()
                && !is(j, &["then", "and", "with", "dann", "und", "mit"])
        };
        let words = (to - name..to).filter(|j| self.mark(*j).is_none()).count();
        let named = (1..=NAME).contains(&words) && (to - name..to).all(is_name);
        let is_day = |j: usize| {
            matches!(self.sense(j), Some(Sense::Weekday(_) | Sense::Month(_)))
                || self.digits(j).is_some()
                || self.mark(j) == Some('.') && self.touches(j)
        };
        let day = (i..i + DAY).take_while(|j| is_day(*j)).count();
        let says = |j: usize| matches!(self.sense(j), Some(Sense::Weekday(_) | Sense::Month(_)));
        let mut before = (comma.saturating_sub(REACH)..comma)
            .rev()
            .take_while(|j| !ends(*j));
        named
            && matches!(self.mark(comma), Some(',' | ';' | '–' | '—'))
            && (i..i + day).any(says)
            && self
                .token(i + day)
                .is_none_or(|t| ends(i + day) || ends(i + day - 1) || t.lines > 0)
            && before
                .clone()
                .all(|j| !matches!(self.sense(j), Some(Sense::Weekday(_))))
            && before.any(|j| {
                self.is_closing_participle(j) || vote(&fold(self.text(j))) == Some(Lean::Past)
            })
    }

    /// "moved to Thursday", "verschoben auf den Montag".
    fn is_moved_to(&self, i: usize) -> bool {
        /// How far before "to" the verb stands, in words.
        const VERB: usize = 6;
        let word = |j: usize| fold(self.text(j));
        let is = |j: usize, list: &[&str]| list.contains(&&*word(j));
        let article = |j: &usize| is(*j, &["the", "next", "this", "coming", "den", "el", "le"]);
        // "was Monday, now Wednesday"
        if i > 0 && is(i - 1, &["now", "jetzt", "nun", "ahora"]) {
            let was = |j: usize| is(j, &["was", "were", "war"]) || moved::is_moving(self.text(j));
            return (i.saturating_sub(VERB + 2)..i).any(was);
        }
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
        // "the courier brings my chair": nouns take no object, but for "the photos the children took"
        let object = [
            "the", "a", "an", "my", "our", "his", "her", "their", "me", "us", "him", "them",
        ];
        let noun = who.chars().all(char::is_alphabetic) && who.chars().count() > 3;
        let acts = noun && object.contains(&self.text(j + 1));
        day || acts
            || matches!(
                who.to_lowercase().as_str(),
                "he" | "she" | "mum" | "mom" | "dad" | "mam" | "who"
            )
    }

    /// A verb in the present behind "I" or "we": "I present", but not "did I present".
    fn is_first_person(&self, j: usize) -> bool {
        const VERBS: [&str; 56] = [
            "land", "stay", "head", "check", "pay", "bring", "call", "ring", "collect", "run",
            "walk", "bake", "paint", "cover", "lead", "train", "sell", "leave", "arrive", "come",
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
        // "I'm afraid the storm on Friday took the roof" tells of the storm
        if FEELING.contains(&self.text(j + 1)) {
            return false;
        }
        match self.text(j) {
            "is" | "are" | "am" => true,
            "m" | "re" => j > 1 && matches!(self.mark(j - 1), Some('\'' | '’')),
            // "Tom's in on Friday": nobody owns a preposition
            "s" => {
                j > 1
                    && matches!(self.mark(j - 1), Some('\'' | '’'))
                    && (["it", "that", "there"].contains(&self.text(j - 2).to_lowercase().as_str())
                        || matches!(
                            self.text(j + 1),
                            "in" | "on" | "at" | "off" | "out" | "away"
                        ))
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
