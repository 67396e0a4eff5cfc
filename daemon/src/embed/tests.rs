use proptest::prelude::*;

use super::{
    compact,
    table::{TableError, Vocabulary},
    *,
};

/// Awkward texts with the pieces and the first numbers of the vectors that the Python reference gives them.
const REFERENCE: &str = include_str!("../../vectors/reference.tsv");

struct Reference {
    text: String,
    pieces: Vec<String>,
    numbers: Vec<f32>,
}

fn reference() -> Vec<Reference> {
    let read = |line: &str| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().expect("three fields");
        Reference {
            text: serde_json::from_str(next()).expect("a JSON string"),
            pieces: next().split_whitespace().map(str::to_owned).collect(),
            numbers: next()
                .split_whitespace()
                .map(|x| x.parse().expect("a number"))
                .collect(),
        }
    };
    REFERENCE.lines().map(read).collect()
}

fn pieces(text: &str) -> Vec<String> {
    let vocabulary = embedder().table.vocabulary();
    let mut found = Vec::new();
    tokenizer::pieces(text, vocabulary, |place| {
        found.push(vocabulary.piece(place).to_owned())
    });
    found
}

fn length(vector: &Vector) -> f32 {
    vector.iter().map(|x| x * x).sum::<f32>().sqrt()
}

#[test]
fn pieces_and_vectors_are_the_references() {
    let all = reference();
    assert!(all.len() >= 50);
    for Reference {
        text,
        pieces: wanted,
        numbers,
    } in all
    {
        assert_eq!(pieces(&text), wanted, "{text:?}");
        let vector = embedder().embed(&text);
        for (got, wanted) in vector.iter().zip(numbers) {
            assert!((got - wanted).abs() < 1e-4, "{text:?}: {got} for {wanted}");
        }
    }
}

#[test]
fn a_damaged_table_is_refused() {
    assert_eq!(Table::parse(&FILE[..10]).err(), Some(TableError::Length));
    assert_eq!(Table::parse(&FILE[1..]).err(), Some(TableError::Header));
    assert_eq!(
        Table::parse(&FILE[..FILE.len() - 1]).err(),
        Some(TableError::Length)
    );
}

#[test]
fn what_is_akin_lies_nearer() {
    let near = |a: &str, b: &str| cosine(&embedder().embed(a), &embedder().embed(b));
    assert!(
        near("She adopted a puppy", "a new dog at home")
            > 0.2 + near("She adopted a puppy", "the quarterly budget")
    );
    assert!(
        near("When is the doctor's visit?", "appointment at the clinic")
            > near("When is the doctor's visit?", "a red bicycle")
    );
}

#[test]
fn nothing_known_gives_zeros() {
    for text in ["", "   ", "\u{0}\u{1}", "🦀"] {
        assert_eq!(embedder().embed(text), [0.0; DIMS], "{text:?}");
    }
    assert_eq!(embedder().embed_words([]), [0.0; DIMS]);
}

#[test]
fn words_together_are_the_text() {
    assert_eq!(
        embedder().embed_words(["Who", "made the", "cake?"]),
        embedder().embed("Who made the cake?")
    );
}

#[test]
fn codes_keep_the_cosine() {
    let texts = [
        "We met at the lake",
        "The lake was frozen",
        "Invoices are due on Friday",
        "x",
    ];
    let vectors = texts.map(|text| embedder().embed(text));
    for a in &vectors {
        for b in &vectors {
            let coded = compact::cosine(&compact::codes(a), &compact::codes(b));
            assert!((coded - cosine(a, b)).abs() < 0.01);
        }
    }
    let signs = vectors.map(|vector| compact::signs::<2>(&vector));
    assert!(
        compact::differing_signs(&signs[0], &signs[1])
            < compact::differing_signs(&signs[0], &signs[2])
    );
    assert_eq!(
        compact::cosine(&[0; DIMS], &compact::codes(&vectors[0])),
        0.0
    );
}

/// Long words, long runs without a space, and many words take time in proportion to their length: a hundred thousand letters
/// of each would not end within the test's patience otherwise.
#[test]
fn long_texts_are_read_in_linear_time() {
    for unit in ["a", "é", "ab ", "!", "我", "\u{301}"] {
        let vector = embedder().embed(&unit.repeat(200_000 / unit.len()));
        assert!(length(&vector) < 1.001);
    }
}

proptest! {
    #[test]
    fn any_text_gives_a_vector_of_length_one_or_zeros(text in any::<String>()) {
        let vector = embedder().embed(&text);
        let length = length(&vector);
        prop_assert!(length == 0.0 || (length - 1.0).abs() < 1e-3);
        let codes = compact::codes(&vector);
        prop_assert_eq!(codes.iter().any(|x| x.unsigned_abs() == 127), length > 0.0);
    }

    #[test]
    fn everyday_characters_are_read(text in "[a-zA-Z0-9 .,'’éßñ我한й\u{300}\u{200d}#\\[\\]]{0,200}") {
        let pieces = pieces(&text);
        let letters = text.chars().filter(|c| !c.is_whitespace()).count();
        // Some characters become two: ß does not, but NFD takes a hangul syllable apart.
        prop_assert!(pieces.len() <= 3 * letters);
    }

    #[test]
    fn a_damaged_vocabulary_never_panics(bytes in prop::collection::vec(prop_oneof![0u8..6, any::<u8>()], 0..60)) {
        if let Some(vocabulary) = Vocabulary::unpack(&bytes) {
            prop_assert!(vocabulary.find("no such piece", false).is_none());
        }
    }
}
