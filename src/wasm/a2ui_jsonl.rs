//! Streams of messages: bytes or text in, what came of their lines out as JSON.

use crate::a2ui::jsonl::{Item, Options, Parser};
use crate::json::Json;
use wasm_bindgen::prelude::*;

/// A parser of JSONL.
#[wasm_bindgen]
pub struct CoreJsonl {
    inner: Parser,
}

#[wasm_bindgen]
impl CoreJsonl {
    /// At the beginning of a stream.
    #[wasm_bindgen(constructor)]
    pub fn new(healing: bool, max_line_bytes: u32) -> CoreJsonl {
        let options = Options {
            healing,
            max_line_bytes: max_line_bytes as usize,
        };
        CoreJsonl {
            inner: Parser::new(options),
        }
    }

    /// Takes bytes: a JSON array of `{line, message}`, `{line, error}` and `{line, patch}`; empty where there are none.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        text(self.inner.push(bytes))
    }

    /// Takes text.
    pub fn push_text(&mut self, chunk: &str) -> String {
        text(self.inner.push(chunk.as_bytes()))
    }

    /// The stream has ended.
    pub fn end(&mut self) -> String {
        text(self.inner.end())
    }
}

fn text(items: Vec<Item>) -> String {
    if items.is_empty() {
        return String::new();
    }
    Json::Array(items.into_iter().map(Item::into_json).collect()).to_string()
}
