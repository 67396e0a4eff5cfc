//! Who does something or has it, where whoever says so says "I": "Who paid for the taxi?", of which Ana said "I paid for it".

use super::{
    Asked,
    asking::AUXILIARIES,
    denials::denies,
    passage::Sentence,
    question::Kind,
    say::{self, Found},
    whose::says_i,
    words::Word,
};

/// How much of what is asked has to be said, by rarity: all of it, but for rounding.
const ALL: f32 = 0.99;

/// Words behind which a question asks whom somebody else means: "who did Ana meet", "who are you".
const OF_ANOTHER: [&str; 12] = [
    "i", "we", "you", "he", "she", "they", "my", "our", "your", "his", "her", "their",
];

/// Who asked is: whoever says in a sentence of the memory that all this is so of them, or who answers to the same question
/// "I do"; with the sentence.
pub(super) fn says_so(asked: &Asked, source: usize) -> Option<(Found, Found)> {
    if asked.question.kind != Kind::Person || !asks_who_does(asked) {
        return None;
    }
    let own: Vec<&Sentence> = asked
        .sentences
        .iter()
        .filter(|s| s.source == source)
        .collect();
    let all = |s: &Sentence| asked.wanted.covered(s) >= ALL && !denies(&s.words);
    let said = own
        .iter()
        .find(|s| !s.asks && all(s) && does(asked, s))
        .or_else(|| {
            let answered = own.windows(2).find(|pair| {
                pair[0].asks
                    && all(pair[0])
                    && pair[0].voice != pair[1].voice
                    && owns_up(asked, pair[1])
            });
            answered.map(|pair| &pair[1])
        })?;
    let name = said.voice.name();
    let sentence = Found::of(say::dated(said.text), source);
    (!name.is_empty()).then(|| (Found::of(name.to_owned(), source), sentence))
}

/// Whether a question asks who it is that does something: "who paid", "who is moving out", but not "who did Ana meet".
fn asks_who_does(asked: &Asked) -> bool {
    let words = &asked.question.words;
    let Some(who) = words
        .iter()
        .position(|w| matches!(&*w.folded, "who" | "wer"))
    else {
        return false;
    };
    let behind = &words[who + 1..];
    let another = |w: &Word| w.capital || OF_ANOTHER.contains(&w.folded.as_str());
    let did = matches!(
        behind.first().map(|w| &*w.folded),
        Some("did" | "do" | "does")
    );
    who == 0 && !did && !behind.iter().take(2).any(another)
}

/// Whether a sentence says "I" of the verb that is asked about, with nothing but small words between.
fn does(asked: &Asked, sentence: &Sentence) -> bool {
    let mut behind = asked.question.words.iter().skip(1);
    let auxiliary = |w: &Word| AUXILIARIES.contains(&w.folded.as_str());
    let verb = match behind.next() {
        Some(first) if auxiliary(first) => behind.next().filter(|w| !w.stop),
        first => first.filter(|w| !w.stop),
    };
    let said: Vec<&Word> = sentence.said().collect();
    let at = verb.and_then(|verb| said.iter().position(|w| w.stem == verb.stem));
    at.is_some_and(|at| {
        let mut before = said[..at].iter().rev();
        let subject = before.find(|w| says_i(w) || !w.stop && !w.folded.ends_with("ly"));
        subject.is_some_and(|w| says_i(w))
    })
}

/// Whether what is answered is "I do", "me", "I can do that tomorrow": at its beginning nothing but small words, or those of
/// the question.
fn owns_up(asked: &Asked, sentence: &Sentence) -> bool {
    /// Words behind "I" that are looked at.
    const FIRST: usize = 3;
    let end = sentence.text.find([',', '.', '!', ';', '–']);
    let end = end.unwrap_or(sentence.text.len());
    let mut clause = sentence.words.iter().take_while(|w| w.span.start < end);
    let first = clause
        .next()
        .is_some_and(|w| says_i(w) || matches!(&*w.folded, "me" | "ich"));
    let small = |w: &Word| w.stop || asked.wanted.asks_of(w);
    first && !sentence.asks && !denies(&sentence.words) && clause.take(FIRST).all(small)
}

#[cfg(test)]
mod tests {
    use crate::query::answer::tests::{ask, memory};

    #[test]
    fn who_says_that_they_do_it_is_who() {
        let memories = [memory(
            "Bo Lund told me: “I paid for the ferry, 18 euros” I asked Bo: “Who has the tent?” Bo told me: “I do. Ida lent it \
             to me” I told Bo: “I will wash the car tomorrow. My aunt works at the car wash.”",
            "2024-05-03",
        )];
        for (question, name) in [
            ("Who paid for the ferry?", "Bo"),
            ("Who has the tent?", "Bo"),
            ("Who lent the tent?", "Ida"),
            ("Who washes the car?", "Ana Roy"),
        ] {
            let reply = ask(question, &memories);
            assert!(
                reply.response.starts_with(name),
                "{question}: {}",
                reply.response
            );
        }
        for question in [
            "Who did Bo pay for the ferry?",
            "Who am I?",
            "Who is at the ferry?",
        ] {
            let reply = ask(question, &memories);
            assert!(!reply.response.starts_with("Bo."), "{}", reply.response);
        }
    }
}
