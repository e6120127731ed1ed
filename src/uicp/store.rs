//! The state: JSON values by scope and key, some of them for a time.

use super::failure::{Failure, Result};
use super::operations::Scope;
use crate::json::Json;
use crate::map::Map;

/// Most values that the state holds.
pub const MAX_VALUES: usize = 10_000;

/// Where a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Whose it is.
    pub scope: Scope,
    /// The window whose it is; empty in the other scopes.
    pub window: String,
    /// Its name.
    pub key: String,
}

impl Address {
    /// The value `key` of a scope; `window` says which, where the scope is a window's.
    pub fn new(scope: Scope, window: Option<&str>, key: &str) -> Self {
        let window = window
            .filter(|_| scope == Scope::Window)
            .unwrap_or_default();
        Address {
            scope,
            window: window.to_owned(),
            key: key.to_owned(),
        }
    }
}

#[derive(Debug)]
struct Cell {
    value: Json,
    /// From when on it is absent; milliseconds.
    expires: Option<u64>,
}

type Cells = Map<String, Cell>;

/// All values.
#[derive(Debug, Default)]
pub struct Store {
    global: Cells,
    workspace: Cells,
    windows: Map<String, Cells>,
    count: usize,
    /// Nothing expires before; milliseconds.
    soonest: Option<u64>,
}

impl Store {
    /// The value at `address`, unless it has expired by `now`.
    pub fn get(&self, address: &Address, now: u64) -> Option<&Json> {
        self.cell(address, now).map(|cell| &cell.value)
    }

    /// How many milliseconds that value has left, where it is there for a time.
    pub fn left(&self, address: &Address, now: u64) -> Option<u64> {
        let expires = self.cell(address, now)?.expires?;
        Some(expires - now)
    }

    fn cell(&self, address: &Address, now: u64) -> Option<&Cell> {
        let cells = match address.scope {
            Scope::Window => self.windows.get(address.window.as_str())?,
            Scope::Workspace => &self.workspace,
            Scope::Global => &self.global,
        };
        let cell = cells.get(address.key.as_str())?;
        let over = cell.expires.is_some_and(|at| at <= now);
        (!over).then_some(cell)
    }

    /// Sets a value, for `ttl` milliseconds where that is given.
    ///
    /// # Errors
    /// `UICP_BUDGET` when it would be one of more than [`MAX_VALUES`].
    pub fn set(
        &mut self,
        address: &Address,
        value: Json,
        ttl: Option<u64>,
        now: u64,
    ) -> Result<()> {
        let expires = ttl.map(|ttl| now.saturating_add(ttl));
        let full = self.count >= MAX_VALUES;
        let cells = match address.scope {
            Scope::Window => self
                .windows
                .get_or_insert_with(address.window.clone(), || Map::EMPTY),
            Scope::Workspace => &mut self.workspace,
            Scope::Global => &mut self.global,
        };
        match cells.get_mut(address.key.as_str()) {
            Some(cell) => *cell = Cell { value, expires },
            None if full => {
                return Err(Failure::budget(format!(
                    "The state holds {MAX_VALUES} values, which is the most. Close windows, or use fewer keys."
                )));
            }
            None => {
                cells.insert(address.key.clone(), Cell { value, expires });
                self.count += 1;
            }
        }
        self.soonest = match (self.soonest, expires) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Ok(())
    }

    /// When values may expire next; milliseconds.
    pub fn soonest(&self) -> Option<u64> {
        self.soonest
    }

    /// Takes away what has expired by `now`; where it was.
    pub fn expire(&mut self, now: u64) -> Vec<Address> {
        if self.soonest.is_none_or(|at| at > now) {
            return Vec::new();
        }
        let windows = self
            .windows
            .iter()
            .map(|(id, cells)| (Scope::Window, id.as_str(), cells));
        let shared = [
            (Scope::Workspace, "", &self.workspace),
            (Scope::Global, "", &self.global),
        ];
        let mut gone = Vec::new();
        let mut soonest: Option<u64> = None;
        for (scope, window, cells) in windows.chain(shared) {
            for (key, cell) in cells.iter() {
                let Some(at) = cell.expires else {
                    continue;
                };
                if at <= now {
                    gone.push(Address::new(scope, Some(window), key));
                } else {
                    soonest = Some(soonest.map_or(at, |other| other.min(at)));
                }
            }
        }
        for address in &gone {
            self.remove(address);
        }
        self.soonest = soonest;
        gone
    }

    fn remove(&mut self, address: &Address) {
        let cells = match address.scope {
            Scope::Window => self.windows.get_mut(address.window.as_str()),
            Scope::Workspace => Some(&mut self.workspace),
            Scope::Global => Some(&mut self.global),
        };
        if cells
            .and_then(|cells| cells.remove(address.key.as_str()))
            .is_some()
        {
            self.count -= 1;
        }
    }

    /// Forgets what was a window's.
    pub fn close(&mut self, window: &str) {
        if let Some(cells) = self.windows.remove(window) {
            self.count -= cells.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn global(key: &str) -> Address {
        Address::new(Scope::Global, None, key)
    }

    fn of_window(id: &str, key: &str) -> Address {
        Address::new(Scope::Window, Some(id), key)
    }

    #[test]
    fn scopes_do_not_share_keys() {
        let mut store = Store::default();
        let scopes = [
            (Scope::Global, "a"),
            (Scope::Workspace, "a"),
            (Scope::Window, "a"),
            (Scope::Window, "b"),
        ];
        let places = scopes.map(|(scope, window)| Address::new(scope, Some(window), "constructor"));
        for (index, place) in places.iter().enumerate() {
            assert_eq!(store.get(place, 0), None);
            store.set(place, Json::from(index as u64), None, 0).unwrap();
        }
        for (index, place) in places.iter().enumerate() {
            assert_eq!(store.get(place, 0), Some(&Json::from(index as u64)));
        }
        store.close("a");
        assert_eq!(store.get(&places[2], 0), None);
        assert_eq!(store.get(&places[3], 0), Some(&Json::from(3_u64)));
    }

    #[test]
    fn an_expired_value_is_absent_and_told_once() {
        let mut store = Store::default();
        let (a, b) = (global("a"), of_window("w", "b"));
        store.set(&a, true.into(), Some(100), 1_000).unwrap();
        store.set(&b, true.into(), Some(200), 1_000).unwrap();
        assert_eq!(store.soonest(), Some(1_100));
        assert_eq!(store.get(&a, 1_099), Some(&Json::Bool(true)));
        assert_eq!(store.get(&a, 1_100), None);
        assert_eq!(store.expire(1_099), vec![]);
        assert_eq!(store.expire(1_100), vec![a.clone()]);
        assert_eq!(store.expire(1_100), vec![]);
        assert_eq!(store.soonest(), Some(1_200));
        store.set(&b, false.into(), None, 1_150).unwrap();
        assert_eq!(store.expire(u64::MAX), vec![]);
        assert_eq!(store.get(&b, u64::MAX), Some(&Json::Bool(false)));
    }

    #[test]
    fn the_number_of_values_is_limited() {
        let mut store = Store::default();
        for number in 0..MAX_VALUES {
            let place = of_window(&format!("w{}", number % 7), &number.to_string());
            store.set(&place, Json::Null, None, 0).unwrap();
        }
        assert_eq!(
            store
                .set(&global("x"), Json::Null, None, 0)
                .unwrap_err()
                .code,
            "UICP_BUDGET"
        );
        store
            .set(&of_window("w0", "0"), true.into(), None, 0)
            .unwrap();
        store.close("w0");
        store.set(&global("x"), Json::Null, None, 0).unwrap();
    }
}
