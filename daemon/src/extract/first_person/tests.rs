use super::*;
use crate::ingest::Document;
use memo_common::api::SourceType;
use proptest::prelude::*;

fn tell(text: &str) -> String {
    told(
        text,
        &People::new(&Document::new(SourceType::Text), "Ann Brook"),
    )
}

#[test]
fn subject_object_and_possessive() {
    assert_eq!(tell("Ann signs the lease."), "I sign the lease.");
    assert_eq!(
        tell("Tom gave Ann Brook the key and Ann has it."),
        "Tom gave me the key and I have it."
    );
    assert_eq!(tell("Ann's bike is with Ann."), "My bike is with me.");
    assert_eq!(
        tell("Tom and Ann carry it; Ann isn't sure."),
        "Tom and I carry it; I am not sure."
    );
}

#[test]
fn what_one_said_of_oneself() {
    assert_eq!(
        tell("Ann reported that she met Bo, and that he has signed."),
        "I reported that I met Bo, and that he has signed."
    );
    assert_eq!(tell("Ann said she has the key."), "I said I have the key.");
    assert_eq!(tell("Ann said she."), "I said she.");
    assert_eq!(
        tell("Ann met Bo, who said she sings."),
        "I met Bo, who said she sings."
    );
}

#[test]
fn a_row_of_a_form_is_no_sentence() {
    assert_eq!(tell("Bill to: Ann Brook, 1 Row"), "Bill to: me, 1 Row");
    assert_eq!(tell("Ann Brook: a bicycle"), "Me: a bicycle");
    assert_eq!(tell("Attn. Ann Brook; Due: 3 May"), "Attn. me; Due: 3 May");
    assert_eq!(tell("Note: Ann signs."), "Note: I sign.");
    assert_eq!(tell("Brook, Ann *02.11.1953"), "Me *02.11.1953");
    assert_eq!(
        tell("Piper: Ann Brook. Well done Ann!"),
        "Piper: me. Well done me!"
    );
    assert_eq!(tell("So will Tom and Ann."), "So will Tom and I.");
    assert_eq!(tell("Ann Brook, 1 Row\nLeeds"), "Me, 1 Row\nLeeds");
    assert_eq!(tell("Ann Brook\n1 Row"), "Me\n1 Row");
}

#[test]
fn greetings_and_lists_are_no_sentences() {
    assert_eq!(
        tell("Morning Ann, no bother about the boat."),
        "Morning, no bother about the boat."
    );
    assert_eq!(
        tell("Good evening Ann. It is ready."),
        "Good evening. It is ready."
    );
    assert_eq!(tell("Dear Ann, it is ready."), "it is ready.");
    assert_eq!(tell("Liebe Ann, das Boot ist da."), "das Boot ist da.");
    assert_eq!(
        tell("On Monday morning Ann left."),
        "On Monday morning I left."
    );
    assert_eq!(
        tell("For: Ida, Ann, Bo Alm and Tom."),
        "For: Ida, me, Bo Alm and Tom."
    );
}

#[test]
fn leaves_others_and_quotations() {
    for text in [
        "Anna signs.",
        "ann@brook.example",
        "“Ann is late,” he said.",
        "Mary-Ann sings.",
        "My name is Ann.",
        "Hi, I'm Ann.",
    ] {
        assert_eq!(tell(text), text);
    }
}

#[test]
fn knows_who_speaks() {
    assert!(speaks("then I left"));
    assert!(!speaks("“I left” she said"));
    assert!(!speaks("Imola is in Italy"));
}

proptest! {
    #[test]
    fn who_is_not_to_be_named_is_not(words in proptest::collection::vec(
        "ann|Ann|ANN|Brook|Tom|Mary-Ann|o'ann|Dr\\.|AB|brooks|é|Ann's|,|\\.", 0..8))
    {
        let text = words.join(" ");
        let people = People::new(&Document::new(SourceType::Text), "Ann Brook");
        let named = people.mentions(&text).iter().any(|m| m.person == people.user());
        prop_assert!(!named || people.may_name_user(&text));
    }
}

proptest! {
    #[test]
    fn never_panics(text in "(Ann|Ann Brook|'s| |is|“|”|é|\\PC){0,60}") {
        let _ = tell(&text);
        let _ = speaks(&text);
    }
}
