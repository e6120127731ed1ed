//! The binary protocol: frames, messages and turn items as bytes. Pure; sockets are the host's business.
//!
//! Little-endian throughout. A frame is a 16-byte [`frame::Header`] and a payload of at most
//! [`Limits::frame_bytes`](crate::limits::Limits). A reply repeats the request's id and type number, with
//! flags 0; an error has type 255 instead. The host decodes [`Request`]s and encodes [`Reply`]s, a client
//! does the reverse.

pub mod append;
pub mod frame;
pub mod hello;
pub mod item;
pub mod layout;
pub mod message;
pub mod reader;
pub mod reply;
pub mod request;

pub use frame::{put_frame, Frame, FrameDecoder, Header};
pub use item::ItemHead;
pub use message::MessageType;
pub use reply::Reply;
pub use request::Request;
