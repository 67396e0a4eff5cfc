use super::{features::SOURCES, *};
use crate::hashed::fnv;
use crate::ingest;
use proptest::prelude::*;

/// What a document's passages say when it is read.
fn read(text: &str, source: SourceType) -> String {
    let reference: jiff::Zoned = "2026-11-17T12:30:00[UTC]".parse().expect("a time");
    let document = ingest::read(text, Some(source), None, &reference);
    let passages = document.passages.iter().map(|p| p.text.as_str());
    passages.collect::<Vec<_>>().join("\n")
}

/// Rows as `train_furniture.py` computes them, hashed with FNV-1a, four bytes each.
#[test]
fn features_agree_with_the_training_script() {
    for (text, source, count, hash) in [
        (
            "Sent from Théo's phone, 3 May: see https://example.org/x?",
            SourceType::Email,
            61,
            0xE893_30BD,
        ),
        ("— PAGE 2 OF 14 —", SourceType::Pdf, 31, 0x8989_7432),
        (
            "Ring Maria in Leeds before 9, she knows WHY you can’t",
            SourceType::Text,
            59,
            0xFBB1_461A,
        ),
    ] {
        let mut rows = Vec::new();
        features(text, source, &mut rows);
        rows.sort_unstable();
        rows.dedup();
        let bytes = rows.iter().flat_map(|r| u32::from(*r).to_le_bytes());
        assert_eq!((rows.len(), fnv(bytes)), (count, hash), "{text}");
    }
}

#[test]
fn leaves_out_what_no_list_names() {
    let note = "Boat logbook\n\nSunday. Ola took the helm out of the bay.\n\nUpgrade to SkipperLog Plus for unlimited legs and ad-free charts\n";
    let said = read(note, SourceType::Text);
    assert!(said.contains("Ola took the helm"), "{said}");
    assert!(!said.contains("SkipperLog"), "{said}");
}

#[test]
fn leaves_people_their_words() {
    for said in [
        "Please delete the old file when you're done with it, Ann.",
        "Upgrade the shed roof before winter.",
        "Page 3 of the draft is missing, Bo has it.",
        "Are you available three weeks from tomorrow?",
    ] {
        let note = format!("Met Ann at the mill.\n\n{said}\n\nThen I went home by bus.\n");
        assert!(read(&note, SourceType::Text).contains(said), "{said}");
        // nor is a document nothing but furniture
        assert!(read(said, SourceType::Text).contains(said), "{said}");
    }
}

proptest! {
    #[test]
    fn any_text_is_weighed(text in "\\PC{0,80}|[a-z'’ .\n©→]{0,80}") {
        for source in SOURCES {
            let mut rows = Rows::new();
            let weight = sum(&text, source, &mut rows);
            prop_assert!(weight.is_finite());
            prop_assert_eq!(weight.to_bits(), sum(&text, source, &mut rows).to_bits());
        }
    }
}
