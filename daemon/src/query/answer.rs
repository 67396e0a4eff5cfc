//! Memories → an answer in words: the best memory's sentence that has most of the question's words, quoted.

use crate::index::terms::terms;
use memo_common::api::{Answer, Memory};
use std::collections::HashSet;
use unicode_segmentation::UnicodeSegmentation;

/// Memories that an answer is looked for in, from the best on.
const LOOKED_AT: usize = 3;

/// What is said when no memory holds an answer.
const NOTHING: &str = "I have no memory that answers this.";

/// Answers a question from memories that are ranked best first.
pub fn answer(question: &str, ranked: &[Memory]) -> Answer {
    let asked: HashSet<String> = terms(question).into_iter().collect();
    let mut best: Option<(usize, &Memory, &str)> = None;
    for memory in ranked.iter().take(LOOKED_AT) {
        for sentence in memory.content.narrative.unicode_sentences() {
            let said: HashSet<String> = terms(sentence).into_iter().collect();
            let shared = asked.intersection(&said).count();
            if shared > best.map_or(0, |b| b.0) {
                best = Some((shared, memory, sentence.trim()));
            }
        }
    }
    let (response, memories) = match best {
        Some((_, memory, sentence)) => {
            let when = match memory.content.when.as_str() {
                "" => String::new(),
                when => format!(" ({when})"),
            };
            (format!("{sentence}{when} [1]"), vec![memory.clone()])
        }
        None => (NOTHING.to_owned(), Vec::new()),
    };
    Answer {
        response,
        answered: !memories.is_empty(),
        memories,
        qa: Vec::new(),
        chunks: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::Content;

    fn memory(narrative: &str) -> Memory {
        Memory {
            custom_id: "a_memory_0".into(),
            item_id: "a".into(),
            score: 0.5,
            content: Content {
                narrative: narrative.into(),
                participants: Vec::new(),
                when: "2024-05-03".into(),
                place: None,
                entities: Vec::new(),
                tags: Vec::new(),
            },
        }
    }

    #[test]
    fn quotes_the_sentence_that_answers() {
        let ranked = [memory("I met Ana. We planted tulips by the fence.")];
        let answer = answer("Where did I plant the tulips?", &ranked);
        assert!(answer.answered);
        assert_eq!(
            answer.response,
            "We planted tulips by the fence. (2024-05-03) [1]"
        );
        assert_eq!(answer.memories.len(), 1);
    }

    #[test]
    fn says_so_when_nothing_answers() {
        let answer = answer("What is the wifi password?", &[memory("I met Ana.")]);
        assert!(!answer.answered && answer.memories.is_empty());
    }
}
