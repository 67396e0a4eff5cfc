//! What a word or phrase can be, from embedded lists: a given name, a surname, a place, an everyday word.
//! The lists, their makers and licences: `daemon/names/README.md`.

use super::recent::known;
use crate::hashed::fnv;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

static BYTES: &[u8] = include_bytes!("../../../names/lexicon.fst");

static MAP: LazyLock<fst::Map<&'static [u8]>> = LazyLock::new(|| {
    // A file of our own making, embedded at build time; the test below opens it.
    fst::Map::new(BYTES).expect("the embedded lexicon is an fst")
});

/// What the lists say of a form. All answers are "can be": "Reading" is a town, a surname and a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry(u16);

impl Entry {
    /// A given name somewhere in the world.
    pub(crate) fn given(self) -> bool {
        self.0 & 1 != 0
    }
    /// A family name.
    pub(crate) fn surname(self) -> bool {
        self.0 & 2 != 0
    }
    /// A town of more than 5,000 people.
    pub(crate) fn town(self) -> bool {
        self.0 & 4 != 0
    }
    /// A country or a well-known region.
    pub(crate) fn country(self) -> bool {
        self.0 & 8 != 0
    }
    /// An English dictionary's lower-case word.
    pub(crate) fn word(self) -> bool {
        self.0 & 16 != 0
    }
    /// A word of a small dictionary.
    pub(crate) fn everyday(self) -> bool {
        self.0 & 32 != 0
    }
    /// How often it is met in talk, in octaves: 0 never, 1 once, 10 five hundred times.
    pub(crate) fn octave(self) -> u32 {
        u32::from(self.0 >> 8)
    }
    /// The list bits alone, as features of the tagger.
    pub(crate) fn bits(self) -> u32 {
        u32::from(self.0 & 0x3f)
    }
}

/// What the lists say of an already folded form; nothing known where it is in none.
pub(crate) fn look_up(folded: &str) -> Entry {
    known(folded, fnv(folded.bytes())).0
}

/// As [`look_up`], in the lists themselves.
pub(super) fn listed(folded: &str) -> Entry {
    // flags below, octaves above: sixteen bits in all
    Entry(MAP.get(folded).unwrap_or(0) as u16)
}

/// Lower case without accents: "Théo" and "theo" are the same form. `make_lexicon.py` folds in the same way.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase).nfd() {
        match c {
            'ß' => out.push_str("ss"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'þ' => out.push_str("th"),
            'ı' => out.push('i'),
            '’' => out.push('\''),
            c if is_combining_mark(c) => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_lists_open_and_know_the_obvious() {
        assert!(look_up("femke").given() && look_up("priyanka").given());
        assert!(look_up("okafor").surname());
        assert!(look_up("tbilisi").town() && look_up("portugal").country());
        assert!(look_up("wedding").everyday() && !look_up("wedding").given());
        assert!(look_up("the").octave() > look_up("wedding").octave());
        assert_eq!(look_up("qqqq"), Entry::default());
    }

    #[test]
    fn folding_drops_case_and_accents() {
        assert_eq!(
            fold("Zieliński Łódź STRASSE straße Ærø"),
            "zielinski lodz strasse strasse aero"
        );
    }
}
