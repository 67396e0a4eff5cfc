use super::super::tests::read_now;
use crate::ingest::told::told;

#[test]
fn the_state_stands_beside_whoever_opened_it() {
    let text = "# Pot boils over #7\n\n**Open** bo-alm opened this issue on Nov 12, 2026\n\nbo-alm commented on Nov 12, 2026\nIt does.\n";
    let document = read_now(text);
    let first = &document.people[document.passages[0].speaker.expect("somebody")];
    assert_eq!(first.called(), "bo-alm");
}

#[test]
fn an_export_in_markdown() {
    let text = "Export of Github issues for [a/b](https://github.com/a/b). Generated on 2024.05.02 at 07:15:48.\n\n\
        # [\\#9 Issue](https://github.com/a/b/issues/9) `closed`: Soup is cold\n**Labels**: `bug`\n\n\n\
        #### <img src=\"https://x.example/y\" width=\"50\">[ida](https://github.com/ida) opened issue at [2024-05-01 14:03](https://github.com/a/b/issues/9):\n\n\
        The soup is **cold**.\n\n\
        #### <img src=\"https://x.example/z\">[bot[bot]](https://github.com/bot) commented at [2024-05-01 15:00](https://github.com/a):\n\nBeep.\n\n\
        #### [bo](https://github.com/bo) commented at [2024-05-02 06:40](https://github.com/a):\n\nHeated.\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-01 14:03 ida opened issue #9 in a/b, “Soup is cold”: The soup is cold.",
            "2024-05-02 06:40 bo commented on issue #9 in a/b, “Soup is cold”: Heated.",
        ]
    );
}

#[test]
fn a_pasted_page_and_the_command_line() {
    let page = "Soup is cold #9\n\nida opened this issue on May 1, 2024 · 2 comments\n\nThe soup is cold.\n\nbo commented on May 2, 2024\n\nHeated.\n\n\
        ida added the bug label on May 2\n\nida closed this as completed on May 3, 2024\n";
    assert_eq!(
        told(&read_now(page)),
        [
            "2024-05-01 ida opened issue #9, “Soup is cold”: The soup is cold.",
            "2024-05-02 bo commented on issue #9, “Soup is cold”: Heated.",
            "2024-05-03 ida closed issue #9, “Soup is cold”.",
        ]
    );
    let line = "title:\tSoup is cold\nstate:\tOPEN\nauthor:\tida\nnumber:\t9\n--\nThe soup is cold.\n\nauthor:\tbo\nassociation:\tmember\n--\nHeated.\n--\n";
    assert_eq!(
        told(&read_now(line)),
        [
            "ida opened issue #9, “Soup is cold”: The soup is cold.",
            "bo commented on issue #9, “Soup is cold”: Heated.",
        ]
    );
    let comments = "title:\tSoup is cold\nstate:\tOPEN\nauthor:\tida\nnumber:\t9\n--\nThe soup is cold.\n\n\nbo (Member) • Jul 4, 2023\n\nHeated.\n\n\nida (Owner) approved • Jul 5, 2023\n\nGood.\n";
    assert_eq!(
        told(&read_now(comments)),
        [
            "ida opened issue #9, “Soup is cold”: The soup is cold.",
            "2023-07-04 bo commented on issue #9, “Soup is cold”: Heated.",
            "2023-07-05 ida approved issue #9, “Soup is cold”: Good.",
        ]
    );
}

#[test]
fn an_issue_as_gh_shows_it_at_a_prompt() {
    let text = "ida@pc:~/soup$ gh issue view 7 --comments\nPot boils over kettle/soup#7\nOpen • bo-alm opened about 2 days ago • 1 comment\n\n  It does.\n\nida-ek (Owner) • 1d\n\n  A lid helps.\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-14 bo-alm opened issue #7 in kettle/soup, “Pot boils over”: It does.",
            "2024-05-15 ida-ek commented on issue #7 in kettle/soup, “Pot boils over”: A lid helps.",
        ]
    );
}

#[test]
fn heads_on_lines_of_their_own() {
    let text = "Pot boils over #7\nOpen\nida opened this issue 2 days ago · 1 comment\n\nida\ncommented\n2 days ago\nIt does.\n\n\
        bo\ncommented\nyesterday\nA lid helps.\n\nAssignees\n@bo\nbo\nLabels\nbug\nMilestone\n1.5\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-14 ida opened issue #7, “Pot boils over”: It does.",
            "2024-05-15 bo commented on issue #7, “Pot boils over”: A lid helps.",
        ]
    );
}

#[test]
fn comments_with_nothing_above_them() {
    let text = "author:\tbo\nassociation:\tmember\nedited:\tfalse\nstatus:\tnone\n--\nHeated.\n--\nauthor:\tida\nassociation:\towner\nedited:\tfalse\nstatus:\tapproved\n--\nGood.\n--\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "bo commented on an issue: Heated.",
            "ida approved a pull request: Good.",
        ]
    );
}

#[test]
fn a_merged_request_copied_from_its_page() {
    let text = "Stir the soup #7\n Merged\nida merged 3 commits into main from stir  2 hours ago\n+46 −18\n Conversation 7\n\n\
        @bo-alm\nContributor\nbo-alm commented on May 3, 2024  •  edited\nIt burns.\n\n\
        @ida\nida requested changes on May 5, 2024\nida left a comment\nMember\nStir slower.\n\nComment on lines +1 to +3\n Outdated\n\n\
        @ida ida merged commit 51d70fe into main 2 hours ago\n9 checks passed\n\n@bo-alm\nbo-alm commented 1 hour ago\nThanks.\n\nMerge info\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-16 ida merged pull request #7, “Stir the soup”.",
            "2024-05-03 bo-alm opened pull request #7, “Stir the soup”: It burns.",
            "2024-05-05 ida requested changes on pull request #7, “Stir the soup”: Stir slower.",
            "2024-05-16 bo-alm commented on pull request #7, “Stir the soup”: Thanks.",
        ]
    );
}
