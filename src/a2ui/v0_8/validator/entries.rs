//! How many entries a data model has: its keys, without their values.

use crate::a2ui::names::Names;
use crate::json::flat::{Flat, Kind};

/// A map of the data model, or a value that is none.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// Entries at all depths below.
    count: usize,
    keys: Names,
    /// By the number of the key: what is below it, where there is a map.
    maps: Vec<Option<Box<Entries>>>,
}

impl Entries {
    /// Those of valid contents.
    pub(super) fn of(flat: &Flat<'_>, list: u32) -> Entries {
        let mut all = Entries::default();
        all.keys.reserve(flat.count(list));
        all.maps.reserve(flat.count(list));
        for entry in flat.items(list) {
            let (mut key, mut map) = ("", None);
            for (name, at) in flat.members(entry) {
                match flat.kind(at) {
                    Kind::List => map = Some(Box::new(Entries::of(flat, at))),
                    _ if flat.bytes(name) == b"key" => key = flat.text(at),
                    _ => {}
                }
            }
            all.count += 1 + map.as_ref().map_or(0, |map| map.count);
            *all.at(key) = map;
        }
        all
    }

    /// What is below a key, which is there from now on.
    fn at(&mut self, key: &str) -> &mut Option<Box<Entries>> {
        let number = self.keys.number(key) as usize;
        if number >= self.maps.len() {
            self.maps.resize_with(number + 1, || None);
        }
        &mut self.maps[number]
    }

    /// How many there would be with a map of `new` entries at a path.
    pub(super) fn with(&self, path: &[String], new: usize) -> usize {
        let mut here = Some(self);
        for (depth, key) in path.iter().enumerate() {
            let Some(number) = here.and_then(|map| map.keys.find(key)) else {
                return self.count + path.len() - depth + new;
            };
            let below = here.and_then(|map| map.maps.get(number as usize));
            here = below.and_then(Option::as_deref);
        }
        self.count - here.map_or(0, |map| map.count) + new
    }

    /// Puts a map at a path; parents that are missing are made.
    pub(super) fn set(&mut self, path: &[String], map: Entries) {
        let count = self.with(path, map.count);
        match path.split_first() {
            None => *self = map,
            Some((key, rest)) => {
                let below = self.at(key).get_or_insert_default();
                below.set(rest, map);
            }
        }
        self.count = count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_counted_at_all_depths() {
        let flat = |text: &'static str| Flat::parse(text.as_bytes()).unwrap();
        let of = |text| Entries::of(&flat(text), 0);
        let two = r#"[{"key":"a","valueMap":[{"key":"b","valueString":"x"}]}]"#;
        let mut model = of(two);
        assert_eq!(model.count, 2);
        let path = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(model.with(&path("c/d"), 3), 7);
        model.set(&path("c/d"), of(two));
        assert_eq!(model.count, 6);
        assert_eq!(model.with(&path("c"), 1), 4);
        model.set(&path("c"), Entries::default());
        assert_eq!(model.count, 3);
        model.set(&[], Entries::default());
        assert_eq!(model.count, 0);
    }
}
