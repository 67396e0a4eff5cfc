use super::*;

fn visit(title: &str, url: &str) -> Option<Visit> {
    Visit {
        title: title.to_owned(),
        url: url.to_owned(),
        at: None,
        folders: None,
        note: None,
        span: 0..0,
    }
    .read()
}

#[test]
fn reads_searches() {
    for (url, engine, words) in [
        (
            "https://www.google.com/search?q=boat+paint&oq=boat",
            "Google",
            "boat paint",
        ),
        (
            "https://www.youtube.com/results?search_query=caf%C3%A9",
            "YouTube",
            "café",
        ),
        ("https://duckduckgo.com/?q=rain&t=h_", "DuckDuckGo", "rain"),
    ] {
        let visit = visit("x - Search", url).expect("a visit");
        assert_eq!(
            visit.search(),
            Some((engine.to_owned(), words.to_owned())),
            "{url}"
        );
    }
    assert_eq!(
        visit("A page", "https://x.example/a?p=3").and_then(|v| v.search()),
        None
    );
}

#[test]
fn forgets_what_passes() {
    assert!(visit("New Tab", "chrome://newtab/").is_none());
    assert!(visit("Sign in - Accounts", "https://accounts.google.com/x").is_none());
    assert_eq!(
        visit("", "https://www.x.example/old-boats/paint-them.html?utm=1")
            .expect("a visit")
            .title,
        "paint them (x.example)"
    );
    assert_eq!(
        visit("(3) Boats", "https://x.example")
            .expect("a visit")
            .title,
        "Boats"
    );
}
