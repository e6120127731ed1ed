//! A bar on standard error, where that is a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the bar is drawn anew.
const EVERY: Duration = Duration::from_millis(100);

const WIDTH: u64 = 40;

/// How far something has come. The bar goes when this is dropped.
#[derive(Debug)]
pub struct Progress {
    what: &'static str,
    done: u64,
    whole: Option<u64>,
    drawn: Instant,
    shown: bool,
}

impl Progress {
    /// Of `whole` steps.
    pub fn of(what: &'static str, whole: u64) -> Progress {
        Progress {
            what,
            done: 0,
            whole: Some(whole),
            drawn: Instant::now(),
            shown: std::io::stderr().is_terminal(),
        }
    }

    /// Of steps that nobody has counted.
    pub fn of_unknown(what: &'static str) -> Progress {
        Progress {
            whole: None,
            ..Progress::of(what, 0)
        }
    }

    /// One step more.
    pub fn step(&mut self) {
        self.done += 1;
        // The clock is looked at now and then only.
        if self.shown && self.done.is_multiple_of(64) && self.drawn.elapsed() >= EVERY {
            self.drawn = Instant::now();
            let _ = write!(std::io::stderr(), "\r\x1b[2K{}", self.line());
        }
    }

    fn line(&self) -> String {
        let Progress { what, done, .. } = self;
        match self.whole {
            None => format!("{done} {what}"),
            Some(whole) => {
                let full = (done * WIDTH)
                    .checked_div(whole)
                    .unwrap_or(WIDTH)
                    .min(WIDTH) as usize;
                let empty = WIDTH as usize - full;
                format!(
                    "[{}{}] {done} of {whole} {what}",
                    "=".repeat(full),
                    " ".repeat(empty)
                )
            }
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_as_full_as_the_work_is_done() {
        let mut progress = Progress::of("records", 4);
        assert_eq!(
            progress.line(),
            format!("[{}] 0 of 4 records", " ".repeat(40))
        );
        progress.step();
        let bar = "=".repeat(10) + &" ".repeat(30);
        assert_eq!(progress.line(), format!("[{bar}] 1 of 4 records"));
        assert!(Progress::of("records", 0).line().contains("0 of 0"));
        assert_eq!(Progress::of_unknown("records").line(), "0 records");
    }
}
