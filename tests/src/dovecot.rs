//! A mailbox's server: Debian's dovecot, as a process of its own on a folder, a port and a certificate of its own.

use crate::daemon::until;
use std::{
    fs,
    io::Write,
    net::{TcpListener, TcpStream},
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

/// Whom the tests' mails belong to where they run as the administrator: dovecot works as somebody else.
const NOBODY: u32 = 65534;

/// A running server with one mailbox, gone with this value. Its methods fail the test where it does not do what they say.
pub struct Dovecot {
    root: TempDir,
    account: (u32, u32),
    port: u16,
    child: Option<Child>,
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Dovecot {
    /// One with an empty mailbox, `ana`'s, whose password is `secret`, and these settings beside its own; `None` where
    /// there is no dovecot, which is told.
    ///
    /// # Panics
    /// It does not start.
    pub fn start(settings: &str) -> Option<Self> {
        let version = Command::new("dovecot").arg("--version").output();
        let version = version.map_or_else(|_| Vec::new(), |ran| ran.stdout);
        // Later ones have other settings.
        if !version.starts_with(b"2.3.") {
            // Not by the macro: what that prints is only shown of tests that fail.
            let told = b"NOT TESTED: there is no dovecot 2.3 (Debian: dovecot-imapd)\n";
            let _ = std::io::stderr().write_all(told);
            return None;
        }
        let root = tempfile::tempdir().expect("a folder");
        let about = fs::metadata(root.path()).expect("a folder");
        let account = match about.uid() {
            0 => (NOBODY, NOBODY),
            uid => (uid, about.gid()),
        };
        let mut server = Self {
            root,
            account,
            port: 0,
            child: None,
        };
        server.certify();
        server.write("users", "ana:{PLAIN}secret\n");
        server.folder("");
        // Somebody else may be given the port before it is.
        until("dovecot", || {
            let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
            server.port = port.expect("a port").port();
            server.configure(settings);
            server.run().then_some(())
        });
        Some(server)
    }

    fn certify(&self) {
        let made = Command::new("openssl")
            .args(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
                    .split(' '),
            )
            .args("-keyout key.pem -out cert.pem -subj /CN=localhost".split(' '))
            .args(["-addext", "subjectAltName=DNS:localhost"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .current_dir(self.root.path())
            .output();
        let made = made.expect("openssl, which dovecot brings along");
        assert!(made.status.success(), "{made:?}");
        for name in ["key.pem", "cert.pem", ""] {
            self.own(&self.root.path().join(name));
        }
    }

    fn configure(&self, settings: &str) {
        let name = |flag: &str, id: u32| {
            let ran = Command::new("getent")
                .args([flag, &id.to_string()])
                .output();
            let ran = ran.expect("getent").stdout;
            let ran = String::from_utf8(ran).expect("a line");
            ran.split(':').next().expect("a name").to_owned()
        };
        let (uid, gid) = self.account;
        let (user, group) = (name("passwd", uid), name("group", gid));
        let (root, port) = (self.root.path().display(), self.port);
        let config = format!(
            "base_dir = {root}/run\nstate_dir = {root}/state\nlog_path = {root}/log\n\
             protocols = imap\nlisten = 127.0.0.1\nmail_max_userip_connections = 1\n\
             default_internal_user = {user}\ndefault_internal_group = {group}\ndefault_login_user = {user}\n\
             first_valid_uid = 0\nmail_location = maildir:{root}/mail\nauth_failure_delay = 0\n\
             ssl = required\nssl_cert = <{root}/cert.pem\nssl_key = <{root}/key.pem\n\
             passdb {{\n driver = passwd-file\n args = {root}/users\n}}\n\
             userdb {{\n driver = static\n args = uid={uid} gid={gid} home={root}/mail\n}}\n\
             service imap-login {{\n chroot =\n inet_listener imap {{\n port = 0\n }}\n \
             inet_listener imaps {{\n port = {port}\n ssl = yes\n }}\n}}\n\
             service anvil {{\n chroot =\n}}\n\
             namespace inbox {{\n inbox = yes\n separator = /\n mailbox Trash {{\n special_use = \\Trash\n }}\n}}\n\
             {settings}\n"
        );
        self.write("dovecot.conf", &config);
    }

    /// Starts it; `false`: it ended by itself.
    fn run(&mut self) -> bool {
        let mut command = Command::new("dovecot");
        command
            .args(["-F", "-c", "dovecot.conf"])
            .current_dir(self.root.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0) {
            command.uid(self.account.0).gid(self.account.1);
        }
        let mut child = command.spawn().expect("dovecot starts");
        let is_up = until("dovecot answers", || {
            let is_up = TcpStream::connect(("127.0.0.1", self.port)).is_ok();
            let is_down = child.try_wait().expect("its state").is_some();
            (is_up || is_down).then_some(!is_down)
        });
        self.child = Some(child);
        is_up
    }

    /// Ends it, with all of its connections.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            let _ = child.wait();
        }
    }

    /// Starts it again, on the same port.
    ///
    /// # Panics
    /// It does not start.
    pub fn restart(&mut self) {
        self.stop();
        until("dovecot again", || self.run().then_some(()));
    }

    /// The mailbox's address.
    pub fn address(&self) -> String {
        format!("imaps://ana@localhost:{}", self.port)
    }

    /// Its certificate.
    pub fn certificate(&self) -> String {
        let path = self.root.path().join("cert.pem");
        path.to_str().expect("a path").to_owned()
    }

    /// From now on the password is this one.
    pub fn set_password(&self, password: &str) {
        self.write("users", &format!("ana:{{PLAIN}}{password}\n"));
    }

    /// All that it logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.root.path().join("log")).unwrap_or_default()
    }

    /// How many mails it gave away, in connections that have ended.
    pub fn given(&self) -> u64 {
        let log = self.log();
        let counts = log.split("body_count=").skip(1);
        let counts = counts.filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        counts.sum()
    }

    /// Makes a folder; by its name in the mailbox's own form, with dots between its parts, and empty for the inbox.
    ///
    /// # Panics
    /// It cannot be made.
    pub fn folder(&self, name: &str) {
        let folder = self.path(name);
        for part in ["", "cur", "new", "tmp"] {
            let path = folder.join(part);
            fs::create_dir_all(&path).expect("made");
            self.own(&path);
        }
    }

    fn path(&self, folder: &str) -> PathBuf {
        let mail = self.root.path().join("mail");
        match folder {
            "" => mail,
            folder => mail.join(format!(".{folder}")),
        }
    }

    /// Delivers a mail, under this name.
    ///
    /// # Panics
    /// It cannot be written.
    pub fn deliver(&self, folder: &str, name: &str, mail: impl AsRef<[u8]>) {
        let path = self.path(folder);
        let draft = path.join("tmp").join(name);
        fs::write(&draft, mail).expect("written");
        self.own(&draft);
        // Its flags are part of a name.
        let place = if name.contains(":2,") { "cur" } else { "new" };
        fs::rename(draft, path.join(place).join(name)).expect("delivered");
    }

    fn find(&self, folder: &str, name: &str) -> PathBuf {
        until("the mail's file", || {
            let folders = ["cur", "new"].map(|part| self.path(folder).join(part));
            let mut files = folders
                .iter()
                .flat_map(|f| fs::read_dir(f).expect("a folder"));
            files.find_map(|file| {
                let path = file.ok()?.path();
                let found = path.file_name()?.to_str()?;
                (found.split(':').next() == Some(name)).then_some(path)
            })
        })
    }

    /// Deletes a mail for good.
    ///
    /// # Panics
    /// There is none.
    pub fn delete(&self, folder: &str, name: &str) {
        fs::remove_file(self.find(folder, name)).expect("deleted");
    }

    /// Moves a mail to another folder.
    ///
    /// # Panics
    /// There is none.
    pub fn move_to(&self, folder: &str, name: &str, to: &str) {
        let path = self.path(to).join("new").join(format!("{name}-moved"));
        fs::rename(self.find(folder, name), path).expect("moved");
    }

    /// Numbers the mails of a folder anew, while it is stopped.
    ///
    /// # Panics
    /// Its lists cannot be changed.
    pub fn renumber(&self, folder: &str) {
        for file in fs::read_dir(self.path(folder)).expect("a folder").flatten() {
            let name = file.file_name().into_string().expect("a name");
            if name.starts_with("dovecot.index") {
                fs::remove_file(file.path()).expect("removed");
            } else if name == "dovecot-uidlist" {
                let list = fs::read_to_string(file.path()).expect("a list");
                let validity = list.split(" V").nth(1).expect("a validity");
                let validity: String = validity.chars().take_while(char::is_ascii_digit).collect();
                let other = validity.parse::<u32>().expect("a number") + 77;
                let changed = list.replacen(&format!(" V{validity} "), &format!(" V{other} "), 1);
                fs::write(file.path(), changed).expect("written");
            }
        }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root.path().join(name);
        fs::write(&path, text).expect("written");
        self.own(&path);
    }

    fn own(&self, path: &Path) {
        let (uid, gid) = self.account;
        chown(path, Some(uid), Some(gid)).expect("given");
        if path.extension().is_none_or(|e| e != "pem") {
            let mode = if path.is_dir() { 0o755 } else { 0o644 };
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("opened");
        }
    }
}
