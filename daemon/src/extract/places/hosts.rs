//! Houses named by who lives or works there: "at Nino's in Leeds", "at my brother's", "to the estate agent's".

use super::lead::Lead;
use super::office::is_trade;
use super::words::Words;
use crate::extract::entities::cues::Cue;

/// Whether the preposition leads to such a house.
pub(super) fn leads(words: &Words<'_>, lead: &Lead) -> bool {
    lead.strong || lead.to && lead.moved(words)
}

/// Where the phrase ends whose possessive ends before token `end`, with the town behind it.
pub(super) fn with_town(words: &Words<'_>, end: usize) -> usize {
    let town = end + 1;
    let dated = words
        .tokens
        .get(town)
        .is_some_and(|t| t.cues.has(Cue::Calendar));
    match words.word(end) {
        "in" if !dated && words.capitals(town) > town => words.capitals(town),
        _ => end,
    }
}

/// Where a phrase ends that says with nouns alone whose house it is.
pub(super) fn noun(words: &Words<'_>, lead: &Lead) -> Option<usize> {
    /// Words that name somebody at most.
    const LONG: usize = 3;
    let somebody = |n: usize| {
        let token = &words.tokens[n];
        token.cues.any(&[Cue::Kin, Cue::KinBefore, Cue::Relation])
            || is_trade(&token.folded)
            || matches!(
                token.folded.as_str(),
                "parents" | "grandparents" | "in-laws" | "folks"
            )
    };
    let mark =
        (lead.head + 1..=lead.head + LONG).find(|n| matches!(words.word(*n), "'s" | "'" | "’"))?;
    let plain = |n: usize| words.tokens[n].word && !words.tokens[n].capital;
    // "at Mum and Dad's"
    let kin = |n: usize| words.tokens[n].cues.has(Cue::Kin) || words.word(n) == "and";
    let named = lead.written && (lead.head..mark).all(plain) && somebody(mark - 1);
    let parents = mark > lead.head + 1 && (lead.head..mark).all(kin);
    // "at my parents' place"
    let house = matches!(words.word(mark + 1), "place" | "flat" | "house" | "home");
    let town = with_town(words, mark + 1 + usize::from(house));
    // "at my brother's new car"
    let other = matches!(
        words.word(mark + 1),
        "new" | "first" | "second" | "last" | "next" | "good" | "bad" | "nice" | "two" | "three"
    );
    let ends = town > mark + 1 && (!house || words.ends(town)) || words.ends(mark + 1) && !other;
    (leads(words, lead) && (named || parents) && ends).then_some(town)
}

#[cfg(test)]
mod tests {
    use crate::extract::places::find;

    #[test]
    fn houses_by_who_is_there() {
        for (text, place) in [
            ("Slept at my brother's because of the trains.", "brother's"),
            ("Christmas at my sister's in Hull.", "sister's in Hull"),
            ("Signed the lease at the estate agent's.", "estate agent's"),
            ("We had the party at Mum and Dad's.", "Mum and Dad's"),
            ("Went round to Bea's for supper.", "Bea's"),
            ("Drove over to Karim's in Slough.", "Karim's in Slough"),
            ("I was at Karim's in May.", "Karim's"),
            ("Stayed over at my parents' place.", "parents' place"),
            ("Sunday roast at the in-laws'.", "in-laws'"),
        ] {
            assert_eq!(find(text, &[]).as_deref(), Some(place), "{text}");
        }
        assert_eq!(find("I looked at my brother's new car.", &[]), None);
    }
}
