//! What may stand in what, so that the standard's own parser reads the output back as the same tree.
//!
//! The output is well-formed: every element is closed where it ends. So a parser that reads it back can differ in one
//! way only: a start tag makes it close something first, or is ignored. What can make it do so is a handful of facts
//! about the open elements ("a `p` is in button scope"), which an element hands to its children in one word. An
//! element that one of these facts forbids is unwrapped: its children stand in its place.

use core::ops::BitOr;

/// A set of facts about the open elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts(u16);

impl Facts {
    /// No fact.
    pub const NONE: Facts = Facts(0);
    /// A `p` is in button scope: many start tags would close it.
    pub const PARAGRAPH: Facts = Facts(1);
    /// A `button` is in scope.
    pub const BUTTON: Facts = Facts(1 << 1);
    /// An `a` is in the list of active formatting elements.
    pub const LINK: Facts = Facts(1 << 2);
    /// The form pointer is set.
    pub const FORM: Facts = Facts(1 << 3);
    /// A start tag `li` would find an `li` to close.
    pub const ITEM: Facts = Facts(1 << 4);
    /// A start tag `dd` or `dt` would find one to close.
    pub const TERM: Facts = Facts(1 << 5);
    /// In a `select`, where parsers older than the present standard read only options.
    pub const SELECT: Facts = Facts(1 << 6);
    /// In an `option`.
    pub const OPTION: Facts = Facts(1 << 7);
    /// In an `optgroup`.
    pub const GROUP: Facts = Facts(1 << 8);
    /// The parent is a heading, which another heading would close.
    pub const HEADING: Facts = Facts(1 << 9);
    /// The parent is one of those whose end tag `rt` and `rp` imply.
    pub const IMPLIED: Facts = Facts(1 << 10);
    /// The parent is a `table`.
    pub const TABLE: Facts = Facts(1 << 11);
    /// The parent is a `tbody`, `thead` or `tfoot`.
    pub const SECTION: Facts = Facts(1 << 12);
    /// The parent is a `tr`.
    pub const ROW: Facts = Facts(1 << 13);
    /// The parent is a `colgroup`.
    pub const COLUMNS: Facts = Facts(1 << 14);
    /// The parent is an SVG element.
    pub const GRAPHIC: Facts = Facts(1 << 15);

    /// What a template says: any part of a table may stand in it. Which others may stand beside it, the parser has settled by
    /// the first of them.
    pub const IN_TEMPLATE: Facts =
        Facts(Self::TABLE.0 | Self::SECTION.0 | Self::ROW.0 | Self::COLUMNS.0);

    /// What holds for children alone, not for their children.
    const OF_PARENT: Facts = Facts(0xfe00);
    /// What a context element says though it is not on the stack of open elements: the parser begins in its mode.
    const OF_CONTEXT: Facts =
        Facts(0xfe00 & !Self::HEADING.0 & !Self::IMPLIED.0 | Self::FORM.0 | Self::SELECT.0);

    /// Both sets.
    #[must_use]
    pub const fn and(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }

    const fn without(self, other: Facts) -> Facts {
        Facts(self.0 & !other.0)
    }

    /// Whether the sets have a fact in common.
    pub const fn meets(self, other: Facts) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Facts {
    type Output = Facts;
    fn bitor(self, other: Facts) -> Facts {
        self.and(other)
    }
}

/// Where an element may stand, and what it means for what stands in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// It is refused where one of these holds.
    pub refused: Facts,
    /// Where this is not empty, one of these must hold.
    pub needed: Facts,
    /// What begins to hold in it.
    pub opens: Facts,
    /// What ceases to hold in it.
    pub ends: Facts,
}

impl Place {
    /// Whether an element of this place may stand where `facts` hold.
    pub fn allows(&self, facts: Facts) -> bool {
        !facts.meets(self.refused) && (self.needed == Facts::NONE || facts.meets(self.needed))
    }

    /// What holds for the children of an element that stands where `facts` hold.
    pub fn within(&self, facts: Facts) -> Facts {
        facts
            .without(Facts::OF_PARENT)
            .without(self.ends)
            .and(self.opens)
    }

    /// What holds at the top of a fragment whose context element has this place.
    pub fn at_root(&self) -> Facts {
        Facts(self.opens.0 & Facts::OF_CONTEXT.0)
    }
}
