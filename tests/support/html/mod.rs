//! For the tests of the HTML parser.
#![allow(dead_code, clippy::unwrap_used)]

pub(crate) mod corpus;
pub(crate) mod damage;
pub(crate) mod markup;
pub(crate) mod oracle;
pub(crate) mod random;
