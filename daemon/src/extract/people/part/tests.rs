use super::*;
use crate::ingest::document::{Document, Kind, Passage};
use memo_common::api::SourceType;

fn by_rules(said: &[Said], people: &People) -> Vec<String> {
    let read = said.iter().map(|s| people.read(s.text, tokens(s.text)));
    let read: Vec<Read> = read.collect();
    participants(said, &read, None, people)
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
fn the_absent_and_those_who_only_have_an_epithet() {
    assert!(took("Rosalind is in Chamonix till the 10th.").is_empty());
    assert!(took("Femke is at home with the flu all week.").is_empty());
    assert!(took("Farida n'était pas là.").is_empty());
    assert!(took("Farida is not with us, she's at the dentist.").is_empty());
    assert_eq!(took("Farida is in Leeds with us till Sunday."), ["Farida"]);
    assert_eq!(took("Lunch Mon with Farida."), ["Farida"]);
    assert_eq!(took("Coffee with sa collègue, madame Farida."), ["Farida"]);
    assert!(took("Posted by Farida.").is_empty());
    assert_eq!(
        took("Farida the beekeeper mentioned it over lunch."),
        ["Farida"]
    );
    assert_eq!(took("Towed to the workshop by Farida."), ["Farida"]);
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
    assert_eq!(took("an interview with the engineer Farida"), ["Farida"]);
    assert_eq!(took("and then FARIDA PROPOSED"), ["Farida"]);
    assert_eq!(took("Farida to order the tiles."), ["Farida"]);
    assert_eq!(took("Farida to ask the bank for a quote."), ["Farida"]);
    assert_eq!(took("\"Come in,\" said Farida."), ["Farida"]);
}

#[test]
fn a_name_may_lack_its_verb_or_stand_behind_it() {
    assert_eq!(
        took("In the presence of yourself and Farida Roe."),
        ["Farida Roe"]
    );
    assert_eq!(took("Dann ist Declan einfach reingesprungen."), ["Declan"]);
    assert_eq!(took("Los recibió Farida."), ["Farida"]);
    assert!(took("A card for Farida in the office.").is_empty());
}

#[test]
fn who_is_named_and_nothing_else_is_met() {
    let alone = |note: &str| {
        let mut document = Document::new(SourceType::Calendar);
        document
            .passages
            .push(Passage::new(Kind::Record, note, 0..note.len()));
        let people = People::new(&document, "Ada Quist");
        let names = named_alone(note, &people).into_iter();
        names
            .map(|who| people.name(who).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(alone("Bring the form. Mr Roe (maths)."), ["Mr Roe"]);
    assert_eq!(alone("Farida Roe\nSticking key."), ["Farida Roe"]);
    assert!(alone("Farida Roe is out.").is_empty());
    assert!(alone("Apologies: Farida Roe (ill)").is_empty());
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
fn a_name_may_follow_what_somebody_was_called() {
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
    assert!(took("The drawings were made by Declan.").is_empty());
    assert!(took("Declan can't make it on Monday.").is_empty());
    assert!(took("Declan kan niet, die zit in Lissabon.").is_empty());
    assert!(took("Declan kann leider nicht kommen.").is_empty());
}

#[test]
fn who_is_out_or_left_out_is_absent() {
    for text in [
        "Rosalind's out, she's got the flu.",
        "Rosalind is still off sick.",
        "Femke was in the field.",
        "Femke is in hospital again.",
        "Femke works late.",
        "Farida stayed home with a cold.",
        "So no Farida today.",
    ] {
        assert!(took(text).is_empty(), "{text}");
    }
    for text in [
        "Farida will leave the key at the desk.",
        "Farida cancelled the order.",
        "Farida is with you at noon for the fitting.",
        "Farida you join us?",
    ] {
        assert_eq!(took(text), ["Farida"], "{text}");
    }
    assert!(took("Farida swimming lesson").is_empty());
}

#[test]
fn a_name_may_stand_behind_what_its_bearer_is() {
    for text in [
        "Call w/ the curator (Solveig Brandt) is on Thursday.",
        "Met a woman called Solveig Brandt at the stalls.",
        "Tuesday at 9.15 the roofer, Solveig Brandt, at the gate.",
    ] {
        assert_eq!(took(text), ["Solveig Brandt"], "{text}");
    }
    assert_eq!(
        took("Lunch with Farida and the psychologist, Solveig Brandt."),
        ["Farida", "Solveig Brandt"]
    );
    assert!(took("a novel by Solveig Brandt").is_empty());
}

#[test]
fn a_pronoun_may_be_met() {
    assert_eq!(
        took("Farida has the flu, I was on the phone with her."),
        ["Farida"]
    );
    assert_eq!(
        took("Charged nobody but Farida. She gave me a cake."),
        ["Farida"]
    );
    assert!(took("Farida has the flu, I rang her mother.").is_empty());
}
