//! Who took part, and who is only talked about.
//!
//! A light reading of each clause: what stands before and behind a name, and which verb is near. People who act or are
//! acted with took part; owners, topics and the absent did not. In doubt somebody is only mentioned.

use super::clause::{comes, past};
use super::role::{Role, roles};
use super::roster::{Mention, People, PersonRef};
use crate::extract::entities::cues::Cue;
use crate::extract::entities::quoted::titles;
use crate::extract::entities::token::{Token, tokens};

/// Something said or written, with who said it to whom.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The words.
    pub text: &'a str,
    /// Whose words they are; the user for their own notes.
    pub speaker: Option<PersonRef>,
    /// To whom.
    pub audience: &'a [PersonRef],
}

/// How many sentences after a question its answer may begin.
const NEXT: usize = 8;

/// The fullest names of those who took part in what is told, the user first, then in order of appearance.
///
/// Whoever says "I" took part, whoever is addressed as "you" took part, and whoever acts or is met, called or talked to
/// took part, whoever tells what they themselves do took part. Where nobody does, the speakers did: they said it. People who only are mentioned are not named.
///
/// `read` are the tokens of each of `said`.
pub(crate) fn participants(said: &[Said], read: &[Vec<Token>], people: &People) -> Vec<String> {
    let mut took: Vec<PersonRef> = Vec::new();
    let mut absent: Vec<PersonRef> = Vec::new();
    let mut add = |who: PersonRef| {
        if !took.contains(&who) {
            took.push(who);
        }
    };
    let mut speakers: Vec<PersonRef> = said.iter().filter_map(|s| s.speaker).collect();
    speakers.sort();
    speakers.dedup();
    for (n, (one, tokens)) in said.iter().zip(read).enumerate() {
        let has = |cue: Cue| tokens.iter().any(|t| t.cues.has(cue));
        if let Some(speaker) = one.speaker
            && (speaker == people.user() && has(Cue::First) || speaks_of_self(tokens))
        {
            add(speaker);
        }
        // who answers "who …?" speaks of themselves
        let next = said[n + 1..]
            .iter()
            .take(NEXT)
            .find(|s| s.speaker != one.speaker);
        if let (true, Some(next)) = (one.text.contains('?'), next)
            && tokens.iter().any(|t| t.folded == "who")
        {
            next.speaker.into_iter().for_each(&mut add);
        }
        if let (true, Some(next)) = (requests(tokens), next)
            && agrees(next.text)
        {
            next.speaker.into_iter().for_each(&mut add);
        }
        // "all four of us": the writer and all who read it
        if of_us_all(tokens) && one.audience.len() > 1 {
            one.speaker
                .iter()
                .chain(one.audience)
                .copied()
                .for_each(&mut add);
        }
        // among several, "you" may be any of them; where one of them is the user, it is told to the user
        let addressed = one
            .audience
            .iter()
            .copied()
            .filter(|&who| one.audience.len() == 1 || who == people.user());
        if one.speaker.is_some() && addresses(tokens) {
            addressed.for_each(&mut add);
        }
        // who gives a book its name is not there
        let titles = titles(one.text, tokens);
        let mut mentions = people.mentions_in(tokens);
        mentions.retain(|m| {
            let at = titles.partition_point(|t| t.span.end <= m.span.start);
            titles.get(at).is_none_or(|t| t.span.start >= m.span.end)
        });
        for (mention, role) in roles(tokens, &mentions) {
            match role {
                // "my sister graduates": somebody else's kin, nobody whom the user knows by that word
                Role::TookPart | Role::Company
                    if one.speaker.is_some_and(|s| s != people.user())
                        && of_another(tokens, mention) => {}
                Role::TookPart | Role::Company => add(mention.person),
                Role::Absent if comes_next(said.get(n + 1)) => {
                    add(mention.person);
                }
                Role::Absent => absent.push(mention.person),
                Role::Mentioned => {}
            }
        }
    }
    // what is told to the user alone, or to the user and one more, has the user in it where nobody else acts
    if took.iter().all(|who| speakers.contains(who)) {
        let told = said
            .iter()
            .any(|s| s.audience.len() <= 2 && s.audience.contains(&people.user()));
        took.extend(told.then(|| people.user()).filter(|_| !took.is_empty()));
    }
    // what a firm or an office writes to the user concerns the user
    let writer = said.iter().all(|s| {
        s.speaker.is_some_and(|who| people.is_organization(who))
            && s.audience.contains(&people.user())
    });
    if writer && !took.contains(&people.user()) {
        took.push(people.user());
    }
    if took.is_empty() && speakers.len() > 1 {
        took.clone_from(&speakers);
    }
    if took.is_empty() {
        let heard = said
            .iter()
            .flat_map(|s| s.audience)
            .copied()
            .find(|who| *who == people.user());
        took.extend(said.iter().filter_map(|s| s.speaker).chain(heard));
        took.dedup();
    }
    took.retain(|who| {
        (!absent.contains(who) || speakers.contains(who)) && !people.is_organization(*who)
    });
    took.sort_by_key(|who| *who != people.user());
    let mut out: Vec<String> = Vec::new();
    for who in took {
        let name = people.name(who);
        if !name.is_empty() && !out.iter().any(|o| o == name) {
            out.push(name.to_owned());
        }
    }
    out
}

/// Whether a mention is a word of kin behind "my".
fn of_another(tokens: &[Token], mention: &Mention) -> bool {
    let at = tokens.partition_point(|t| t.span.start < mention.span.start);
    let alone = tokens
        .get(at)
        .is_some_and(|t| t.cues.has(Cue::Kin) && t.span.end == mention.span.end);
    alone && at > 0 && tokens[at - 1].folded == "my"
}

/// Whether a short answer takes on what was asked of its speaker: "ok sir", "will send".
fn agrees(text: &str) -> bool {
    const WORDS: usize = 5;
    let lower = text.to_lowercase();
    let mut words = lower
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|w| !w.is_empty());
    let first = words.next().unwrap_or_default();
    let assent = matches!(
        first,
        "ok" | "okay"
            | "sure"
            | "yes"
            | "yep"
            | "yeah"
            | "will"
            | "sawa"
            | "done"
            | "deal"
            | "gladly"
            | "certainly"
            | "claro"
            | "vale"
            | "gerne"
            | "klar"
            | "mache"
            | "d'accord"
    );
    assent && words.count() < WORDS
}

/// "All of us", "all four of us", "the four of us".
fn of_us_all(tokens: &[Token]) -> bool {
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

/// Whether words ask something of somebody.
fn requests(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(n, t)| {
        let next = tokens.get(n + 1).map_or("", |t| t.folded.as_str());
        matches!(t.folded.as_str(), "please" | "pls" | "plz" | "bitte")
            || matches!(
                t.folded.as_str(),
                "can" | "could" | "will" | "would" | "need"
            ) && matches!(next, "you" | "your" | "u")
    })
}

/// Whether the next words say that who does not come will come after all.
fn comes_next(next: Option<&Said>) -> bool {
    next.is_some_and(|s| comes(&tokens(&s.text[..s.text.floor_char_boundary(80)])))
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

/// Those whom a note beside an event names as its company: who goes with the user, and who receives them.
pub(crate) fn companions(note: &str, people: &People) -> Vec<PersonRef> {
    let tokens = tokens(note);
    let mentions = people.mentions_in(&tokens);
    let with = roles(&tokens, &mentions);
    let with = with.iter().filter(|(_, role)| *role == Role::Company);
    with.map(|(mention, _)| mention.person).collect()
}

/// As [`companions`], with those of whom a note says that they act: "Ann ran with me to the bridge".
pub(crate) fn taking_part(note: &str, people: &People) -> Vec<PersonRef> {
    let tokens = tokens(note);
    let mentions = people.mentions_in(&tokens);
    let with = roles(&tokens, &mentions);
    let with = with
        .iter()
        .filter(|(_, role)| matches!(role, Role::Company | Role::TookPart));
    with.map(|(mention, _)| mention.person).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::document::{Document, Kind, Passage};
    use memo_common::api::SourceType;

    fn by_rules(said: &[Said], people: &People) -> Vec<String> {
        let read: Vec<Vec<Token>> = said.iter().map(|s| tokens(s.text)).collect();
        participants(said, &read, people)
    }

    fn took(text: &str) -> Vec<String> {
        let mut document = Document::new(SourceType::Text);
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        let people = People::new(&document, "Ada Quist");
        let said = [Said {
            text,
            speaker: Some(people.user()),
            audience: &[],
        }];
        by_rules(&said, &people)
            .into_iter()
            .filter(|n| n != "Ada Quist")
            .collect()
    }

    #[test]
    fn those_who_act_or_are_met_took_part() {
        assert_eq!(took("I met Devika at noon."), ["Devika"]);
        assert_eq!(took("Rosalind and I ran 10 km."), ["Rosalind"]);
        assert_eq!(took("Femke and Joost came over."), ["Femke", "Joost"]);
        assert_eq!(took("called mum about the boiler"), ["mum"]);
        assert_eq!(took("Found while pairing with Joonas."), ["Joonas"]);
        assert_eq!(took("Patrick from Ovenmart is coming at 7."), ["Patrick"]);
        assert_eq!(took("The kick-off was attended by Farida."), ["Farida"]);
    }

    #[test]
    fn a_subject_may_stand_in_an_apposition_or_be_told_by_its_office() {
        assert_eq!(
            took("The vendor, Mrs Szwed, will let us in."),
            ["Mrs Szwed"]
        );
        assert_eq!(took("Proposed by the chair, Dilys Roe."), ["Dilys Roe"]);
        assert_eq!(took("Femke, the night guard, had already left."), ["Femke"]);
        assert_eq!(took("Midwife = Harpreet Gill."), ["Harpreet Gill"]);
        assert_eq!(
            took("Going = Rosalind (from noon), Femke, me."),
            ["Rosalind", "Femke"]
        );
        assert_eq!(took("In the presence of Farida."), ["Farida"]);
        assert_eq!(took("Danced at Farida's wedding."), ["Farida"]);
        assert_eq!(took("Dinner at Farida's."), ["Farida"]);
        assert_eq!(
            took(
                "Survey. Declan (cc'd) can't do Monday after all, his van is off. He will now be here on Friday."
            ),
            ["Declan"]
        );
        assert_eq!(took("an interview with the engineer Farida"), ["Farida"]);
        assert_eq!(took("and then FARIDA PROPOSED"), ["Farida"]);
        assert_eq!(took("Farida to order the tiles."), ["Farida"]);
        assert_eq!(took("pick up the cot from Farida"), ["Farida"]);
        assert_eq!(took("\"Come in,\" said Farida."), ["Farida"]);
        assert_eq!(
            took("Declan can't do Monday. He will be here on Friday."),
            ["Declan"]
        );
    }

    #[test]
    fn names_keep_their_particles_and_initials_mean_who_has_them() {
        assert_eq!(took("I met Hetty van Loon at noon."), ["Hetty van Loon"]);
        assert_eq!(took("We saw Farida de la Cruz."), ["Farida de la Cruz"]);
        assert_eq!(
            took("I met Farida Roe. FR pays the deposit, he gave FR the key."),
            ["Farida Roe"]
        );
        assert!(took("Contact: Farida Roe").is_empty());
        assert_eq!(took("Over the bridge with Farida."), ["Farida"]);
    }

    /// Who took part in a chat of the user and two more, by who says what.
    fn in_chat(turns: &[(usize, &str)]) -> Vec<String> {
        let mut document = Document::new(SourceType::Slack);
        for name in ["Ada Quist", "Femke Bos", "Joost Tal"] {
            document.person(Some(name), None, None);
        }
        let people = People::new(&document, "Ada Quist");
        let said = turns.iter().map(|(by, text)| Said {
            text,
            speaker: Some(people.of(*by)),
            audience: &[],
        });
        by_rules(&said.collect::<Vec<_>>(), &people)
    }

    #[test]
    fn an_answer_takes_on_what_was_asked() {
        assert_eq!(
            in_chat(&[(1, "please send me the note by noon"), (0, "will do"),]),
            ["Ada Quist", "Femke Bos"]
        );
    }

    #[test]
    fn a_name_may_follow_what_somebody_was_called() {
        assert_eq!(
            took("Rang the shop in Leeds (Farida, very kind)."),
            ["Farida"]
        );
        assert_eq!(
            took("I was talking to a woman at the stalls, Farida Roe, who cycles."),
            ["Farida Roe"]
        );
        assert_eq!(took("her, me and her new boyfriend Declan."), ["Declan"]);
        assert_eq!(
            took("The valve was closed by our neighbour, Farida Roe."),
            ["Farida Roe"]
        );
        assert_eq!(took("Saturday was Farida's 70th."), ["Farida"]);
        assert!(took("It pays well. (Farida had the room last year and sold it all.)").is_empty());
        assert!(took("Farida posted that she opened a shop.").is_empty());
    }

    #[test]
    fn who_gives_a_book_its_name_is_not_there() {
        assert!(took("I finished The Owl and Rosalind on the bus.").is_empty());
    }

    #[test]
    fn in_an_exchange_those_took_part_who_tell_what_they_do() {
        assert_eq!(
            in_chat(&[(1, "should we warn the hotel?"), (0, "rang them, all fine")]),
            ["Ada Quist"]
        );
        assert_eq!(
            in_chat(&[(0, "who was up there last?"), (1, "not sure"), (2, "hm")]),
            ["Femke Bos"]
        );
        assert_eq!(
            in_chat(&[(1, "I think our office is closed"), (2, "I'll drive over")]),
            ["Joost Tal"]
        );
    }

    #[test]
    fn owners_topics_and_the_absent_did_not() {
        assert!(took("I got Hugo's letter.").is_empty());
        assert!(took("She asked me about Farida.").is_empty());
        assert!(took("A letter from Hugo.").is_empty());
        assert!(took("Joelle is not joining, she has jury duty.").is_empty());
        assert!(took("Greta (parental leave) sends her best.").is_empty());
        assert!(took("The drawings were made by Declan.").is_empty());
        assert!(took("Declan can't make it on Monday.").is_empty());
    }
}
