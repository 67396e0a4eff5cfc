use crate::NOTE;
use memo_tests::sandbox::Sandbox;

#[test]
fn without_a_daemon_none_is_started() {
    let memo = Sandbox::new();
    let ran = memo.memo(["status"]).code(3);
    assert!(ran.stderr.contains("memo daemon start"), "{ran:#?}");
    memo.memo(["daemon", "status"]).code(3);
}

#[test]
fn the_overview_counts_documents_and_memories() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    assert!(
        memo.memo(["status"])
            .ok()
            .stdout
            .contains("1 document, 1 memory")
    );
    let json = memo.memo(["status", "--json"]).ok().json();
    assert_eq!(
        (&json["documents"], &json["memories"]),
        (&1.into(), &1.into())
    );
    assert_eq!(json["active"], serde_json::json!([]));
}

#[test]
fn a_run_is_found_by_its_path_its_id_and_its_document() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    let added = memo.memo(["add", "--json", "note.md"]).ok().json();
    let path = added["run"].as_str().expect("a run");
    let id = path.rsplit('/').next().expect("an id");
    let item = added["item_id"].as_str().expect("an id");
    for run in [path, id, item] {
        let ran = memo.memo(["status", run]).ok();
        assert_eq!(ran.stdout, format!("done  1 memory  {item}\n"));
        assert_eq!(
            memo.memo(["status", "--json", run]).ok().json()["state"],
            "SUCCEEDED"
        );
    }
    memo.memo(["status", "nowhere"]).code(1);
}

#[test]
fn it_says_where_texts_go() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let ran = memo.memo(["status"]).ok();
    assert!(ran.stdout.contains("nothing leaves"), "{ran:#?}");
    memo.memo(["daemon", "stop"]).ok();
    memo.memo(["config", "set", "llm.base_url", "http://127.0.0.1:9/v1"])
        .ok();
    memo.memo(["config", "set", "llm.model", "tiny"]).ok();
    memo.write("other.md", NOTE);
    let added = memo.memo(["add", "--json", "other.md"]).ok().json();
    let ran = memo.memo(["status"]).ok();
    assert!(
        ran.stdout.contains("tiny at http://127.0.0.1:9/v1") && ran.stdout.contains("left alone"),
        "{ran:#?}"
    );
    let json = memo.memo(["status", "--json"]).ok().json();
    assert_eq!(json["model"]["state"], "resting");
    let item = added["item_id"].as_str().expect("an id");
    let ran = memo.memo(["status", item]).ok();
    assert!(ran.stdout.contains("without the model"), "{ran:#?}");
}
