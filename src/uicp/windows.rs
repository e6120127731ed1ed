//! The windows: what they are called, where they are, which is in front. What is shown of them is the shell's.

use super::failure::{Failure, Result};
use super::operations::{Size, WindowCreate, WindowUpdate};
use crate::json::Json;
use crate::map::Map;

/// Most windows at a time.
pub const MAX_WINDOWS: usize = 256;
/// Where the first window opens, and how far from it the next, in CSS pixels; after eight the steps begin again.
const CASCADE: (f64, f64, u64) = (32.0, 28.0, 8);
/// The nearest that an operation may put a window; raising goes on from there.
const MAX_Z: i64 = 1_000_000;

/// A window. Lengths are CSS pixels, as asked for: the shell shows it within the workspace.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    /// Its name for operations.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// From the workspace's left.
    pub x: f64,
    /// From the workspace's top.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Higher is nearer.
    pub z: i64,
    /// Whether it is the adapter's own, such as a question to the person.
    pub own: bool,
    /// In which order they were opened.
    serial: u64,
}

impl Window {
    /// The operation that opens it as it is.
    pub fn to_create(&self) -> WindowCreate {
        WindowCreate {
            id: Some(self.id.clone()),
            title: self.title.clone(),
            x: Some(self.x),
            y: Some(self.y),
            width: Some(self.width),
            height: Some(self.height),
            z_index: Some(self.z),
            size: None,
        }
    }

    /// `{"id", "title"}`
    pub fn to_json(&self) -> Json {
        Json::Object(vec![
            ("id".into(), self.id.as_str().into()),
            ("title".into(), self.title.as_str().into()),
        ])
    }

    /// Changes what is given.
    pub fn change(&mut self, change: &WindowUpdate) {
        let WindowUpdate {
            id: _,
            title,
            x,
            y,
            width,
            height,
            z_index,
        } = change;
        if let Some(title) = title {
            title.clone_into(&mut self.title);
        }
        for (side, given) in [
            (&mut self.x, x),
            (&mut self.y, y),
            (&mut self.width, width),
            (&mut self.height, height),
        ] {
            if let Some(given) = given {
                *side = *given;
            }
        }
        if let Some(z) = z_index {
            self.z = bounded(*z);
        }
    }
}

/// What an operation that opens a window says of one that is open.
pub fn as_update(create: &WindowCreate) -> WindowUpdate {
    let (width, height) = size(create);
    WindowUpdate {
        id: create.id.clone().unwrap_or_default(),
        title: Some(create.title.clone()),
        x: create.x,
        y: create.y,
        width,
        height,
        z_index: create.z_index,
    }
}

fn size(create: &WindowCreate) -> (Option<f64>, Option<f64>) {
    let named = create.size.map(Size::pixels);
    let width = create.width.or(named.map(|(width, _)| width));
    (width, create.height.or(named.map(|(_, height)| height)))
}

fn bounded(z: i64) -> i64 {
    z.clamp(-MAX_Z, MAX_Z)
}

/// All windows.
#[derive(Debug, Default)]
pub struct Windows {
    by_id: Map<String, Window>,
    opened: u64,
}

impl Windows {
    /// The window of an id.
    pub fn get(&self, id: &str) -> Option<&Window> {
        self.by_id.get(id)
    }

    /// The window of an id, to change.
    ///
    /// # Errors
    /// `UICP_WINDOW_NOT_FOUND`
    pub fn get_mut(&mut self, id: &str) -> Result<&mut Window> {
        self.by_id.get_mut(id).ok_or_else(|| Failure::no_window(id))
    }

    /// Opens a window in front of the others, each a step from the one before, unless it says where.
    ///
    /// # Errors
    /// `UICP_BUDGET` beyond [`MAX_WINDOWS`].
    pub fn open(&mut self, create: &WindowCreate) -> Result<&Window> {
        if self.by_id.len() >= MAX_WINDOWS {
            let message =
                format!("There are {MAX_WINDOWS} windows, which is the most. Close some.");
            return Err(Failure::budget(message));
        }
        let id = create.id.clone().unwrap_or_default();
        let (width, height) = size(create);
        let (default_width, default_height) = Size::Md.pixels();
        let (first, step, steps) = CASCADE;
        let at = first + step * (self.opened % steps) as f64;
        let window = Window {
            id: id.clone(),
            title: create.title.clone(),
            x: create.x.unwrap_or(at),
            y: create.y.unwrap_or(at),
            width: width.unwrap_or(default_width),
            height: height.unwrap_or(default_height),
            z: create.z_index.map_or_else(|| self.front() + 1, bounded),
            own: false,
            serial: self.opened,
        };
        self.opened += 1;
        Ok(self.by_id.get_or_insert_with(id, || window))
    }

    /// The z of the window in front; 0 without windows.
    fn front(&self) -> i64 {
        self.by_id
            .iter()
            .map(|(_, window)| window.z)
            .max()
            .unwrap_or(0)
    }

    /// Puts a window in front of all others; whether it was not.
    ///
    /// # Errors
    /// `UICP_WINDOW_NOT_FOUND`
    pub fn raise(&mut self, id: &str) -> Result<bool> {
        let others = self.by_id.iter().filter(|(other, _)| *other != id);
        let nearest = others.map(|(_, window)| window.z).max();
        let window = self.get_mut(id)?;
        match nearest {
            Some(nearest) if nearest >= window.z => {
                window.z = nearest + 1;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Forgets a window.
    ///
    /// # Errors
    /// `UICP_WINDOW_NOT_FOUND`
    pub fn close(&mut self, id: &str) -> Result<Window> {
        self.by_id.remove(id).ok_or_else(|| Failure::no_window(id))
    }

    /// All windows in the order in which they were opened.
    pub fn list(&self) -> Vec<&Window> {
        let mut all: Vec<&Window> = self.by_id.iter().map(|(_, window)| window).collect();
        all.sort_by_key(|window| window.serial);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn create(id: &str) -> WindowCreate {
        WindowCreate {
            id: Some(id.into()),
            title: id.into(),
            x: None,
            y: None,
            width: None,
            height: None,
            z_index: None,
            size: None,
        }
    }

    #[test]
    fn windows_cascade_and_the_newest_is_in_front() {
        let mut windows = Windows::default();
        let places: Vec<_> = (0..9)
            .map(|n| {
                windows
                    .open(&create(&format!("w{n}")))
                    .map(|w| (w.x, w.y, w.z))
                    .unwrap()
            })
            .collect();
        assert_eq!(places[..2], [(32.0, 32.0, 1), (60.0, 60.0, 2)]);
        assert_eq!(places[8], (32.0, 32.0, 9));
    }

    #[test]
    fn a_given_length_wins_over_a_size() {
        let mut windows = Windows::default();
        let named = WindowCreate {
            size: Some(Size::Xs),
            width: Some(500.0),
            ..create("a")
        };
        let window = windows.open(&named).unwrap();
        assert_eq!((window.width, window.height), (500.0, 240.0));
    }

    #[test]
    fn raising_is_over_all_others_and_only_when_needed() {
        let mut windows = Windows::default();
        for (id, z) in [("a", None), ("b", None), ("c", Some(i64::MAX))] {
            windows
                .open(&WindowCreate {
                    z_index: z,
                    ..create(id)
                })
                .unwrap();
        }
        assert_eq!(windows.raise("c"), Ok(false));
        assert_eq!(windows.raise("a"), Ok(true));
        assert_eq!(windows.raise("a"), Ok(false));
        assert_eq!(windows.get("a").map(|w| w.z), Some(MAX_Z + 1));
        assert_eq!(
            windows.raise("x").unwrap_err().code,
            "UICP_WINDOW_NOT_FOUND"
        );
    }

    #[test]
    fn their_number_is_limited_and_their_order_kept() {
        let mut windows = Windows::default();
        for n in 0..MAX_WINDOWS {
            windows.open(&create(&format!("w{n}"))).unwrap();
        }
        assert_eq!(windows.open(&create("x")).unwrap_err().code, "UICP_BUDGET");
        windows.close("w0").unwrap();
        windows.open(&create("x")).unwrap();
        let ids: Vec<_> = windows.list().iter().map(|w| w.id.clone()).collect();
        assert_eq!(
            (ids[0].as_str(), ids[254].as_str(), ids[255].as_str()),
            ("w1", "w255", "x")
        );
    }
}
