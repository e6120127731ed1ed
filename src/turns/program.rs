//! Programs: a descriptor compiled once per (type, version, options) to what the cursor follows.
//!
//! Every rendering decision that the options and the registry allow to be made beforehand is made here, so that
//! projection meets an [`Op`] and does one thing.

use super::number::Width;
use super::options::{BytesRender, EnumRender, ProjectOptions, TimeRender, U64Format};
use super::registry::{FieldType, Registry};
use crate::map::{sorted_order, Map};

/// What to do with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Boolean.
    Bool,
    /// Integer between `min` and `max` of an integer width, rendered as that says.
    Integer(Width, IntegerAs),
    /// A number that a float of that many bits holds.
    Float(u8),
    /// Text.
    Text,
    /// Bytes.
    Bytes(BytesRender),
    /// Bytes, or a tagged map of type, version and bytes.
    TypedBlob(BytesRender),
    /// Milliseconds as ISO 8601, and the integer that is stored.
    Time(Width),
    /// Index into [`Code::enums`], how to render, and the integer that is stored.
    Enum(u32, EnumRender, Width),
    /// A tagged map, by the program of that index.
    Struct(u32),
    /// An array whose items are as [`Code::items`] has it at that index.
    List(u32),
    /// An array of structs: the common case of `List`, with a slot of its own.
    Structs {
        /// Their program.
        program: u32,
        /// What the items are.
        items: u32,
    },
    /// A map; keys render by their own kind, labels where they are of an enum.
    Map {
        /// What the keys are.
        keys: u32,
        /// What the values are.
        values: u32,
    },
    /// Whatever it is.
    Any,
}

/// How an integer renders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegerAs {
    /// A number; digits where it is no safe integer.
    Number,
    /// Decimal digits.
    Digits,
    /// A `BigInt`.
    Big,
}

/// How a slot stands on the tape: what its words mean (see `tape.rs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum SlotKind {
    /// Index of a label.
    Label = 0,
    /// String word.
    Text = 1,
    /// Number word.
    Number = 2,
    /// Mask and slots.
    Struct = 3,
    /// Count and structs.
    Structs = 4,
    /// Tagged word.
    Any = 5,
}

impl Op {
    /// The kind of slot this op writes.
    pub fn slot_kind(self) -> SlotKind {
        match self {
            Op::Enum(_, EnumRender::Label, _) => SlotKind::Label,
            Op::Text | Op::Time(_) | Op::Integer(_, IntegerAs::Digits) => SlotKind::Text,
            Op::Bytes(BytesRender::Base64 | BytesRender::Hex) => SlotKind::Text,
            Op::Float(_) | Op::Bytes(BytesRender::LenOnly) => SlotKind::Number,
            Op::Integer(_, IntegerAs::Number) | Op::Enum(_, EnumRender::Number, _) => {
                SlotKind::Number
            }
            Op::Struct(_) => SlotKind::Struct,
            Op::Structs { .. } => SlotKind::Structs,
            _ => SlotKind::Any,
        }
    }

    /// The program a struct slot refers to.
    pub fn program(self) -> Option<u32> {
        match self {
            Op::Struct(program) | Op::Structs { program, .. } => Some(program),
            _ => None,
        }
    }
}

/// A field of a program; or what the items of a list, the keys or the values of a map are, without tag and name.
#[derive(Debug, Clone)]
pub struct Slot {
    /// The field's tag.
    pub tag: u64,
    /// The field's name, the key in the projected object.
    pub name: String,
    /// What to do with its value.
    pub op: Op,
    /// May it be nil without a word?
    pub optional: bool,
    /// The field's type as a person writes it, for warnings.
    pub expected: String,
}

/// How many slots fit a presence mask; a type with more of them is written as an escaped [`super::tape::Tag::Pairs`].
pub const MASK_SLOTS: usize = 31;

/// A type version, ready to follow. Slots are in tag order; tombstones have none.
#[derive(Debug)]
pub struct Program {
    /// TypeID
    pub type_id: String,
    /// TypeVersion
    pub version: u32,
    /// The fields.
    pub slots: Vec<Slot>,
    /// Slot + 1 of every tag below 256; 0: no slot.
    small_tags: Box<[u8; 256]>,
    /// Slots in the order of their names.
    by_name: Vec<u32>,
}

impl Program {
    /// Too many slots for a mask?
    pub fn is_wide(&self) -> bool {
        self.slots.len() > MASK_SLOTS
    }

    /// The slot of a tag.
    #[inline(always)]
    pub fn slot_of(&self, tag: u64) -> Option<usize> {
        if tag < 256 && !self.is_wide() {
            return usize::from(self.small_tags[tag as usize]).checked_sub(1);
        }
        self.slots.binary_search_by_key(&tag, |slot| slot.tag).ok()
    }

    /// The slot of a name; `likely` is looked at first.
    #[inline(always)]
    pub fn slot_named(&self, name: &[u8], likely: usize) -> Option<usize> {
        match self.slots.get(likely) {
            Some(slot) if slot.name.as_bytes() == name => Some(likely),
            _ => self.search_name(name),
        }
    }

    #[inline(never)]
    fn search_name(&self, name: &[u8]) -> Option<usize> {
        let of = |slot: &u32| self.slots[*slot as usize].name.as_bytes();
        let place = self
            .by_name
            .binary_search_by(|slot| of(slot).cmp(name))
            .ok()?;
        Some(self.by_name[place] as usize)
    }
}

/// An enum's numbers and the places of their labels in [`Code::labels`].
#[derive(Debug)]
pub struct EnumLabels {
    /// Label + 1 of the numbers 0 to 255; 0: none.
    dense: Vec<u32>,
    /// All others, sorted by number.
    sparse: Vec<(i128, u32)>,
    /// Labels and their numbers, sorted by label.
    numbers: Vec<(u32, i128)>,
}

impl EnumLabels {
    /// The label of a number below 256.
    #[inline(always)]
    pub fn small(&self, n: u64) -> Option<u32> {
        self.dense.get(usize::try_from(n).ok()?)?.checked_sub(1)
    }

    /// The label of any number.
    pub fn get(&self, n: i128) -> Option<u32> {
        if (0..256).contains(&n) {
            return self.small(n as u64);
        }
        let place = self.sparse.binary_search_by_key(&n, |entry| entry.0).ok()?;
        Some(self.sparse[place].1)
    }

    /// The number of a label; `labels` are [`Code::labels`].
    pub fn number(&self, labels: &[String], label: &[u8]) -> Option<i128> {
        let of = |entry: &(u32, i128)| labels[entry.0 as usize].as_bytes();
        let place = self
            .numbers
            .binary_search_by(|entry| of(entry).cmp(label))
            .ok()?;
        Some(self.numbers[place].1)
    }
}

/// Everything compiled so far for one registry and one set of options. Programs are only added, so an index stays good.
#[derive(Debug, Default)]
pub struct Code {
    /// Programs by index.
    pub programs: Vec<Program>,
    /// List items, map keys and map values.
    pub items: Vec<Slot>,
    /// Enums by index.
    pub enums: Vec<EnumLabels>,
    /// All labels.
    pub labels: Vec<String>,
    enum_index: Map<String, u32>,
    program_index: Map<String, Map<u32, u32>>,
}

impl Code {
    /// The program of a type version, compiled with all that it refers to when it is first asked for; `None` where
    /// the registry has no such version.
    pub fn program(
        &mut self,
        registry: &Registry,
        options: &ProjectOptions,
        type_id: &str,
        version: u32,
    ) -> Option<u32> {
        registry.version(type_id, version)?;
        let mut compiler = Compiler {
            code: self,
            registry,
            options,
            waiting: Vec::new(),
        };
        let index = compiler.reserve(type_id, version);
        compiler.run();
        Some(index)
    }
}

/// Types may refer to themselves and to each other: an index is given out first, the slots are filled from a list.
struct Compiler<'a> {
    code: &'a mut Code,
    registry: &'a Registry,
    options: &'a ProjectOptions,
    waiting: Vec<u32>,
}

impl Compiler<'_> {
    fn reserve(&mut self, type_id: &str, version: u32) -> u32 {
        let versions = self
            .code
            .program_index
            .get_or_insert_with(type_id.to_owned(), Map::default);
        let next = self.code.programs.len() as u32;
        let index = *versions.get_or_insert_with(version, || next);
        if index != next {
            return index;
        }
        self.code.programs.push(Program {
            type_id: type_id.to_owned(),
            version,
            slots: Vec::new(),
            small_tags: Box::new([0; 256]),
            by_name: Vec::new(),
        });
        self.waiting.push(index);
        index
    }

    fn run(&mut self) {
        let registry = self.registry;
        while let Some(index) = self.waiting.pop() {
            let program = &self.code.programs[index as usize];
            let (type_id, version) = (program.type_id.clone(), program.version);
            let fields = registry
                .version(&type_id, version)
                .map_or(&[][..], |v| &v.fields);
            let mut slots = Vec::with_capacity(fields.len());
            for field in fields.iter().filter(|field| !field.tombstone) {
                let op = self.op(&field.ty, &type_id, version);
                slots.push(Slot {
                    tag: field.tag,
                    name: field.name.clone(),
                    op,
                    optional: field.optional,
                    expected: field.ty.name(),
                });
            }
            let program = &mut self.code.programs[index as usize];
            for (index, slot) in slots.iter().enumerate().take(MASK_SLOTS) {
                // A tag may be larger than an address.
                if let Ok(tag) = u8::try_from(slot.tag) {
                    program.small_tags[usize::from(tag)] = index as u8 + 1;
                }
            }
            program.by_name =
                sorted_order(slots.len(), &mut |a, b| slots[a].name.cmp(&slots[b].name))
                    .into_iter()
                    .map(|slot| slot as u32)
                    .collect();
            program.slots = slots;
        }
    }

    fn op(&mut self, ty: &FieldType, outer: &str, outer_version: u32) -> Op {
        match ty {
            FieldType::Bool => Op::Bool,
            FieldType::UInt(bits) => self.integer(false, *bits),
            FieldType::Int(bits) => self.integer(true, *bits),
            FieldType::Float(bits) => Op::Float(*bits),
            FieldType::String => Op::Text,
            FieldType::Bytes => Op::Bytes(self.options.bytes),
            FieldType::TypedBlob => Op::TypedBlob(self.options.bytes),
            FieldType::Time(base) => match self.options.time {
                TimeRender::Iso => Op::Time(width(base)),
                TimeRender::UnixMs => Op::Integer(width(base), IntegerAs::Number),
            },
            FieldType::Enum { name, base } => {
                Op::Enum(self.enumeration(name), self.options.enums, width(base))
            }
            FieldType::Array(items) => {
                let items = self.item(items, outer, outer_version);
                match self.code.items[items as usize].op {
                    Op::Struct(program) => Op::Structs { program, items },
                    _ => Op::List(items),
                }
            }
            FieldType::Map { keys, values } => Op::Map {
                keys: self.item(keys, outer, outer_version),
                values: self.item(values, outer, outer_version),
            },
            FieldType::Optional(inner) => self.op(inner, outer, outer_version),
            FieldType::Ref(inner) => {
                match self.registry.nested_version(outer, outer_version, inner) {
                    Some(version) => Op::Struct(self.reserve(inner, version)),
                    None => Op::Any,
                }
            }
            FieldType::Any => Op::Any,
        }
    }

    fn integer(&self, signed: bool, bits: u8) -> Op {
        let render = match self.options.u64 {
            _ if bits < 64 => IntegerAs::Number,
            U64Format::Number => IntegerAs::Number,
            U64Format::String => IntegerAs::Digits,
            U64Format::BigInt => IntegerAs::Big,
        };
        Op::Integer(Width::new(signed, bits), render)
    }

    /// The place in [`Code::items`] of what stands in a container.
    fn item(&mut self, ty: &FieldType, outer: &str, outer_version: u32) -> u32 {
        let item = Slot {
            tag: 0,
            name: String::new(),
            op: self.op(ty, outer, outer_version),
            optional: matches!(ty, FieldType::Optional(_)),
            expected: ty.name(),
        };
        self.code.items.push(item);
        self.code.items.len() as u32 - 1
    }

    fn enumeration(&mut self, name: &str) -> u32 {
        if let Some(index) = self.code.enum_index.get(name) {
            return *index;
        }
        let mut labels = EnumLabels {
            dense: Vec::new(),
            sparse: Vec::new(),
            numbers: Vec::new(),
        };
        if let Some(enumeration) = self.registry.enumeration(name) {
            // By number ascending.
            for (number, label) in enumeration.iter() {
                self.code.labels.push(label.to_owned());
                let place = self.code.labels.len() as u32;
                labels.numbers.push((place - 1, number));
                match usize::try_from(number) {
                    Ok(small) if small < 256 => {
                        labels.dense.resize(labels.dense.len().max(small + 1), 0);
                        labels.dense[small] = place;
                    }
                    _ => labels.sparse.push((number, place - 1)),
                }
            }
        }
        let (numbers, all) = (&labels.numbers, &self.code.labels);
        let label = |index: usize| &all[numbers[index].0 as usize];
        let order = sorted_order(numbers.len(), &mut |a, b| label(a).cmp(label(b)));
        labels.numbers = order.into_iter().map(|index| numbers[index]).collect();
        let index = self.code.enums.len() as u32;
        self.code.enums.push(labels);
        self.code.enum_index.insert(name.to_owned(), index);
        index
    }
}

/// The integer that an enum or a time is stored as.
fn width(base: &FieldType) -> Width {
    match *base {
        FieldType::UInt(bits) => Width::new(false, bits),
        FieldType::Int(bits) => Width::new(true, bits),
        _ => Width::I64,
    }
}
