//! What speaks for and against somebody's having taken part in what is told: each sign a number. [`signs`](super::signs)
//! reads them, [`choice`](super::choice) weighs them.

use super::mentions::Read;
use super::part::Said;
use super::roster::PersonRef;
use memo_common::api::SourceType;

/// What is told, and what the document's structure says of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    /// The words, in order.
    pub(crate) said: &'a [Said<'a>],
    /// What was read of each of them.
    pub(crate) read: &'a [Read],
    /// What kind of source it is of.
    pub(crate) source: SourceType,
    /// Whether it is talk, a post, a record, or none of these.
    pub(crate) manner: Option<Manner>,
    /// It is to be done.
    pub(crate) task: bool,
    /// Those whom the structure lists as there: an event's guests, a meeting's attendees, a ticket's passengers.
    pub(crate) listed: &'a [PersonRef],
    /// What names it: an event's title, the heading above it.
    pub(crate) heading: Option<&'a str>,
    /// Whom a pronoun at its beginning means.
    pub(crate) before: Option<PersonRef>,
    /// How likely those whom it names took part, by the tagger.
    pub(crate) took: &'a [(PersonRef, f32)],
}

impl Scene<'_> {
    /// How likely somebody whom it names took part, by the tagger.
    pub(super) fn took(&self, who: PersonRef) -> Option<f32> {
        let took = self.took.iter().find(|(other, _)| *other == who);
        took.map(|(_, likely)| *likely)
    }
}

/// How a memory is told, where that says something of who took part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Turns of talk.
    Talk,
    /// A comment, a commit.
    Post,
    /// Facts that a reader put into a sentence.
    Record,
}

/// A sign: 1 or 0 where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Sign {
    /// The rules of [`part`](super::part) take them for one who took part.
    ByRules,
    /// Share of the words in sentences in which they act, are acted with, or are spoken to.
    Involved,
    /// There is such a sentence.
    InvolvedAtAll,
    /// Says some of it.
    Speaks,
    /// Says "I", "me".
    SaysI,
    /// Says "my".
    SaysMy,
    /// Says what they do themselves.
    Acts,
    /// It is said to them.
    Heard,
    /// To them and to one other.
    HeardByTwo,
    /// They talk in the conversation, here or elsewhere.
    Member,
    /// The structure lists them.
    Listed,
    /// Their name stands in it.
    Named,
    /// In its first sentence.
    InFirst,
    /// Nobody but the user is named before them.
    FirstNamed,
    /// Share of the words in sentences that name them or mean them by "he" or "she".
    NamedShare,
    /// A "he" or "she" means them.
    ByPronoun,
    /// A name of theirs acts or is acted with.
    TookPart,
    /// Stands with the user, or receives them.
    Company,
    /// Is said not to be there.
    Absent,
    /// Some mention of them lets them have been there: not all are of whom one only thinks.
    MayBeThere,
    /// The tagger takes a mention of theirs for one of somebody who took part: how likely, at most.
    Tagged,
    /// Among other names.
    InList,
    /// Something is theirs: "Ann's".
    Owns,
    /// Behind "from".
    BehindFrom,
    /// Behind a verb of meeting, calling, telling.
    BehindContact,
    /// Before a verb in the present.
    SubjectPresent,
    /// "will", "can", "should" soon behind the name.
    NearFuture,
    /// Written in lower case.
    LowerCase,
    /// In a sentence in which the user says "I" or "we".
    BesideMe,
    /// Of more than one word.
    FullName,
    /// It begins with a listed given name.
    GivenKnown,
    /// It begins with a title.
    Titled,
    /// An address or a user name is all that is known.
    Unnamed,
    /// Some word of it is one of firms', places' or events' names, or an everyday word.
    Doubtful,
    /// How many others but the user act or are acted with: ln(1 + n).
    OthersTookPart,
    /// How many people but the user are named: ln(1 + n).
    OthersNamed,
    /// The user says what they do.
    UserActs,
    /// Words and signs of it: ln(1 + n) − 4.
    Words,
    /// A question is asked.
    Question,
    /// A verb is in the past.
    Past,
    /// It is to be done.
    Task,
    /// [`Manner::Post`].
    Post,
    /// [`Manner::Record`].
    Record,
    /// Of a code host.
    Github,
    /// Of a calendar.
    Calendar,
    /// Of notes.
    Text,
    /// Of an editor or a terminal.
    Vscode,
}

/// How many signs there are.
const SIGNS: usize = Sign::Vscode as usize + 1;

/// The signs of one person in one memory.
#[derive(Clone, Debug)]
pub(crate) struct Signs([f32; SIGNS]);

impl Default for Signs {
    fn default() -> Self {
        Self([0.0; SIGNS])
    }
}

impl Signs {
    pub(crate) fn get(&self, sign: Sign) -> f32 {
        self.0[sign as usize]
    }

    pub(crate) fn has(&self, sign: Sign) -> bool {
        self.get(sign) > 0.0
    }

    pub(crate) fn set_if(&mut self, sign: Sign, yes: bool) {
        if yes {
            self.0[sign as usize] = 1.0;
        }
    }

    pub(super) fn set(&mut self, sign: Sign) {
        self.set_if(sign, true);
    }

    pub(super) fn at_least(&mut self, sign: Sign, value: f32) {
        let own = &mut self.0[sign as usize];
        *own = own.max(value);
    }

    pub(super) fn add(&mut self, sign: Sign, by: f32) {
        self.0[sign as usize] += by;
    }
}
