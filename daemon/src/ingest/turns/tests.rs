use super::*;
use proptest::prelude::*;

#[test]
fn cleans_labels() {
    for (label, name) in [
        ("DeShawn Whitlock (he/him)", "DeShawn Whitlock"),
        ("~ Ida", "Ida"),
        ("**Bo Ek**", "Bo Ek"),
        ("mars 🪐", "mars"),
        ("Tobi (extern)", "Tobi"),
        ("Ana P. | Finance", "Ana P."),
    ] {
        assert_eq!(clean_name(label), name);
    }
}

#[test]
fn hears_who_speaks() {
    for (text, name) in [
        (
            "Hiya. I'm Orla, Orla Byrne, I'm the vet.",
            Some("Orla Byrne"),
        ),
        ("Sorry, it's Lena Vogt, I'm in the car.", Some("Lena Vogt")),
        ("My name is Sam.", Some("Sam")),
        ("This is Rex, yeah.", None),
        ("it's Monday", None),
        ("I'm fine.", None),
    ] {
        assert_eq!(introduced(text).as_deref(), name, "{text}");
    }
}

#[test]
fn joins_fragments_of_one_speaker() {
    let mut turns = Turns::new(SourceType::Stream);
    let ida = turns.speaker("Ida");
    turns.go_on(Some(ida), "We go to", 0..8, None);
    turns.go_on(Some(ida), "the lake.", 9..18, None);
    turns.go_on(Some(ida), "Bring a towel.", 19..33, None);
    let document = turns.finish();
    let texts: Vec<&str> = document.passages.iter().map(|p| p.text.as_str()).collect();
    assert_eq!(texts, ["We go to the lake.", "Bring a towel."]);
    assert_eq!(document.passages[0].span, 0..18);
}

#[test]
fn a_device_is_its_owner() {
    let mut turns = Turns::new(SourceType::Stream);
    let phone = turns.speaker("Lena's iPhone");
    turns.say(Some(phone), "Hi, it's Lena Vogt, hello.", 0..26, None, 0);
    assert_eq!(turns.finish().people[0].name.as_deref(), Some("Lena Vogt"));
}

proptest! {
    #[test]
    fn never_panics(label in "\\PC{0,40}", text in "\\PC{0,80}") {
        clean_name(&label);
        introduced(&text);
        goes_on(&text, &label);
    }
}

#[test]
fn a_number_is_who_says_so() {
    let mut turns = Turns::new(SourceType::Stream);
    let number = turns.speaker("+44 7700 900318");
    turns.say(Some(number), "Uncle Ebo here, new phone.", 0..26, None, 0);
    assert_eq!(turns.finish().people[0].name.as_deref(), Some("Uncle Ebo"));
    assert_eq!(introduced("Nobody here yet"), None);
}

#[test]
fn whoever_is_at_the_other_end_has_no_name() {
    let mut turns = Turns::new(SourceType::Stream);
    for (n, (label, said)) in [("Me", "soup?"), ("Them", "yes"), ("Them", "I'm Bo Alm.")]
        .into_iter()
        .enumerate()
    {
        let speaker = turns.speaker(label);
        turns.say(Some(speaker), said, n..n + 1, None, 0);
    }
    let document = turns.finish();
    let name = |id: PersonId| document.people[id].name.as_deref();
    let speakers: Vec<_> = document
        .passages
        .iter()
        .map(|p| p.speaker.and_then(name))
        .collect();
    assert_eq!(speakers, [Some("Me"), Some("Bo Alm"), Some("Bo Alm")]);
    let mut turns = Turns::new(SourceType::Stream);
    let them = turns.speaker("Them");
    turns.say(Some(them), "yes", 0..1, None, 0);
    assert_eq!(
        turns.finish().people[them].name.as_deref(),
        Some("Somebody")
    );
}

#[test]
fn what_somebody_does() {
    let mut turns = Turns::new(SourceType::Slack);
    let bo = turns.speaker("bo");
    turns.did(bo, "waves", 0..5, None, 0);
    turns.did(bo, "  ", 5..6, None, 0);
    let document = turns.finish();
    let texts: Vec<&str> = document.passages.iter().map(|p| p.text.as_str()).collect();
    assert_eq!(texts, ["bo waves."]);
    assert!(document.passages.iter().all(|p| p.kind == Kind::Record));
}
