use super::*;
use jiff::civil::date;
use proptest::prelude::*;

const SOURCE: &str = "Yesterday Tomas Brandt paid 1,200 euros for eleven chairs at 17:40. \
    See https://shop.example/chairs?id=7 for the well-made ones.";

fn reference() -> Reference {
    Reference::at(date(2024, 5, 3).at(12, 0, 0, 0))
}

fn check(claim: &str) -> Result<(), Unsupported> {
    let mut evidence = Evidence::default();
    evidence.add(SOURCE);
    evidence.add_when(When::day(date(2024, 5, 2)));
    evidence.supports(claim, &reference(), 0.5)
}

#[test]
fn what_the_source_says_in_other_words_is_borne_out() {
    for claim in [
        "On 2 May 2024 Tomas paid 1200 euros for 11 chairs.",
        "Tomas Brandt was paying for the chairs yesterday, at 17:40.",
        "The well made chairs are at https://shop.example/chairs?id=7.",
        "He paid on Thursday.",
    ] {
        assert_eq!(check(claim), Ok(()), "{claim}");
    }
}

#[test]
fn what_the_source_does_not_say_is_not() {
    use Unsupported::{Date, Link, Name, Number, Words};
    let date = |t: &str| Err(Date(t.into()));
    let number = |t: &str| Err(Number(t.into()));
    for (claim, found) in [
        ("Tomas paid on 3 May 2024.", date("3 May 2024")),
        ("Tomas paid 1,300 euros.", number("1300")),
        ("Tomas paid for twelve chairs.", number("twelve")),
        ("Tomas paid at 17:45.", number("17:45")),
        ("Tomas Weber paid.", Err(Name("Weber".into()))),
        ("Zebedee paid for chairs.", Err(Name("Zebedee".into()))),
        ("Rosalind paid for chairs.", Err(Name("Rosalind".into()))),
        (
            "See https://shop.example/chairs?id=7&leak=chairs",
            Err(Link("https://shop.example/chairs?id=7&leak=chairs".into())),
        ),
        (
            "See ![chairs](https://shop.example/chairs?id=7)",
            Err(Link("](".into())),
        ),
        ("His dog was walking through a forest.", Err(Words)),
    ] {
        assert_eq!(check(claim), found, "{claim}");
    }
}

#[test]
fn a_not_that_was_lost_or_added_is_noticed() {
    let mut evidence = Evidence::default();
    evidence.add(
        "Ida didn't sell the boat to Victor. The old tent was not leaking, but it was too small.",
    );
    evidence.add("Der Keller ist nicht trocken geworden.");
    let turned = |claim| {
        let found = evidence.supports(claim, &reference(), 0.5);
        found == Err(Unsupported::Denial)
    };
    for claim in [
        "Ida sold the boat to Victor.",
        "Der Keller ist trocken geworden.",
    ] {
        assert!(turned(claim), "{claim}");
    }
    for claim in [
        "Ida never sold Victor the boat.",
        // Half of a sentence is not the sentence.
        "The tent was too small.",
    ] {
        assert!(!turned(claim), "{claim}");
    }
    // Where both are said, either holds.
    evidence.add("Ida sold the boat to Victor.");
    let both = |claim| evidence.supports(claim, &reference(), 0.5);
    assert_eq!(both("Ida sold the boat to Victor."), Ok(()));
    assert_eq!(both("Ida did not sell the boat to Victor."), Ok(()));
}

#[test]
fn names_and_phrases_stand_in_it_or_not() {
    let mut evidence = Evidence::default();
    evidence.add("I met Zoë O'Brien at the Crown\nCafé.");
    assert!(evidence.has_name("Zoe O'Brien") && evidence.has_words("crown café"));
    assert!(!evidence.has_name("Zoe Brandt") && !evidence.has_words("café crown"));
    assert!(!evidence.has_name("...") && !evidence.has_words(" "));
}

#[test]
fn numbers_are_borne_out_in_whatever_script() {
    for digits in ["１２００", "١٢٠٠", "¹²⁰⁰", "①②⓪⓪", "1२००", "千二百"]
    {
        let claim = format!("Tomas paid {digits} euros for chairs.");
        assert_eq!(check(&claim), Ok(()), "{claim}");
    }
    for digits in [
        "９０００",
        "٩٠٠٠",
        "⁹⁰⁰⁰",
        "⑨⓪⓪⓪",
        "9०००",
        "九千",
        "❾",
        "Ⅸ",
        "𐌢",
    ] {
        let claim = format!("Tomas paid {digits} euros for chairs.");
        let found = check(&claim);
        assert!(
            matches!(found, Err(Unsupported::Number(_))),
            "{claim}: {found:?}"
        );
    }
}

proptest! {
    #[test]
    fn a_text_bears_itself_out(text in "[A-Za-z0-9é,.: -]{0,80}") {
        let mut evidence = Evidence::default();
        evidence.add(&text);
        let result = evidence.supports(&text, &reference(), 1.0);
        prop_assert!(!matches!(result, Err(Unsupported::Number(_) | Unsupported::Name(_) | Unsupported::Words)), "{:?}", result);
    }

    #[test]
    fn any_claim_is_read(claim in "\\PC{0,120}") {
        let _ = check(&claim);
    }
}
