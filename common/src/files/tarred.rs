//! Tar archives, compressed or not: where each file lies. Only regular files count; links, devices and the rest are left
//! out, and a name is no path to anything.

use flate2::bufread::GzDecoder;
use std::io::{self, Read, Seek, SeekFrom};
use tar::{EntryType, Header, PaxExtensions};

/// Bytes of a header, and what all lengths are rounded up to.
const BLOCK: u64 = 512;
/// A header names its format here.
const MAGIC: usize = 257;
/// What is said of a file before its header is no longer, bytes.
const LONGEST: u64 = 64 << 10;

/// A file of an archive.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) start: u64,
    pub(super) length: u64,
}

/// Whether a file is a tar archive, by its first bytes.
pub(super) fn is_tar(begin: &[u8]) -> bool {
    begin
        .get(MAGIC..)
        .is_some_and(|at| at.starts_with(b"ustar"))
}

/// Whether a file is compressed by gzip, by its first bytes.
pub(super) fn is_gzip(begin: &[u8]) -> bool {
    begin.starts_with(&[0x1f, 0x8b, 0x08])
}

/// Whether what is compressed by gzip is a tar archive.
pub(super) fn is_tar_within(begin: &[u8]) -> bool {
    let mut within = [0; BLOCK as usize];
    let mut filled = 0;
    let mut unpacked = GzDecoder::new(begin);
    while let Ok(read @ 1..) = unpacked.read(&mut within[filled..]) {
        filled += read;
    }
    is_gzip(begin) && is_tar(&within[..filled])
}

/// The files of an archive of so many bytes; the last of a name counts, as when it is unpacked.
pub(super) fn entries(
    archive: &mut (impl Read + Seek + ?Sized),
    most: usize,
) -> io::Result<Vec<Entry>> {
    let end = archive.seek(SeekFrom::End(0))?;
    let mut entries = Vec::new();
    let mut at = 0;
    let mut said = Said::default();
    while at + BLOCK <= end {
        archive.seek(SeekFrom::Start(at))?;
        let mut header = Header::new_old();
        archive.read_exact(header.as_mut_bytes())?;
        if header.as_bytes().iter().all(|byte| *byte == 0) {
            break;
        }
        if header.cksum()? != sum(header.as_bytes()) {
            return Err(damaged("the archive has a header that does not add up"));
        }
        let start = at + BLOCK;
        let length = header.entry_size()?;
        let kind = header.entry_type();
        let length = said.length.filter(|_| is_file(kind)).unwrap_or(length);
        let behind = start.checked_add(length).filter(|behind| *behind <= end);
        let behind = behind.ok_or_else(|| damaged("the archive was cut short"))?;
        at = behind.checked_next_multiple_of(BLOCK).unwrap_or(end);
        match kind {
            EntryType::GNULongName => {
                let name = read(archive, length)?;
                said.name = name.split(|byte| *byte == 0).next().map(<[u8]>::to_vec);
            }
            EntryType::XHeader => said.extend(&read(archive, length)?),
            EntryType::GNULongLink | EntryType::XGlobalHeader => {}
            kind => {
                let said = std::mem::take(&mut said);
                let name = said
                    .name
                    .unwrap_or_else(|| header.path_bytes().into_owned());
                let name = String::from_utf8_lossy(&name);
                let name = name.trim_start_matches("./");
                if is_file(kind) && !said.is_sparse && !name.ends_with('/') {
                    let name = name.to_owned();
                    entries.push(Entry {
                        name,
                        start,
                        length,
                    });
                }
            }
        }
        if entries.len() > most {
            return Err(damaged("the archive has too many files"));
        }
    }
    let mut names = std::collections::HashSet::new();
    entries.reverse();
    entries.retain(|entry| names.insert(entry.name.clone()));
    entries.reverse();
    Ok(entries)
}

/// What stands before a header and counts in its place.
#[derive(Default)]
struct Said {
    name: Option<Vec<u8>>,
    length: Option<u64>,
    is_sparse: bool,
}

impl Said {
    fn extend(&mut self, extensions: &[u8]) {
        for extension in PaxExtensions::new(extensions).flatten() {
            match extension.key_bytes() {
                b"path" => self.name = Some(extension.value_bytes().to_vec()),
                b"size" => self.length = extension.value().ok().and_then(|v| v.parse().ok()),
                key => self.is_sparse |= key.starts_with(b"GNU.sparse"),
            }
        }
    }
}

fn is_file(kind: EntryType) -> bool {
    matches!(kind, EntryType::Regular | EntryType::Continuous)
}

/// The bytes of a header, its own sum taken as blanks.
fn sum(header: &[u8]) -> u32 {
    let bytes = header.iter().enumerate();
    bytes
        .map(|(at, byte)| {
            if (148..156).contains(&at) {
                32
            } else {
                u32::from(*byte)
            }
        })
        .sum()
}

fn read(archive: &mut (impl Read + ?Sized), length: u64) -> io::Result<Vec<u8>> {
    if length > LONGEST {
        return Err(damaged("the archive has a name that never ends"));
    }
    let mut bytes = vec![0; length as usize];
    archive.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn archive(files: &[(&str, &str)]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, content) in files {
            let mut header = Header::new_gnu();
            header.set_size(content.len() as u64);
            tar.append_data(&mut header, name, content.as_bytes())
                .expect("written");
        }
        tar.into_inner().expect("ended")
    }

    fn names(bytes: &[u8]) -> io::Result<Vec<String>> {
        let entries = entries(&mut Cursor::new(bytes), 1000)?;
        Ok(entries.into_iter().map(|e| e.name).collect())
    }

    #[test]
    fn files_are_found_by_long_names_too_and_the_last_of_a_name_counts() {
        let long = format!("{}/note.md", "a".repeat(200));
        let bytes = archive(&[("./a.md", "old"), (&long, "long"), ("./a.md", "new")]);
        assert!(is_tar(&bytes));
        let found = entries(&mut Cursor::new(&bytes), 1000).expect("read");
        let read = |e: &Entry| &bytes[e.start as usize..(e.start + e.length) as usize];
        let read: Vec<_> = found.iter().map(|e| (e.name.as_str(), read(e))).collect();
        assert_eq!(read, [(long.as_str(), &b"long"[..]), ("a.md", b"new")]);
        assert!(entries(&mut Cursor::new(&bytes), 1).is_err());
    }

    #[test]
    fn links_are_no_files() {
        let mut tar = tar::Builder::new(Vec::new());
        for kind in [
            EntryType::Symlink,
            EntryType::Link,
            EntryType::Fifo,
            EntryType::Block,
        ] {
            let mut header = Header::new_ustar();
            header.set_entry_type(kind);
            header.set_size(0);
            tar.append_link(&mut header, "note.md", "/etc/passwd")
                .expect("written");
        }
        let bytes = tar.into_inner().expect("ended");
        assert_eq!(names(&bytes).expect("read"), [""; 0]);
    }

    #[test]
    fn a_length_in_an_extension_counts() {
        let mut tar = tar::Builder::new(Vec::new());
        tar.append_pax_extensions([("size", &b"3"[..]), ("path", b"b.md")])
            .expect("written");
        let mut header = Header::new_ustar();
        header.set_size(0);
        header.set_path("a.md").expect("named");
        header.set_cksum();
        tar.append(&header, &b""[..]).expect("written");
        let mut bytes = tar.into_inner().expect("ended");
        let at = bytes.len() - 1024;
        bytes.splice(at..at, *b"abc");
        bytes.resize(bytes.len() + 509, 0);
        let found = entries(&mut Cursor::new(&bytes), 9).expect("read");
        assert_eq!((found[0].name.as_str(), found[0].length), ("b.md", 3));
    }

    #[test]
    fn damaged_ones_end() {
        let bytes = archive(&[("a.md", "a"), (&"b/".repeat(120), "b")]);
        for at in 0..bytes.len() {
            let _ = names(&bytes[..at]);
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x51;
            let _ = names(&damaged);
        }
        let mut endless = Header::new_gnu();
        endless.set_entry_type(EntryType::GNULongName);
        endless.set_size(1 << 30);
        endless.set_cksum();
        assert!(names(endless.as_bytes()).is_err());
    }
}
