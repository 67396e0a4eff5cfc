//! memod: arguments → settings → lock, bind, run.

use clap::Parser;
use memo_common::{
    config::{Config, Flags},
    files::pdf,
    printable,
};
use memo_daemon::{FolderLock, Inspected, heap, logs, run};
use std::{io::Write, path::PathBuf, process::ExitCode};

/// The memory daemon: turns documents into episodic memories and finds them again.
///
/// Every option can also be set in config.toml or by an environment variable; `memo config` lists them.
#[derive(Parser)]
#[command(name = "memod", version)]
struct Arguments {
    /// The folder of data [env: MEMO_DATA_DIR]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Where to listen; port 0 takes any [env: MEMO_LISTEN] [default: 127.0.0.1:7437]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// What to log: error, warn, info, debug, or a filter [env: MEMO_LOG] [default: info]
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,
    /// Log to the files alone: nobody looks at stderr
    #[arg(long)]
    background: bool,
    /// Mend what is damaged in the folder of data, and end
    #[arg(long)]
    repair: bool,
    /// Say of each part of the folder of data whether it is whole, and end
    #[arg(long)]
    inspect: bool,
    /// Put this backup into the folder of data, and end
    #[arg(long, value_name = "FILE")]
    restore: Option<PathBuf>,
    /// Set what is in the folder aside first
    #[arg(long, requires = "restore")]
    replace: bool,
}

/// Files and connections that may be open at once, where the system allows so many.
#[cfg(unix)]
const FILES: u64 = 4096;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(pdf::SUBCOMMAND) {
        // What a watch reads is read in a process of its own.
        return match pdf::run_child() {
            Ok(true) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        };
    }
    heap::limit();
    let arguments = Arguments::parse();
    match serve(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The last words, since logs may not be open. Where they cannot be written, as on a full disk, the exit code
            // has to say it.
            let told = printable::lines(&error.to_string());
            let _ = writeln!(std::io::stderr(), "memod: {told}");
            ExitCode::FAILURE
        }
    }
}

fn serve(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let mut flags = Flags::new();
    flags.extend(
        arguments
            .data_dir
            .map(|d| ("data_dir", d.to_string_lossy().into_owned())),
    );
    flags.extend(arguments.listen.map(|l| ("listen", l)));
    flags.extend(arguments.log.map(|l| ("log", l)));
    let config = Config::load(&flags)?;
    owner_only();
    more_files();
    let lock = FolderLock::take(&config.data_dir)?;
    if arguments.inspect {
        let parts = memo_daemon::inspect(&config.data_dir, config.cache_mib)?;
        let line = |p: &Inspected| format!("{} {} {}\n", p.state.name(), p.part, p.told);
        let lines = parts.iter().map(line);
        return Ok(say(&lines.collect::<String>())?);
    }
    lock.forget_address(&config.data_dir);
    if arguments.repair {
        let done = memo_daemon::repair(&config.data_dir, config.cache_mib)?;
        let lines: Vec<&str> = done.told.iter().map(String::as_str).collect();
        say(&format!(
            "{}\n{}\n",
            if done.lost { "lost" } else { "whole" },
            lines.join("\n")
        ))?;
        return Ok(());
    }
    if let Some(file) = arguments.restore {
        let done = memo_daemon::restore(&config.data_dir, &file, arguments.replace)?;
        return Ok(say(&format!(
            "{}, {}\n",
            count(done.documents, "document", "documents"),
            count(done.memories, "memory", "memories")
        ))?);
    }
    lock.note_process();
    let _logs = logs::start(&config, arguments.background)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(config.listen)
            .await
            .map_err(|e| format!("cannot listen on {}: {e}", config.listen))?;
        run(config, listener, told_to_stop()?).await?;
        Ok::<_, Box<dyn std::error::Error>>(())
    })?;
    // Requests that were given up may still hold blocking threads.
    runtime.shutdown_background();
    Ok(())
}

/// What a command that ends by itself has done.
fn say(done: &str) -> std::io::Result<()> {
    std::io::stdout().write_all(printable::lines(done).as_bytes())
}

/// Files that this process makes are its owner's alone, whatever the umask was.
fn owner_only() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Every connection is a file to the system; the usual limit is meant for programs that have few. What it is in the
/// end, `http` goes by.
fn more_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let most = limit.maximum.unwrap_or(FILES).min(FILES);
        if limit.current.is_some_and(|now| now < most) {
            // What cannot be raised stays as it is.
            let _ = setrlimit(
                Resource::Nofile,
                Rlimit {
                    current: Some(most),
                    maximum: limit.maximum,
                },
            );
        }
    }
}

#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Where Ctrl-C cannot be watched, the process can only be ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}
