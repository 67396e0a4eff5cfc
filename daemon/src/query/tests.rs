use super::*;
use crate::index::{Change, Entry, Index, MemoryEntry};

fn memory(narrative: &str, participant: &str) -> MemoryEntry {
    MemoryEntry {
        last: None,
        narrative: narrative.to_owned(),
        participants: vec![participant.to_owned()],
        when: "2024-05-03".parse().ok(),
        place: None,
        entities: Vec::new(),
        tags: vec!["Garden".to_owned()],
        speaker: None,
        asks: false,
        thread: 0,
        vector: None,
    }
}

fn entry(version: u64, user: &str, memories: Vec<MemoryEntry>) -> Change {
    Change::Put(Entry {
        version,
        user: user.to_owned(),
        item_id: format!("item-{version}"),
        source_type: SourceType::Text,
        memories,
    })
}

fn ask(index: &Index, user: &str, text: &str, filter: &Filter) -> Vec<(u64, u32)> {
    let request = Request {
        user,
        text,
        limit: 10,
        filter,
        now: jiff::civil::date(2024, 6, 1).at(12, 0, 0, 0),
        people: &People::default(),
    };
    recall(
        &index.view(),
        &request,
        &Ratings::default(),
        &without_model,
        &|_, _| true,
    )
    .into_iter()
    .map(|h| (h.version, h.index))
    .collect()
}

#[test]
fn finds_what_was_committed_and_only_the_users_own() {
    let dir = tempfile::tempdir().expect("a folder");
    let (index, level) = Index::open(dir.path()).expect("opens");
    assert_eq!(level, 0);
    let tulips = memory("I planted tulips with Ana.", "Ana Reyes");
    let bread = memory("I baked bread.", "Bo Lund");
    index
        .apply(&[
            entry(1, "u", vec![tulips.clone(), bread]),
            entry(2, "v", vec![tulips]),
        ])
        .expect("applies");
    index.commit(7).expect("commits");
    let all = Filter::default();
    let tulips = ask(&index, "u", "who planted tulips?", &all);
    assert_eq!(tulips.first(), Some(&(1, 0)));
    assert!(tulips.iter().all(|hit| hit.0 == 1), "the user's own");
    assert_eq!(ask(&index, "v", "tulip planting", &all), [(2, 0)]);
    let bo = Filter {
        participant: Some("bo".to_owned()),
        ..Filter::default()
    };
    assert_eq!(ask(&index, "u", "tulips or bread", &bo), [(1, 1)]);
    let later = Filter {
        since: Some(jiff::civil::date(2024, 5, 4)),
        ..Filter::default()
    };
    assert!(ask(&index, "u", "tulips", &later).is_empty());
    index.apply(&[Change::Remove(1)]).expect("applies");
    index.commit(8).expect("commits");
    assert!(ask(&index, "u", "tulips", &all).is_empty());
    drop(index);
    let (index, level) = Index::open(dir.path()).expect("opens again");
    assert_eq!(level, 8);
    assert_eq!(ask(&index, "v", "tulips", &all), [(2, 0)]);
}

fn open(entries: &[Change]) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().expect("a folder");
    let (index, _) = Index::open(dir.path()).expect("opens");
    index.apply(entries).expect("applies");
    index.commit(1).expect("commits");
    (dir, index)
}

fn said(speaker: &str, narrative: &str, asks: bool) -> MemoryEntry {
    MemoryEntry {
        speaker: Some(speaker.to_owned()),
        participants: vec!["Ana Reyes".to_owned(), "Bo Lund".to_owned()],
        asks,
        ..memory(narrative, "")
    }
}

#[test]
fn an_answer_is_found_after_its_question_and_by_its_speaker() {
    let talk = vec![
        said("Ana Reyes", "I love hiking near lakes.", false),
        said("Bo Lund", "Which pets did you keep as a child?", true),
        said("Ana Reyes", "A tortoise named Sheldon.", false),
        said("Bo Lund", "I sold my car to a neighbour.", false),
    ];
    let (_dir, index) = open(&[entry(1, "u", talk)]);
    let all = Filter::default();
    let pets = ask(&index, "u", "Which pets did Ana keep?", &all);
    assert_eq!(pets.first(), Some(&(1, 2)));
    let car = ask(&index, "u", "Who sold a caar?", &all);
    assert_eq!(car.first(), Some(&(1, 3)), "spelt wrong");
}

#[test]
fn a_rated_memory_moves_for_its_question() {
    let memories = vec![
        memory("I baked bread with Bo.", "Bo Lund"),
        memory("I baked bread with Ana.", "Ana Reyes"),
    ];
    let (_dir, index) = open(&[entry(1, "u", memories)]);
    let filter = Filter::default();
    let request = Request {
        user: "u",
        text: "When did I bake bread?",
        limit: 10,
        filter: &filter,
        now: jiff::civil::date(2024, 6, 1).at(12, 0, 0, 0),
        people: &People::default(),
    };
    let first = |rating: i32, index_of: u32| {
        let ratings = Ratings::new([Rating {
            question: "when did I bake bread".to_owned(),
            version: 1,
            index: index_of,
            rating,
        }]);
        let hits = recall(
            &index.view(),
            &request,
            &ratings,
            &without_model,
            &|_, _| true,
        );
        assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
        hits.first().map(|h| h.index)
    };
    assert_eq!(first(1, 0), Some(0));
    assert_eq!(first(1, 1), Some(1));
    assert_eq!(first(-1, 0), Some(1));
}

#[test]
fn what_has_nothing_to_do_with_a_question_is_no_match() {
    let (_dir, index) = open(&[entry(1, "u", vec![memory("I baked bread.", "Bo Lund")])]);
    assert!(ask(&index, "u", "qqqq zzzz", &Filter::default()).is_empty());
    assert!(ask(&index, "nobody", "bread", &Filter::default()).is_empty());
}

#[test]
fn the_latest_is_found_where_the_latest_is_wanted() {
    let on = |when: &str, narrative| MemoryEntry {
        when: when.parse().ok(),
        ..memory(narrative, "Bo Lund")
    };
    let (_dir, index) = open(&[
        entry(1, "u", vec![on("2024-01-10", "The rent is 900 a month.")]),
        entry(2, "u", vec![on("2024-04-02", "The rent is 950 a month.")]),
        entry(3, "u", vec![on("2023-05-20", "The rent is 850 a month.")]),
    ]);
    let all = Filter::default();
    let latest = ask(&index, "u", "What is the latest rent?", &all);
    assert_eq!(latest.first(), Some(&(2, 0)));
    let first = ask(&index, "u", "What was the rent originally?", &all);
    assert_eq!(first.first(), Some(&(3, 0)));
}

#[test]
fn a_memory_that_is_gone_is_not_found() {
    let (_dir, index) = open(&[entry(1, "u", vec![memory("I baked bread.", "Bo Lund")])]);
    let filter = Filter::default();
    let request = Request {
        user: "u",
        text: "bread",
        limit: 10,
        filter: &filter,
        now: jiff::civil::date(2024, 6, 1).at(12, 0, 0, 0),
        people: &People::default(),
    };
    let hits = recall(
        &index.view(),
        &request,
        &Ratings::default(),
        &without_model,
        &|_, _| false,
    );
    assert!(hits.is_empty());
}
