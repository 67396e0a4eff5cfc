use super::super::tests::read_now;
use crate::ingest::told::told;

#[test]
fn a_comment_with_its_issue() {
    let text = r#"{"action":"created","issue":{"number":4,"title":"Soup is cold","html_url":"https://github.com/a/b/issues/4",
        "user":{"login":"ida-e","type":"User"},"body":"It `is`.","created_at":"2024-02-05T09:12:00Z"},
        "comment":{"user":{"login":"bo"},"body":"Good catch @ida-e.\r\n\r\nBo Alm","created_at":"2024-02-06T10:22:00Z"},
        "repository":{"full_name":"a/b"},"sender":{"login":"bo"}}"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 ida-e opened issue #4 in a/b, “Soup is cold”: It is.",
            "2024-02-06 10:22 Bo Alm commented on issue #4 in a/b, “Soup is cold”: Good catch @ida-e.",
        ]
    );
}

#[test]
fn acts_without_words_and_programs() {
    let text = r#"[{"action":"created","starred_at":"2024-02-05T09:12:00Z","repository":{"full_name":"a/b"},"sender":{"login":"ida"}},
        {"action":"opened","pull_request":{"number":5,"title":"Bump","user":{"login":"dependabot[bot]","type":"Bot"}},"sender":{"login":"dependabot[bot]","type":"Bot"}},
        {"action":"closed","pull_request":{"number":6,"title":"Stir","merged":true,"merged_at":"2024-02-07T10:00:00Z","user":{"login":"bo"},"created_at":"2024-02-06T10:00:00Z"},"repository":{"full_name":"a/b"},"sender":{"login":"ida"}}]"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 ida starred a/b.",
            "2024-02-06 10:00 bo opened pull request #6 in a/b, “Stir”.",
            "2024-02-07 10:00 ida merged pull request #6 in a/b, “Stir”.",
        ]
    );
}

#[test]
fn json_of_the_command_line() {
    let text = r#"{"number":4,"title":"Soup","url":"https://github.com/a/b/pull/4","author":{"login":"ida","name":"Ida Ek"},"createdAt":"2024-02-05T09:12:00Z",
        "body":"New soup.","headRefName":"soup","comments":[{"author":{"login":"bo"},"body":"Yum.","createdAt":"2024-02-05T10:00:00Z"}],
        "reviews":[{"author":{"login":"bo"},"state":"APPROVED","body":"","submittedAt":"2024-02-05T11:00:00Z"}]}"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 Ida Ek opened pull request #4 in a/b, “Soup”: New soup.",
            "2024-02-05 10:00 bo commented on pull request #4 in a/b, “Soup”: Yum.",
            "2024-02-05 11:00 bo approved pull request #4 in a/b, “Soup”.",
        ]
    );
}

#[test]
fn comments_beside_their_count() {
    let text = r#"{"number":4,"title":"Soup","state":"open","user":{"login":"ida"},"created_at":"2024-02-05T09:12:00Z","body":"New soup.","comments":1,
        "comments_data":[{"user":{"login":"bo"},"body":"Yum.","created_at":"2024-02-05T10:00:00Z"}]}"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 ida opened issue #4, “Soup”: New soup.",
            "2024-02-05 10:00 bo commented on issue #4, “Soup”: Yum.",
        ]
    );
}

#[test]
fn an_issue_of_gitlab() {
    let text = r#"{"iid":7,"title":"Soup","description":"Boils over.\n\n— Ida (Idi) Ek","created_at":"2024-02-05T09:12:00Z","author":{"username":"idi","web_url":"https://git.a.example/idi"},
        "notes":[{"body":"assigned to @bo","system":true,"author":{"username":"bo"},"created_at":"2024-02-05T09:13:00Z"},
        {"body":"A lid helps.","system":false,"author":{"username":"bo","name":"Bo Alm"},"created_at":"2024-02-05T10:00:00Z"}]}"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 Ida Ek opened issue #7, “Soup”: Boils over.",
            "2024-02-05 10:00 Bo Alm commented on issue #7, “Soup”: A lid helps.",
        ]
    );
    let merge = r#"{"iid":8,"title":"Lid","source_branch":"lid","description":"x","created_at":"2024-02-05T09:12:00Z","author":{"username":"bo"}}"#;
    assert_eq!(
        told(&read_now(merge)),
        ["2024-02-05 09:12 bo opened merge request #8, “Lid”: x"]
    );
}

#[test]
fn an_object_with_a_milestone_below_its_command() {
    let text = "ida@desk:~/soup$ gh issue view 4 --json title,author,comments\n".to_owned()
        + r#"{"title":"Soup is cold","number":4,"url":"https://github.com/a/b/issues/4","createdAt":"2024-02-05T09:12:00Z",
        "assignees":[{"login":"bo-a","name":"Bo Alm"}],"milestone":{"title":"1.2","number":3,"description":""},
        "author":{"login":"ida","is_bot":false,"name":"Ida Ek"},"body":"It is.","state":"OPEN","isPinned":false,
        "comments":[{"author":{"login":"bo-a"},"body":"Good catch.","createdAt":"2024-02-06T10:22:00Z","includesCreatedEdit":false},
        {"author":{"login":"tidy"},"body":"Thanks! I'm a bot, nobody reads answers.","createdAt":"2024-02-06T10:23:00Z"}]}"#;
    assert_eq!(
        told(&read_now(&text)),
        [
            "2024-02-05 09:12 Ida Ek opened issue #4 in a/b, “Soup is cold”, which is assigned to Bo Alm: It is.",
            "2024-02-06 10:22 Bo Alm commented on issue #4 in a/b, “Soup is cold”: Good catch.",
        ]
    );
}

#[test]
fn an_answer_of_graphql_and_listed_commits() {
    let text = r#"{"data":{"repository":{"pullRequest":{"title":"Lid","number":8,"url":"https://github.com/a/b/pull/8","createdAt":"2024-02-05T09:12:00Z",
        "author":{"login":"ida"},"body":"A lid.","commits":{"nodes":[{"commit":{"messageHeadline":"Add the lid","messageBody":"It fits.",
        "authoredDate":"2024-02-05T08:00:00Z","authors":[{"login":"ida","name":"Ida Ek"}]}}]},
        "comments":{"nodes":[{"author":{"login":"bo"},"body":"Yum.","createdAt":"2024-02-05T10:00:00Z"}]}}}}}"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 Ida Ek opened pull request #8 in a/b, “Lid”: A lid.",
            "2024-02-05 10:00 bo commented on pull request #8 in a/b, “Lid”: Yum.",
            "2024-02-05 08:00 Ida Ek committed “Add the lid”: It fits.",
        ]
    );
}

#[test]
fn who_is_to_work_on_it() {
    let text = r#"{"action":"assigned","issue":{"number":4,"title":"Soup is cold","user":{"login":"ida"},"created_at":"2024-02-05T09:12:00Z",
        "updated_at":"2024-02-05T09:15:00Z","assignees":[{"login":"bo"},{"login":"lea"},{"login":"dependabot[bot]","type":"Bot"}]},
        "assignee":{"login":"bo"},"repository":{"full_name":"a/b"},"sender":{"login":"ida"}}"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 ida opened issue #4 in a/b, “Soup is cold”, which is assigned to bo and lea.",
            "2024-02-05 09:15 ida asked bo to work on issue #4 in a/b, “Soup is cold”.",
        ]
    );
}

#[test]
fn payloads_as_a_program_has_caught_them() {
    let body = r#"{"action":"opened","issue":{"number":4,"title":"Soup","user":{"login":"ida"},"body":"Cold.",
        "created_at":"2024-02-05T09:12:00Z"},"repository":{"full_name":"a/b"},"sender":{"login":"ida"}}"#;
    let text = serde_json::Value::String(body.to_owned());
    for caught in [
        format!(
            r#"{{"received":"2024-02-05T09:12:10Z","headers":{{"X-GitHub-Event":"issues"}},"body":{body}}}"#
        ),
        format!(r#"// caught by hooks 1.9{}{{"payload":{text}}}"#, "\n"),
    ] {
        assert_eq!(
            told(&read_now(&caught)),
            ["2024-02-05 09:12 ida opened issue #4 in a/b, “Soup”: Cold."]
        );
    }
}

#[test]
fn a_request_with_its_lists_beside_it() {
    let text = r#"{"pr":{"number":4,"title":"Soup","html_url":"https://github.com/a/b/pull/4","pull_request":{},"user":{"login":"ida"},
        "body":"New soup.","comments":1,"created_at":"2024-02-05T09:12:00Z"},
        "comments":[{"user":{"login":"bo"},"body":"Yum.","created_at":"2024-02-05T10:00:00Z"}],
        "reviews":[{"user":{"login":"bo"},"state":"APPROVED","body":"","submitted_at":"2024-02-05T11:00:00Z"}]}"#;
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 09:12 ida opened pull request #4 in a/b, “Soup”: New soup.",
            "2024-02-05 10:00 bo commented on pull request #4 in a/b, “Soup”: Yum.",
            "2024-02-05 11:00 bo approved pull request #4 in a/b, “Soup”.",
        ]
    );
}

#[test]
fn an_issue_and_behind_it_its_comments() {
    let text = r#"{"url":"https://api.github.com/repos/a/b/issues/4","number":4,"title":"Soup","user":{"login":"ida"},"body":"Cold.","created_at":"2024-02-05T09:12:00Z"}
        [{"issue_url":"https://api.github.com/repos/a/b/issues/4","user":{"login":"bo"},"body":"Warm it.","created_at":"2024-02-06T09:12:00Z"}]"#;
    let told = told(&read_now(text));
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[1].ends_with("Warm it."), "{told:?}");
}
