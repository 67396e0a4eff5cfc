//! Lines of one thing that is told: what each piece of a word is part of, and what kind of line each is.
//!
//! The encoder's first layers over the same embeddings, taught on documents with who took part, where and when it happened, and
//! what is named in them (`daemon/encoder/tagger.py`).

use super::{EncodeError, LONGEST, Network, Threads, tokens};
use rten_tensor::AsView;
use std::{ops::Range, sync::OnceLock};

/// The layers and the heads.
static LAYERS: &[u8] = include_bytes!("../../encoder/tagger.onnx");

/// What a stretch of words is, in the order of the labels: each has one for its first piece and one for the others, behind
/// the label of no stretch. As in `daemon/encoder/tagger_data.py`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Span {
    /// Somebody who took part.
    Took,
    /// Somebody who is only spoken of.
    Person,
    /// Where it happened.
    Place,
    /// A place that is only spoken of.
    Elsewhere,
    /// A firm, an office, a club.
    Organization,
    /// Something that is made and sold.
    Product,
    /// A book, a song, a film.
    Work,
    /// Another named thing.
    Other,
    /// When it happened.
    Time,
    /// Another time.
    Date,
}

impl Span {
    /// All, in the order of the labels.
    pub(crate) const ALL: [Self; 10] = [
        Self::Took,
        Self::Person,
        Self::Place,
        Self::Elsewhere,
        Self::Organization,
        Self::Product,
        Self::Work,
        Self::Other,
        Self::Time,
        Self::Date,
    ];
}

/// Labels of a piece.
const LABELS: usize = 1 + 2 * Span::ALL.len();
/// Roles of a line, and the number of that which programs, offices and lawyers put round people's words.
const ROLES: usize = 11;
const BOILERPLATE: usize = 9;

/// Pieces of one line at most; what lies beyond is not read.
const LONGEST_LINE: usize = 160;

/// A line, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tags {
    /// Its pieces in order.
    pub(crate) pieces: Vec<Tag>,
    /// How likely it was put round people's words.
    pub(crate) boilerplate: f32,
}

/// A piece of a word, read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tag {
    /// Its bytes in the line.
    pub(crate) bytes: Range<usize>,
    /// How likely it is part of each kind of stretch.
    pub(crate) of: [f32; Span::ALL.len()],
    /// How likely it begins one.
    pub(crate) begins: f32,
}

/// The model, ready to run.
pub(crate) struct Tagger {
    network: Network,
}

/// The model that is part of this program, made ready at the first call.
pub(crate) fn tagger() -> &'static Tagger {
    static TAGGER: OnceLock<Tagger> = OnceLock::new();
    // The file is a constant of this program, and the tests below run it.
    TAGGER.get_or_init(|| Tagger {
        network: Network::load(LAYERS, "heads").expect("the tagger's file is well formed"),
    })
}

impl Tagger {
    /// Reads lines that belong together; the first `around` of them stand round all others, and are read with each part of
    /// them where they are too many to be read at once.
    ///
    /// # Errors
    /// [`EncodeError`]
    pub(crate) fn read(
        &self,
        lines: &[&str],
        around: usize,
        threads: &Threads,
    ) -> Result<Vec<Tags>, EncodeError> {
        let vocabulary = super::vocabulary();
        let cut: Vec<_> = lines
            .iter()
            .map(|line| vocabulary.pieces(line, LONGEST_LINE))
            .collect();
        // What stands round them has half of the room at most.
        let (mut round, mut left) = (Vec::new(), LONGEST - 1);
        for (n, pieces) in cut[..around].iter().enumerate() {
            if left > LONGEST / 2 + pieces.len() {
                left -= pieces.len() + 1;
                round.push(n);
            }
        }
        let mut out = vec![Tags::default(); lines.len()];
        let mut from = around;
        loop {
            let (first, mut read, mut room) = (from, round.clone(), left);
            for (n, pieces) in cut.iter().enumerate().skip(first) {
                if n > first && room < pieces.len() + 1 {
                    break;
                }
                room = room.saturating_sub(pieces.len() + 1);
                read.push(n);
                from = n + 1;
            }
            let mut numbers = vec![tokens::BEGIN];
            for n in &read {
                numbers.extend(cut[*n].iter().map(|piece| piece.number));
                numbers.push(tokens::END);
            }
            numbers.truncate(LONGEST);
            let heads = self.network.run(&numbers, threads)?.to_vec();
            let mut rows = heads.chunks_exact(LABELS + ROLES).skip(1);
            for n in read {
                let bytes = cut[n].iter().map(|piece| piece.bytes.clone());
                let pieces = bytes.zip(&mut rows).map(|(bytes, row)| tag(bytes, row));
                out[n].pieces = pieces.collect();
                if let Some(row) = rows.next() {
                    out[n].boilerplate = softmax(&row[LABELS..])[BOILERPLATE];
                }
            }
            if from == lines.len() {
                return Ok(out);
            }
        }
    }
}

fn tag(bytes: Range<usize>, row: &[f32]) -> Tag {
    let likely = softmax(&row[..LABELS]);
    let mut of = [0.0; Span::ALL.len()];
    let mut begins = 0.0;
    for (sum, both) in of.iter_mut().zip(likely[1..].chunks_exact(2)) {
        *sum = both[0] + both[1];
        begins += both[0];
    }
    Tag { bytes, of, begins }
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits.iter().map(|x| (x - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|x| x / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str], around: usize) -> Vec<Tags> {
        let tags = tagger().read(lines, around, &Threads::of(1));
        tags.expect("read")
    }

    /// How likely the first piece of a word is each of these.
    fn of(line: &str, tags: &Tags, word: &str, kinds: &[Span]) -> f32 {
        let at = line.find(word).expect("stands there");
        let piece = tags.pieces.iter().find(|p| p.bytes.start >= at);
        let piece = piece.expect("is read");
        kinds.iter().map(|kind| piece.of[*kind as usize]).sum()
    }

    #[test]
    fn it_tells_people_places_and_times() {
        let line = "We met Ana Roy at the Harbour Café in Leeds on Tuesday.";
        let tags = read(&["text, Bo Alm", line], 1);
        let somebody = of(line, &tags[1], "Ana", &[Span::Took, Span::Person]);
        let place = of(line, &tags[1], "Harbour", &[Span::Place, Span::Elsewhere]);
        let time = of(line, &tags[1], "Tuesday", &[Span::Time, Span::Date]);
        assert!(
            somebody > 0.5 && place > 0.5 && time > 0.5,
            "{somebody} {place} {time}"
        );
        assert!(of(line, &tags[1], "met", &Span::ALL) < 0.5);
    }

    #[test]
    fn it_tells_boilerplate_from_what_people_write() {
        let lines = [
            "email, Bo Alm",
            "The kiln is fired on Friday, so bring your pots by Thursday.",
            "You receive this mail because you are subscribed. Unsubscribe | View in browser",
        ];
        let tags = read(&lines, 1);
        assert!(
            tags[1].boilerplate < 0.2 && tags[2].boilerplate > 0.8,
            "{tags:?}"
        );
    }

    #[test]
    fn lines_beyond_what_is_read_at_once_are_read_in_parts() {
        let mut lines = vec!["text, Bo Alm"];
        lines.extend(vec!["Ana swam in the lake behind the mill."; 90]);
        let long = "word ".repeat(3_000);
        lines.push(&long);
        lines.push("Ida rowed.");
        let tags = read(&lines, 1);
        assert_eq!(tags.len(), lines.len());
        assert!(tags.iter().all(|t| !t.pieces.is_empty()));
    }

    #[test]
    fn any_text_is_read() {
        for text in ["", " ", "\0\u{202e}", "京都"] {
            let tags = read(&[text, text], 1);
            let numbers = tags.iter().flat_map(|t| &t.pieces).flat_map(|p| p.of);
            assert!(
                numbers.chain([tags[1].boilerplate]).all(f32::is_finite),
                "{text:?}"
            );
        }
        assert_eq!(read(&[], 0), []);
    }
}
