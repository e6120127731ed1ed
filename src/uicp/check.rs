//! The shape pass: walks a document by the declared fields, and collects wrong types, missing and unknown keys and both
//! spellings; then `garde` holds the constraints on what was read. All issues, not only the first.

use super::budget::HTML_PER_BATCH;
use super::doc::{self, Doc, Member, Node};
use super::fields::{number_json, one_of, Field, Held, Object, Params};
use super::issue::{cut, Fault, Invalid, Issue};
use super::keys;
use super::place::Place;
use super::rules::{self, Around};
use crate::json::Json;
use crate::map::Map;
use garde::Validate;

/// The most fields that an object is declared with.
pub(super) const MOST_FIELDS: usize = 12;

/// Where in the document each field's value is; 0 where it is not, since that is the document itself.
pub(super) type Slots = [usize; MOST_FIELDS];

/// A check under way.
pub(super) struct Check<'a> {
    pub(super) doc: &'a Doc,
    /// What the fields' rules have to know of the envelope around them.
    pub(super) around: Around,
    /// The operation's name, while one is checked.
    pub(super) op: Option<&'static str>,
    /// The envelope that is read has no `op`: its `method` stands for it.
    pub(super) method_is_op: bool,
    issues: Vec<(usize, Issue)>,
    /// Words that the document gets when nothing is wrong: keys in camelCase, members that are there twice.
    rewrites: Vec<(usize, u32)>,
    html: usize,
}

/// Slots, and which of them hold what could not be read: a bit each.
pub(super) struct Read {
    pub(super) slots: Slots,
    faulty: u32,
}

impl<'a> Check<'a> {
    pub(super) fn new(doc: &'a Doc) -> Check<'a> {
        Check {
            doc,
            around: Around::default(),
            op: None,
            method_is_op: false,
            issues: Vec::new(),
            rewrites: Vec::new(),
            html: 0,
        }
    }

    /// What the document is to become, or all that is wrong with it.
    pub(super) fn finish(self) -> Result<Vec<(usize, u32)>, Invalid> {
        if self.issues.is_empty() {
            return Ok(self.rewrites);
        }
        let mut issues = self.issues;
        issues.sort_by_key(|(at, _)| *at);
        Err(Invalid {
            issues: issues.into_iter().map(|(_, issue)| issue).collect(),
        })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn report(&mut self, place: &Place<'_>, fault: Fault, expected: &str, found: &str) {
        let issue = Issue {
            path: place.path(),
            fault,
            expected: expected.to_owned(),
            found: found.to_owned(),
            op: self.op,
        };
        self.issues.push((place.at, issue));
    }

    /// What is there is of another type.
    #[cold]
    #[inline(never)]
    pub(super) fn mistyped(&mut self, place: &Place<'_>, zod: &'static str, expected: &str) {
        let found = self.found(place);
        self.report(place, Fault::Type(zod), expected, &found);
    }

    /// What is there, in words.
    #[cold]
    pub(super) fn found(&self, place: &Place<'_>) -> String {
        match self.doc.node(place.at) {
            Node::Text(text) => format!("{:?}", cut(text)),
            Node::Number(number) => number_json(number).to_string(),
            Node::Bool(value) => value.to_string(),
            other => other.kind().to_owned(),
        }
    }

    pub(super) fn rewrite(&mut self, at: usize, word: u32) {
        self.rewrites.push((at, word));
    }

    /// Counts the bytes of HTML at a place.
    pub(super) fn count_html(&mut self, bytes: usize, place: &Place<'_>) {
        let before = self.html;
        self.html += bytes;
        if self.html > HTML_PER_BATCH && before <= HTML_PER_BATCH {
            let expected = format!("at most {HTML_PER_BATCH} bytes of HTML in the whole batch");
            let found = format!("{} up to here", self.html);
            self.report(
                place,
                Fault::TooBig("string", HTML_PER_BATCH),
                &expected,
                &found,
            );
        }
    }

    /// Where the fields of the object at `place` are; `None`, and an issue, where there is no object. Reports what is not
    /// among the fields, and what is there twice and not the same.
    pub(super) fn members(&mut self, place: &Place<'_>, fields: &[Field]) -> Option<Read> {
        let doc = self.doc;
        if !matches!(doc.node(place.at), Node::Object) {
            self.mistyped(place, "object", "an object");
            return None;
        }
        let mut read = Read {
            slots: [0; MOST_FIELDS],
            faulty: 0,
        };
        let mut unknown: Option<(usize, Vec<String>)> = None;
        for member in doc.members(place.at) {
            let found = member.number.and_then(|number| {
                let canonical = self.meaning(number);
                fields.iter().position(|field| field.key == canonical)
            });
            match found {
                Some(index) => self.member(place, &member, index, &mut read),
                None => {
                    let (_, keys) = unknown.get_or_insert_with(|| (member.key_at, Vec::new()));
                    keys.push(member.key.to_owned());
                }
            }
        }
        if let Some((at, keys)) = unknown {
            self.unknown(place, at, keys, fields);
        }
        Some(read)
    }

    #[inline]
    fn member(&mut self, place: &Place<'_>, member: &Member<'_>, index: usize, read: &mut Read) {
        let number = member.number.unwrap_or_default();
        let slot = &mut read.slots[index];
        if *slot == 0 {
            *slot = member.at;
            let meaning = self.meaning(number);
            if meaning != number {
                self.rewrite(member.key_at, doc::KEY | meaning << 4);
            }
        } else {
            let first = *slot;
            self.twice(&place.key(member.key, member.at), member.key_at, first);
        }
    }

    /// The key that is meant.
    #[inline]
    fn meaning(&self, number: u32) -> u32 {
        match keys::canonical(number) {
            keys::METHOD if self.method_is_op => keys::OP,
            canonical => canonical,
        }
    }

    /// The place of a member of the object at `place`; of the object's end where there is none.
    pub(super) fn inside<'p>(&self, place: &'p Place<'p>, number: u32) -> Place<'p> {
        let mut members = self.doc.members(place.at);
        let found = members.find(|member| {
            member
                .number
                .is_some_and(|found| keys::canonical(found) == number)
        });
        match found.and_then(|member| member.number.map(|number| (number, member.at))) {
            Some((number, at)) => place.key(keys::name(number), at),
            None => place.key(keys::name(number), self.doc.after(place.at)),
        }
    }

    /// A field that is there a second time.
    #[cold]
    #[inline(never)]
    fn twice(&mut self, place: &Place<'_>, key_at: usize, first: usize) {
        if self.doc.same(first, place.at) {
            self.rewrite(key_at, doc::DROPPED);
        } else {
            let expected = "the value that the same field has where it is given first";
            self.report(place, Fault::Custom, expected, "another");
        }
    }

    #[cold]
    #[inline(never)]
    fn unknown(&mut self, place: &Place<'_>, at: usize, keys: Vec<String>, fields: &[Field]) {
        let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
        let expected = format!("only {}", names.join(", "));
        let found: Vec<String> = keys
            .iter()
            .take(5)
            .map(|key| format!("{:?}", cut(key)))
            .collect();
        let found = found.join(", ");
        let place = place.ordered_at(at);
        self.report(&place, Fault::Keys(keys), &expected, &found);
    }

    /// The value of the next field; what stands for it where it cannot be read.
    #[inline]
    pub(super) fn next<'f, T: Held>(
        &mut self,
        read: &mut Read,
        fields: &mut impl Iterator<Item = (usize, &'f Field)>,
        place: &Place<'_>,
    ) -> T {
        let Some((index, field)) = fields.next() else {
            return T::blank();
        };
        let at = read.slots[index];
        let value = if at == 0 {
            T::absent().or_else(|| self.missing(field, place))
        } else {
            T::read(self, &place.key(self.spelling(at, field), at))
        };
        value.unwrap_or_else(|| {
            read.faulty |= 1 << index;
            T::blank()
        })
    }

    /// The field's name as the document spells it: its key stands before its value.
    #[inline]
    fn spelling(&self, at: usize, field: &Field) -> &'static str {
        let word = self.doc.words.get(at - 1).copied().unwrap_or_default();
        if word & 15 == doc::KEY {
            keys::name(word >> 4)
        } else {
            field.name
        }
    }

    #[cold]
    #[inline(never)]
    fn missing<T>(&mut self, field: &Field, place: &Place<'_>) -> Option<T> {
        // After all that is there.
        let end = self.doc.after(place.at);
        let (fault, expected) = field.what.expected();
        self.report(&place.key(field.name, end), fault, &expected, "nothing");
        None
    }

    /// Holds the rules of what was read.
    pub(super) fn rules<T>(&mut self, params: &T, read: &Read, place: &Place<'_>)
    where
        T: Params + Validate<Context = Around>,
    {
        if let Err(report) = params.validate_with(&self.around) {
            self.broken(&report, T::FIELDS, read, place);
        }
    }

    #[cold]
    #[inline(never)]
    fn broken(&mut self, report: &garde::Report, fields: &[Field], read: &Read, place: &Place<'_>) {
        for (path, error) in report.iter() {
            let name = match path.is_empty() {
                true => rules::blamed(error.message()).to_owned(),
                false => path.to_string(),
            };
            let found = fields.iter().position(|field| field.ident == name);
            // What could not be read was reported, and something else stands for it.
            let Some(index) = found.filter(|index| read.faulty >> index & 1 == 0) else {
                continue;
            };
            let (at, field) = (read.slots[index], &fields[index]);
            let (at, name) = match at {
                0 => (self.doc.after(place.at), field.name),
                at => (at, self.spelling(at, field)),
            };
            let found = (read.slots[index] != 0).then(|| self.doc.node(at));
            let (fault, expected, found) = rules::issue(error.message(), found);
            let place = place.key(name, at);
            self.report(&place, fault, &expected, &found);
        }
    }

    /// Any JSON. Of what is none the first is reported.
    pub(super) fn json(&mut self, place: &Place<'_>) -> Option<Json> {
        let doc = self.doc;
        Some(match doc.node(place.at) {
            Node::Null => Json::Null,
            Node::Bool(value) => Json::Bool(value),
            Node::Number(number) => number_json(number),
            Node::Text(text) => Json::String(text.to_owned()),
            Node::List => {
                let mut items = Vec::with_capacity(doc.count(place.at));
                for (index, at) in doc.items(place.at).enumerate() {
                    items.push(self.json(&place.index(index, at))?);
                }
                Json::Array(items)
            }
            Node::Object => Json::Object(self.object(place)?),
            Node::Odd(_) => {
                self.mistyped(place, "unknown", "a JSON value");
                return None;
            }
        })
    }

    /// Any JSON object: of a key that is there twice the last value, where the first one was.
    pub(super) fn object(&mut self, place: &Place<'_>) -> Option<Object> {
        let doc = self.doc;
        let mut entries = Object::new();
        for member in doc.members(place.at) {
            let value = self.json(&place.key(member.key, member.at))?;
            entries.push((member.key.to_owned(), value));
        }
        if has_repeated_key(&entries) {
            entries = entries.into_iter().collect::<Map<_, _>>().into_entries();
        }
        Some(entries)
    }

    /// An object of texts.
    pub(super) fn texts(&mut self, place: &Place<'_>) -> Option<Vec<(String, String)>> {
        let doc = self.doc;
        if !matches!(doc.node(place.at), Node::Object) {
            self.mistyped(place, "record", "an object of strings");
            return None;
        }
        let mut texts = Map::EMPTY;
        for member in doc.members(place.at) {
            let place = place.key(member.key, member.at);
            if let Some(text) = String::read(self, &place) {
                texts.insert(member.key.to_owned(), text);
            }
        }
        Some(texts.into_entries())
    }

    /// A list of texts.
    pub(super) fn text_list(&mut self, place: &Place<'_>) -> Option<Vec<String>> {
        let doc = self.doc;
        if !matches!(doc.node(place.at), Node::List) {
            self.mistyped(place, "array", "an array of strings");
            return None;
        }
        let mut texts = Vec::new();
        for (index, at) in doc.items(place.at).enumerate() {
            texts.extend(String::read(self, &place.index(index, at)));
        }
        Some(texts)
    }

    /// The place in `names` of a name.
    pub(super) fn named(
        &mut self,
        place: &Place<'_>,
        names: &'static [&'static str],
    ) -> Option<usize> {
        let found = match self.doc.node(place.at) {
            Node::Text(text) => names.iter().position(|name| *name == text),
            _ => None,
        };
        if found.is_none() {
            let found = self.found(place);
            self.report(place, Fault::Value(names), &one_of(names), &found);
        }
        found
    }
}

/// Is there a key that another entry has too?
fn has_repeated_key(entries: &[(String, Json)]) -> bool {
    const FEW: usize = 8;
    if entries.len() > FEW {
        let keys: Map<&str, ()> = entries.iter().map(|(key, _)| (key.as_str(), ())).collect();
        return keys.len() < entries.len();
    }
    let repeats = |(at, (key, _)): (usize, &(String, Json))| {
        entries.iter().take(at).any(|(other, _)| other == key)
    };
    entries.iter().enumerate().any(repeats)
}
