use super::*;
use proptest::prelude::*;

#[test]
fn leaves_out_buttons_and_the_links_beside_them() {
    let page = "<p>The boat is booked.</p><td><a class='btn primary' href='x'>View booking</a> <a href='y'>Hire a car</a></td>\
        <p>See <a href='z'>the plan</a>.</p><p><a href='z'>The plan</a></p>";
    let text = to_text(page);
    assert_eq!(
        text.lines().filter(|l| !l.is_empty()).collect::<Vec<_>>(),
        ["The boat is booked.", "See the plan.", "The plan"]
    );
}

#[test]
fn takes_what_is_displayed() {
    let text = to_text(
        "<html><head><title>No</title><style>p {}</style></head><body>\
         <div style='display: none'>preview</div><p>Dear&nbsp;Ann,<br>see <a href='https://x.example/u'>the plan</a>.</p>\
         <ul><li>One<li>Two</ul><table><tr><td>Kettle</td><td>$94.00</td></tr><tr><td>Total<td>$94.00</tr></table>\
         <blockquote><p>Old words</p></blockquote><script>if (a<b) x()</script><p>Bye</p>",
    );
    assert_eq!(
        text,
        "Dear Ann,\nsee the plan.\n\n- One\n- Two\n\nKettle  $94.00\nTotal  $94.00\n\n> Old words\n\nBye\n"
    );
}

#[test]
fn marks_what_is_round_the_content() {
    let page = read(
        "<title>A  page</title><nav>Home</nav><main><h1>News</h1><p>Text.</p></main><footer>Imprint</footer>",
    );
    assert_eq!(page.title.as_deref(), Some("A page"));
    let content: Vec<_> = page
        .blocks
        .iter()
        .filter(|b| !b.chrome)
        .map(|b| (b.kind, b.text.as_str()))
        .collect();
    assert_eq!(
        content,
        [(BlockKind::Heading(1), "News"), (BlockKind::Text, "Text.")]
    );
}

#[test]
fn deep_nesting_is_linear() {
    let deep = "<div><b><p>".repeat(50_000) + "end";
    let started = std::time::Instant::now();
    assert!(to_text(&deep).contains("end"));
    assert!(started.elapsed().as_secs() < 10);
}

proptest! {
    #[test]
    fn any_text_gives_a_page(text in "[<>a-z/&;= \"'!\\-\n]{0,200}|\\PC{0,80}") {
        let _ = read(&text);
        let _ = to_text(&text);
    }
}
