//! "A or B?": which of the two a question offers the memories tell of.

use super::{Asked, denials::denies, say::Found, words::Word};

/// A memory with less of the rest of the question is about something else.
const HALF: f32 = 0.5;

/// The one of two things offered that stands in the best sentence which has either.
pub(super) fn choose(asked: &Asked, text: &str) -> Option<Found> {
    let Asked {
        question,
        wanted,
        scored,
        order,
        ..
    } = *asked;
    let [left, right] = offered(&question.words)?;
    scored.near(order).find_map(|at| {
        let sentence = &scored.sentences[at];
        let has = |side: &[Word]| {
            let mut own = side.iter().filter(|w| !w.stop);
            own.any(|w| sentence.words.iter().any(|s| s.stem == w.stem))
        };
        let chosen = match (has(left), has(right), denies(&sentence.words)) {
            (true, false, false) | (false, true, true) => left,
            (false, true, false) | (true, false, true) => right,
            _ => return None,
        };
        // What it is offered for has to be told there too.
        let offered = |term: &str| left.iter().chain(right).any(|w| w.stem == term);
        let met = wanted.met(scored.words_of(sentence.source)).into_iter();
        let rest = met.zip(&wanted.terms).filter(|(_, t)| !offered(&t.0));
        let (met, all) = rest.fold((0.0, 0.0), |(met, all), ((own, rarity), _)| {
            (met + own * rarity, all + rarity)
        });
        if met < HALF * all {
            return None;
        }
        let (first, last) = (chosen.first()?, chosen.last()?);
        let words = text[first.span.start..last.span.end].to_owned();
        Some(Found::of(words, sentence.source))
    })
}

/// The words on both sides of "or" in which the two things differ: as many on the left as on the right, up to the next
/// small word.
fn offered(words: &[Word]) -> Option<[&[Word]; 2]> {
    let or = words.iter().rposition(|w| w.folded == "or")?;
    let content = |w: &Word| !w.stop;
    let from = or + 1 + words[or + 1..].iter().position(content)?;
    let length = words[from..].iter().take_while(|w| content(w)).count();
    let last = words[..or].iter().rposition(content)?;
    let before = words[..=last].iter().rev();
    let own = before.take(length).take_while(|w| content(w)).count();
    Some([&words[last + 1 - own..=last], &words[from..from + length]])
}

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};

    #[test]
    fn finds_what_is_offered() {
        for (text, sides) in [
            (
                "Did I buy the red or the blue kayak?",
                ["red", "blue kayak"],
            ),
            ("Is Bo coming by train or by car?", ["train", "car"]),
            (
                "Was it Ana Roy or Bo Lund who called?",
                ["ana roy", "bo lund"],
            ),
        ] {
            let words = words(text);
            let found = offered(&words).expect(text);
            let said = found.map(|side| {
                let folded: Vec<&str> = side.iter().map(|w| w.folded.as_str()).collect();
                folded.join(" ")
            });
            assert_eq!(said, sides, "{text}");
        }
        assert_eq!(offered(&words("Did it rain?")), None);
    }
}
