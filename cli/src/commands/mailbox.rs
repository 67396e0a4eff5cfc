//! A mailbox to be watched: how its password or token is come by. It goes into a file of the folder of data, and nowhere else.

use crate::{
    context::Context,
    error::{Failure, Result},
};
use memo_common::mailbox::{self, Login, Mailbox};
use std::io::{self, IsTerminal, Read};

/// Bytes of a password that comes by standard input, at most.
const LONGEST: u64 = 4096;

/// A mailbox, and what opens it from now on; `None`: what is kept already.
pub(crate) struct Opened {
    pub(crate) mailbox: Mailbox,
    login: Option<Login>,
}

/// What opens a mailbox by a program that tells it; never is there one for both.
pub(crate) fn told_by(password: Option<&str>, token: Option<&str>) -> Result<Option<Login>> {
    let (flag, command, login): (_, _, fn(Vec<String>) -> Login) = match (password, token) {
        (Some(command), _) => ("--password-command", command, Login::Command),
        (None, Some(command)) => ("--token-command", command, Login::Token),
        (None, None) => return Ok(None),
    };
    let words = mailbox::words(command);
    let words = words.map_err(|why| Failure::usage(format!("{flag}: {why}")))?;
    Ok(Some(login(words)))
}

impl Opened {
    /// As a program tells, or by what is asked for, or comes by standard input.
    pub(crate) fn ask(context: &Context, address: &str, told_by: Option<&Login>) -> Result<Self> {
        let mailbox = Mailbox::parse(address)
            .map_err(|why| Failure::usage(format!("cannot watch this mailbox: {why}")))?;
        let login = match told_by {
            Some(login) => Some(login.clone()),
            None => asked(context, &mailbox)?.map(Login::Password),
        };
        Ok(Self { mailbox, login })
    }

    /// Keeps it, and does what needs it; where that fails, all is as it was.
    pub(crate) fn with<T>(&self, context: &Context, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let (data_dir, mailbox) = (&context.config.data_dir, &self.mailbox);
        let Some(login) = &self.login else {
            return work();
        };
        let failed = |e| Failure::io("cannot keep the password", &e);
        let before = Login::read(data_dir, mailbox).ok().flatten();
        login.write(data_dir, mailbox).map_err(failed)?;
        work().inspect_err(|_| {
            // What cannot be put back is said by the first failure.
            let _ = match &before {
                Some(before) => before.write(data_dir, mailbox),
                None => Login::remove(data_dir, mailbox),
            };
        })
    }
}

fn asked(context: &Context, mailbox: &Mailbox) -> Result<Option<String>> {
    let kept = Login::read(&context.config.data_dir, mailbox);
    let is_kept = kept.is_ok_and(|kept| kept.is_some());
    let output = &context.output;
    let password = if output.can_ask() {
        let or = if is_kept { " (empty: as before)" } else { "" };
        output.ask_secret(&format!("Password of {mailbox}{or}:"))?
    } else if io::stdin().is_terminal() {
        String::new()
    } else {
        let mut text = String::new();
        io::stdin()
            .take(LONGEST)
            .read_to_string(&mut text)
            .map_err(|e| Failure::io("cannot read the password from standard input", &e))?;
        text.lines().next().unwrap_or_default().to_owned()
    };
    match password.is_empty() {
        false => Ok(Some(password)),
        true if is_kept => Ok(None),
        true => Err(
            Failure::usage(format!("there is no password for {mailbox}")).hint(
                "give --password-command \"pass show mail\", or the password on standard input",
            ),
        ),
    }
}
