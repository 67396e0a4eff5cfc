//! Files that are no document themselves and hold some: other programs' exports, archives, a word processor's document, and
//! what is longer than the daemon takes.

use super::{
    archive::{is_mbox, mails, unpacked_mails, zipped_slack_days},
    charset,
    content::{LONGEST, read_most},
    database::{self, Rows, is_database},
    import::{is_beside, says_again},
    inputs::Input,
    office::Office,
    pdf, plain,
    slack::Users,
    split::{self, Piece},
    spool::{Room, Spool},
    tarred,
    zipped::{self, Archive, Zipped},
};
use std::{
    collections::HashSet,
    io::{self, Read, Seek, SeekFrom},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// What a piece of a longer export has at most, bytes.
const PIECE: usize = 8 << 20;
/// Archives within an archive that are opened.
const DEEPEST: usize = 1;
/// Bytes that show what a file is.
const BEGIN: u64 = 1024;

/// One document of many.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// A mail of an mbox file: its bytes, the `From ` line left out.
    Mail {
        start: u64,
        length: u64,
        /// Where it was unpacked from an archive.
        spool: Option<Spool>,
    },
    /// A day of a Slack channel, by the workspace's users.
    SlackDay {
        users: Arc<Users>,
        /// Where it is a file of an archive.
        zipped: Option<Zipped>,
    },
    /// A word processor's document.
    Office(Office),
    /// A file of an archive.
    Zipped {
        file: Zipped,
        /// Whether a person named the archive.
        named: bool,
    },
    /// A day or a chat of a program's database.
    Rows(Rows),
    /// A piece of a longer export, counted from 1 on.
    Piece {
        of: Source,
        piece: Piece,
        number: usize,
    },
}

/// Where bytes are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// In a file.
    File(PathBuf),
    /// In a file of an archive.
    Zipped(Zipped),
}

impl Source {
    /// Everything.
    fn whole(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::File(path) => read_most(plain::open(path)?),
            Self::Zipped(file) => file.read_with(|file| read_most(file))?,
        }
    }

    /// Its first bytes.
    pub(crate) fn begin(&self, length: u64) -> io::Result<Vec<u8>> {
        let mut begin = Vec::new();
        match self {
            Self::File(path) => plain::open(path)?.take(length).read_to_end(&mut begin)?,
            Self::Zipped(file) => return file.begin(length),
        };
        Ok(begin)
    }

    /// A piece, with what has to stand around it.
    pub(crate) fn read(&self, piece: &Piece) -> io::Result<Vec<u8>> {
        let mut bytes = piece.before.clone();
        let (start, length) = (piece.span.start as u64, piece.span.len() as u64);
        match self {
            Self::File(path) => {
                let mut file = plain::open(path)?;
                file.seek(SeekFrom::Start(start))?;
                file.take(length).read_to_end(&mut bytes)?
            }
            Self::Zipped(file) => file.read_with(|mut file| {
                io::copy(&mut (&mut file).take(start), &mut io::sink())?;
                file.take(length).read_to_end(&mut bytes)
            })??,
        };
        bytes.extend_from_slice(&piece.after);
        Ok(bytes)
    }
}

/// The documents that a file holds; `None` where it is one itself.
///
/// # Errors
/// It cannot be read, or is damaged.
pub(crate) fn parts(path: &Path, named: bool) -> io::Result<Option<Vec<Input>>> {
    let file = plain::open(path)?;
    let length = file.metadata()?.len();
    let mut begin = Vec::new();
    file.take(BEGIN).read_to_end(&mut begin)?;
    if is_mbox(&begin) {
        return mails(path).map(Some);
    }
    // One that is compressed as a whole shows what it holds only when it is unpacked.
    if zipped::is_archive(&begin) && (named || !tarred::is_gzip(&begin)) {
        return zipped_parts(path, named);
    }
    // What lies in folders as a database is seldom a memory, and a history is only read where somebody wants that.
    if named && is_database(&begin) {
        return database::parts(path);
    }
    let is_long = length > LONGEST && !pdf::is_pdf(&begin);
    Ok(is_long
        .then(|| pieces(path, named, &Source::File(path.to_owned())))
        .flatten())
}

/// The documents of an archive. One that was only found is opened where it is a document or an export of talk: what else
/// lies in folders as an archive is seldom a memory.
fn zipped_parts(path: &Path, named: bool) -> io::Result<Option<Vec<Input>>> {
    let file = plain::open(path)?;
    let mut room = Room::of(file.metadata()?.len());
    let archive = Archive::of(file, &mut room)?;
    if let Some(days) = zipped_slack_days(path, &archive)?.filter(|days| !days.is_empty()) {
        return Ok(Some(days));
    }
    if let Some(office) = Office::of(&archive) {
        return Ok(Some(vec![Input {
            path: path.to_owned(),
            named,
            part: Some(Part::Office(office)),
        }]));
    }
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let is_talk = |name: &str| {
        let name = name.rsplit('/').next().unwrap_or(name);
        name == "_chat.txt"
            || name == "result.json"
            || name.starts_with("conversations") && name.ends_with(".json")
            || name
                .strip_suffix(".txt")
                .is_some_and(|name| stem.as_deref() == Some(name))
    };
    let mut files = files_of(&archive);
    match files.iter().any(|(name, _)| is_talk(name)) {
        // what lies beside it says the same as a page, or is pictures and settings
        true => files.retain(|(name, _)| is_talk(name)),
        false if named => {}
        false => return Ok(None),
    }
    let mut held = Held {
        named,
        room,
        inputs: Vec::new(),
    };
    held.files(path, files, DEEPEST)?;
    Ok(Some(held.inputs))
}

/// The files of an archive that are somebody's, by name.
fn files_of(archive: &Archive) -> Vec<(String, Zipped)> {
    let files = archive.files().filter(|(name, _)| !is_hidden(name));
    let mut files: Vec<_> = files.collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

/// The documents that an archive holds.
struct Held {
    named: bool,
    room: Room,
    inputs: Vec<Input>,
}

impl Held {
    fn files(&mut self, path: &Path, files: Vec<(String, Zipped)>, depth: usize) -> io::Result<()> {
        let names: HashSet<PathBuf> = files.iter().map(|(name, _)| PathBuf::from(name)).collect();
        for (name, file) in files {
            if !says_again(Path::new(&name), &names) {
                self.file(path.join(name), file, depth)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: PathBuf, file: Zipped, depth: usize) -> io::Result<()> {
        // What cannot be read is told when it is.
        let begin = file.begin(BEGIN).unwrap_or_default();
        if is_beside(&begin) {
            return Ok(());
        }
        if is_mbox(&begin) {
            let unpacked = self.room.unpack(&file)?;
            self.inputs.extend(unpacked_mails(&path, unpacked)?);
            return Ok(());
        }
        // Some programs hand out an archive of archives.
        if depth > 0 && zipped::is_archive(&begin) && self.named {
            let unpacked = self.room.unpack(&file)?;
            let within = Archive::of(unpacked, &mut self.room);
            if let Ok(within) = within
                && Office::of(&within).is_none()
            {
                return self.files(&path, files_of(&within), depth - 1);
            }
        }
        let of = Source::Zipped(file.clone());
        let cut = (file.size()? > LONGEST)
            .then(|| pieces(&path, false, &of))
            .flatten();
        let part = Part::Zipped {
            file,
            named: self.named,
        };
        let whole = Input {
            path,
            named: false,
            part: Some(part),
        };
        self.inputs.extend(cut.unwrap_or_else(|| vec![whole]));
        Ok(())
    }
}

/// Whether a file of an archive, or a folder that it lies in, is hidden, or what macOS adds of its own; or it is a folder,
/// or none that could lie in one.
fn is_hidden(name: &str) -> bool {
    let is_normal = |part| matches!(part, Component::Normal(_));
    !Path::new(name).components().all(is_normal)
        || name.ends_with('/')
        || name.is_empty()
        || name.starts_with("__MACOSX/")
        || name.split('/').any(|part| part.starts_with('.'))
}

/// The pieces of an export that is longer than the daemon takes; `None` where it cannot be cut, which is told when it is
/// read. A mail is long by what is attached to it.
fn pieces(path: &Path, named: bool, of: &Source) -> Option<Vec<Input>> {
    let bytes = of.whole().ok()?;
    if charset::without_attachments(&bytes).is_some() {
        return None;
    }
    let pieces = split::pieces(&bytes, PIECE)?;
    let input = |(n, piece)| Input {
        path: path.to_owned(),
        named,
        part: Some(Part::Piece {
            of: of.clone(),
            piece,
            number: n + 1,
        }),
    };
    Some(pieces.into_iter().enumerate().map(input).collect())
}
