//! How far a name reaches, by the shape of its words.

use super::cues::Cue;
use super::namesake;
use super::token::Token;

/// Whether a token can begin or continue a name by its shape.
fn proper(token: &Token) -> bool {
    token.word
        && token.capital
        && !token
            .cues
            .any(&[Cue::Function, Cue::Calendar, Cue::Demonym])
        && !is_contraction(&token.folded)
}

/// Whether a word is a pronoun with its verb ("we're", "they'll"), or a verb that is denied ("haven't").
fn is_contraction(folded: &str) -> bool {
    // "Haven't told Ann"
    if ["n't", "n’t"].iter().any(|end| folded.ends_with(end)) {
        return true;
    }
    let parts = folded.split_once(['\'', '’']);
    parts.is_some_and(|(word, verb)| {
        matches!(
            word,
            "i" | "we" | "you" | "they" | "he" | "she" | "it" | "that" | "there"
        ) && matches!(verb, "m" | "re" | "ve" | "ll" | "d" | "s")
    })
}

/// Whether a sentence begins with a French participle: "Appelé Ann", "Rencontré Bo".
fn is_participle(text: &str, first: &Token) -> bool {
    let word = &text[first.span.clone()];
    first.first && !first.entry.given() && (word.ends_with('é') || word.ends_with("ée"))
}

/// Where a name that begins at this token ends, by its shape.
pub(super) fn run(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let first = &tokens[at];
    let title = first.cues.has(Cue::Title);
    let kin = first.cues.has(Cue::Kin);
    // "The Crown", "New York": a demonym or a small word may be a part of a longer name, not its beginning
    // "mevr. Roe"
    let dotted = tokens.get(at + 1).is_some_and(|t| t.folded == ".");
    let lower_title = title
        && !first.capital
        && !first.entry.everyday()
        && tokens.get(at + 1 + usize::from(dotted)).is_some_and(proper);
    let somebody = namesake::is_name(tokens, at);
    if leads(tokens, at) {
        return None;
    }
    if !first.word || !proper(first) && !kin && !lower_title && !somebody {
        return None;
    }
    let adjacent = |n: usize| {
        let gap = &text[tokens[n - 1].span.end..tokens[n].span.start];
        (gap.is_empty() || gap == " " || gap == "\u{a0}") && !tokens[n].line
    };
    let proper_at = |n: usize| tokens.get(n).is_some_and(proper) && adjacent(n);
    let mut end = at + 1;
    while end < tokens.len() && adjacent(end) {
        let next = &tokens[end];
        let opening = end == at + 1
            && first.first
            && first.entry.everyday()
            && !first.entry.given()
            && !title
            && !kin;
        let verb = end == at + 1 && first.first && first.entry.word() && !first.entry.given();
        // "Dear Dr Lee", "Met Ann", "Called Mum", "Left Medeu": the name begins behind the word
        if next.cues.has(Cue::Title) && next.capital && !title
            || opening && next.entry.given() && !next.entry.word()
            || opening && first.cues.has(Cue::Past) && !next.entry.word()
            || end == at + 1 && is_participle(text, first) && next.capital && next.entry.given()
            || verb && !title && !kin && next.capital && next.cues.has(Cue::Kin)
        {
            break;
        }
        let person = title || kin || first.entry.given();
        let number = next.word
            && next.folded.starts_with(|c: char| c.is_ascii_digit())
            && next.folded.len() <= 4;
        let dot = next.folded == "."
            && ((title || is_saint(first)) && end == at + 1
                || tokens[end - 1].folded.chars().count() == 1)
            && !(end == at + 1 && behind_place(tokens, at));
        // "Anna de la Cruz", "Frau von der Heide", but not "Frau Roe von der Bank", "gab Anna das Bild"
        let given = tokens[end - 1].entry.given() || tokens[end - 1].cues.has(Cue::Title);
        let of_a_firm = next.folded == "von"
            && !given
            && tokens.get(end + 1).is_some_and(|t| {
                // "Mieter von Herrn Roe"
                matches!(t.folded.as_str(), "der" | "dem" | "den") || t.cues.has(Cue::Title)
            });
        let told_of =
            next.folded == "das" && tokens.get(end + 1).is_some_and(|t| !t.entry.surname());
        if of_a_firm || told_of {
            break;
        }
        if joins(next, person)
            && tokens.get(end + 1).is_some_and(|t| joins(t, person))
            && proper_at(end + 2)
            && adjacent(end + 1)
        {
            end += 3;
        } else if dot && proper_at(end + 1) || joins(next, person) && proper_at(end + 1) {
            end += 2;
        } else if proper(next)
            || number && !person && !numbered_time(tokens, end)
            || kin && is_called(first, next) && end == at + 1
        {
            end += 1;
        } else if next.folded == "'s" && is_saint(first) {
            // "St. Alban's Church"
            end += 1;
        } else if quoted_nickname(tokens, at, end) {
            end += 4;
        } else {
            break;
        }
    }
    Some(end)
}

/// Whether a word cut short begins the names of churches, schools and towns: "St. Alban", "Ste. Anne", "Mt. Alder".
fn is_saint(token: &Token) -> bool {
    token.capital
        && matches!(
            token.folded.as_str(),
            "st" | "ste" | "sta" | "sto" | "mt" | "skt"
        )
}

/// Whether a capital word only opens the sentence before a name: "Mit Oma", "Mi hermana".
fn leads(tokens: &[Token], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1).filter(|_| tokens[at].first) else {
        return false;
    };
    let with = matches!(
        tokens[at].folded.as_str(),
        "mit" | "avec" | "con" | "med" | "bei" | "chez" | "ohne" | "sans" | "senza"
    );
    let own = matches!(
        tokens[at].folded.as_str(),
        "mi" | "su" | "tu" | "ma" | "ta" | "sa" | "mon" | "ton"
    );
    let kin = next.cues.any(&[Cue::Relation, Cue::Kin]);
    // "Texted Leo", "Took Tom", "Habe Steffi", "Ohne Ann"
    let opener = &tokens[at];
    let given = next.entry.given() && !opener.entry.given() && !opener.entry.surname();
    let past = opener.folded.ends_with("ed");
    let told = opener.cues.has(Cue::Contact) && (past || opener.cues.has(Cue::Past) && given)
        || past && given && opener.folded.len() > 5;
    let small = given
        && opener.cues.any(&[Cue::First, Cue::Topic, Cue::With])
        && !opener.cues.has(Cue::Joint);
    (with || (told || small) && next.capital) && next.word && !next.line
        || own && !next.capital && kin
}

/// Whether a word is the name of the kin before it: "Aunt Jo", "aunt jo", but not "Tante kam".
fn is_called(kin: &Token, next: &Token) -> bool {
    next.entry.given() && !next.entry.word() && (next.capital || !kin.capital)
}

/// Whether a letter calls the place whose noun stands before it: "in conference room B. Ann comes".
fn behind_place(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    before.is_some_and(|t| t.word && !t.capital && t.cues.any(&[Cue::PlaceHead, Cue::Venue]))
}

/// Whether a number behind a name counts or dates something and does not belong to the name: "Ann 3 pm".
fn numbered_time(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|t| {
        t.cues.has(Cue::Calendar) || matches!(t.folded.as_str(), ":" | "/" | "%" | "x")
    })
}

/// Small words inside names; few of them inside people's.
fn joins(token: &Token, person: bool) -> bool {
    let particle = !matches!(
        token.folded.as_str(),
        "of" | "'s" | "&" | "und" | "och" | "o" | "i" | "e" | "y" | "do" | "zu"
    );
    token.cues.has(Cue::Joint) && token.folded != "'s" && (particle || !person)
}

/// Whether `"Pio" Nowak` stands here, behind a given name.
fn quoted_nickname(tokens: &[Token], at: usize, end: usize) -> bool {
    let quote = |n: usize| {
        tokens
            .get(n)
            .is_some_and(|t| matches!(t.folded.as_str(), "\"" | "“" | "”"))
    };
    end == at + 1
        && tokens[at].entry.given()
        && quote(end)
        && quote(end + 2)
        && [end + 1, end + 3]
            .iter()
            .all(|&n| tokens.get(n).is_some_and(proper))
}

#[cfg(test)]
mod tests {
    use crate::extract::entities::token::tokens;

    fn first_name(text: &str, word: &str) -> Option<String> {
        let tokens = tokens(text);
        let at = tokens.iter().position(|t| text[t.span.clone()] == *word)?;
        let end = super::run(text, &tokens, at)?;
        Some(text[tokens[at].span.start..tokens[end - 1].span.end].to_owned())
    }

    #[test]
    fn a_name_ends_with_its_words() {
        for (text, word, name) in [
            ("in conference room B. Renee comes", "B", "B"),
            ("Saw J. Addo there", "J", "J. Addo"),
            ("Left Medeu early", "Left", "Left"),
            ("the Left Bank", "Left", "Left Bank"),
            ("We're 34 so far", "We're", ""),
            ("Tante Inge kam zu Besuch", "Tante", "Tante Inge"),
            ("Tante Inge zu Besuch", "Tante", "Tante Inge"),
            ("aunt jo rang", "aunt", "aunt jo"),
            ("Mit Oma im Garten", "Mit", ""),
            ("Habe Steffi geholfen", "Habe", ""),
            ("Ohne Ansel wird es nichts", "Ohne", ""),
            ("Took Petra home", "Took", ""),
            ("Onboarded Petra today", "Onboarded", ""),
            ("Texted Leo the address", "Texted", ""),
            ("Mi hermana Elena vino", "Mi", ""),
        ] {
            let found = first_name(text, word).unwrap_or_default();
            assert_eq!(found, name, "{text}");
        }
    }
}
