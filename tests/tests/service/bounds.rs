//! What a document, an import or a rating may take: in proportion to what was sent.

use crate::garden;

#[test]
fn a_memory_is_rated_for_so_many_questions_and_no_more() {
    let daemon = garden();
    let client = daemon.client();
    let rate =
        |n: usize, rating| client.feedback("garden_memory_0", rating, &format!("tulips {n}?"));
    for n in 0..64 {
        rate(n, 1).expect("rated");
    }
    let refused = rate(64, 1).expect_err("too many").to_string();
    assert!(refused.contains("withdraw"), "{refused}");
    rate(63, -1).expect("another rating in its place");
    rate(63, 0).expect("withdrawn");
    rate(64, 1).expect("there is room again");
}
