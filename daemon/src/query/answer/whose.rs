//! Whose "I" and "my" a sentence is. What somebody else says of themselves tells nothing of who asks: "my seat is 7C" is of
//! the seat of whoever says it, and "he doesn't like football" of somebody else altogether.

use super::{
    passage::{Sentence, Voice},
    question::{Kind, Question},
    wanted::Wanted,
    words::Word,
};

/// Words by which one speaks of oneself, and of what is one's own, in the languages that questions are read in; folded.
const SELF: [&str; 9] = ["i", "im", "ive", "ill", "id", "ich", "je", "jai", "yo"];
const OWN: [&str; 11] = [
    "my", "mein", "meine", "meinen", "meinem", "meiner", "mon", "ma", "mes", "mi", "mis",
];
const ME: [&str; 5] = ["mine", "myself", "me", "mir", "mich"];

/// Words by which one speaks of whom one speaks to, and of others.
const YOURS: [&str; 8] = [
    "you", "your", "yours", "youre", "youve", "youll", "du", "dein",
];
const OTHERS: [&str; 8] = ["he", "she", "they", "his", "her", "their", "hes", "shes"];

/// Words that stand between "I" and what one does.
const BETWEEN: [&str; 9] = [
    "have", "had", "to", "ever", "never", "also", "already", "just", "still",
];

/// How many words before a verb or a noun its subject or owner stands, at most.
const REACH: usize = 5;

/// How far an owner stands before what is owned: "my new red bicycle".
const NEAR: usize = 3;

/// Whose something is, or who does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// Whoever speaks.
    Speaker,
    /// Whoever is spoken to.
    Addressee,
    /// Somebody else.
    Other,
}

/// What a question asks of who asks: what they do, and what is theirs.
struct Asked<'q> {
    does: Option<&'q Word>,
    has: Vec<&'q Word>,
    /// Their age, which has no word of its own.
    age: bool,
}

/// The sentences without those that say what is asked of somebody else than who asks; none at all where these say more of
/// it than the others do.
pub(super) fn told_of_asker<'a>(
    question: &Question,
    wanted: &Wanted,
    sentences: Vec<Sentence<'a>>,
) -> Vec<Sentence<'a>> {
    let Some(asked) = asked(question) else {
        return sentences;
    };
    let (others, kept): (Vec<_>, Vec<_>) = sentences.into_iter().partition(|s| asked.of_another(s));
    let most = |all: &[Sentence]| all.iter().map(|s| wanted.covered(s)).fold(0.0, f32::max);
    match most(&others) > most(&kept) {
        true => Vec::new(),
        false => kept,
    }
}

/// What a question asks of who asks; `None` where it asks of somebody or something else.
fn asked(question: &Question) -> Option<Asked<'_>> {
    let words = &question.words;
    let own: Vec<usize> = (0..words.len()).filter(|&at| says_i(&words[at])).collect();
    // "What did I do on Friday?"
    let open = matches!(question.kind, Kind::Happened | Kind::About);
    let does = own.first().filter(|_| !open).and_then(|&at| {
        let mut behind = words[at + 1..].iter();
        behind
            .find(|w| !BETWEEN.contains(&w.folded.as_str()))
            .filter(|w| !w.stop || w.folded == "like")
    });
    let owned = |at: usize| words[at + 1..].iter().find(|w| !w.stop);
    let has: Vec<&Word> = (0..words.len())
        .filter(|&at| OWN.contains(&words[at].folded.as_str()))
        .filter_map(owned)
        .collect();
    let age = question.kind == Kind::Age && !own.is_empty();
    (does.is_some() || !has.is_empty() || age).then_some(Asked { does, has, age })
}

impl Asked<'_> {
    /// Whether a sentence says what is asked, of somebody else.
    fn of_another(&self, sentence: &Sentence) -> bool {
        let by_user = matches!(sentence.voice, Voice::User(_));
        let users = |whose: Whose| match whose {
            Whose::Speaker => by_user,
            Whose::Addressee => !by_user,
            Whose::Other => false,
        };
        let words: Vec<&Word> = sentence.said().collect();
        if self.age {
            let own = words.iter().any(|w| whose(w) == Some(Whose::Speaker));
            let yours = words.iter().any(|w| whose(w) == Some(Whose::Addressee));
            return !(by_user && own || !by_user && yours);
        }
        // "mine is at 16:45"
        let mine = !by_user && !self.has.is_empty() && words.iter().any(|w| w.folded == "mine");
        let mut told: Vec<Whose> = Vec::new();
        for (at, word) in words.iter().enumerate() {
            if self.does.is_some_and(|w| w.stem == word.stem) {
                told.extend(subject(sentence.text, &words[..at], word));
            }
            if self.has.iter().any(|w| w.stem == word.stem) {
                told.extend(owner(&words[..at]));
            }
        }
        match told.is_empty() {
            true => mine,
            false => !told.into_iter().any(users),
        }
    }
}

/// Who does what a verb says, by the words of its clause before it.
fn subject(text: &str, before: &[&Word], verb: &Word) -> Option<Whose> {
    let mut end = verb.span.start;
    for word in before.iter().rev().take(REACH) {
        if text[word.span.end..end].contains([',', ';', ':', '–', '—']) {
            return None;
        }
        end = word.span.start;
        if let Some(whose) = whose(word) {
            return Some(whose);
        }
    }
    // "Jack likes"
    let named = before
        .last()
        .is_some_and(|w| w.capital && !w.first && !w.stop);
    named.then_some(Whose::Other)
}

/// Whose a thing is, by the words before it.
fn owner(before: &[&Word]) -> Option<Whose> {
    before
        .iter()
        .rev()
        .take(NEAR)
        .find_map(|word| match word.owns {
            true => Some(Whose::Other),
            false => whose(word),
        })
}

/// Whether a word is "I", with or without its verb: "I'd", but not "ID".
pub(super) fn says_i(word: &Word) -> bool {
    let folded = word.folded.as_str();
    let short = word.span.len() > folded.len();
    SELF.contains(&folded) && (short || !matches!(folded, "id" | "ill"))
}

fn whose(word: &Word) -> Option<Whose> {
    let folded = word.folded.as_str();
    let has = |lists: &[&[&str]]| lists.iter().any(|list| list.contains(&folded));
    match () {
        () if says_i(word) || has(&[&OWN, &ME]) => Some(Whose::Speaker),
        () if has(&[&YOURS]) => Some(Whose::Addressee),
        () => has(&[&OTHERS]).then_some(Whose::Other),
    }
}

#[cfg(test)]
mod tests {
    use crate::query::answer::tests::{ask, memory};

    #[test]
    fn what_others_say_of_themselves_is_not_of_who_asks() {
        let memories = [memory(
            "I told Bo Lund: “My train to Bern leaves at 9:20” Bo asked me: “Mine is at 10:40, my seat is 31; My cousin \
             Lea is allergic to wasps, is there a nurse?” I told Bo: “My friend Max said he hates chess” Bo told me: “I \
             turned 41 on Sunday; I broke my arm at the lake in May; Your tent is in the cellar”",
            "2024-05-03",
        )];
        for question in [
            "What is my seat?",
            "How old am I?",
            "Where did I break my arm?",
            "Is my cousin allergic to wasps?",
            "Do I hate chess?",
        ] {
            let reply = ask(question, &memories);
            assert!(!reply.answered, "{question}: {}", reply.response);
        }
        for (question, said) in [
            ("Where did Bo break his arm?", "lake"),
            ("What is Bo's seat?", "31"),
            ("Where is my tent?", "cellar"),
        ] {
            let reply = ask(question, &memories);
            assert!(
                reply.response.contains(said),
                "{question}: {}",
                reply.response
            );
        }
    }

    #[test]
    fn what_one_says_of_oneself_is() {
        let memories = [
            memory("Bo told me: “I broke my arm at the lake”", "2024-05-03"),
            memory("I broke my arm on the stairs.", "2024-05-04"),
        ];
        let reply = ask("Where did I break my arm?", &memories);
        assert!(reply.response.contains("stairs"), "{}", reply.response);
        assert!(!reply.response.contains("lake"), "{}", reply.response);
    }
}
