//! The shape pass: walks a document by the declared fields, and collects wrong types, missing and unknown keys and both
//! spellings; then `garde` holds the constraints on what was read. All issues, not only the first.

use super::budget::{HTML_PER_BATCH, HTML_PER_OP};
use super::doc::{self, Doc, Member, Node};
use super::fields::{number_json, one_of, Field, Held, Html, Object};
use super::issue::{quoted, Fault, Invalid, Issue};
use super::keys::{self, Index};
use super::place::Place;
use super::rules::{self, Around};
use crate::json::Json;
use crate::map::{sorted_order, Map};
use garde::{Path, Report, Validate};

/// The most fields that an object is declared with.
pub(super) const MOST_FIELDS: usize = 12;

/// Where in the document each field's value is; 0 where it is not, since that is the document itself.
pub(super) type Slots = [usize; MOST_FIELDS];

/// A check under way.
pub(super) struct Check<'a> {
    pub(super) doc: &'a Doc,
    /// Whether what is read is wanted, or only whether it is right: then HTML and JSON values are left empty.
    pub(super) keep: bool,
    /// What the fields' rules have to know of the envelope around them.
    pub(super) around: Around,
    /// The operation's name, while one is checked.
    pub(super) op: Option<&'static str>,
    issues: Vec<(usize, Issue)>,
    /// Words that the document gets when nothing is wrong: keys in camelCase, members that are there twice.
    rewrites: Vec<(usize, u32)>,
    html: usize,
}

/// An object whose fields are being read.
pub(super) struct Read {
    fields: &'static [Field],
    slots: Slots,
    /// The field that is next.
    next: usize,
    /// Fields that could not be read: a bit each.
    faulty: u32,
}

impl<'a> Check<'a> {
    pub(super) fn new(doc: &'a Doc, keep: bool) -> Check<'a> {
        Check {
            doc,
            keep,
            around: Around::default(),
            op: None,
            issues: Vec::new(),
            rewrites: Vec::new(),
            html: 0,
        }
    }

    /// Is nothing wrong so far?
    pub(super) fn is_clean(&self) -> bool {
        self.issues.is_empty()
    }

    /// What the document is to become, or all that is wrong with it.
    pub(super) fn finish(self) -> Result<Vec<(usize, u32)>, Invalid> {
        if self.issues.is_empty() {
            return Ok(self.rewrites);
        }
        let mut issues: Vec<_> = self.issues.into_iter().map(Some).collect();
        let at = |index: usize| {
            issues
                .get(index)
                .and_then(Option::as_ref)
                .map(|(at, _)| *at)
        };
        let order = sorted_order(issues.len(), &mut |a, b| at(a).cmp(&at(b)));
        let taken = order
            .into_iter()
            .filter_map(|index| issues.get_mut(index)?.take());
        Err(Invalid {
            issues: taken.map(|(_, issue)| issue).collect(),
        })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn report(&mut self, place: &Place<'_>, fault: Fault, expected: &str, found: &str) {
        let issue = Issue {
            path: place.path(self.doc),
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
            Node::Text(text) => quoted(text),
            Node::Number(number) => number_json(number).to_string(),
            Node::Bool(value) => value.to_string(),
            other => other.kind().to_owned(),
        }
    }

    pub(super) fn rewrite(&mut self, at: usize, word: u32) {
        self.rewrites.push((at, word));
    }

    /// Markup, within its budgets.
    pub(super) fn html(&mut self, place: &Place<'_>) -> Option<Html> {
        let Some(bytes) = self.doc.text_len(place.at) else {
            self.mistyped(place, "string", "a string");
            return None;
        };
        self.count_html(bytes, place);
        let text = if self.keep {
            self.doc.text(place.at)
        } else {
            ""
        };
        Some(Html(text.to_owned()))
    }

    /// Counts the bytes of HTML of one operation, which are at a place.
    pub(super) fn count_html(&mut self, bytes: usize, place: &Place<'_>) {
        if bytes > HTML_PER_OP {
            let expected = format!("at most {HTML_PER_OP} bytes of HTML");
            self.report(
                place,
                Fault::TooBig("string", HTML_PER_OP),
                &expected,
                &format!("{bytes} bytes"),
            );
        }
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
    #[inline(never)]
    pub(super) fn members(
        &mut self,
        place: &Place<'_>,
        fields: &'static [Field],
        index: &Index,
    ) -> Option<Read> {
        let doc = self.doc;
        if !doc.is_object(place.at) {
            self.mistyped(place, "object", "an object");
            return None;
        }
        let mut read = Read {
            fields,
            slots: [0; MOST_FIELDS],
            next: 0,
            faulty: 0,
        };
        let mut unknown = Vec::new();
        let mut method = None;
        for member in doc.members(place.at) {
            let number = doc.key_number(member.key_at);
            match number.and_then(|number| index.find(number)) {
                Some(index) => self.member(place, member, index, &mut read),
                None if number == Some(keys::METHOD) && method.is_none() => method = Some(member),
                None => unknown.push(member),
            }
        }
        if let Some(member) = method {
            match index.find(keys::OP) {
                // An envelope without `op`. Of other objects, none takes a `method` and not by itself.
                Some(index) if read.slots[index] == 0 && self.op.is_none() => {
                    self.member(place, member, index, &mut read);
                }
                _ => {
                    let before = unknown
                        .iter()
                        .take_while(|other| other.key_at < member.key_at);
                    unknown.insert(before.count(), member);
                }
            }
        }
        if !unknown.is_empty() {
            self.unknown(place, unknown, fields);
        }
        Some(read)
    }

    #[inline]
    fn member(&mut self, place: &Place<'_>, member: Member, index: usize, read: &mut Read) {
        let slot = &mut read.slots[index];
        if *slot == 0 {
            *slot = member.at;
            let key = read.fields[index].key;
            if self.doc.key_number(member.key_at) != Some(key) {
                self.rewrite(member.key_at, doc::KEY | key << 4);
            }
        } else {
            let first = *slot;
            self.twice(place, member, first);
        }
    }

    /// The member of the object at `place` that is called so, or a place where it is missing.
    pub(super) fn inside<'p>(&self, place: &'p Place<'p>, number: u32) -> Place<'p> {
        match self.find(place, number) {
            Some(member) => place.member(member),
            None => place.missing(keys::name(number), self.doc.after(place.at)),
        }
    }

    /// The member of the object at `place` that is called so, in either spelling.
    pub(super) fn find(&self, place: &Place<'_>, number: u32) -> Option<Member> {
        let doc = self.doc;
        let is =
            |member: &Member| doc.key_number(member.key_at).map(keys::canonical) == Some(number);
        doc.members(place.at).find(is)
    }

    /// A field that is there a second time.
    #[cold]
    #[inline(never)]
    fn twice(&mut self, place: &Place<'_>, member: Member, first: usize) {
        if self.doc.same(first, member.at) {
            self.rewrite(member.key_at, doc::DROPPED);
        } else {
            let expected = "the value that the same field has where it is given first";
            self.report(&place.member(member), Fault::Custom, expected, "another");
        }
    }

    #[cold]
    #[inline(never)]
    fn unknown(&mut self, place: &Place<'_>, members: Vec<Member>, fields: &[Field]) {
        let keys: Vec<String> = members
            .iter()
            .map(|member| self.doc.key(member.key_at).to_owned())
            .collect();
        let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
        let expected = format!("only {}", names.join(", "));
        let found: Vec<String> = keys.iter().take(5).map(|key| quoted(key)).collect();
        let place = place.ordered_at(members.first().map_or(place.at, |member| member.key_at));
        self.report(&place, Fault::Keys(keys), &expected, &found.join(", "));
    }

    /// The value of the next field; what stands for it where it cannot be read. Once for each type, not for each field.
    #[inline(never)]
    pub(super) fn next<T: Held>(&mut self, read: &mut Read, place: &Place<'_>) -> T {
        let index = read.next;
        read.next += 1;
        let at = read.slots[index];
        let value = if at != 0 {
            T::read(self, &place.field(at))
        } else if T::REQUIRED {
            self.missing(&read.fields[index], place);
            None
        } else {
            return T::blank();
        };
        value.unwrap_or_else(|| {
            read.faulty |= 1 << index;
            T::blank()
        })
    }

    #[cold]
    #[inline(never)]
    fn missing(&mut self, field: &Field, place: &Place<'_>) {
        // After all that is there.
        let end = self.doc.after(place.at);
        let (fault, expected) = field.what.expected();
        self.report(&place.missing(field.name, end), fault, &expected, "nothing");
    }

    /// Holds the rules of what was read.
    #[inline]
    pub(super) fn rules<T: Validate<Context = Around>>(
        &mut self,
        params: &T,
        read: &Read,
        place: &Place<'_>,
    ) {
        let mut report = Report::new();
        params.validate_into(&self.around, &mut Path::empty, &mut report);
        if !report.is_empty() {
            self.broken(&report, read, place);
        }
    }

    #[cold]
    #[inline(never)]
    fn broken(&mut self, report: &Report, read: &Read, place: &Place<'_>) {
        for (path, error) in report.iter() {
            // What could not be read was reported, and something else stands for it.
            let readable = |ident: &str| {
                let at = read.fields.iter().position(|field| field.ident == ident)?;
                (read.faulty >> at & 1 == 0).then_some(at)
            };
            let blamed = match rules::over_fields(error.message()) {
                Some(over) => readable(over.given).and_then(|_| readable(over.blamed)),
                None => readable(&path.to_string()),
            };
            let Some(index) = blamed else {
                continue;
            };
            let (place, found) = match read.slots[index] {
                0 => {
                    let end = self.doc.after(place.at);
                    (place.missing(read.fields[index].name, end), None)
                }
                at => (place.field(at), Some(self.doc.node(at))),
            };
            let (fault, expected, found) = rules::issue(error.message(), found);
            self.report(&place, fault, &expected, &found);
        }
    }

    /// Any JSON. Of what is none the first is reported.
    pub(super) fn json(&mut self, place: &Place<'_>) -> Option<Json> {
        let doc = self.doc;
        if !self.keep && !doc.odd {
            return Some(match doc.node(place.at) {
                Node::Object => Json::Object(Object::new()),
                _ => Json::Null,
            });
        }
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
        if !self.keep && !doc.odd {
            return Some(entries);
        }
        for member in doc.members(place.at) {
            let value = self.json(&place.member(member))?;
            entries.push((doc.key(member.key_at).to_owned(), value));
        }
        if has_repeated_key(&entries) {
            entries = entries.into_iter().collect::<Map<_, _>>().into_entries();
        }
        Some(entries)
    }

    /// An object of texts.
    pub(super) fn texts(&mut self, place: &Place<'_>) -> Option<Vec<(String, String)>> {
        let doc = self.doc;
        if !doc.is_object(place.at) {
            self.mistyped(place, "record", "an object of strings");
            return None;
        }
        let mut texts = Map::EMPTY;
        for member in doc.members(place.at) {
            if let Some(text) = String::read(self, &place.member(member)) {
                texts.insert(doc.key(member.key_at).to_owned(), text);
            }
        }
        Some(texts.into_entries())
    }

    /// A list of texts.
    pub(super) fn text_list(&mut self, place: &Place<'_>) -> Option<Vec<String>> {
        let doc = self.doc;
        if !doc.is_list(place.at) {
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
        let text = self.doc.as_text(place.at);
        // Names of one length differ at their ends: most are told apart without a comparison of all.
        let is_it = |name: &&str, text: &str| {
            name.as_bytes().last() == text.as_bytes().last() && *name == text
        };
        let found = text.and_then(|text| names.iter().position(|name| is_it(name, text)));
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
