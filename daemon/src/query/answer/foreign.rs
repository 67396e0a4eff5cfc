//! Questions in German, French and Spanish: what they ask for, by the words that ask.

mod lists;

use super::{question::Kind, words::words};
use lists::{ASKS, BEFORE, COSTS, GERMAN, SMALL, USER};

/// What a question in German, French or Spanish asks for; `None` for any other.
pub(super) fn read(text: &str) -> Option<Kind> {
    let words = words(text);
    let folded: Vec<&str> = words.iter().map(|w| w.folded.as_str()).collect();
    let kind = asking(&folded).or_else(|| german_what(&folded))?;
    let costs = folded.iter().any(|w| COSTS.contains(w));
    Some(match kind {
        Kind::Amount if costs => Kind::Money,
        other => other,
    })
}

/// Whether a folded word carries no content in one of these languages.
pub(super) fn is_small(word: &str) -> bool {
    let asks = || ASKS.iter().flat_map(|a| a.0.split(' ')).any(|a| a == word);
    SMALL.contains(&word) || USER.contains(&word) || BEFORE.contains(&word) || asks()
}

/// "Was bringt Ida mit?": with a verb behind it that is none of English, and a small word of German.
fn german_what(words: &[&str]) -> Option<Kind> {
    let [was, verb, rest @ ..] = words else {
        return None;
    };
    let german = |w: &&str| GERMAN.contains(w) || w.starts_with("mein") || w.starts_with("unser");
    let inflected = verb.len() > 3 && ["t", "te", "en"].iter().any(|end| verb.ends_with(end));
    (*was == "was" && inflected && rest.iter().any(german)).then_some(Kind::Thing)
}

/// What the first words that ask, ask for.
fn asking(words: &[&str]) -> Option<Kind> {
    (0..words.len()).find_map(|at| {
        let open = words[..at].iter().all(|w| BEFORE.contains(w));
        let (_, kind, _) = ASKS.iter().find(|(asks, _, anywhere)| {
            let mut rest = words[at..].iter();
            (open || *anywhere) && asks.split(' ').all(|a| rest.next() == Some(&a))
        })?;
        Some(*kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_is_asked_for() {
        for (text, kind) in [
            ("Wann kommt der Schornsteinfeger?", Kind::Date),
            ("Bis wann muss ich den Antrag stellen?", Kind::Date),
            ("Um wie viel Uhr fährt die Fähre?", Kind::Clock),
            ("An welchem Tag ist das Fest?", Kind::Date),
            ("Wie viel kostet die Fähre?", Kind::Money),
            ("Wie viel Strom braucht die Pumpe?", Kind::Amount),
            ("Wie viele Stühle hat Bo bestellt?", Kind::Count),
            ("Wie lange dauert die Fahrt?", Kind::Duration),
            ("Wie alt ist Bo?", Kind::Age),
            ("Mit wem fahre ich nach Visby?", Kind::Person),
            ("In welchem Hotel schlafe ich?", Kind::Thing),
            ("In welcher Stadt wohnt Bo?", Kind::Place),
            ("Warum fiel die Probe aus?", Kind::Reason),
            ("À quelle heure part le bac ?", Kind::Clock),
            ("Quel jour est la fête ?", Kind::Date),
            ("Combien coûte le bac ?", Kind::Money),
            ("Combien de chaises Bo a-t-il commandées ?", Kind::Count),
            ("Combien de temps dure la traversée ?", Kind::Duration),
            ("Avec qui vais-je à Visby ?", Kind::Person),
            ("Où est la clé ?", Kind::Place),
            ("Was bringt Bo zum Fest mit?", Kind::Thing),
            ("Was schenken wir unserer Nachbarin?", Kind::Thing),
            ("Qu'est-ce que Bo a planté ?", Kind::Thing),
            ("¿A qué hora sale el barco?", Kind::Clock),
            ("¿Cuánto cuesta el barco?", Kind::Money),
            ("¿Cuántas sillas pidió Bo?", Kind::Count),
            ("¿En qué hotel duermo?", Kind::Thing),
            ("¿Con quién voy a Visby?", Kind::Person),
            ("¿Por qué se canceló el ensayo?", Kind::Reason),
            ("¿Cómo se llama el perro de Bo?", Kind::Thing),
        ] {
            assert_eq!(read(text), Some(kind), "{text}");
        }
    }

    #[test]
    fn leaves_english_alone() {
        for text in [
            "Was Ana there?",
            "Was breakfast at seven?",
            "Was Robert with us in Oslo?",
            "Did Ana or Bo comment on the plan?",
            "Who made a comment?",
            "Where is the Como ferry?",
            "What did I buy in Ou Town?",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "(wie|viel|que|dia|quel|qui|à|[a-z ]{0,9}|\\PC{0,20}| ){0,9}") {
            read(&text);
        }
    }
}
