//! Writes the sample data: an agent repairs the failing tests of a small web shop. Three branches, the
//! same bytes at every run, over the binary protocol as any writer would. The types are in `bundle.json`, the
//! story in `story/*.txt`.
//!
//! `cargo run -p vitrine-host --example sample -- --listen 127.0.0.1:9009`

#![allow(unreachable_pub)]

mod client;
mod deflate;
mod picture;
mod random;
mod script;
mod terminal;
mod turns;

use clap::Parser;
use client::{Client, Failure};
use script::Item;
use std::net::SocketAddr;
use std::process::ExitCode;
use turns::Writer;

const MAIN: &str = include_str!("story/main.txt");
const CENTS: &str = include_str!("story/cents.txt");
const GUARD: &str = include_str!("story/guard.txt");

/// Writes the sample data.
#[derive(Debug, Parser)]
struct Arguments {
    /// Address of the host's binary protocol
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9009")]
    listen: SocketAddr,
}

fn main() -> ExitCode {
    match run(Arguments::parse().listen) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("sample: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(address: SocketAddr) -> Result<String, Failure> {
    let mut client = Client::connect(address)?;
    let mut writer = Writer::new();
    let mut contexts = vec![client.create_context()?];
    let mut forks = Vec::new();
    let mut count = 0;
    let mut tell = |client: &mut Client, context: u64, story: &str| -> Result<_, Failure> {
        let mut forks = Vec::new();
        let mut last = 0;
        for item in script::parse(story) {
            if let Item::Fork = item {
                forks.push(last);
                continue;
            }
            for turn in writer.turns(&item) {
                last = client.append(context, &turn)?;
                count += 1;
            }
        }
        Ok(forks)
    };
    forks.extend(tell(&mut client, contexts[0], MAIN)?);
    for (base, story) in forks.into_iter().zip([CENTS, GUARD]) {
        let context = client.fork(base)?;
        tell(&mut client, context, story)?;
        contexts.push(context);
    }
    let contexts: Vec<String> = contexts.iter().map(|id| format!("\"{id}\"")).collect();
    Ok(format!(
        "{{\"contexts\":[{}],\"turns\":{count}}}",
        contexts.join(",")
    ))
}
