//! `vitrine-host --data DIR` serves; `vitrine-host verify | backup | restore | stats` look after the data: see `--help`.

use clap::{Args, CommandFactory, Parser, Subcommand};
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tracing::level_filters::LevelFilter;
use vitrine_host::server::{Host, Options};
use vitrine_host::{allocator, commands};

/// Threads for work that waits for the disk.
const BLOCKING_THREADS: usize = 64;

/// How long running work may take to end after a signal.
const LAST_WORK: Duration = Duration::from_secs(5);

/// Stores and serves raw turns, blobs and registry bundles.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Option<Serve>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Looks at every payload's hash, every turn's parent and every head; says what is wrong
    Verify {
        /// A data folder that no host uses, or a backup
        path: PathBuf,
    },
    /// Writes all of a data folder that no host uses into a new file; a running host gives the same at GET /v1/backup
    Backup {
        /// The data folder
        data: PathBuf,
        /// The file to write
        file: PathBuf,
    },
    /// Makes a new data folder of a backup
    Restore {
        /// The backup
        file: PathBuf,
        /// The data folder to make
        data: PathBuf,
    },
    /// Says how much a data folder holds that no host uses
    Stats {
        /// The data folder
        data: PathBuf,
    },
}

#[derive(Debug, Args)]
struct Serve {
    /// The folder that holds the data; made where it is missing
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Address of the binary protocol; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9009")]
    listen: SocketAddr,
    /// Address of HTTP; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9010")]
    http: SocketAddr,
    /// Origin whose pages may use HTTP, such as http://127.0.0.1:9012; repeatable; * for all
    #[arg(long = "cors-origin", value_name = "ORIGIN")]
    cors_origins: Vec<String>,
    /// Refuse turns of types that no registry bundle has (412)
    #[arg(long)]
    strict_registry: bool,
    /// Let other machines reach the host: allows addresses that are not loopback; needs --token-file
    #[arg(long)]
    listen_any: bool,
    /// What all requests together may hold in memory, in MiB, beside the database's 128 MiB of pages
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u32,
    /// File with a bearer token that every client has to show; at least 24 characters
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// File with the certificates (PEM) for TLS on both addresses
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// File with the certificate's private key (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// How much to log, on standard error: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: LevelFilter,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // One line, for the log: whoever is hindered by it is told so where it happens.
    std::panic::set_hook(Box::new(|panic| tracing::error!("a fault: {panic}")));
    let done = match (arguments.command, arguments.serve) {
        (Some(command), _) => look_after(&command).map_err(|e| e.message.clone()),
        (None, Some(serve)) => serve_with(serve),
        (None, None) => {
            let _ = Arguments::command().print_help();
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("vitrine-host: {message}");
            ExitCode::FAILURE
        }
    }
}

fn look_after(command: &Command) -> vitrine::error::Result<()> {
    match command {
        Command::Verify { path } => commands::verify(path),
        Command::Backup { data, file } => commands::backup(data, file),
        Command::Restore { file, data } => commands::restore(file, data),
        Command::Stats { data } => commands::stats(data),
    }
}

fn serve_with(arguments: Serve) -> Result<(), String> {
    tracing_subscriber::fmt()
        .with_max_level(arguments.log)
        .with_ansi(false)
        .with_writer(std::io::stderr)
        .init();
    allocator::give_back_large_blocks();
    let options = Options {
        data: arguments.data,
        listen: arguments.listen,
        http: arguments.http,
        cors_origins: arguments.cors_origins,
        strict_registry: arguments.strict_registry,
        listen_any: arguments.listen_any,
        memory_mib: arguments.memory,
        token_file: arguments.token_file,
        tls: arguments.tls_cert.zip(arguments.tls_key),
    };
    let runtime = Builder::new_multi_thread()
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build();
    run(runtime.map_err(|e| e.to_string())?, &options)
}

fn run(runtime: Runtime, options: &Options) -> Result<(), String> {
    // Listened for first: who reads "ready" may stop the host at once.
    let signal = runtime
        .block_on(async { StopSignal::listen() })
        .map_err(|e| e.to_string())?;
    let host = runtime
        .block_on(Host::start(options))
        .map_err(|e| e.message.clone())?;
    let secure = options.tls.is_some();
    // Whoever started this process may have closed its output; that is no reason to stop.
    let _ = writeln!(
        std::io::stdout(),
        "wire {}://{}\nhttp {}://{}\nready",
        if secure { "tls" } else { "tcp" },
        host.wire,
        if secure { "https" } else { "http" },
        host.http
    );
    tracing::info!(wire = %host.wire, http = %host.http, tls = secure, "ready");
    runtime.block_on(signal.come());
    tracing::info!("stopping");
    let writer = runtime.block_on(host.stop(LAST_WORK));
    runtime.shutdown_timeout(LAST_WORK);
    // The thread holds the store; a store that is closed opens faster than one that is dropped.
    let deadline = Instant::now() + LAST_WORK;
    while !writer.is_finished() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    tracing::info!("stopped");
    Ok(())
}

/// SIGINT and SIGTERM.
#[cfg(unix)]
struct StopSignal([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl StopSignal {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{signal, SignalKind};
        Ok(StopSignal([
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
        ]))
    }

    async fn come(self) {
        let [mut interrupt, mut terminate] = self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
struct StopSignal;

#[cfg(not(unix))]
impl StopSignal {
    fn listen() -> std::io::Result<Self> {
        Ok(StopSignal)
    }

    async fn come(self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
