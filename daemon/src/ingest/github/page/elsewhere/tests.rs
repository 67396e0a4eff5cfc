use crate::ingest::github::tests::read_now;
use crate::ingest::told::told;

#[test]
fn a_page_with_names_roles_and_numbers() {
    let text = "Bug 4512 - Soup boils over\n\nIda Ek [:ida]\nReporter\nDescription\n•\n3 days ago\n\nIt does.\n\n\
        Bo Alm [:bo]\nComment 1\n•\n2 days ago\nPut a lid on it.\n\nSoupBot [:x]\nComment 2\n•\n2 days ago\nNo severity.\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-13 Ida Ek opened issue #4512, “Soup boils over”: It does.",
            "2024-05-14 Bo Alm commented on issue #4512, “Soup boils over”: Put a lid on it.",
        ]
    );
}

#[test]
fn a_page_with_its_fields() {
    let text = "#31 closed defect (fixed)\nOpened 2 weeks ago\n\nClosed 2 days ago\n\nSoup boils over\n\
        Reported by:\tida\tOwned by:\tbo\nPriority:\tnormal\tMilestone:\t8.4\nDescription\nIt does.\n\n\
        Change History (1)\ncomment:1 by bo, 2 days ago\nResolution:\t→ fixed\nIt has a lid.\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-02 ida opened issue #31, “Soup boils over”: It does.",
            "2024-05-14 bo commented on issue #31, “Soup boils over”: It has a lid.",
            "2024-05-14 bo changed the resolution to fixed on issue #31, “Soup boils over”.",
        ]
    );
    let text = "Bug #47\nopen\nSoup boils over\nAdded by Ida Ek 12 days ago. Updated 3 days ago.\nStatus:\nNew\nDue date:\n\
        05/20/2024\nDescription\nQuote\nIt does.\n\nHistory\nNotes\nProperty changes\nActions\n#1\nUpdated by Bo Alm 11 days ago\n\
        A lid helps.\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-04 Ida Ek opened issue #47, “Soup boils over”: It does.",
            "2024-05-05 Bo Alm commented on issue #47, “Soup boils over”: A lid helps.",
        ]
    );
}

#[test]
fn pages_that_show_the_number_above_the_title() {
    let text = "Skip to content\nGitLab\nkettle / soup\nMerge requests\n!31\nStir the soup\nOpen\nIda Ek requested to merge iek/stir into main 3 days ago\nOverview 7\n\
        It burns.\n\nEdited 2 days ago by Ida Ek\nActivity\nIda Ek requested review from @bo 3 days ago\nBo Alm\nBo Alm\n@bo\n· 1 day ago\nMaintainer\nSlower?\nReply…\n\
        Bo Alm approved this merge request 5 hours ago\nPreview\nAttach a file or image\n0 Assignees\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-13 Ida Ek opened merge request #31 in kettle/soup, “Stir the soup”: It burns.",
            "2024-05-15 Bo Alm commented on merge request #31 in kettle/soup, “Stir the soup”: Slower?",
            "2024-05-16 Bo Alm approved merge request #31 in kettle/soup, “Stir the soup”.",
        ]
    );
    let text = "Projects / Kitchen / SOUP-48\nStir the soup\nAttach\nDescription\nIt burns.\nActivity\nNewest first\n\
        Bo Alm\nMay 15, 2024 at 9:12 AM\nStirred.\nEdit\nDelete\nDetails\nAssignee\nBo Alm\nReporter\nIda Ek\nPriority\nHigh\nSprint\nSprint 44\nDue date\nMay 28, 2024\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "It burns.",
            "2024-05-15 Bo Alm commented on issue, “Stir the soup”: Stirred."
        ]
    );
}

#[test]
fn who_opened_it_stands_in_the_details() {
    let text = "Projects / Kitchen / SOUP-48\nStir the soup\nAttach\nDescription\nIt burns.\nActivity\nNewest first\n\
        Bo Alm\nMay 15, 2024 at 9:12 AM\nStirred.\nEdit\nDelete\n\nAutomation for Jira\nMay 16, 2024 at 12:00 AM\nStatus changed: OPEN → DONE\n\n\
        Details\nAssignee\nBo Alm\nReporter\nIda Ek\nPriority\nHigh\nCreated May 10, 2024 at 7:48 AM\nResolved May 15, 2024\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-10 07:48 Ida Ek opened issue, “Stir the soup”: It burns.",
            "2024-05-15 Bo Alm commented on issue, “Stir the soup”: Stirred."
        ]
    );
}

#[test]
fn a_page_of_an_own_server_with_its_short_days() {
    let text = "Kitchen  /  SOUP-48\nSoup boils over\n\nEdit  Comment  Assign\n\nPeople\nAssignee:\tBo Alm\nReporter:\tIda Ek\n\n\
        Dates\nCreated:\t11/May/24 8:52 AM\n\nDescription\nIt does.\n\nActivity\nAll  Comments  Work Log\n\n\
        Bo Alm added a comment - 12/May/24 3:20 PM\nPut a lid on it.\n\nIda Ek added a comment - 13/May/24 10:05 AM\nIt holds.\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-11 08:52 Ida Ek opened issue, “Soup boils over”: It does.",
            "2024-05-12 15:20 Bo Alm commented on issue, “Soup boils over”: Put a lid on it.",
            "2024-05-13 10:05 Ida Ek commented on issue, “Soup boils over”: It holds.",
        ]
    );
}

#[test]
fn a_ticket_and_a_mail() {
    let text = "~ida/kettle: 4 Soup boils over\n\nSubmitter\n~bo\nSubmitted\n9 days ago\nUpdated\n2 days ago\n\
        ~bo 9 days ago\nIt does.\n\n~ida REPORTED FIXED 2 days ago\nIt has a lid.\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-07 bo commented on issue #4 in ida/kettle, “Soup boils over”: It does.",
            "2024-05-14 ida closed issue #4 in ida/kettle, “Soup boils over”: It has a lid.",
        ]
    );
    assert!(super::is_page(text));
    let text = "https://bugs.example/show_bug.cgi?id=12\n\nIda Ek <ida@a.example> changed:\n\n  What |Removed |Added\n-----\n  CC | |ida@a.example\n\n\
        --- Comment #7 from Ida Ek <ida@a.example> ---\nIt still does.\n\n--- Comment #8 from Bo Alm <bo@a.example> ---\nWith a lid?\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "Ida Ek commented on issue #12: It still does.",
            "Bo Alm commented on issue #12: With a lid?",
        ]
    );
}

#[test]
fn a_page_whose_heads_are_one_line() {
    let text = "SOUP / SOUP-48\n\nSoup boils over\n\nDescription\nIt does.\n\nActivity\nShow:  All  Comments\n\n\
        Ida Ek   May 12, 2024 at 9:14 AM\n@Bo Alm yours.\n\nBo Alm   May 13, 2024 at 3:12 PM\nPut a lid on it.\n\n\
        Bo Alm changed the Status   May 13, 2024 at 4:38 PM\nIN PROGRESS → DONE\n\n\
        Bo Alm changed the Priority\n13 May 2024 at 04:15\nMedium\nHigh\n\nDetails\nReporter\nIda Ek\n\
        Created May 10, 2024 at 7:48 AM\nResolved May 13, 2024 at 4:38 PM\n";
    assert_eq!(
        told(&read_now(text)),
        [
            "2024-05-10 07:48 Ida Ek opened issue, “Soup boils over”: It does.",
            "2024-05-12 09:14 Ida Ek commented on issue, “Soup boils over”: @Bo Alm yours.",
            "2024-05-13 15:12 Bo Alm commented on issue, “Soup boils over”: Put a lid on it.",
        ]
    );
}
