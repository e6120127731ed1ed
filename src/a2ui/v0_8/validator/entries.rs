//! How many entries a data model has: its keys, without their values.

use crate::json::flat::{Flat, Kind};
use crate::map::Map;

/// A map of the data model, or a value that is none.
#[derive(Debug)]
pub(super) struct Entries {
    /// Entries at all depths below.
    count: usize,
    /// Not yet in the map: most are never looked for.
    list: Vec<(String, Entries)>,
    map: Map<String, Entries>,
}

impl Entries {
    pub(super) const EMPTY: Entries = Entries {
        count: 0,
        list: Vec::new(),
        map: Map::EMPTY,
    };

    /// Those of valid contents.
    pub(super) fn of(flat: &Flat<'_>, list: u32) -> Entries {
        let mut entries = Vec::with_capacity(flat.count(list));
        let mut count = 0;
        for entry in flat.items(list) {
            let mut key = "";
            let mut value = Entries::EMPTY;
            for (name, at) in flat.members(entry) {
                match flat.kind(at) {
                    Kind::List => value = Entries::of(flat, at),
                    _ if flat.text(name) == "key" => key = flat.text(at),
                    _ => {}
                }
            }
            count += 1 + value.count;
            entries.push((key.to_owned(), value));
        }
        Entries {
            count,
            list: entries,
            map: Map::EMPTY,
        }
    }

    /// By key.
    fn inner(&mut self) -> &mut Map<String, Entries> {
        if !self.list.is_empty() {
            self.map = std::mem::take(&mut self.list).into_iter().collect();
        }
        &mut self.map
    }

    /// How many there would be with a map of `new` entries at a path.
    pub(super) fn with(&mut self, path: &[String], new: usize) -> usize {
        let count = self.count;
        let mut here = self;
        for (depth, key) in path.iter().enumerate() {
            match here.inner().get_mut(key.as_str()) {
                Some(inner) => here = inner,
                None => return count + path.len() - depth + new,
            }
        }
        count - here.count + new
    }

    /// Puts a map at a path; parents that are missing are made.
    pub(super) fn set(&mut self, path: &[String], map: Entries) {
        let count = self.with(path, map.count);
        match path.split_first() {
            None => *self = map,
            Some((key, rest)) => {
                let inner = self.inner();
                let inner = inner.get_or_insert_with(key.clone(), || Entries::EMPTY);
                inner.set(rest, map);
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
        model.set(&path("c"), Entries::EMPTY);
        assert_eq!(model.count, 3);
        model.set(&[], Entries::EMPTY);
        assert_eq!(model.count, 0);
    }
}
