//! A mailbox at its server: its address, and how its password is come by.
//!
//! The password, or the command that tells it, is never sent to the daemon: it lies in a file of the folder of data, which
//! only the account that the daemon works as can write. So nobody has the daemon run a command by the interface.

use crate::{files::short_hash, paths};
use serde::{Deserialize, Serialize};
use std::{
    fmt, fs, io,
    net::IpAddr,
    path::{Path, PathBuf},
};

/// Where IMAP is spoken within TLS, and where without.
const IMAPS: u16 = 993;
const IMAP: u16 = 143;

/// What a shell would read as something else than a word.
const SHELL: &str = "|&;<>()$`\n";

/// A mailbox's address: `imaps://user@host`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    /// Whose it is, as the server knows them.
    pub user: String,
    /// The server's name, or its number.
    pub host: String,
    /// Where the server listens.
    pub port: u16,
    /// Whether TLS comes before everything else. Without it only this machine is spoken to.
    pub tls: bool,
}

/// How a mailbox's password is come by.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Login {
    /// A program and its arguments: its first line is the password.
    Command(Vec<String>),
    /// The password.
    Password(String),
    /// A program and its arguments: its first line is an access token of OAuth 2.
    Token(Vec<String>),
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Command(_) | Self::Token(_) => "by a command",
            Self::Password(_) => "kept",
        })
    }
}

/// Whether something watched is a mailbox.
pub fn is_one(source: &str) -> bool {
    let scheme = source.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|s| s.eq_ignore_ascii_case("imap") || s.eq_ignore_ascii_case("imaps"))
}

impl Mailbox {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it. It is not repeated: it may hold a password.
    pub fn parse(address: &str) -> Result<Self, String> {
        let (scheme, rest) = address.split_once("://").ok_or("it is no address")?;
        let tls = scheme.eq_ignore_ascii_case("imaps");
        let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
        if !path.is_empty() {
            return Err("folders are named by themselves: `--folder NAME`".to_owned());
        }
        let (user, server) = place
            .rsplit_once('@')
            .ok_or("it does not say whose mailbox it is: imaps://user@host")?;
        if user.contains(':') {
            return Err(
                "a password does not belong into an address; it is asked for, or told by \
                 `--password-command`"
                    .to_owned(),
            );
        }
        let user = decoded(user).ok_or("its user does not read")?;
        let (host, port) = match server.strip_prefix('[').and_then(|s| s.split_once(']')) {
            Some((host, rest)) => (host, rest.strip_prefix(':')),
            None => match server.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (server, None),
            },
        };
        let port = match port {
            Some(port) => port.parse().map_err(|_| "its port is no number")?,
            None if tls => IMAPS,
            None => IMAP,
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
        if host.is_empty() || !host.chars().all(is_name) {
            return Err("its server's name does not read".to_owned());
        }
        if user.is_empty() || user.chars().any(char::is_control) {
            return Err("it does not say whose mailbox it is: imaps://user@host".to_owned());
        }
        let mailbox = Self {
            user,
            host: host.to_ascii_lowercase(),
            port,
            tls,
        };
        match tls || mailbox.is_here() {
            true => Ok(mailbox),
            false => Err(
                "without TLS the password would go over the network in the clear: imaps://"
                    .to_owned(),
            ),
        }
    }

    /// Whether its address says that it is on this machine.
    pub fn is_here(&self) -> bool {
        let ip = self.host.parse::<IpAddr>();
        self.host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
    }
}

impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.tls { "imaps://" } else { "imap://" })?;
        for c in self.user.chars() {
            match c {
                '%' | '/' | ':' | '@' | '?' | '#' | ' ' => write!(f, "%{:02X}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        match self.host.contains(':') {
            true => write!(f, "@[{}]", self.host)?,
            false => write!(f, "@{}", self.host)?,
        }
        match (self.tls, self.port) {
            (true, IMAPS) | (false, IMAP) => Ok(()),
            (_, port) => write!(f, ":{port}"),
        }
    }
}

/// A user as an address writes them, percent-encoded.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// A command's words, as a shell reads them; it is run without one.
///
/// # Errors
/// It is none, or wants a shell.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let shell = || "it needs a shell: put it into a script, or say sh -c '...'".to_owned();
    let mut all: Vec<String> = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    let mut chars = command.trim().chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word
                .get_or_insert_default()
                .push(chars.next().ok_or("it ends with a backslash")?),
            (Some(_), '$' | '`') => return Err(shell()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, c) if SHELL.contains(c) => return Err(shell()),
            (None, '~') if word.is_none() => return Err(shell()),
            (None, c) if c.is_whitespace() => all.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote in it is not closed".to_owned());
    }
    all.extend(word);
    match all.first() {
        Some(program) if !program.is_empty() => Ok(all),
        _ => Err("it is empty".to_owned()),
    }
}

/// The file that says how a mailbox's password is come by.
fn file(data_dir: &Path, mailbox: &Mailbox) -> PathBuf {
    let name = short_hash(mailbox.to_string().as_bytes());
    data_dir.join("watches").join(format!("{name}.login"))
}

impl Login {
    /// As it is kept; `None` where nothing is.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(data_dir: &Path, mailbox: &Mailbox) -> io::Result<Option<Self>> {
        match fs::read(file(data_dir, mailbox)) {
            Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Keeps it, for the file's owner alone.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, data_dir: &Path, mailbox: &Mailbox) -> io::Result<()> {
        let path = file(data_dir, mailbox);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
            paths::private(folder)?;
        }
        paths::write_private(&path, &serde_json::to_vec(self)?)
    }

    /// Lets go of what is kept.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn remove(data_dir: &Path, mailbox: &Mailbox) -> io::Result<()> {
        match fs::remove_file(file(data_dir, mailbox)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_spelling_and_tls_but_on_this_machine() {
        for (written, read) in [
            ("imaps://ana@mail.example", "imaps://ana@mail.example"),
            ("IMAPS://ana@Mail.Example:993/", "imaps://ana@mail.example"),
            (
                "imaps://ana@x.example@mail.example:10993",
                "imaps://ana%40x.example@mail.example:10993",
            ),
            ("imaps://ana%40x@[2606::1]", "imaps://ana%40x@[2606::1]"),
            ("imap://ana@127.0.0.1", "imap://ana@127.0.0.1"),
            ("imap://ana@localhost:1143", "imap://ana@localhost:1143"),
        ] {
            let mailbox = Mailbox::parse(written).expect(written);
            assert_eq!(mailbox.to_string(), read);
            assert_eq!(Mailbox::parse(read), Ok(mailbox));
        }
        for (written, why) in [
            ("imap://ana@mail.example", "TLS"),
            ("imap://ana@127.evil.example", "TLS"),
            ("imaps://mail.example", "whose"),
            ("imaps://@mail.example", "whose"),
            ("imaps://ana:secret@mail.example", "password"),
            ("imaps://ana@mail.example/INBOX", "--folder"),
            ("imaps://ana@mail.example:99999", "port"),
            ("imaps://ana@", "server"),
            ("imaps://a%0d%0ab@mail.example", "whose"),
            ("imaps://ana%zz@mail.example", "user"),
        ] {
            let told = Mailbox::parse(written).expect_err(written);
            assert!(
                told.contains(why) && !told.contains("secret"),
                "{written}: {told}"
            );
        }
        assert!(is_one("imaps://a@b") && is_one("IMAP://a@b") && !is_one("https://a@b"));
    }

    #[test]
    fn a_command_is_words_and_no_shell() {
        for (command, read) in [
            ("pass show mail/ana", &["pass", "show", "mail/ana"][..]),
            (
                r#" secret-tool lookup "a b" 'c $d' e\ f "" "#,
                &["secret-tool", "lookup", "a b", "c $d", "e f", ""],
            ),
            ("sh -c 'a | b'", &["sh", "-c", "a | b"]),
        ] {
            assert_eq!(words(command).expect(command), read);
        }
        for odd in [
            "", "  ", "''", "a | b", "a $b", "a; b", "~/a", "a 'b", "a \"$b\"", "a\\",
        ] {
            assert!(words(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn what_opens_a_mailbox_is_for_its_owner_alone_and_is_not_shown() {
        let dir = tempfile::tempdir().expect("a folder");
        let mailbox = Mailbox::parse("imaps://ana@mail.example").expect("an address");
        assert_eq!(Login::read(dir.path(), &mailbox).expect("read"), None);
        let login = Login::Password("hunter2".to_owned());
        login.write(dir.path(), &mailbox).expect("kept");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).expect("it").permissions().mode() & 0o777;
            let file = file(dir.path(), &mailbox);
            assert_eq!(mode(&file), 0o600);
            assert_eq!(mode(file.parent().expect("a folder")), 0o700);
        }
        assert!(!format!("{login:?}").contains("hunter2"));
        let read = Login::read(dir.path(), &mailbox).expect("read");
        assert_eq!(read, Some(login));
        Login::remove(dir.path(), &mailbox).expect("gone");
        Login::remove(dir.path(), &mailbox).expect("gone already");
        assert_eq!(Login::read(dir.path(), &mailbox).expect("read"), None);
    }
}
