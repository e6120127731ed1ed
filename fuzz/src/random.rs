//! `random TARGETS SEED SECONDS`: feeds the targets (`html`, `turns_page`, … separated by commas; a name's beginning means
//! all that begin so) with cases of seeds, from SEED on, until the time is over. A case that breaks a promise is shown
//! with its seed, which alone makes it again.

#[path = "../../tests/support/html/corpus.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "../../tests/support/html/damage.rs"]
#[allow(dead_code)]
mod damage;
#[path = "../../tests/support/html/random.rs"]
#[allow(dead_code)]
mod random;

use random::Random;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vitrine_fuzz::{Target, TARGETS};

/// A case that takes longer hangs.
const SLOW: Duration = Duration::from_secs(2);
const USAGE: &str = "expected: random TARGETS SEED SECONDS";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [names, seed, seconds] = args.as_slice() else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let (Ok(first), Ok(seconds)) = (seed.parse::<u64>(), seconds.parse::<f64>()) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let chosen: Vec<(&Target, Vec<Vec<u8>>)> = TARGETS
        .iter()
        .filter(|target| names.split(',').any(|name| target.name.starts_with(name)))
        .map(|target| (target, (target.seeds)()))
        .collect();
    if chosen.is_empty() || chosen.iter().any(|(_, seeds)| seeds.is_empty()) {
        eprintln!("no target is called {names}, or it has no vectors");
        return ExitCode::FAILURE;
    }
    let started = Instant::now();
    let mut told = started;
    let mut seed = first;
    // At least one round, so that a seed that failed can be looked at with no time at all.
    while seed == first || started.elapsed().as_secs_f64() < seconds {
        for (target, seeds) in &chosen {
            let input = case(seed, target, seeds);
            let began = Instant::now();
            let held = catch_unwind(|| (target.check)(&input)).is_ok();
            let took = began.elapsed();
            if !held || took > SLOW {
                let why = if held {
                    "took too long"
                } else {
                    "does not hold"
                };
                let shown = String::from_utf8_lossy(&input);
                println!(
                    "{} {why} ({took:?}) with seed {seed}: {shown:?}",
                    target.name
                );
                return ExitCode::FAILURE;
            }
        }
        seed += 1;
        if told.elapsed().as_secs() >= 10 {
            told = Instant::now();
            println!("{} cases of each target, seed {seed}", seed - first);
        }
    }
    println!(
        "{} cases of each of {} targets, seeds {first} to {}: all hold",
        seed - first,
        chosen.len(),
        seed - 1
    );
    ExitCode::SUCCESS
}

/// The input of a seed: that of vectors, changed; for markup also whole documents, damaged.
fn case(seed: u64, target: &Target, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut random = Random::new(seed);
    if target.name.starts_with("html") && random.chance(40) {
        let make = [
            damage::mutated,
            damage::soup,
            damage::swapped,
            damage::truncated,
        ][random.below(4)];
        let mut input = vec![random.below(256) as u8];
        input.extend(make(seed).bytes());
        return input;
    }
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..random.below(8) {
        change(&mut input, seeds, &mut random);
    }
    input.truncate(64 << 10);
    input
}

/// Bytes lost, doubled, flipped, put in, or taken from another seed.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len() + 1);
    let end = (at + random.below(12)).min(input.len());
    match random.below(6) {
        0 => drop(input.drain(at..end)),
        1 => {
            let copy = input[at..end].to_vec();
            let to = random.below(input.len() + 1);
            input.splice(to..to, copy);
        }
        2 if at < input.len() => input[at] ^= 1 << random.below(8),
        3 if at < input.len() => input[at] = [0, 1, 0x7f, 0x80, 0xc1, 0xdf, 0xff][random.below(7)],
        4 => input.insert(at, random.below(256) as u8),
        _ => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len() + 1);
            let to = (from + random.below(64)).min(other.len());
            input.splice(at..end, other[from..to].iter().copied());
        }
    }
}
