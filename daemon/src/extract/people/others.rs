//! Whether somebody's own notes tell of others alone: "Ann starts on Monday", "Ann and Bo got married".

use super::clause::past;
use super::mentions::Read;
use super::part::Said;
use super::roster::People;
use super::speech::speaks_of_self;
use super::stand::stands;
use crate::extract::entities::cues::Cue;
use crate::extract::entities::token::Token;

/// Whether each sentence begins with somebody who does something without the writer, and none speaks of the writer.
/// `read` is what was read of each of `said`.
pub(crate) fn of_others(said: &[Said], read: &[Read], people: &People) -> bool {
    let of_others = |(one, Read { tokens, .. }): (&Said, &Read)| {
        let own = speaks_of_self(tokens)
            || tokens
                .iter()
                .any(|t| t.cues.any(&[Cue::First, Cue::Second]));
        // "Ann is moving, Mum says": it was told to the writer
        let told = tokens
            .iter()
            .any(|t| matches!(t.folded.as_str(), "says" | "said" | "told"));
        let mentions = people.mentions_in(tokens);
        let me = mentions.iter().any(|m| m.person == people.user());
        let first = stands(tokens, &mentions).into_iter().next();
        let subject = first.is_some_and(|s| s.begin == 0 && acts_alone(&tokens[s.end..]));
        !own && !told && !me && subject && !one.text.contains('?')
    };
    !said.is_empty() && said.iter().zip(read).all(of_others)
}

/// Whether the words behind a name say what its bearer does or is, and nothing that needs the writer: "came", "rang".
fn acts_alone(behind: &[Token]) -> bool {
    let light = |t: &&Token| {
        t.folded.ends_with("ly")
            || matches!(t.folded.as_str(), "also" | "just" | "has" | "have" | "had")
    };
    behind.iter().find(|t| !light(t)).is_some_and(|verb| {
        let third = verb.entry.word()
            && verb.folded.ends_with('s')
            && !verb.folded.ends_with("ss")
            && !verb.capital;
        let says = verb.cues.any(&[Cue::Be, Cue::Modal, Cue::State]) || past(verb) || third;
        // "Ann's van broke down" may have been hers and theirs
        says && verb.folded != "'s" && !needs_another(&verb.folded)
    })
}

/// Whether a verb tells of somebody's coming to the writer or telling them something.
fn needs_another(verb: &str) -> bool {
    const VERBS: [&str; 49] = [
        "came",
        "comes",
        "called",
        "rang",
        "rings",
        "calls",
        "phoned",
        "texted",
        "emailed",
        "visited",
        "visits",
        "arrived",
        "arrives",
        "popped",
        "dropped",
        "stayed",
        "stays",
        "joined",
        "joins",
        "turned",
        "showed",
        "shows",
        "cooked",
        "cooks",
        "hosted",
        "hosts",
        "led",
        "leads",
        "invited",
        "asked",
        "asks",
        "agreed",
        "insisted",
        "brought",
        "brings",
        "wants",
        "wanted",
        "won",
        "suggested",
        "wrote",
        "says",
        "sends",
        "should",
        "must",
        "thinks",
        "told",
        "said",
        "helped",
        "gave",
    ];
    VERBS.contains(&verb)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::entities::token::tokens;
    use crate::extract::people::tests::document;

    #[test]
    fn notes_may_tell_of_others_alone() {
        for (text, alone) in [
            ("Petra starts on Monday.", true),
            ("Petra and Ansel got married!", true),
            ("Petra has lost her keys.", true),
            ("Petra came for tea.", false),
            ("Petra drove us home.", false),
            ("Fixed the gutter, Petra held the ladder.", false),
            ("Petra's van broke down.", false),
            ("Petra is moving, Ansel says.", false),
        ] {
            let people = People::new(&document(&[], text), "Robin Vale");
            let said = [Said {
                text,
                speaker: Some(people.user()),
                audience: &[],
            }];
            assert_eq!(
                of_others(&said, &[people.read(text, tokens(text))], &people),
                alone,
                "{text}"
            );
        }
    }
}
