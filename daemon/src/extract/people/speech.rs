//! What words say of whoever says them, and of those to whom they are said: "I", "we", "you", a request, an assent.

use super::clause::past;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::{Token, tokens};

/// Whether words speak of the speaker and others.
pub(super) fn says_we(tokens: &[Token]) -> bool {
    tokens.iter().any(|t| {
        matches!(
            t.folded.as_str(),
            "we" | "we're" | "we've" | "we'd" | "we'll" | "us" | "our" | "ours" | "let's" | "lets"
        ) || matches!(
            t.folded.as_str(),
            "wir" | "uns" | "unser" | "unsere" | "nous" | "notre" | "nos" | "nosotros" | "vamos"
        ) || matches!(t.folded.as_str(), "fuimos" | "nuestro" | "nuestra")
            || is_we_verb(t)
    })
}

/// Whether words speak of the speaker.
pub(super) fn says_i(tokens: &[Token]) -> bool {
    tokens.iter().any(|t| {
        matches!(
            t.folded.as_str(),
            "i" | "i'm" | "i've" | "i'd" | "i'll" | "im" | "ive" | "me" | "ich" | "mich" | "mir"
        ) || matches!(t.folded.as_str(), "je" | "j'ai" | "moi" | "yo" | "tengo")
    })
}

/// Whether somebody says what they did or will do, what others do with them, or what befell what is theirs; "I think"
/// and "our office" say none of these.
pub(super) fn speaks_of_self(tokens: &[Token]) -> bool {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    tokens.iter().enumerate().any(|(n, t)| {
        // "Rang the hotel": "I" is left out
        if t.first && t.word && word(n + 1) != "by" && past_opening(t) {
            return true;
        }
        if is_we_verb(t) {
            return true;
        }
        if !t.cues.has(Cue::First) {
            return false;
        }
        let adverb = |t: &&Token| {
            !(t.folded.ends_with("ly") || matches!(t.folded.as_str(), "still" | "also" | "just"))
        };
        let next = tokens[n + 1..].iter().find(adverb);
        let verb = next.map_or("", |v| v.folded.as_str());
        match t.folded.as_str() {
            "i" | "we" => {
                // "should we warn them?"
                let asks = n.checked_sub(1).is_some_and(|b| {
                    tokens[b].cues.has(Cue::Modal)
                        || matches!(tokens[b].folded.as_str(), "do" | "have" | "are")
                });
                !asks
                    && !next.is_some_and(|v| v.cues.any(&[Cue::State, Cue::Not]))
                    && !matches!(
                        verb,
                        "think" | "guess" | "hope" | "believe" | "suppose" | "am" | "are"
                    )
            }
            "i'm" | "im" | "we're" => verb.ends_with("ing") || matches!(verb, "in" | "off" | "on"),
            "my" | "our" | "mine" | "ours" => t.first,
            _ => true,
        }
    })
}

/// Whether a word is a Spanish verb whose subject is "we": "revisamos", "tenemos".
fn is_we_verb(token: &Token) -> bool {
    let stem = token.folded.strip_suffix("mos");
    stem.is_some_and(|s| s.ends_with(['a', 'e', 'i']))
        && token.folded.chars().count() > 5
        && !token.capital
        && !token.entry.word()
        && !matches!(
            token.folded.as_str(),
            "ultimos"
                | "proximos"
                | "minimos"
                | "maximos"
                | "tramos"
                | "racimos"
                | "extremos"
                | "optimos"
                | "primos"
        )
}

/// Whether a sentence that begins with this word leaves out its subject.
fn past_opening(token: &Token) -> bool {
    let lower = Token {
        capital: false,
        ..token.clone()
    };
    past(&lower)
        && !matches!(
            token.folded.as_str(),
            "said" | "says" | "set" | "put" | "let" | "cut" | "hit" | "shut"
        )
}

/// Whether somebody is addressed as "you"; "your cousin won" tells of the cousin.
pub(super) fn addresses(tokens: &[Token]) -> bool {
    let kin = |t: &Token| {
        t.cues.has(Cue::Kin) || matches!(t.folded.as_str(), "cousin" | "brother" | "sister")
    };
    tokens.iter().enumerate().any(|(n, t)| {
        t.cues.has(Cue::Second) && !(t.folded == "your" && tokens.get(n + 1).is_some_and(kin))
    })
}

/// Whether words address somebody as "you".
pub(crate) fn speaks_to(text: &str) -> bool {
    tokens(text).iter().any(|t| t.cues.has(Cue::Second))
}

/// "All of us", "all four of us", "the four of us".
pub(super) fn of_us_all(tokens: &[Token]) -> bool {
    tokens.windows(3).enumerate().any(|(n, w)| {
        let all = |t: &Token| matches!(t.folded.as_str(), "all" | "the" | "both");
        w[1].folded == "of"
            && w[2].folded == "us"
            && !tokens[n.saturating_sub(2)..n]
                .iter()
                .any(|t| t.folded == "from")
            && (all(&w[0]) || n.checked_sub(1).is_some_and(|b| all(&tokens[b])))
    })
}
