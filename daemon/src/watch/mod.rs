//! What the daemon keeps up with by itself: folders and files (`folder`), calendars' addresses (`address`),
//! and mailboxes at their servers (`mailbox`).
//!
//! Each watch has a thread of its own, which reads and sends as the command line does: by the interface, with the folder of
//! data's own key. So whatever holds for an upload holds for it, and no watch reaches another user's memory. `list` keeps
//! what is watched, in files beside the store: only this machine knows its paths.

mod address;
mod folder;
mod list;
mod mailbox;

pub(crate) use address::{PRIVATE, check as check_address};
pub(crate) use list::{Record, Watched, Watches};

use crate::{
    app::{App, now},
    priority::{UPLOADS, give_way},
};
use list::Source;
use memo_common::{
    api::WatchState,
    client::Client,
    files::{Files, Options},
    paths,
};
use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// A file is read once it was left alone for so long.
const QUIET: Duration = Duration::from_millis(1500);
/// How often a folder is looked at in any case: not every file system tells of changes.
const RESCAN: Duration = Duration::from_secs(600);
/// How often a calendar is asked for.
const HOURLY: Duration = Duration::from_secs(3600);
/// A look that took long is not taken again before so many times as long have passed.
const REST: u32 = 10;

/// What a look came to.
#[derive(Debug, Default)]
struct Look {
    /// What went wrong, for the person.
    error: Option<String>,
    /// Something is not settled yet: look again soon.
    again: bool,
}

/// What a look works with.
struct Work<'a> {
    app: &'a App,
    watched: &'a Watched,
    client: Client,
    files: Files,
    options: Options,
}

/// Starts the threads of all watches that are kept.
pub(crate) fn start(app: &Arc<App>, all: Vec<Arc<Watched>>) {
    // Of those that ended just before the daemon did.
    forget_others(app, &app.watches.ids());
    for watched in all {
        begin(app, watched);
    }
}

/// Starts a watch's thread.
pub(crate) fn begin(app: &Arc<App>, watched: Arc<Watched>) {
    let app = app.clone();
    let id = watched.id();
    let thread = thread::Builder::new().name("watch".into());
    let started = thread.spawn(move || {
        give_way(UPLOADS);
        run(&app, &watched);
    });
    if let Err(error) = started {
        tracing::error!(%error, id, "a watch has no thread");
    }
}

fn run(app: &App, watched: &Arc<Watched>) {
    let mut source = watched.source(&app.watches);
    while watched.wait() {
        let began = Instant::now();
        source.attend(watched);
        watched.tell(|told| told.state = WatchState::Reading);
        // A file that breaks its reader must not end the watch.
        let look = catch_unwind(AssertUnwindSafe(|| {
            let work = work(app, watched)?;
            match &mut source {
                Source::Folder(folder) => folder.look(&work),
                Source::Address(address) => address.look(&work),
                Source::Mailbox(mailbox) => mailbox.look(&work),
            }
        }));
        let look = look.unwrap_or_else(|_| Err("a file broke its reader".to_owned()));
        if watched.is_ended() {
            break;
        }
        let (state, error, again) = match look {
            Ok(look) => (WatchState::Watching, look.error, look.again),
            Err(error) => (WatchState::Failing, Some(error), false),
        };
        watched.tell(|told| {
            (told.files, told.documents) = source.counted();
            (told.done, told.total) = (0, 0);
            (told.state, told.error) = (state, error);
            told.looked_at = Some(now());
        });
        let rest = source.rest(began.elapsed());
        watched.rest(rest, source.pause(), again);
    }
    source.leave();
    let kept = app.watches.ids();
    if matches!(source, Source::Mailbox(_)) && !kept.contains(&watched.id()) {
        forget_others(app, &kept);
    }
}

/// What was read of mailboxes goes with their watches.
fn forget_others(app: &App, kept: &HashSet<String>) {
    if let Err(error) = app.store.keep_mailboxes(kept) {
        tracing::warn!(%error, "what was read of former mailboxes is kept");
    }
}

/// A client with the folder of data's key, as the command line has it.
fn work<'a>(app: &'a App, watched: &'a Watched) -> Result<Work<'a>, String> {
    let config = &app.config;
    let written = paths::read_key(&config.data_dir).ok().flatten();
    let opens = |key: &String| app.keys.find(key).is_some_and(|k| k.admin);
    let key = config.api_key.clone().filter(opens);
    let key = key.or_else(|| written.filter(opens));
    let key =
        key.ok_or("the folder of data holds no valid key; a restart of the daemon makes one")?;
    let daemon = app.watches.daemon().ok_or("the daemon is not ready")?;
    let client = Client::proven(daemon, Some(key), None).map_err(|e| e.to_string())?;
    Ok(Work {
        app,
        watched,
        client,
        files: Files::open(config),
        options: Options {
            user_name: watched.record().user_name,
            source_type: None,
            item_id: None,
            replace: false,
        },
    })
}
