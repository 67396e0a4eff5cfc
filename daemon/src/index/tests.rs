use super::*;
use memo_common::api::SourceType;
use schema::WordField;

fn entry(version: u64, narrative: &str) -> Change {
    Change::Put(Entry {
        version,
        user: "u".into(),
        item_id: format!("d{version}"),
        source_type: SourceType::Text,
        memories: vec![MemoryEntry {
            narrative: narrative.into(),
            ..MemoryEntry::default()
        }],
    })
}

/// How many memories the dictionary lists for a word, deleted ones among them.
fn listed(index: &Index, word: &str) -> u32 {
    index
        .view()
        .frequency(user_number("u"), WordField::Narrative, word)
}

#[test]
fn a_compaction_leaves_no_word_of_what_was_deleted() {
    let dir = tempfile::tempdir().expect("a folder");
    let (index, _) = Index::open(dir.path()).expect("an index");
    let both = [entry(1, "quagga"), entry(2, "heron")];
    index.apply(&both).expect("applied");
    index.commit(1).expect("committed");
    index.apply(&[Change::Remove(1)]).expect("applied");
    index.commit(2).expect("committed");
    assert_eq!(listed(&index, "quagga"), 1, "deletes only mark");
    index.compact().expect("compacted");
    assert_eq!((listed(&index, "quagga"), listed(&index, "heron")), (0, 1));
    index.apply(&[Change::Remove(2)]).expect("applied");
    index.commit(3).expect("committed");
    index.compact().expect("compacted");
    assert_eq!(listed(&index, "heron"), 0);
    // Nothing of a memory is stored beside its terms and columns.
    let stored = Fields::new();
    assert!(stored.schema.fields().all(|(_, field)| !field.is_stored()));
}

#[test]
fn vectors_of_a_model_stand_beside_the_tables_and_go_with_their_memory() {
    let dir = tempfile::tempdir().expect("a folder");
    let (index, _) = Index::open(dir.path()).expect("an index");
    let with = |version: u64, vector: Option<ModelVector>| {
        let Change::Put(mut entry) = entry(version, "quagga") else {
            unreachable!("made so");
        };
        entry.memories[0].vector = vector;
        Change::Put(entry)
    };
    // Of two models, of different widths, one no multiple of eight.
    let wide: Vec<f32> = (0..770).map(|n| n as f32 - 300.0).collect();
    let vectors = [
        ModelVector::new(7, &wide),
        ModelVector::new(8, &[1.0, -0.5, 0.0]),
    ];
    let [first, second] = vectors.clone();
    let changes = [with(1, Some(first)), with(2, Some(second)), with(3, None)];
    index.apply(&changes).expect("applied");
    index.commit(1).expect("committed");
    let view = index.view();
    assert_eq!(view.without_vector(7), (vec![2, 3], 1, 3));
    assert_eq!(view.without_vector(8), (vec![1, 3], 1, 3));
    for (version, vector) in [(1, &vectors[0]), (2, &vectors[1])] {
        let (at, doc) = view.find(version, 0).expect("there");
        let segment = &view.segments()[at];
        let mut codes = Vec::new();
        segment.read_codes(schema::Space::Model, doc, &mut codes);
        assert_eq!(codes[..vector.codes.len()], vector.codes);
        segment.read_codes(schema::Space::Table, doc, &mut codes);
        assert_eq!(codes.len(), crate::embed::DIMS);
        let facts = view.facts(segment);
        assert_eq!(facts.model_signs(doc, vector.model), Some(&vector.signs));
        assert_eq!(facts.model_signs(doc, 9), None);
    }
    drop(view);
    index.apply(&[Change::Remove(1)]).expect("applied");
    index.commit(2).expect("committed");
    index.compact().expect("compacted");
    let view = index.view();
    assert_eq!(view.without_vector(8), (vec![3], 1, 2));
    let left: usize = view.segments().iter().map(Segment::len).sum();
    assert_eq!(left, 2, "rows without their columns");
}

#[test]
fn what_was_not_committed_can_be_applied_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let (index, _) = Index::open(dir.path()).expect("an index");
    index.apply(&[entry(1, "quagga")]).expect("applied");
    index.go_back();
    index.apply(&[entry(1, "quagga")]).expect("applied");
    index.commit(1).expect("committed");
    assert_eq!(listed(&index, "quagga"), 1);
}
