//! The commands that atuin keeps: a document for each day, each command at a prompt that says when and in which folder it
//! was run.

use super::{documents::Documents, has_columns, number, secrets::masked, text};
use crate::api::SourceType;
use rusqlite::Connection;

pub(super) const COLUMNS: [&str; 5] = ["timestamp", "exit", "command", "cwd", "hostname"];
/// What a shell says of a word that is no command.
const UNKNOWN: i64 = 127;
/// Characters of a command.
const COMMAND: usize = 2000;

pub(super) fn read(connection: &Connection) -> rusqlite::Result<Documents> {
    let mut documents = Documents::new(SourceType::Vscode, "days of atuin's commands")?;
    let deleted = match has_columns(connection, "history", &["deleted_at"])? {
        true => "AND deleted_at IS NULL",
        false => "",
    };
    let mut commands = connection.prepare(&format!(
        "SELECT timestamp, command, cwd, hostname FROM history WHERE exit != {UNKNOWN} {deleted} \
         ORDER BY timestamp, rowid"
    ))?;
    let mut rows = commands.query([])?;
    let mut before = (String::new(), String::new());
    while let Some(row) = rows.next()? {
        let at = (number(row, 0)? / 1e9) as i64;
        let column = |n| text(row, n).map(Option::unwrap_or_default);
        let (command, cwd, host) = (column(1)?, column(2)?, column(3)?);
        let Some(local) = documents.local(at) else {
            continue;
        };
        let command = one_line(&command);
        let folder = folder(&cwd, &host);
        let name = format!("Commands {}", local.date());
        let again = documents.is_in(&name) && before == (command.clone(), folder.clone());
        if !command.is_empty() && !again {
            let line = format!(
                "[{}] me@{}:{folder}$ {command}\n",
                local.strftime("%Y-%m-%d %H:%M:%S"),
                machine(&host),
            );
            documents.put(&name, "", &line, at);
        }
        before = (command, folder);
    }
    Ok(documents)
}

/// A command without its secrets, in one line but for what is quoted over several.
fn one_line(command: &str) -> String {
    let command: String = command.trim().chars().take(COMMAND).collect();
    let mut line = String::new();
    for part in masked(&command).replace("\\\n", " ").lines() {
        let is_quoted = ['"', '\'']
            .iter()
            .any(|q| line.matches(*q).count() % 2 == 1);
        if !line.is_empty() {
            line.push_str(if is_quoted { "\n" } else { "; " });
        }
        line.push_str(part.trim_end());
    }
    line
}

/// The folder as a prompt shows it: from the home on, and without what would end it.
fn folder(cwd: &str, host: &str) -> String {
    let user = host.split_once(':').map_or("", |(_, user)| user);
    let homes = [format!("/home/{user}"), format!("/Users/{user}")];
    let within = homes.iter().filter(|_| !user.is_empty()).find_map(|home| {
        let rest = cwd.strip_prefix(home.as_str())?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    });
    let shown = within.map_or_else(|| cwd.to_owned(), |rest| format!("~{rest}"));
    let ends = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '$' | '#' | '%' | '❯');
    shown.replace(ends, "_")
}

/// The machine's name, of `machine:user`.
fn machine(host: &str) -> String {
    let name = host.split(':').next().unwrap_or_default();
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = name.chars().filter(plain).collect();
    match name.is_empty() {
        true => "here".to_owned(),
        false => name,
    }
}
