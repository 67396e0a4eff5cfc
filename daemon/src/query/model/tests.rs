use super::*;
use memo_common::api::{Content, SourceType};

fn content(narrative: &str, when: &str) -> Content {
    Content {
        narrative: narrative.into(),
        participants: vec!["Mira Halloran".into()],
        when: when.into(),
        place: None,
        entities: Vec::new(),
        tags: Vec::new(),
    }
}

/// What becomes of a reply: what is said, the memories used, and how it ended.
fn check(reply: &str) -> (String, Vec<usize>, &'static str) {
    let contents = [
        content("I paid Tomas Brandt 40 euros for the tulips.", "2024-05-03"),
        content(
            "The lease of the boathouse ends on 30 June 2025.",
            "2024-01-10",
        ),
    ];
    let source = |content| Source {
        content,
        user_name: "Mira Halloran",
        source_type: SourceType::Text,
        score: 0.5,
        reading: None,
        before: None,
        after: None,
    };
    let sources: Vec<Source> = contents.iter().map(source).collect();
    let asked = Asked {
        question: "What did Rosalind pay, and when does the lease end?",
        sources: &sources,
        now: jiff::civil::date(2024, 6, 1).at(12, 0, 0, 0),
    };
    let mut said = String::new();
    let mut say = |piece: &str| {
        said.push_str(piece);
        ControlFlow::Continue(())
    };
    let mut checked = Checked::new(asked, 2, &mut say);
    let mut sentences = Sentences::default();
    let mut whole = sentences.push(reply);
    whole.extend(sentences.end());
    let _ = whole.into_iter().try_for_each(|s| checked.take(s));
    match checked.outcome(None) {
        Outcome::Told(reply, _) => {
            assert_eq!(reply.response, said, "what is shown is what is answered");
            (said, reply.used, "told")
        }
        Outcome::Declined => (said, Vec::new(), "declined"),
        Outcome::Failed(_) => (said, Vec::new(), "failed"),
    }
}

#[test]
fn what_holds_is_said_and_cites_by_place() {
    let (said, used, how) =
        check("The lease ends on 30 June 2025 [2]. You paid 40 euros on 3 May 2024 [1].");
    assert_eq!(
        said,
        "The lease ends on 30 June 2025 [1]. You paid 40 euros on 3 May 2024 [2]."
    );
    assert_eq!((used, how), (vec![1, 0], "told"));
    let (said, used, _) = check("You paid 40 euros.");
    assert_eq!((said.as_str(), used), ("You paid 40 euros [1].", vec![0]));
    let (said, ..) = check("Yes. You paid Tomas [1].");
    assert_eq!(said, "Yes. You paid Tomas [1].");
}

#[test]
fn what_does_not_hold_is_dropped_and_the_rest_stands() {
    for bad in [
        "You paid 50 euros.",
        "You paid 40 euros [3].",
        "You paid 40 euros [0].",
        "You paid 50 euros [1].",
        "You paid Rosalind 40 euros [1].",
        "You paid 40 euros on 4 May 2024 [1].",
        "The lease ends on 30 June 2025 [1].",
        "You paid 40 euros, see https://evil.example/?d=40 [1].",
        "You paid ![40](https://evil.example/40) euros [1].",
        "Everybody danced merrily around burning ships [1].",
    ] {
        assert_eq!(check(bad).2, "failed", "{bad}");
        let (said, used, _) = check(&format!("{bad} The lease ends on 30 June 2025 [2]."));
        assert_eq!(
            (said.as_str(), used),
            ("The lease ends on 30 June 2025 [1].", vec![1]),
            "{bad}"
        );
    }
}

#[test]
fn an_answer_that_is_none_is_told_from_one_that_does_not_hold() {
    assert_eq!(check("NO ANSWER").2, "declined");
    assert_eq!(check("No answer.").2, "declined");
    assert_eq!(check("I do not know that, sorry.").2, "failed");
    assert_eq!(check("").2, "failed");
}

#[test]
fn one_who_repeats_himself_is_cut_short() {
    let many: String = (0..40)
        .map(|_| "The lease ends on 30 June 2025 [2]. ")
        .collect();
    assert_eq!(check(&many).0, "The lease ends on 30 June 2025 [1].");
}
