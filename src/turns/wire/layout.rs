//! A message's fields as bytes. Messages of numbers and hashes alone are rows of `layouts!`.

use super::reader::Reader;
use crate::error::Result;

/// A payload with a fixed order of fields.
pub trait Layout<'a>: Sized {
    /// Reads the fields; what follows them is the caller's to check.
    ///
    /// # Errors
    /// `BadRequest` when a field is cut short or is not what it should be.
    fn read(r: &mut Reader<'a>) -> Result<Self>;

    /// Appends the fields.
    fn write(&self, out: &mut Vec<u8>);
}

/// A field of fixed size.
pub(super) trait Plain: Sized {
    fn read(r: &mut Reader<'_>, field: &'static str) -> Result<Self>;
    fn write(&self, out: &mut Vec<u8>);
}

macro_rules! plain {
    ($($number:ident),*) => { $(
        impl Plain for $number {
            fn read(r: &mut Reader<'_>, field: &'static str) -> Result<Self> {
                r.$number(field)
            }
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )* };
}
plain!(u8, u16, u32, u64);

impl Plain for [u8; 32] {
    fn read(r: &mut Reader<'_>, field: &'static str) -> Result<Self> {
        r.array(field).copied()
    }
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self);
    }
}

/// Structs whose fields stand on the wire in the order written here.
macro_rules! layouts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* })*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name { $($(#[$field_doc])* pub $field: $kind,)* }

        impl<'a> $crate::turns::wire::layout::Layout<'a> for $name {
            fn read(r: &mut $crate::turns::wire::reader::Reader<'a>) -> $crate::error::Result<Self> {
                use $crate::turns::wire::layout::Plain;
                Ok($name { $($field: <$kind>::read(r, concat!(stringify!($name), " ", stringify!($field)))?,)* })
            }
            fn write(&self, out: &mut Vec<u8>) {
                use $crate::turns::wire::layout::Plain;
                $(self.$field.write(out);)*
            }
        }
    )* };
}
pub(super) use layouts;
