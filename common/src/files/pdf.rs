//! The text of a PDF, taken out in a process of its own.
//!
//! PDF files come in every state, and the reader can panic, loop or ask for all memory there is. So this binary
//! runs itself again with a hidden subcommand, hands it the bytes, and gives it bounded memory and time: whatever
//! happens there is an error for that one file. Both programs have the subcommand.

use super::{
    glyphs::{self, Lines},
    widths,
};
use pdf_extract::{Document, ObjectId, output_doc_page};
use std::{
    io::{self, Read, Write},
    iter, panic,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// The hidden subcommand.
pub const SUBCOMMAND: &str = "pdf-text";

/// Wall time for one file.
const TIME: Duration = Duration::from_secs(60);
/// No page lies deeper in the tree of pages.
const DEEPEST: usize = 256;
/// Address space for one file, bytes.
const MEMORY: u64 = 2 << 30;
/// Text from one file; the daemon takes 10 MiB, so that one byte more is enough to see that it is too much.
const MOST_TEXT: u64 = (10 << 20) + 1;

/// Whether these bytes begin a PDF; some writers put junk before the header.
pub(super) fn is_pdf(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(1024)];
    start.starts_with(b"%PDF-") || (start.contains(&0) && start.windows(5).any(|w| w == b"%PDF-"))
}

/// The text of a PDF, pages parted by form feeds; the error is a sentence for the file's owner.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, String> {
    let spawned = std::env::current_exe().and_then(|exe| {
        Command::new(exe)
            .arg(SUBCOMMAND)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    });
    let child = spawned.map_err(|e| format!("the PDF reader cannot be started: {e}"))?;
    wait(child, bytes, TIME)
}

fn wait(mut child: Child, bytes: Vec<u8>, time: Duration) -> Result<String, String> {
    let (Some(mut stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err("the PDF reader cannot be talked to".into());
    };
    // The reader may end without reading all: its own words say why.
    thread::spawn(move || stdin.write_all(&bytes));
    let (done, finished) = mpsc::channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        let read = stdout.take(MOST_TEXT).read_to_end(&mut text);
        // The receiver is gone when time was up.
        let _ = done.send(read.map(|_| text));
    });
    let said = thread::spawn(move || {
        let mut said = String::new();
        // Whatever it could say before it went is what there is.
        let _ = stderr.take(4096).read_to_string(&mut said);
        said
    });
    let received = finished.recv_timeout(time);
    if received.is_err() {
        // Already gone is as good.
        let _ = child.kill();
        let _ = child.wait();
        return Err(format!(
            "its text cannot be taken out within {} s",
            time.as_secs()
        ));
    }
    let text = received.unwrap_or_else(|e| Err(io::Error::other(e)));
    if text.as_ref().is_ok_and(|t| t.len() as u64 == MOST_TEXT) {
        let _ = child.kill();
        let _ = child.wait();
        return Err("its text is longer than 10 MiB: split it".into());
    }
    let status = child
        .wait()
        .map_err(|e| format!("the PDF reader is lost: {e}"))?;
    if !status.success() {
        let said = said.join().unwrap_or_default();
        return Err(match said.trim().strip_prefix(PREFIX) {
            Some(reason) => reason.trim().to_owned(),
            None => "it is broken: its text cannot be taken out".into(),
        });
    }
    let text = text.map_err(|e| format!("the PDF reader is lost: {e}"))?;
    let text = String::from_utf8_lossy(&text).replace('\0', "");
    if text.trim().is_empty() {
        return Err("it holds no text: if it is a scan, give it some by OCR first".into());
    }
    Ok(text)
}

/// Marks our own words on the child's standard error, apart from those of the libraries.
const PREFIX: &str = "memo-pdf:";

/// The hidden subcommand: a PDF on standard input, its text on standard output; `false` where it has none, which is said.
///
/// # Errors
/// The pipes break.
pub fn run_child() -> io::Result<bool> {
    limit_self(MEMORY, TIME.as_secs());
    panic::set_hook(Box::new(|_| {}));
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    match pages(&bytes) {
        Ok(pages) => {
            io::stdout()
                .lock()
                .write_all(pages.join("\u{c}").as_bytes())?;
            Ok(true)
        }
        Err(reason) => {
            writeln!(io::stderr().lock(), "{PREFIX} {reason}")?;
            Ok(false)
        }
    }
}

/// Bounds what this process may use from now on: bytes of memory, and seconds of processor time.
/// Where the system has no such limits, the parent's timeout has to do.
fn limit_self(memory: u64, cpu_seconds: u64) {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, setrlimit};
        // A system that refuses a limit leaves the parent's timeout.
        #[cfg(target_os = "linux")]
        let _ = setrlimit(Resource::RLIMIT_AS, memory, memory);
        let _ = setrlimit(Resource::RLIMIT_CPU, cpu_seconds, cpu_seconds);
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    }
    let _ = (memory, cpu_seconds);
}

/// Every page that can be read; an error when none can.
fn pages(bytes: &[u8]) -> Result<Vec<String>, String> {
    let read = panic::catch_unwind(|| Document::load_mem(bytes));
    let mut document = read.ok().and_then(Result::ok).ok_or(
        "it is broken: it cannot be read as a PDF; another program may save a copy that can",
    )?;
    // Loading tries the empty password, and has taken the encryption off where that fits.
    let locked = document.trailer.get(b"Encrypt").is_ok() && !document.was_encrypted();
    if locked && document.decrypt("").is_err() {
        return Err("it is encrypted; save a copy without a password first".into());
    }
    let pages = document.get_pages().into_iter();
    let numbers: Vec<u32> = pages
        .filter(|(_, page)| has_root(&document, *page))
        .map(|(number, _)| number)
        .collect();
    glyphs::spell_out(&mut document);
    widths::spell_out(&mut document);
    let read = |number: &u32| {
        let mut lines = Lines::default();
        // A page that panics leaves the document as it was: it is only read.
        let read = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            output_doc_page(&document, &mut lines, *number)
        }));
        let text = lines.text();
        // What a page said before it broke off is said all the same.
        (matches!(read, Ok(Ok(()))) || !text.trim().is_empty()).then_some(text)
    };
    let texts: Vec<String> = numbers.iter().filter_map(read).collect();
    match texts.is_empty() {
        true => Err("it is broken: none of its pages can be read".into()),
        false => Ok(texts),
    }
}

/// Whether the page tree has an end above a page: what a page does not say is looked for there, without end where its
/// nodes stand above each other.
fn has_root(document: &Document, page: ObjectId) -> bool {
    let above = |node: &ObjectId| {
        let parent = document.get_dictionary(*node).ok()?.get(b"Parent").ok()?;
        parent.as_reference().ok()
    };
    iter::successors(Some(page), above).nth(DEEPEST).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdf_extract::{Dictionary, Object};

    #[test]
    fn a_page_tree_that_goes_in_a_circle_is_refused_at_once() {
        /// A document of one page; above the node above it is this.
        fn tree(above: Option<u32>) -> Document {
            let named = |kind: &str| {
                let mut node = Dictionary::new();
                node.set("Type", Object::Name(kind.into()));
                node
            };
            let (mut catalog, mut node, mut page) =
                (named("Catalog"), named("Pages"), named("Page"));
            catalog.set("Pages", Object::Reference((2, 0)));
            node.set("Kids", vec![Object::Reference((3, 0))]);
            node.set("Count", 1);
            page.set("Parent", Object::Reference((2, 0)));
            if let Some(above) = above {
                node.set("Parent", Object::Reference((above, 0)));
            }
            let mut document = Document::with_version("1.4");
            for (id, object) in (1..).zip([catalog, node, page]) {
                document.objects.insert((id, 0), object.into());
            }
            document.max_id = 3;
            document.trailer.set("Root", Object::Reference((1, 0)));
            document
        }
        for (above, rooted) in [(None, true), (Some(2), false), (Some(3), false)] {
            let mut document = tree(above);
            assert_eq!(document.get_pages().len(), 1);
            assert_eq!(has_root(&document, (3, 0)), rooted, "{above:?}");
            let mut file = Vec::new();
            document.save_to(&mut file).expect("written");
            let began = std::time::Instant::now();
            let refused = pages(&file).is_err_and(|why| why.contains("none of its pages"));
            assert!(refused || rooted);
            assert!(began.elapsed() < Duration::from_secs(5));
        }
    }

    #[test]
    fn a_pdf_is_known_by_its_header() {
        assert!(is_pdf(b"%PDF-1.7\n"));
        assert!(is_pdf(b"\0junk\n%PDF-1.4\n"));
        assert!(!is_pdf(b"The header of a PDF is %PDF-1.7"));
        assert!(!is_pdf(b""));
    }

    #[cfg(unix)]
    #[test]
    fn a_reader_that_hangs_is_ended_and_one_that_crashes_is_told() {
        let reader = |line: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]);
            for end in [Command::stdin, Command::stdout, Command::stderr] {
                end(&mut shell, Stdio::piped());
            }
            shell.spawn().expect("a shell")
        };
        let hung = wait(
            reader("exec sleep 600"),
            vec![0; 1 << 20],
            Duration::from_millis(50),
        );
        assert!(hung.is_err_and(|e| e.contains("within")));
        let crashed = wait(reader("kill -9 $$"), Vec::new(), TIME);
        assert!(crashed.is_err_and(|e| e.contains("broken")));
        let refused = wait(
            reader("echo 'memo-pdf: it is odd' >&2; exit 5"),
            Vec::new(),
            TIME,
        );
        assert_eq!(refused, Err("it is odd".into()));
        let endless = wait(reader("exec yes"), Vec::new(), TIME);
        assert!(endless.is_err_and(|e| e.contains("longer than 10 MiB")));
        assert_eq!(
            wait(reader("echo text"), Vec::new(), TIME).as_deref(),
            Ok("text\n")
        );
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        let refused = pages(b"%PDF-1.7 and nothing more").expect_err("no PDF");
        assert!(refused.starts_with("it is broken"), "{refused}");
    }
}
