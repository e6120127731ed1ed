//! Who watches which value.

use super::failure::{Failure, Result};
use super::operations::{StateWatch, WatchMode};
use super::store::Address;

/// Most watches at a time.
pub(super) const MAX_WATCHES: usize = 256;

/// A watched value, and the place that shows it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Watch {
    /// What the shell knows it by.
    pub(super) number: u64,
    /// The value.
    pub(super) address: Address,
    /// The window that shows it.
    pub(super) window: Option<String>,
    /// The target in the window. Without it, changes are only told.
    pub(super) target: Option<String>,
    /// Whether each value stands after the one before.
    pub(super) append: bool,
}

/// All watches.
#[derive(Debug, Default)]
pub(super) struct Watches {
    all: Vec<Watch>,
    made: u64,
}

impl Watches {
    /// Adds a watch; the same place watches one value once.
    ///
    /// # Errors
    /// `UICP_BUDGET` beyond [`MAX_WATCHES`].
    pub(super) fn add(
        &mut self,
        address: Address,
        window: Option<&str>,
        params: &StateWatch,
    ) -> Result<&Watch> {
        let found = self
            .all
            .iter()
            .position(|watch| is_at(watch, &address, window, params.selector.as_deref()));
        if found.is_none() && self.all.len() >= MAX_WATCHES {
            let message = format!("There are {MAX_WATCHES} watches, which is the most. Unwatch some, or close windows.");
            return Err(Failure::budget(message));
        }
        let at = found.unwrap_or(self.all.len());
        if found.is_none() {
            self.made += 1;
            self.all.push(Watch {
                number: self.made,
                address,
                window: window.map(str::to_owned),
                target: params.selector.clone(),
                append: false,
            });
        }
        let watch = &mut self.all[at];
        watch.append = params.mode == Some(WatchMode::Append);
        Ok(watch)
    }

    /// Takes away the watches of a value in a window, only that of a target where it is given; their numbers.
    pub(super) fn remove(
        &mut self,
        address: &Address,
        window: Option<&str>,
        target: Option<&str>,
    ) -> Vec<u64> {
        let meant = |watch: &Watch| {
            watch.address == *address
                && watch.window.as_deref() == window
                && (target.is_none() || watch.target.as_deref() == target)
        };
        self.take_out(meant)
    }

    /// Takes away a window's watches.
    pub(super) fn close(&mut self, window: &str) {
        self.take_out(|watch| watch.window.as_deref() == Some(window));
    }

    fn take_out(&mut self, meant: impl Fn(&Watch) -> bool) -> Vec<u64> {
        let gone = self
            .all
            .iter()
            .filter(|watch| meant(watch))
            .map(|watch| watch.number)
            .collect();
        self.all.retain(|watch| !meant(watch));
        gone
    }

    /// The watches of a value.
    pub(super) fn of<'w>(&'w self, address: &'w Address) -> impl Iterator<Item = &'w Watch> {
        self.all
            .iter()
            .filter(move |watch| watch.address == *address)
    }

    /// The watch of a number.
    pub(super) fn numbered(&self, number: u64) -> Option<&Watch> {
        self.all.iter().find(|watch| watch.number == number)
    }
}

fn is_at(watch: &Watch, address: &Address, window: Option<&str>, target: Option<&str>) -> bool {
    watch.address == *address
        && watch.window.as_deref() == window
        && watch.target.as_deref() == target
}
