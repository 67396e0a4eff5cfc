//! What a word says of the words beside it: a title, a company's ending, a verb of meeting. The lists stand in
//! `daemon/names/cues.txt`, one section for each [`Cue`].

use foldhash::HashMap;
use std::sync::LazyLock;

static TEXT: &str = include_str!("../../../names/cues.txt");

/// The sections of the file, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// Before a person's name.
    Title,
    /// A family word used as a name.
    Kin,
    /// A family word that needs a name behind it.
    KinBefore,
    /// A day, a month, a time of day.
    Calendar,
    /// An adjective of a country or a creed.
    Demonym,
    /// A small word, a greeting, a label.
    Function,
    /// Ends the name of an organization.
    OrgHead,
    /// Ends the name of a place.
    PlaceHead,
    /// Begins the name of a place.
    PlaceStart,
    /// Ends the name of an event.
    EventHead,
    /// A program, a service, a brand.
    Product,
    /// A small word inside names.
    Joint,
    /// The speaker.
    First,
    /// Whom the speaker addresses.
    Second,
    /// Before somebody who was there.
    With,
    /// A verb whose object was there.
    Contact,
    /// A verb whose "to" leads to somebody who was there.
    Towards,
    /// A participle whose "by" leads to somebody who was there.
    DoneBy,
    /// Before somebody who is only talked about.
    Topic,
    /// A form of "to be".
    Be,
    /// A verb that says what somebody is like.
    State,
    /// Says that somebody is not there.
    Absent,
    /// A negation.
    Not,
    /// With a negation: not there.
    Coming,
    /// Between names that stand together.
    Link,
    /// After "at" or "in" without being a place.
    NoPlace,
    /// A place by itself.
    Venue,
    /// Before a person in lower case.
    BeforePerson,
    /// After a person in lower case.
    AfterPerson,
    /// A past tense that does not end in -ed.
    Past,
    /// Before a verb.
    Modal,
    /// Before somebody who receives others: a guide, a midwife.
    Host,
    /// What somebody is to another: a name behind it is theirs, and it is no part of it.
    Relation,
    /// A form of address or an office that is a part of the name behind it, in lower case too.
    Address,
}

/// The file's section names, in the order of [`Cue`].
const SECTIONS: &str = "title kin kin-before calendar demonym function org-head place-head place-start event-head product joint \
    first-person second-person with contact towards done-by topic be state absent not coming link no-place venue before-person \
    after-person past modal host relation address";

static WORDS: LazyLock<HashMap<&'static str, u64>> = LazyLock::new(|| {
    let sections: Vec<&str> = SECTIONS.split_whitespace().collect();
    let mut words = HashMap::default();
    let mut bit = 0;
    for line in TEXT.lines().filter(|l| !l.starts_with('#')) {
        match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            // `the_file_has_a_section_for_each_cue` holds the two together
            Some(name) => {
                bit = sections
                    .iter()
                    .position(|s| *s == name)
                    .map_or(0, |n| 1 << n)
            }
            None => line
                .split_whitespace()
                .for_each(|w| *words.entry(w).or_insert(0) |= bit),
        }
    }
    words
});

/// The sections that a word stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues(u64);

impl Cues {
    /// The sections of a folded word.
    pub(crate) fn of(folded: &str) -> Self {
        Self(WORDS.get(folded).copied().unwrap_or(0))
    }

    /// Whether it stands in this section.
    pub(crate) fn has(self, cue: Cue) -> bool {
        self.0 & (1 << cue as u64) != 0
    }

    /// Whether it stands in one of these.
    pub(crate) fn any(self, cues: &[Cue]) -> bool {
        cues.iter().any(|c| self.has(*c))
    }

    /// The first twelve sections, those about names, as bits.
    pub(crate) fn bits(self) -> u16 {
        (self.0 & 0xfff) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_a_section_for_each_cue() {
        let written: Vec<&str> = TEXT
            .lines()
            .filter_map(|l| l.strip_prefix('[')?.strip_suffix(']'))
            .collect();
        assert_eq!(written, SECTIONS.split_whitespace().collect::<Vec<_>>());
        assert_eq!(written.len(), Cue::Address as usize + 1);
        assert!(
            Cues::of("mrs").has(Cue::Title)
                && Cues::of("said").has(Cue::AfterPerson)
                && Cues::of("llp").has(Cue::OrgHead)
        );
        assert_eq!(Cues::of("walnut"), Cues::default());
    }
}
