//! `memo web`: the memories in a browser.

use crate::{
    context::Context,
    error::{Exit, Result},
    os,
};

/// Look at your memories in a browser
///
/// Opens pages that the daemon serves: days and months, search, questions, people, places, documents. The address lets
/// in once, within a minute; the visit ends when you log out, after twelve hours without use, or with the daemon.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo web
  memo web --no-open    # print the address, for another browser")]
pub(crate) struct Args {
    /// Print the address instead of opening it
    #[arg(long)]
    no_open: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let client = context.client()?;
        let login = client.web_login()?;
        let url = format!("{}{}", client.url(), login.path);
        let opened = !self.no_open && os::browse(&url);
        let output = &context.output;
        if output.is_json() {
            output.json(&serde_json::json!({
                "url": url, "expires_in": login.expires_in, "opened": opened,
            }))?;
            return Ok(Exit::Done);
        }
        output.note(match opened {
            true => "opened in your browser; should it not be there, this address lets in once, within a minute:",
            false => "this address lets in once, within a minute:",
        });
        output.result(&url)?;
        Ok(Exit::Done)
    }
}
