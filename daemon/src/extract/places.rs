//! Where something took place, in the source's own words.

use super::entities::cues::Cue;
use super::entities::token::{Token, tokens};

/// The place that a text says it happens at: "at the …", "in TOWN", a room, an address, a video call. None where the
/// text names none. Linear in the text.
pub fn find(text: &str) -> Option<String> {
    let tokens = tokens(text);
    (0..tokens.len()).find_map(|at| place_at(text, &tokens, at))
}

fn place_at(text: &str, tokens: &[Token], at: usize) -> Option<String> {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    match word(at) {
        "at" | "in" | "near" | "inside" | "outside" | "from" if tokens[at].word => {
            let strict = word(at) == "from";
            let mut n = at + 1;
            let article = matches!(word(n), "the" | "our" | "my" | "mum's" | "your");
            if article {
                n += 1;
            }
            let head = tokens.get(n)?;
            if !head.word
                || head.cues.has(Cue::NoPlace)
                || head.folded.starts_with(|c: char| c.is_ascii_digit())
            {
                return None;
            }
            let capital_end = capitals(text, tokens, n);
            if capital_end > n {
                return (!strict).then(|| {
                    text[tokens[n].span.start..tokens[capital_end - 1].span.end].to_owned()
                });
            }
            if head.entry.town() && !head.entry.word() && !head.entry.given() && !strict {
                return Some(text[head.span.clone()].to_owned());
            }
            if article && !strict {
                let venue = (n..(n + 3).min(tokens.len()))
                    .take_while(|&k| tokens[k].word)
                    .filter(|&k| tokens[k].cues.has(Cue::Venue))
                    .last()?;
                return Some(text[tokens[n - 1].span.start..tokens[venue].span.end].to_owned());
            }
            if head.folded == "room" && tokens.get(n + 1).is_some_and(|t| t.word) {
                return Some(text[head.span.start..tokens[n + 1].span.end].to_owned());
            }
            None
        }
        "over" if word(at + 1) == "to" && matches!(word(at + 2), "ours" | "mine") => {
            Some("at home".to_owned())
        }
        "on" if matches!(
            word(at + 1),
            "zoom" | "teams" | "meet" | "skype" | "facetime"
        ) =>
        {
            tokens
                .get(at + 1)
                .filter(|t| t.capital || t.folded != "meet")
                .map(|t| text[t.span.clone()].to_owned())
        }
        _ => None,
    }
}

/// Where a run of capitalised words that begins here ends; the same index where none does.
fn capitals(text: &str, tokens: &[Token], from: usize) -> usize {
    let mut end = from;
    while let Some(token) = tokens.get(end) {
        let near = end == from || !text[tokens[end - 1].span.end..token.span.start].contains('\n');
        let number =
            end > from && token.word && token.folded.starts_with(|c: char| c.is_ascii_digit());
        if token.word && (token.capital || number) && near && !token.cues.has(Cue::NoPlace) {
            end += 1;
        } else if end > from
            && matches!(
                token.folded.as_str(),
                "of" | "de" | "la" | "der" | "van" | "du" | "da" | "'s"
            )
            && tokens.get(end + 1).is_some_and(|t| t.word && t.capital)
        {
            end += 2;
        } else {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_in_the_words_of_the_source() {
        assert_eq!(
            find("We met at the Crown Café in Leeds.").as_deref(),
            Some("Crown Café")
        );
        assert_eq!(find("sat in room 312 all day").as_deref(), Some("room 312"));
        assert_eq!(
            find("Worked at the library today").as_deref(),
            Some("the library")
        );
        assert_eq!(find("We spoke on Zoom.").as_deref(), Some("Zoom"));
    }

    #[test]
    fn times_and_phrases_are_no_places() {
        for text in [
            "Lunch at noon.",
            "at the end of it",
            "in March we go",
            "at least two",
            "in the meantime",
            "busy at work on X",
            "in 2020",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,200}") {
            let _ = find(&text);
        }
    }
}
