use crate::ingest::github::tests::read_now;
use crate::ingest::told::told;

#[test]
fn rows_of_jira_with_its_comments() {
    let text = "Summary,Issue key,Issue id,Status,Assignee,Reporter,Created,Due date,Description,Comment,Comment\n\
        Pot boils over,POT-7,10007,In Progress,Bo Alm,Ida Ek,05/Feb/24 4:05 PM,,It does.,06/Feb/24 8:10 AM;lea.ro;A lid helps.,\n\
        \"Stir, slowly\",POT-8,10008,To Do,,Ida Ek,06/Feb/24 9:00 AM,15/Feb/24 12:00 AM,,,\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-02-05 16:05 Ida Ek reported POT-7, “Pot boils over”, assigned to Bo Alm, in progress: It does.",
            "2024-02-06 08:10 lea.ro commented on POT-7, “Pot boils over”: A lid helps.",
            "2024-02-06 09:00 Ida Ek reported POT-8, “Stir, slowly”, to do.",
        ]
    );
}

#[test]
fn rows_of_other_trackers() {
    let board = "Title\tURL\tAssignees\tStatus\tTarget date\nLid\thttps://github.com/a/b/pull/5\tida\tIn Progress\t2024-02-08\n\
        Pot\t\tbo, lea\tDone\t\nSpoon\t\t\tTodo\t\n";
    assert_eq!(
        told(&read_now(board)),
        [
            "2024-02-08 Pull request #5 in a/b, “Lid”, is assigned to ida, in progress.",
            "“Pot” is assigned to bo and lea, done.",
            "“Spoon” is assigned to nobody, todo.",
        ]
    );
    let linear = "ID,Title,Status,Creator,Assignee,Created\nPOT-3,Lid,Done,ida@a.example,bo@a.example,Mon Feb 05 2024 10:12:00 GMT+0000 (GMT)\n";
    assert_eq!(
        told(&read_now(linear)),
        ["2024-02-05 10:12 ida@a.example reported POT-3, “Lid”, assigned to bo@a.example, done."]
    );
    let gitlab = "Title,Issue ID,URL,State,Author,Assignee,Created At (UTC)\nLid,15,https://gitlab.com/a/b/-/issues/15,Closed,Ida Ek,,2024-02-05 10:12:00\n";
    assert_eq!(
        told(&read_now(gitlab)),
        ["2024-02-05 10:12 Ida Ek reported issue #15, “Lid”, closed."]
    );
}
