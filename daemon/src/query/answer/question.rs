//! What kind of answer a question asks for, about whom, in which words.

use super::{
    asking::{ASKS, AUXILIARIES, COSTS, DATES, MEASURES, PEOPLE, PLACES},
    foreign,
    words::{Word, words},
};

/// The kind of answer asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A day, month or year: "when", "what day", "by when".
    Date,
    /// A time of day.
    Clock,
    /// A length of time: "how long".
    Duration,
    /// "How long ago".
    Ago,
    /// A length of time between two things.
    Between,
    /// An age.
    Age,
    /// A person, or people.
    Person,
    /// A place.
    Place,
    /// How many.
    Count,
    /// How many times.
    Times,
    /// A sum of money.
    Money,
    /// Another amount: "how far", "how heavy".
    Amount,
    /// Why, what for.
    Reason,
    /// How somebody feels.
    Feeling,
    /// How.
    Manner,
    /// Yes or no.
    YesNo,
    /// Everything known about somebody or something.
    About,
    /// What happened, at a time or with somebody.
    Happened,
    /// Any other thing.
    Thing,
}

/// A question, read.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) kind: Kind,
    /// Its words.
    pub(super) words: Vec<Word>,
    /// Asks for a time up to now ("how long has …").
    pub(super) until_now: bool,
}

impl Question {
    /// Its words that are written as names are.
    pub(super) fn named(&self) -> impl Iterator<Item = &Word> {
        let words = self.words.iter();
        words.filter(|w| w.capital && !w.first && !w.stop)
    }
}

/// Reads a question.
pub(super) fn read(text: &str) -> Question {
    let mut words = words(text);
    if let Some(kind) = foreign::read(text) {
        for word in &mut words {
            word.stop |= foreign::is_small(&word.folded);
        }
        return Question {
            kind,
            words,
            until_now: false,
        };
    }
    // "When does the pilot take place?" is about no place
    let takes = |w: &Word| w.stem == "take" || w.folded == "took";
    for at in 1..words.len() {
        if words[at].folded == "place" && takes(&words[at - 1]) {
            words[at - 1].stop = true;
            words[at].stop = true;
        }
    }
    let folded: Vec<&str> = words.iter().map(|w| w.folded.as_str()).collect();
    let has = |phrase: &[&str]| folded.windows(phrase.len()).any(|w| w == phrase);
    let asking = folded
        .iter()
        .position(|w| ASKS.iter().any(|(a, _)| a == w))
        .filter(|at| {
            // "Did Ana call when I was out?" asks whether.
            *at == 0 || !folded.first().is_some_and(|w| AUXILIARIES.contains(w))
        });
    let mut kind = match asking {
        Some(at) => ASKS
            .iter()
            .find(|(a, _)| *a == folded[at])
            .map_or(Kind::Thing, |(_, k)| *k),
        None if folded.first().is_some_and(|w| AUXILIARIES.contains(w)) => Kind::YesNo,
        // "Bo Lund": names alone.
        None if words.iter().all(|w| w.stop || w.capital) => Kind::About,
        None => Kind::Thing,
    };
    let at = asking.unwrap_or(0);
    let next = folded.get(at + 1).copied().unwrap_or("");
    if kind == Kind::Thing && asking.is_some() {
        let noun = noun_behind(&words, at);
        let heads: Vec<&Word> = noun.iter().map(|&i| &words[i]).collect();
        let is = |list: &[&str]| heads.iter().any(|w| list.contains(&w.folded.as_str()));
        let direct = noun.first().is_some_and(|&i| i <= at + 4);
        if next == "time" || has(&["what", "time"]) {
            kind = Kind::Clock;
        } else if direct && is(DATES) && !copula(next) {
            kind = Kind::Date;
        } else if direct && is(PLACES) {
            kind = Kind::Place;
        } else if direct && is(PEOPLE) {
            kind = Kind::Person;
        } else if has(&["happened"]) && heads.is_empty() || does(&folded[at..]) {
            kind = Kind::Happened;
        } else if matches!(next, "do" | "does" | "did") && has(&["cost"]) {
            kind = Kind::Money;
        } else if folded.last() == Some(&"for") {
            kind = Kind::Reason;
        } else if has(&["know", "about"]) || has(&["tell", "me", "about"]) {
            kind = Kind::About;
        }
    }
    if kind == Kind::Person && copula(next) && is_name_alone(&words[at + 2..]) {
        kind = Kind::Thing;
    }
    if kind == Kind::Manner {
        kind = match next {
            "many" if folded.get(at + 2) == Some(&"times") => Kind::Times,
            "long" if folded.get(at + 2) == Some(&"ago") => Kind::Ago,
            "long" | "many" if has(&["between"]) && has(&["and"]) => Kind::Between,
            "long" => Kind::Duration,
            "old" => Kind::Age,
            "often" => Kind::Duration,
            "many" => Kind::Count,
            "come" => Kind::Reason,
            // "How much were the tickets?"
            "much" if folded.get(at + 2).is_some_and(|w| copula(w)) => Kind::Money,
            "much" if folded.iter().any(|w| COSTS.contains(w)) => Kind::Money,
            m if MEASURES.contains(&m) => Kind::Amount,
            _ if folded
                .iter()
                .any(|w| matches!(*w, "feel" | "feels" | "felt" | "feeling")) =>
            {
                Kind::Feeling
            }
            _ => Kind::Manner,
        };
    }
    Question {
        kind,
        until_now: matches!(folded.get(at + 2), Some(&("have" | "has"))),
        words,
    }
}

/// Whether the words ask what somebody did ("what did I do").
fn does(words: &[&str]) -> bool {
    let auxiliary = words
        .get(1)
        .is_some_and(|w| matches!(*w, "did" | "do" | "does"));
    auxiliary && words.get(3).is_some_and(|w| matches!(*w, "do" | "doing"))
}

/// Whether words are somebody's name and nothing else ("who is **Ana Roy**"): asked for is not who, but what they are.
fn is_name_alone(words: &[Word]) -> bool {
    !words.is_empty() && words.iter().all(|w| w.capital && !w.owns && !w.stop)
}

fn copula(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "s")
}

/// Places of the words that name what is asked for: the noun behind "what kind of …", "which …", or behind the copula of
/// "what is Ana's favourite …"; its last word first.
fn noun_behind(words: &[Word], at: usize) -> Vec<usize> {
    let folded = |i: usize| words.get(i).map_or("", |w| w.folded.as_str());
    let mut from = at + 1;
    let copular = copula(folded(from));
    if copular {
        from += 1;
    }
    if matches!(
        folded(from),
        "kind" | "kinds" | "type" | "types" | "sort" | "sorts"
    ) && folded(from + 1) == "of"
    {
        from += 2;
    } else if AUXILIARIES.contains(&folded(from)) {
        return Vec::new();
    }
    let mut noun = Vec::new();
    for (i, word) in words.iter().enumerate().skip(from) {
        let name = word.capital && !word.first;
        let article = matches!(
            word.folded.as_str(),
            "the" | "a" | "an" | "my" | "our" | "your" | "some" | "new"
        );
        if article || (word.owns && noun.is_empty()) || (name && copular && noun.is_empty()) {
            continue;
        }
        if word.stop || (name && !noun.is_empty()) || looks_like_verb(&word.folded) {
            break;
        }
        noun.push(i);
    }
    noun.reverse();
    noun
}

/// Common verbs that follow "what …" at once ("what inspired …").
fn looks_like_verb(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed")
        || matches!(
            word,
            "made" | "makes" | "happened" | "happens" | "led" | "went" | "caused"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tells_what_is_asked_for() {
        for (text, kind) in [
            ("When did Ana plant the tulips?", Kind::Date),
            ("By when do I have to sign?", Kind::Date),
            ("On which day is the fair?", Kind::Date),
            ("What time is the dentist?", Kind::Clock),
            ("How long has Bo had his dog?", Kind::Duration),
            ("How long ago was Ana's wedding?", Kind::Ago),
            (
                "How long was it between the move and the fair?",
                Kind::Between,
            ),
            (
                "How many days passed between the move and the fair?",
                Kind::Between,
            ),
            ("How old is Bo?", Kind::Age),
            ("What did I do last week?", Kind::Happened),
            ("Which city did Bo visit?", Kind::Place),
            ("From whom do I need a letter?", Kind::Person),
            ("How many times did I swim?", Kind::Times),
            ("How many rolls were ordered?", Kind::Count),
            ("How far did I walk?", Kind::Amount),
            ("How did Ana feel after the fall?", Kind::Feeling),
            ("Why was it called off?", Kind::Reason),
            ("Did Ana call when I was out?", Kind::YesNo),
            ("What do I know about Bo?", Kind::About),
            ("What happened last week?", Kind::Happened),
            ("What did Ana bake?", Kind::Thing),
            ("What did the oven cost?", Kind::Money),
            ("Who is Ana Roy?", Kind::Thing),
            ("Who is Ana's aunt?", Kind::Person),
            ("Was hat Ana gebacken?", Kind::Thing),
            ("¿Cuándo es la boda?", Kind::Date),
        ] {
            assert_eq!(read(text).kind, kind, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,120}") {
            read(&text);
        }
    }
}
