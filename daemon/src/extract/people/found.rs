//! The names that stand in a document's text, each judged by all the places where it stands.

use super::around::Around;
use super::clause::past;
use super::couple::second_title;
use super::lower::{Careless, lower_case_names};
use super::written::title;
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::extract::entities::names::{Named, names_in};
use crate::extract::entities::things::{Things, short_forms};
use crate::extract::entities::token::{Token, tokens};
use crate::ingest::{Document, Title};
use memo_common::api::EntityType;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What a document's text names.
pub(super) struct Found {
    /// People as written, those of most words first.
    pub(super) people: Vec<String>,
    /// Everything else.
    pub(super) things: Things,
    /// All names of each passage, in order.
    pub(super) names: Vec<Vec<Named>>,
}

/// Reads the names of a document's title and passages. Linear in the text.
pub(super) fn found(document: &Document) -> Found {
    let mut careless = Careless::default();
    // given names that the document also writes in lower case: words of its language, unless it is careless
    let mut common = HashSet::new();
    let mut written: Vec<(String, EntityType)> = Vec::new();
    let mut votes: HashMap<String, [u32; 2]> = HashMap::new();
    let mut by_passage: Vec<Vec<Named>> = Vec::with_capacity(document.passages.len());
    for text in document
        .title
        .iter()
        .map(Title::as_str)
        .chain(document.passages.iter().map(|p| p.text.as_str()))
    {
        let tokens = tokens(text);
        careless.count(&tokens);
        let lower = tokens
            .iter()
            .filter(|t| t.word && !t.capital && t.entry.given());
        common.extend(lower.map(|t| t.folded.clone()));
        let named = names_in(text, &tokens);
        for other in couples(text, &tokens, &named) {
            votes.entry(fold(&other)).or_default()[1] += 1;
            written.push((other, EntityType::Person));
        }
        for named in &named {
            let person = named.kind == EntityType::Person || human(text, &tokens, &named.span);
            let kind = if person {
                EntityType::Person
            } else {
                named.kind
            };
            let name = &text[named.span.clone()];
            let name = if person {
                surely(behind_occasion(name))
            } else {
                name
            };
            votes.entry(fold(name)).or_default()[usize::from(person)] += 1;
            written.push((name.to_owned(), kind));
        }
        by_passage.push(named);
    }
    by_passage.drain(..usize::from(document.title.is_some()));
    let mut written = without_heads(written, &mut votes);
    // "tell Harlow Pike" tells a firm, where "Harlow Pike LLP" is one
    let forms: Vec<(String, EntityType)> = written.iter().map(|(n, k)| (fold(n), *k)).collect();
    let firms = short_forms(forms.iter().map(|(form, kind)| (form.as_str(), *kind)));
    let is_firm = |name: &str| name.contains(' ') && firms.contains_key(&fold(name));
    // a name that most of its places take for something else is nobody's
    let person = |name: &str| {
        let voted = votes
            .get(&fold(name))
            .is_some_and(|[things, people]| people >= things);
        voted && !is_firm(name)
    };
    let mut seen = HashSet::new();
    let mut people: Vec<String> = Vec::new();
    for (name, kind) in &written {
        if *kind == EntityType::Person && person(name) && seen.insert(name.clone()) {
            people.push(name.clone());
        }
    }
    if !careless.is_so() {
        people.retain(|name| {
            name.contains(' ')
                || name.starts_with(char::is_lowercase)
                || !common.contains(fold(name).as_str())
        });
    }
    if careless.is_so() {
        for passage in &document.passages {
            for name in lower_case_names(&passage.text) {
                if seen.insert(name.clone()) {
                    people.push(name);
                }
            }
        }
    }
    // "Annas mum": the possessive of a language, or a hand, without apostrophes
    let names: HashSet<String> = people.iter().map(|n| fold(n)).collect();
    people.retain(|name| {
        let form = fold(name);
        !form.strip_suffix('s').is_some_and(|owner| {
            names.contains(owner) && !look_up(&form).given() && !form.contains(' ')
        })
    });
    people.sort_by_key(|name| std::cmp::Reverse(name.split_whitespace().count().min(3)));
    for (name, kind) in &mut written {
        if *kind == EntityType::Person && is_firm(name) {
            *kind = EntityType::Organization;
        }
    }
    written.retain(|(name, kind)| *kind != EntityType::Person && !person(name));
    Found {
        people,
        things: Things::new(written),
        names: by_passage,
    }
}

/// Names without the noun that stands before them once: of "Elternabend Kofi 3b" only "Kofi", where Kofi is named alone
/// elsewhere.
fn without_heads(
    written: Vec<(String, EntityType)>,
    votes: &mut HashMap<String, [u32; 2]>,
) -> Vec<(String, EntityType)> {
    let alone = |name: &str, kind| {
        let mut words = name.split(' ');
        let (Some(head), Some(given)) = (words.next(), words.next()) else {
            return None;
        };
        let numbers = words.all(|w| w.starts_with(|c: char| c.is_ascii_digit()));
        let known = look_up(&fold(head));
        let noun = !known.given() && !known.surname() && Cues::of(&fold(head)) == Cues::default();
        let form = fold(given);
        let called = look_up(&form).given() && votes.get(&form).is_some_and(|[_, n]| *n > 0);
        let once = votes.get(&fold(name)).is_some_and(|[a, b]| a + b == 1);
        let person = kind == EntityType::Person;
        (person && numbers && noun && called && once).then(|| given.to_owned())
    };
    let renamed: Vec<(Option<String>, String, EntityType)> = written
        .into_iter()
        .map(|(name, kind)| (alone(&name, kind), name, kind))
        .collect();
    for given in renamed.iter().filter_map(|(given, ..)| given.as_ref()) {
        votes.entry(fold(given)).or_default()[1] += 1;
    }
    renamed
        .into_iter()
        .map(|(given, name, kind)| (given.unwrap_or(name), kind))
        .collect()
}

/// The first of each couple: of "Mr and Mrs Roe" the first, whose family name stands behind the second title.
fn couples<'t>(
    text: &'t str,
    tokens: &'t [Token],
    named: &'t [Named],
) -> impl Iterator<Item = String> + 't {
    (0..tokens.len()).filter_map(move |at| {
        let second = tokens[second_title(tokens, at)?].span.start;
        let n = named.partition_point(|n| n.span.start < second);
        let whole = named.get(n).filter(|n| n.span.start == second)?;
        let (_, family) = text[whole.span.clone()].split_once(' ')?;
        Some(format!("{} {family}", &text[tokens[at].span.clone()]))
    })
}

/// Whether a name of no list stands where only a person does: behind "with", "told" or a title, before "said", or two
/// such words alone on the last line, as a signature does.
fn human(text: &str, tokens: &[Token], span: &Range<usize>) -> bool {
    let begin = tokens.partition_point(|t| t.span.start < span.start);
    let end = tokens.partition_point(|t| t.span.start < span.end);
    let parts: Vec<&Token> = tokens[begin..end].iter().filter(|t| t.word).collect();
    let plain = |t: &&Token| {
        let joint = t.cues.has(Cue::Joint);
        let name = t.capital && !t.all_capitals(text) && !t.camel_case(text);
        joint || name && !t.entry.word() && t.cues == Cues::default()
    };
    let known = |t: &&Token| t.entry.town() || t.entry.country();
    let letters = span.len() > 2 && text[span.clone()].chars().all(|c| !c.is_ascii_digit());
    if parts.is_empty() || !letters || !parts.iter().all(plain) {
        return false;
    }
    let around = Around { tokens, begin, end };
    let met = around.is_met() && !around.is_called();
    let back = |k: usize| around.back(k);
    let titled = around.cue(1, Cue::Title)
        || back(1) == "." && matches!(back(2), "m" | "mr" | "mrs" | "dr" | "ms");
    let given = back(1) == "to" && around.is_towards(7);
    let said = matches!(
        around.next(1),
        "said"
            | "says"
            | "told"
            | "asked"
            | "wrote"
            | "called"
            | "rang"
            | "phoned"
            | "thinks"
            | "wants"
    );
    if parts.len() == 1 {
        let listed = parts.iter().any(known) && !parts[0].entry.given();
        // "C'est Gwendal qui m'emmène"
        let told = back(1).ends_with("est") && around.next(1) == "qui";
        // "mit Kontrolle": every noun has a capital in German
        let noun = back(1) == "mit" && !parts[0].entry.given();
        let sure = met && !noun || titled || given || said || told;
        return !listed && (sure || among_people(&around));
    }
    let host = |k: usize| around.cue(k, Cue::Host);
    let office = host(1) || matches!(back(1), "," | "(") && host(2);
    let acts = around.after(1).is_some_and(past)
        || matches!(around.next(1), "had" | "will")
        || HUMAN.contains(&around.next(1))
        || around.next(1) == "stands" && matches!(around.next(2), "down" | "in" | "for");
    let alone = tokens[begin].line && end == tokens.len();
    !parts.iter().all(known) && (met || titled || given || said || office || acts || alone)
}

/// What people do, and firms and places do not.
const HUMAN: [&str; 24] = [
    "brings", "drives", "lends", "reads", "sings", "cooks", "bakes", "joins", "teaches", "picks",
    "fetches", "resigns", "retires", "marries", "hopes", "likes", "loves", "hates", "lives",
    "knows", "speaks", "walks", "comes", "arrives",
];

/// Whether a word stands in a list of people that an "and" closes: "me, Bea and Dodong", "Foteini, Marilena and Ann".
fn among_people(around: &Around) -> bool {
    let link = |t: Option<&Token>| t.is_some_and(|t| t.cues.has(Cue::Link));
    let comma = |t: Option<&Token>| t.is_some_and(|t| t.folded == ",");
    let somebody = |t: Option<&Token>| {
        t.is_some_and(|t| {
            let me = matches!(t.folded.as_str(), "me" | "i" | "moi" | "ich" | "yo");
            let product = t.cues.any(&[Cue::Product, Cue::Title]);
            let name = t.entry.given() && !t.entry.everyday() && !t.entry.town() && !product;
            me || t.cues.has(Cue::Kin) || t.capital && name
        })
    };
    // ", and" is one link
    let two = link(around.before(2)) && link(around.before(1));
    let before = link(around.before(1)) && somebody(around.before(2 + usize::from(two)));
    let two = link(around.after(1)) && link(around.after(2));
    let after = link(around.after(1)) && somebody(around.after(2 + usize::from(two)));
    let last = around.after(1 + usize::from(two && comma(around.after(1))));
    let closed = |t: Option<&Token>| link(t) && !comma(t) && t.is_some_and(|t| t.folded != "/");
    before && closed(around.before(1)) || after && closed(last)
}

/// A found name without the German noun before it that says what takes place: of "Taufe Emil Roe" only "Emil Roe".
fn behind_occasion(name: &str) -> &str {
    const OCCASIONS: [&str; 20] = [
        "feier",
        "gesprach",
        "termin",
        "treffen",
        "probe",
        "besuch",
        "taufe",
        "hochzeit",
        "beerdigung",
        "beisetzung",
        "trauung",
        "geburtstag",
        "kontrolle",
        "konfirmation",
        "kommunion",
        "prufung",
        "sitzung",
        "ubergabe",
        "unterricht",
        "visite",
    ];
    let Some((head, rest)) = name.split_once(' ') else {
        return name;
    };
    let head = fold(head);
    match OCCASIONS.iter().any(|o| head.ends_with(o)) {
        true => rest,
        false => name,
    }
}

/// A found name up to its first word that is no name: of "Ann Proposed" only "Ann".
fn surely(name: &str) -> &str {
    let mut end = 0;
    let mut joined = false;
    for (n, word) in name.split(' ').enumerate() {
        let e = look_up(&fold(word));
        // "Hetty van Loon", "Mr Rug": behind a particle or a title any word is a family name
        if n > 0 && !joined && e.everyday() && !e.surname() && !e.given() {
            break;
        }
        joined = word.starts_with(char::is_lowercase) || title(word) && !e.everyday();
        end += word.len() + usize::from(n > 0);
    }
    &name[..end]
}
