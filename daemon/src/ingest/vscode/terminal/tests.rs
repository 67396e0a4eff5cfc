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
    let logged = "Script started on 2024-05-02 20:58:02+02:00 [TERM=\"xterm\"]\n[20:58:07] ida@pc:~/soup$ ls\nlid\n\
        [21:00:00] ida@pc:~/soup$ make soup\ndone\n";
    assert_eq!(
        told(&read_now(logged)),
        [
            "2024-05-02 21:00 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”.",
        ]
    );
    assert_eq!(
        told(&read_now(
            "➜  soup git:(main) ✗ make soup\ndone\n➜  soup git:(main) make bread\n"
        )),
        ["In the terminal I ran “make soup”, which ended with “done”; then “make bread”."]
    );
    let two_lines = "ida@pc ~/soup (main) [2024-05-02 09:02:14]\n$ make soup\ndone\nida@pc ~/soup (main) [2024-05-02 17:41:02]\n$\n *  Terminal will be reused by tasks, press any key to close it.\n";
    assert_eq!(
        told(&read_now(two_lines)),
        [
            "2024-05-02 09:02 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”.",
        ]
    );
    let behind = "ida@pc:~/soup$ [09:04:19] make soup\ndone\nida@pc:~/soup$ [09:05:02] exit\n";
    assert_eq!(
        told(&read_now(behind)),
        [
            "2024-05-16 09:04 In the terminal, in ~/soup, I ran “make soup”, which ended with “done”."
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
