//! Questions in German, French and Spanish: what they ask for, by the words that ask.

mod lists;

use super::{
    question::Kind,
    words::{Word, words},
};
use lists::{ASKS, BEFORE, COSTS, SMALL, USER};

/// What a question in another language asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asks {
    pub(super) kind: Kind,
    /// The noun that says what is asked for ("welches **Zimmer**").
    pub(super) focus: Option<Word>,
    /// Speaks of the user as "ich", "mon", "mi".
    pub(super) of_user: bool,
    /// Asks for something else as well ("qué día y a qué hora").
    pub(super) double: bool,
}

/// Reads a question in German, French or Spanish; `None` for any other.
pub(super) fn read(text: &str) -> Option<Asks> {
    let words = words(text);
    let folded: Vec<&str> = words.iter().map(|w| w.folded.as_str()).collect();
    let (at, length, kind) = asking(&folded, 0)?;
    let behind = at + length;
    let costs = folded.iter().any(|w| COSTS.contains(w));
    let kind = match kind {
        Kind::Amount if costs => Kind::Money,
        other => other,
    };
    let named = words.iter().enumerate().skip(behind);
    let mut nouns = named.filter(|(_, w)| !is_small(&w.folded));
    let focus = nouns.next().map(|(_, w)| w.clone());
    Some(Asks {
        kind,
        focus: focus.filter(|_| kind == Kind::Thing),
        of_user: folded.iter().any(|w| USER.contains(w)),
        double: asking(&folded, behind).is_some_and(|(next, ..)| {
            folded[..next]
                .iter()
                .any(|w| ["und", "et", "y"].contains(w))
        }),
    })
}

/// Whether a folded word carries no content in one of these languages.
pub(super) fn is_small(word: &str) -> bool {
    let asks = || ASKS.iter().flat_map(|a| a.0.split(' ')).any(|a| a == word);
    SMALL.contains(&word) || USER.contains(&word) || BEFORE.contains(&word) || asks()
}

/// Where the first words that ask stand from a place on, how many they are, and what they ask for.
fn asking(words: &[&str], from: usize) -> Option<(usize, usize, Kind)> {
    (from..words.len()).find_map(|at| {
        let open = words[from..at].iter().all(|w| BEFORE.contains(w));
        let (asks, kind, _) = ASKS.iter().find(|(asks, _, anywhere)| {
            let mut rest = words[at..].iter();
            (open || *anywhere) && asks.split(' ').all(|a| rest.next() == Some(&a))
        })?;
        Some((at, asks.split(' ').count(), *kind))
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
            ("Qu'est-ce que Bo a planté ?", Kind::Thing),
            ("¿A qué hora sale el barco?", Kind::Clock),
            ("¿Cuánto cuesta el barco?", Kind::Money),
            ("¿Cuántas sillas pidió Bo?", Kind::Count),
            ("¿En qué hotel duermo?", Kind::Thing),
            ("¿Con quién voy a Visby?", Kind::Person),
            ("¿Por qué se canceló el ensayo?", Kind::Reason),
            ("¿Cómo se llama el perro de Bo?", Kind::Thing),
        ] {
            assert_eq!(read(text).map(|a| a.kind), Some(kind), "{text}");
        }
    }

    #[test]
    fn leaves_english_alone() {
        for text in [
            "Was Ana there?",
            "Did Ana or Bo comment on the plan?",
            "Who made a comment?",
            "Where is the Como ferry?",
            "What did I buy in Ou Town?",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn knows_who_asks_and_for_what() {
        let asks = read("Welches Zimmer hatte ich in der Klinik?").expect("German");
        assert!(asks.of_user && !asks.double);
        assert_eq!(asks.focus.map(|f| f.folded).as_deref(), Some("zimmer"));
        let asks = read("¿Qué día y a qué hora viene Bo?").expect("Spanish");
        assert!(asks.double && !asks.of_user);
    }

    proptest! {
        #[test]
        fn never_panics(text in "(wie|viel|que|dia|quel|qui|à|[a-z ]{0,9}|\\PC{0,20}| ){0,9}") {
            read(&text);
        }
    }
}
