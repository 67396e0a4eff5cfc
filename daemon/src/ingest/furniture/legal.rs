//! Disclaimers, by the concepts that they are made of: few sentences but a lawyer's speak at once of what is
//! confidential, of the recipient, of the sender, of deleting and of what is forbidden.

use super::Medium;
use crate::ingest::pattern::asked::automaton;
use aho_corasick::AhoCorasick;
use memo_common::api::SourceType;
use std::sync::LazyLock;

/// Concepts of which a sentence must hold this many.
pub(super) const ENOUGH: u32 = 3;

/// The stems of each concept, in the languages that disclaimers are met in.
const CONCEPTS: [&[&str]; 11] = [
    &[
        "confidential",
        "vertraulich",
        "confidentiel",
        "confidencia",
        "riservat",
        "vertrouwelijk",
        "poufn",
        "konfidentiell",
        "fortrolig",
        "luottamuksel",
        "důvěrn",
        "gizli",
        "конфиденц",
    ],
    &[
        "recipient",
        "addressee",
        "empfänger",
        "adressat",
        "destinatai",
        "destinatari",
        "destinatár",
        "geadresseerde",
        "ontvanger",
        "adresat",
        "odbiorc",
        "mottagar",
        "modtager",
        "mottaker",
        "vastaanottaj",
        "příjemc",
        "alıcı",
        "получател",
    ],
    &[
        "sender",
        "absender",
        "expéditeur",
        "remitente",
        "mittente",
        "remetente",
        "afzender",
        "nadawc",
        "avsändar",
        "lähettäj",
        "odesílatel",
        "gönderen",
        "отправител",
    ],
    &[
        "disclos",
        "dissemin",
        "weitergabe",
        "weitergeleitet",
        "divulg",
        "verspreid",
        "ujawni",
        "spridning",
        "videregiv",
        "levittä",
        "разглаш",
        "copying",
        "forwarding",
    ],
    &[
        "prohibit",
        "unauthori",
        "unbefugt",
        "unlawful",
        "interdit",
        "prohibid",
        "proibid",
        "vietat",
        "verboden",
        "zabron",
        "förbjud",
        "forbud",
        "kielletty",
        "zakáz",
        "yasak",
        "запрещ",
        "without our",
        "without prior",
        "written consent",
        "ohne unsere",
    ],
    &[
        "delete",
        "destroy",
        "vernicht",
        "lösch",
        "supprim",
        "détrui",
        "elimin",
        "verwijder",
        "usun",
        "radera",
        "slette",
        "poista",
        "smaž",
        "удал",
    ],
    &[
        "privileg",
        "liab",
        "haftung",
        "responsab",
        "aansprak",
        "odpowiedzialno",
        "ansvar",
        "vastuu",
        "warrant",
    ],
    &[
        "in error",
        "irrtümlich",
        "par erreur",
        "por error",
        "per errore",
        "por engano",
        "abusievelijk",
        "omyłkow",
        "av misstag",
        "ved en fejl",
        "erehdy",
        "omylem",
        "yanlışlıkla",
        "ошибочно",
        "good faith",
    ],
    &[
        "third part",
        "dritte",
        "terceros",
        "tiers",
        "derden",
        "terzi",
        "tredje",
        "osob trzeci",
        "solely for",
        "exclusively for",
    ],
    &[
        "be construed",
        "nothing herein",
        "nothing contained",
        "nothing in this",
        "auszulegen",
        "être interprété",
        "ser interpretad",
        "interpretarse",
        "essere interpretat",
        "worden uitgelegd",
        "tolkas som",
        "fortolkes som",
    ],
    &[
        "rights are",
        "rights reserved",
        "reserves the right",
        "reserve all rights",
        "rechte vorbehalten",
        "droits réservés",
        "derechos reservados",
        "direitos reservados",
        "diritti riservati",
        "rechten voorbehouden",
        "without prejudice",
    ],
];

static STEMS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| automaton(stems().map(|(stem, _)| stem)));

/// The concept of each stem.
static CONCEPT: LazyLock<Vec<usize>> = LazyLock::new(|| stems().map(|(_, n)| n).collect());

/// The stems, each with the number of its concept.
pub(super) fn stems() -> impl Iterator<Item = (&'static str, usize)> {
    let numbered = CONCEPTS.iter().enumerate();
    numbered.flat_map(|(n, stems)| stems.iter().map(move |stem| (*stem, n)))
}

/// Whether disclaimers are put into this medium.
pub(super) fn holds_for(medium: Medium) -> bool {
    [
        SourceType::Email,
        SourceType::Calendar,
        SourceType::Pdf,
        SourceType::Text,
    ]
    .into_iter()
    .any(|source| medium.meets(Medium::of(source)))
}

/// Whether a sentence is a disclaimer's.
pub(super) fn is(sentence: &str) -> bool {
    let found = STEMS.iter().flat_map(|stems| stems.find_iter(sentence));
    let concepts = found.fold(0_u16, |seen, m| seen | 1 << CONCEPT[m.pattern().as_usize()]);
    concepts.count_ones() >= ENOUGH
}
