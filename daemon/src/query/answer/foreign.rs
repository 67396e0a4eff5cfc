//! Questions in German, French and Spanish: what they ask for, by the words that ask.

use super::{
    question::Kind,
    words::{Word, words},
};

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

/// Words that ask, folded, the longer ones before those they begin with; and whether they ask wherever they stand in a
/// question. Others are words of English too, or join clauses.
const ASKS: &[(&str, Kind, bool)] = &[
    ("um wie viel uhr", Kind::Clock, true),
    ("wie viel uhr", Kind::Clock, true),
    ("wieviel uhr", Kind::Clock, true),
    ("welche uhrzeit", Kind::Clock, true),
    ("welcher uhrzeit", Kind::Clock, true),
    ("welchem tag", Kind::Date, true),
    ("welchen tag", Kind::Date, true),
    ("welcher tag", Kind::Date, true),
    ("welches datum", Kind::Date, true),
    ("welchem datum", Kind::Date, true),
    ("welchem monat", Kind::Date, true),
    ("welchem jahr", Kind::Date, true),
    ("welcher stadt", Kind::Place, true),
    ("welchem ort", Kind::Place, true),
    ("welchem land", Kind::Place, true),
    ("wie viele male", Kind::Times, true),
    ("wie viele", Kind::Count, true),
    ("wieviele", Kind::Count, true),
    ("wie viel", Kind::Amount, true),
    ("wieviel", Kind::Amount, true),
    ("wie hoch", Kind::Amount, true),
    ("wie teuer", Kind::Money, true),
    ("wie lange", Kind::Duration, true),
    ("wie oft", Kind::Times, true),
    ("wie alt", Kind::Age, true),
    ("wie heisst", Kind::Thing, true),
    ("wie heißt", Kind::Thing, true),
    ("wie heissen", Kind::Thing, true),
    ("wie heißen", Kind::Thing, true),
    ("wie hiess", Kind::Thing, true),
    ("wie hieß", Kind::Thing, true),
    ("was kostet", Kind::Money, true),
    ("was kostete", Kind::Money, true),
    ("was kosten", Kind::Money, true),
    ("was fur", Kind::Thing, true),
    ("was hat", Kind::Thing, true),
    ("was habe", Kind::Thing, true),
    ("was haben", Kind::Thing, true),
    ("was ist", Kind::Thing, true),
    ("was sagt", Kind::Thing, true),
    ("was sagte", Kind::Thing, true),
    ("was macht", Kind::Thing, true),
    ("was will", Kind::Thing, true),
    ("was wollte", Kind::Thing, true),
    ("was soll", Kind::Thing, true),
    ("was muss", Kind::Thing, true),
    ("wann", Kind::Date, true),
    ("woher", Kind::Place, true),
    ("wohin", Kind::Place, true),
    ("wo", Kind::Place, false),
    ("wer", Kind::Person, true),
    ("wen", Kind::Person, true),
    ("wem", Kind::Person, true),
    ("wessen", Kind::Person, true),
    ("warum", Kind::Reason, true),
    ("wieso", Kind::Reason, true),
    ("weshalb", Kind::Reason, true),
    ("wozu", Kind::Reason, true),
    ("womit", Kind::Thing, true),
    ("wobei", Kind::Thing, true),
    ("woran", Kind::Thing, true),
    ("worauf", Kind::Thing, true),
    ("woruber", Kind::Thing, true),
    ("wofur", Kind::Thing, true),
    ("welche", Kind::Thing, true),
    ("welcher", Kind::Thing, true),
    ("welches", Kind::Thing, true),
    ("welchem", Kind::Thing, true),
    ("welchen", Kind::Thing, true),
    ("wie", Kind::Manner, false),
    ("quelle heure", Kind::Clock, true),
    ("quel jour", Kind::Date, true),
    ("quelle date", Kind::Date, true),
    ("quel mois", Kind::Date, true),
    ("quelle annee", Kind::Date, true),
    ("quelle ville", Kind::Place, true),
    ("quel pays", Kind::Place, true),
    ("quel endroit", Kind::Place, true),
    ("quel age", Kind::Age, true),
    ("combien de temps", Kind::Duration, true),
    ("combien de fois", Kind::Times, true),
    ("combien de", Kind::Count, true),
    ("combien", Kind::Amount, true),
    ("quand", Kind::Date, true),
    ("ou", Kind::Place, false),
    ("qui", Kind::Person, false),
    ("pourquoi", Kind::Reason, true),
    ("comment sappelle", Kind::Thing, true),
    ("comment", Kind::Manner, false),
    ("quest ce que", Kind::Thing, true),
    ("quest ce qui", Kind::Thing, true),
    ("quel", Kind::Thing, true),
    ("quels", Kind::Thing, true),
    ("quelle", Kind::Thing, true),
    ("quelles", Kind::Thing, true),
    ("lequel", Kind::Thing, true),
    ("laquelle", Kind::Thing, true),
    ("quoi", Kind::Thing, true),
    ("por que", Kind::Reason, false),
    ("que hora", Kind::Clock, true),
    ("que dia", Kind::Date, true),
    ("que fecha", Kind::Date, true),
    ("que mes", Kind::Date, true),
    ("que ano", Kind::Date, true),
    ("que ciudad", Kind::Place, true),
    ("que pais", Kind::Place, true),
    ("que lugar", Kind::Place, true),
    ("cuanto tiempo", Kind::Duration, true),
    ("cuantas veces", Kind::Times, true),
    ("cuantos anos tiene", Kind::Age, true),
    ("cuantos anos cumple", Kind::Age, true),
    ("cuantos anos cumplio", Kind::Age, true),
    ("cuantos", Kind::Count, true),
    ("cuantas", Kind::Count, true),
    ("cuanto", Kind::Amount, true),
    ("cuanta", Kind::Amount, true),
    ("cuando", Kind::Date, true),
    ("adonde", Kind::Place, true),
    ("donde", Kind::Place, true),
    ("quien", Kind::Person, true),
    ("quienes", Kind::Person, true),
    ("como se llama", Kind::Thing, true),
    ("como se llaman", Kind::Thing, true),
    ("como", Kind::Manner, false),
    ("cual", Kind::Thing, true),
    ("cuales", Kind::Thing, true),
    ("que", Kind::Thing, false),
];

/// Words before one that asks, folded: "**mit** wem", "**à** quelle heure", "**en** qué".
const BEFORE: &[&str] = &[
    "in", "an", "am", "ab", "auf", "aus", "bei", "bis", "fur", "mit", "nach", "seit", "uber", "um",
    "und", "unter", "von", "vor", "zu", "zum", "zur", "a", "au", "avec", "chez", "dans", "de",
    "depuis", "des", "en", "et", "jusqua", "par", "pour", "sous", "sur", "vers", "con", "desde",
    "hasta", "para", "por", "segun", "sobre", "y",
];

/// Verbs and nouns that make an amount a sum of money, folded.
const COSTS: &[&str] = &[
    "kostet",
    "kosten",
    "kostete",
    "gekostet",
    "zahlen",
    "zahle",
    "zahlt",
    "bezahlen",
    "bezahle",
    "bezahlt",
    "gezahlt",
    "zuzahlen",
    "anzahlung",
    "preis",
    "miete",
    "honorar",
    "gebuhr",
    "auftragssumme",
    "rechnung",
    "schulde",
    "verdient",
    "verdiene",
    "ausgegeben",
    "coute",
    "coutent",
    "coutait",
    "coutera",
    "paye",
    "payer",
    "payee",
    "prix",
    "loyer",
    "dois",
    "doit",
    "salaire",
    "depense",
    "gagne",
    "cuesta",
    "cuestan",
    "costo",
    "costaba",
    "costara",
    "pagar",
    "pago",
    "pague",
    "pagara",
    "pagamos",
    "pagan",
    "precio",
    "alquiler",
    "debo",
    "debe",
    "gaste",
    "gasto",
    "gana",
    "cobra",
    "cobran",
];

/// Words by which the user is meant, folded.
const USER: &[&str] = &[
    "ich", "mir", "mich", "mein", "meine", "meinem", "meinen", "meiner", "meines", "wir", "uns",
    "unser", "unsere", "unserem", "unserer", "unseren", "je", "jai", "moi", "mon", "ma", "mes",
    "nous", "notre", "nos", "yo", "mi", "mis", "me", "nuestro", "nuestra", "nosotros",
];

/// Small words that say nothing of what is asked about, folded; beside those of [`USER`].
const SMALL: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "ist",
    "sind", "war", "waren", "wird", "werden", "hat", "haben", "habe", "hatte", "hatten", "muss",
    "musste", "soll", "kann", "es", "er", "sie", "im", "ins", "beim", "nicht", "le", "la", "les",
    "un", "une", "du", "est", "sont", "etait", "ont", "ai", "as", "avons", "avait", "il", "elle",
    "ils", "elles", "ne", "pas", "se", "ce", "el", "los", "las", "una", "del", "al", "son", "fue",
    "ha", "he", "hay", "hemos", "lo", "su", "sus", "que", "no", "oder", "o",
];

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
