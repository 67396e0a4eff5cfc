//! A browser without a screen, for one test.

use fantoccini::{Client, ClientBuilder, Locator, elements::Element};
use hyper_util::client::legacy::connect::HttpConnector;
use memo_tests::daemon::Daemon;
use serde_json::{Map, Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// Nothing that a test waits for takes longer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// A browser of its own profile, gone with this value. Its methods fail the test where the browser does not do what they
/// say.
pub(crate) struct Browser {
    page: Client,
    runtime: Runtime,
    driver: Child,
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // What cannot be closed ends with its driver.
        let _ = self.runtime.block_on(self.page.clone().close());
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Browser {
    /// One whose window is so wide; `None` where there is none, which is told.
    pub(crate) fn start(width: u32) -> Option<Self> {
        let mut driver = Command::new("chromedriver");
        driver
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let Ok(mut driver) = driver.spawn() else {
            // Not by the macro: what that prints is only shown of tests that fail.
            let told = b"NOT TESTED: there is no chromedriver (Debian: chromium-driver)\n";
            let _ = std::io::stderr().write_all(told);
            return None;
        };
        // "ChromeDriver was started successfully on port 41234."
        let mut lines = BufReader::new(driver.stdout.take().expect("its words")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        // It goes on to talk.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let profile = tempfile::tempdir().expect("a folder");
        // Where tests run as the administrator, as in containers, it does not start with a sandbox.
        let options = json!({
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                format!("--user-data-dir={}", profile.path().display()),
            ],
            "mobileEmulation": {"deviceMetrics": {"width": width, "height": 800, "pixelRatio": 1.0}},
        });
        let capabilities = Map::from_iter([("goog:chromeOptions".to_owned(), options)]);
        let url = format!("http://127.0.0.1:{}", port.expect("a port"));
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let page = runtime.block_on(builder.capabilities(capabilities).connect(&url));
        Some(Self {
            page: page.expect("a browser"),
            runtime,
            driver,
            _profile: profile,
        })
    }

    /// Logs in with the tests' key, as the address says that `memo web` prints; gives that of the visit's pages.
    pub(crate) fn log_in(&self, daemon: &Daemon) -> String {
        let login = daemon.client().web_login().expect("a login");
        self.enter(&format!("{}{}", daemon.url(), login.path))
    }

    /// Opens an address that lets in; gives that of the visit's pages.
    pub(crate) fn enter(&self, url: &str) -> String {
        self.go(url);
        // Its script sends the form, and today's page follows.
        self.find(".top");
        let at = self.at();
        let base = at.strip_suffix("/day").expect("today's page");
        base.to_owned()
    }

    /// Goes to an address.
    pub(crate) fn go(&self, url: &str) {
        let gone = self.runtime.block_on(self.page.goto(url));
        gone.unwrap_or_else(|e| panic!("{url}: {e}"));
    }

    /// Goes back to the page before.
    pub(crate) fn back(&self) {
        self.runtime.block_on(self.page.back()).expect("a page");
    }

    /// The address that it is at.
    pub(crate) fn at(&self) -> String {
        let at = self.runtime.block_on(self.page.current_url());
        at.expect("an address").into()
    }

    /// Waits until there is such an element.
    pub(crate) fn find(&self, css: &str) -> Element {
        let found = async {
            let wait = self.page.wait().at_most(PATIENCE);
            wait.for_element(Locator::Css(css)).await
        };
        let found = self.runtime.block_on(found);
        found.unwrap_or_else(|e| panic!("{css}: {e}"))
    }

    /// What a script of the test says.
    pub(crate) fn say(&self, script: &str) -> Value {
        let said = self.runtime.block_on(self.page.execute(script, Vec::new()));
        said.unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// What a script of the test gives to the function that is its last argument.
    pub(crate) fn say_later(&self, script: &str) -> Value {
        let said = self.page.execute_async(script, Vec::new());
        let said = self.runtime.block_on(said);
        said.unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// The words of the page.
    pub(crate) fn words(&self) -> String {
        let said = self.say("return document.body.innerText");
        said.as_str().expect("words").to_owned()
    }

    /// Puts a value into a field, in place of what was there.
    pub(crate) fn fill(&self, css: &str, value: &str) {
        let field = self.find(css);
        let filled = async {
            field.clear().await?;
            field.send_keys(value).await
        };
        let filled = self.runtime.block_on(filled);
        filled.unwrap_or_else(|e| panic!("{css}: {e}"));
    }

    /// Presses a key where the focus is.
    pub(crate) fn key(&self, key: char) {
        let pressed = async {
            let focused = self.page.active_element().await?;
            focused.send_keys(&key.to_string()).await
        };
        self.runtime.block_on(pressed).expect("a key");
    }

    /// Clicks on something that brings no other page.
    pub(crate) fn click(&self, css: &str) {
        let clicked = self.runtime.block_on(self.find(css).click());
        clicked.unwrap_or_else(|e| panic!("{css}: {e}"));
    }

    /// Presses a button, or follows a link, and waits for the page that comes.
    pub(crate) fn press(&self, css: &str) {
        let old = self.find("html");
        self.click(css);
        let end = Instant::now() + PATIENCE;
        while self.runtime.block_on(old.tag_name()).is_ok() {
            assert!(Instant::now() < end, "{css}: no other page comes");
        }
        self.find("body");
    }
}
