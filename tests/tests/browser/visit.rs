//! A visit from the command to logging out.

use crate::driver::Browser;
use memo_tests::{
    daemon::{Daemon, Form},
    sandbox::Sandbox,
};

const GARDEN: &str = "On 3 May 2024 I planted tulips with Tomas Brandt behind the shed.";

/// The paths of all pages, for who has the document `garden`.
const PAGES: [&str; 14] = [
    "day",
    "day/2024-05-03",
    "month",
    "month/2024-05",
    "search",
    "search?text=tulips&participant=Tomas&since=2024",
    "ask",
    "ask?text=Where+did+I+plant+tulips%3F",
    "people",
    "person?name=Tomas+Brandt",
    "places",
    "sources",
    "document/garden",
    "memory/garden_memory_0?for=tulips",
];

fn garden() -> Daemon {
    let daemon = Daemon::start();
    daemon.add("garden", GARDEN);
    daemon
}

#[test]
fn the_address_of_the_command_lets_in_and_is_forgotten() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let memo = Sandbox::new();
    memo.add("garden.md", GARDEN);
    let ran = memo.memo(["web", "--no-open", "--quiet"]).ok();
    let url = ran.stdout.trim_end();
    let base = browser.enter(url);
    assert!(!base.contains('#'));
    // Back leads to no page with the token in its address.
    browser.back();
    let at = browser.at();
    assert!(!at.contains('#'), "{at}");
    browser.go(&format!("{base}/day/2024-05-03"));
    assert!(browser.words().contains("behind the shed"));
    // It lets in once; and as it came twice, nobody stays in.
    browser.go("about:blank");
    browser.go(url);
    browser.find("[role=status]");
    assert!(browser.words().contains("does not let in any more"));
    browser.go(&format!("{base}/day/2024-05-03"));
    assert!(browser.words().contains("You are not logged in"));
}

#[test]
fn every_page_is_reached_by_links_and_none_runs_a_script() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let daemon = garden();
    let base = browser.log_in(&daemon);
    for page in [
        "Month", "Search", "Ask", "People", "Places", "Sources", "Day",
    ] {
        browser.press(&format!(".top a[href$='/{}']", page.to_lowercase()));
        let current = "return document.querySelector('.top [aria-current=page]').textContent";
        assert_eq!(browser.say(current), page);
    }
    for page in PAGES {
        browser.go(&format!("{base}/{page}"));
        let odd = browser
                .say(
                    "const all = [...document.querySelectorAll('input:not([type=hidden]), textarea')];\
                     return {scripts: document.scripts.length, styles: document.styleSheets.length,\
                       h1: document.querySelectorAll('h1').length, main: document.querySelectorAll('main').length,\
                       unnamed: all.filter(e => !e.labels.length && !e.ariaLabel).length,\
                       empty: [...document.querySelectorAll('a, button')].filter(e => !(e.ariaLabel || e.textContent.trim())).length,\
                       ids: [...document.querySelectorAll('[id]')].length - new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size}",
                );
        let expected = serde_json::json!({
            "scripts": 0, "styles": 1, "h1": 1, "main": 1, "unnamed": 0, "empty": 0, "ids": 0,
        });
        assert_eq!(odd, expected, "{page}");
    }
}

#[test]
fn a_memory_is_asked_for_put_right_and_forgotten() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let daemon = garden();
    let base = browser.log_in(&daemon);
    browser.press(".top a[href$='/ask']");
    browser.fill("main input[name=text]", "Where did I plant tulips?");
    browser.press("main form button");
    browser.find(".answer");
    let answer = browser.words();
    assert!(answer.contains("shed"), "{answer}");
    browser.press("#m1 .time a");
    let asked = browser.say("return document.querySelector('[name=query_text]').value");
    assert_eq!(asked, "Where did I plant tulips?");
    browser.press("button[name=rating][value='1']");
    assert!(browser.words().contains("Your rating is kept"));
    browser.click(".changes details summary");
    browser.fill("[name=where]", "Porto");
    browser.fill("[name=when]", "soon");
    browser.press("form[action$='/correct'] button");
    assert!(browser.words().contains("as precise as is known"));
    browser.fill("[name=when]", "2024-05-04");
    browser.press("form[action$='/correct'] button");
    let words = browser.words();
    assert!(
        words.contains("It is put right")
            && words.contains("Porto")
            && words.contains("4 May 2024"),
        "{words}"
    );
    browser.press(".about .place");
    assert!(browser.words().contains("behind the shed"));
    browser.press(".entry .time a");
    browser.click(".changes details:last-child summary");
    browser.press(".danger");
    assert!(browser.words().contains("The memory is forgotten"));
    browser.go(&format!("{base}/search"));
    assert!(browser.words().contains("Nothing was found"));
}

#[test]
fn people_are_merged_and_parted_and_a_watch_is_ended() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let daemon = garden();
    daemon.add("letter", "On 4 May 2024 I rang Tomas about the boat.");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("a folder");
    let source = folder.to_str().expect("a path");
    let watch = Form::new().text("source", source).text("user_name", "Mira");
    daemon.post("/v1/watches", &watch).send().ok();
    let base = browser.log_in(&daemon);
    browser.go(&format!("{base}/person?name=Tomas+Brandt"));
    assert!(browser.words().contains("is the only Tomas"));
    browser.press(".said button[value=true]");
    let words = browser.words();
    assert!(
        words.contains("names of one person") && words.contains("2 memories"),
        "{words}"
    );
    browser.click(".changes details summary");
    browser.press("form[action$='/person/split'] button");
    assert!(browser.words().contains("two people again"));
    browser.click(".changes details summary");
    browser.fill("[name=other]", "Nobody");
    browser.press("form[action$='/person/merge'] button");
    assert!(
        browser
            .words()
            .contains("Nobody in your memories is called")
    );
    browser.press(".top a[href$='/sources']");
    assert!(browser.words().contains(source));
    browser.click(".documents details summary");
    browser.press("form[action$='/unwatch'] button");
    assert!(!browser.words().contains(source));
}

#[test]
fn who_has_logged_out_finds_nothing_by_going_back() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let daemon = garden();
    let base = browser.log_in(&daemon);
    browser.go(&format!("{base}/day/2024-05-03"));
    browser.press("form[action$='/logout'] button");
    assert!(browser.words().contains("You are logged out"));
    browser.back();
    let words = browser.words();
    assert!(!words.contains("shed"), "{words}");
    browser.go(&format!("{base}/day/2024-05-03"));
    assert!(browser.words().contains("You are not logged in"));
}

#[test]
fn hostile_markup_runs_nothing() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let daemon = Daemon::start();
    let odd =
        "<script>window.ran=1</script><img src=x onerror=window.ran=2><svg onload=window.ran=3>";
    let text = format!(
        "On 3 May 2024 I met Tomas Brandt {odd} in Lisbon. \"' autofocus onfocus=window.ran=4 x='\n"
    );
    let form = Form::new()
        .text("user_name", format!("Mira {odd}"))
        .text("item_id", "garden")
        .file("<svg onload=window.ran=5>.txt", &text);
    daemon.wait(&daemon.upload(&form));
    let base = browser.log_in(&daemon);
    for page in PAGES.into_iter().chain([
        "search?text=%3Csvg+onload%3Dwindow.ran%3D6%3E%22+autofocus+onfocus%3D%22window.ran%3D7",
    ]) {
        browser.go(&format!("{base}/{page}"));
        let ran = browser.say("return [window.ran ?? null, document.querySelectorAll('script, img, main svg:not(.map, .year), [onfocus]').length]");
        assert_eq!(ran, serde_json::json!([null, 0]), "{page}");
    }
    // Were markup to come through one day, the policy would hold it.
    let held = "const s = document.createElement('script'); s.textContent = 'window.ran = 8'; document.body.append(s);\
                    const i = document.createElement('div'); i.innerHTML = '<img src=x onerror=\"window.ran=9\">';\
                    document.body.append(i); return window.ran ?? null";
    assert!(browser.say(held).is_null());
    assert!(browser.say("return window.ran ?? null").is_null());
}

#[test]
fn nothing_is_wider_than_a_small_phone() {
    let Some(browser) = Browser::start(320) else {
        return;
    };
    let daemon = garden();
    let long = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".repeat(3);
    daemon.add("long", &format!("On 3 May 2024 I met Tomas {long} at https://example.org/{long}?q={long}.\n{long}{long}\n"));
    let base = browser.log_in(&daemon);
    for page in PAGES
        .into_iter()
        .chain(["document/long", "memory/long_memory_0"])
    {
        browser.go(&format!("{base}/{page}"));
        let width = browser.say(
            "document.querySelectorAll('details').forEach(d => d.open = true);\
                return [innerWidth, document.documentElement.scrollWidth]",
        );
        assert_eq!(width, serde_json::json!([320, 320]), "{page}");
    }
}

#[test]
fn all_is_reached_with_the_keyboard() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let daemon = garden();
    let base = browser.log_in(&daemon);
    browser.go(&format!("{base}/month/2024-05"));
    let (tab, enter) = ('\u{e004}', '\u{e007}');
    browser.key(tab);
    let first = browser.say("return document.activeElement.className + ' ' + getComputedStyle(document.activeElement).position");
    assert_eq!(first, "skip absolute");
    browser.key(enter);
    // Behind the two months beside it come its days.
    for _ in 0..5 {
        browser.key(tab);
    }
    let day = browser.say("return [document.activeElement.ariaLabel, getComputedStyle(document.activeElement.querySelector('rect')).strokeWidth]");
    assert_eq!(
        day,
        serde_json::json!(["Friday 3 May 2024: 1 memory", "3px"])
    );
}
