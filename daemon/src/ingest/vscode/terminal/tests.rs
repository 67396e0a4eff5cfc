use super::super::tests::read_now;
use crate::ingest::told::told;

#[test]
fn a_session_and_a_history() {
    let session = "ida@pc:~/soup$ cd src\nida@pc:~/soup$ cargo test\nrunning 3 tests\ntest result: ok. 3 passed\n\nida@pc:~/soup$ git push\nEverything up-to-date\n";
    assert_eq!(
        told(&read_now(session)),
        [
            "In the terminal, in ~/soup, I ran “cargo test”, which ended with “test result: ok. 3 passed”; then “git push”, which ended with “Everything up-to-date”."
        ]
    );
    let logged = "Script started on 2024-05-02 20:58:02+02:00 [TERM=\"xterm\"]\n[20:58:07] ida@pc:~/soup$ git log -1 --oneline\n1a2b3c4 Mend the lid\n\
        [20:59:10] ida@pc:~/soup$ # Bo wants it hot before the tasting tomorrow at 9\n[21:00:00] ida@pc:~/soup$ make soup\ndone\n";
    assert_eq!(
        told(&read_now(logged)),
        [
            "“Mend the lid” was committed.",
            "2024-05-02 20:59 Bo wants it hot before the tasting tomorrow at 9",
            "2024-05-02 21:00 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”.",
        ]
    );
    assert_eq!(
        told(&read_now(
            "➜  soup git:(main) ✗ make soup\ndone\n➜  soup git:(main) make bread\n"
        )),
        ["In the terminal I ran “make soup”, which ended with “done”; then “make bread”."]
    );
    let two_lines = "ida@pc ~/soup (main) [2024-05-02 09:02:14]\n$ make soup\ndone\nida@pc ~/soup (main) [2024-05-02 17:40:19]\n$ cat TODO.txt\n- taste with Bo, fri 13:15\n- spoons\nida@pc ~/soup (main) [2024-05-02 17:41:02]\n$\n *  Terminal will be reused by tasks, press any key to close it.\n";
    assert_eq!(
        told(&read_now(two_lines)),
        [
            "2024-05-02 09:02 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”.",
            "2024-05-02 17:40 taste with Bo, fri 13:15",
            "2024-05-02 17:40 spoons",
        ]
    );
    let tasks = "ida@pc ~/soup (main) [09:12:11] $ todo ls\n 27  2024-05-17 12:00  taste with Bo\n 31                    buy spoons\n2 open. todo 3 - star us!\nida@pc ~/soup (main) [09:13:00] $ git log -1 --format='%h %an %ad%n%B'\n1a2b3c4 Bo Alm Tue May 14 18:39:51 2024 +0200\nMend the lid\n\nIt leaked.\nida@pc ~/soup (main) [09:14:00] $ exit\n";
    assert_eq!(
        told(&read_now(tasks)),
        [
            "2024-05-17 12:00 I have to do “taste with Bo”, due on 17 May 2024 at 12:00.",
            "2024-05-16 09:12 I have to do “buy spoons”.",
            "2024-05-14 18:39 Bo Alm committed “Mend the lid”: It leaked.",
        ]
    );
    let behind = "ida@pc:~/soup$ [09:04:19] make soup\ndone\nida@pc:~/soup$ [09:05:02] exit\n";
    assert_eq!(
        told(&read_now(behind)),
        [
            "2024-05-16 09:04 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”."
        ]
    );
    let written = "[20:58:07] ida@pc:~/soup$ echo \"rang Bo about the lid\" >> NOTES.md\n[20:59:10] ida@pc:~/soup$ cat >> NOTES.md <<EOF\n> tasting = fri 24 may, 10 to 4, Alder Hall\n> - buy spoons\n> EOF\n\
        [21:00:00] ida@pc:~/soup$ git log -1 --format='%an %ad%n%s'\nBo Alm Tue May 14 18:39:51 2024 +0200\nMend the lid\n";
    assert_eq!(
        told(&read_now(written)),
        [
            "2024-05-16 20:58 rang Bo about the lid",
            "2024-05-16 20:59 tasting = fri 24 may, 10 to 4, Alder Hall",
            "2024-05-16 20:59 buy spoons",
            "2024-05-14 18:39 Bo Alm committed “Mend the lid”.",
        ]
    );
    let history = ": 1714723200:0;make soup\n: 1714740000:0;make bread\n";
    assert_eq!(
        told(&read_now(history)),
        [
            "2024-05-03 10:00 In the terminal I ran “make soup”.",
            "2024-05-03 14:40 In the terminal I ran “make bread”."
        ]
    );
}

#[test]
fn a_text_typed_in_and_one_shown_on_another_machine() {
    let session = "ida@pc:~/soup$ cat >> TODO\n- 27/7 Bo comes with the pot\n^D\n\
        ida@pc:~/soup$ ssh ida@nas 'df -h; cat NOTES.txt'\nThe disk is full of lids.\nida@pc:~/soup$ git push\n";
    assert_eq!(
        told(&read_now(session)),
        [
            "27/7 Bo comes with the pot",
            "The disk is full of lids.",
            "In the terminal, in ~/soup, I ran “git push”."
        ]
    );
}

#[test]
fn a_message_of_several_lines() {
    let session = "ida@pc:~/soup$ git commit -am \"Mend the lid\n\nIt let the steam out.\nRang Bo, he'll bring a pot.\"\n\
        [lid 1a2b3c4] Mend the lid\n Date: Fri May 3 10:48:02 2024 +0200\n 2 files changed, 3 insertions(+)\n\
        ida@pc:~/soup$ gh pr view 8 --web\nOpening a.example in your browser.\n";
    assert_eq!(
        told(&read_now(session)),
        [
            "2024-05-03 10:48 I committed “Mend the lid”: It let the steam out. Rang Bo, he'll bring a pot.",
            "In the terminal, in ~/soup, I ran “gh pr view 8 --web”, which ended with “Opening a.example in your browser.”."
        ]
    );
}

#[test]
fn a_log_behind_another_command() {
    let log = "commit 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b\nAuthor: Ida Ek <ida@a.example>\nDate:   Fri May 3 10:48:02 2024 +0200\n\n    Mend the lid\n\n    It leaked.\n\n lid.md | 3 ++-\n 1 file changed, 2 insertions(+), 1 deletion(-)\n";
    let command = "git pull --rebase && git --no-pager log --stat -5";
    let fetched = "remote: Enumerating objects: 21, done.\nSuccessfully rebased and updated refs/heads/main.\n";
    let session = format!("ida@pc:~/soup$ {command}\n{fetched}{log}ida@pc:~/soup$ git push\n");
    assert_eq!(
        told(&read_now(&session)),
        [
            "2024-05-03 10:48 Ida Ek committed “Mend the lid”: It leaked.\nFiles: lid.md.",
            "In the terminal, in ~/soup, I ran “git push”."
        ]
    );
}

#[test]
fn a_reflog_below_its_log_tells_nothing_again() {
    let session = "ida@pc:~/soup$ git log -2\ncommit 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b\nAuthor: Ida Ek <ida@a.example>\nDate:   Fri May 3 10:48:02 2024 +0200\n\n    Mend the lid\n\n\
        ida@pc:~/soup$ git reflog -3\n1a2b3c4 HEAD@{0}: commit: Mend the lid\n5d6e7f8 HEAD@{1}: checkout: moving from main to lid\n9a8b7c6 HEAD@{2}: commit: Boil it longer\n\
        ida@pc:~/soup$ git push\n";
    assert_eq!(
        told(&read_now(session)),
        [
            "2024-05-03 10:48 Ida Ek committed “Mend the lid”.",
            "I committed “Boil it longer”.",
            "In the terminal, in ~/soup, I ran “git push”."
        ]
    );
}
