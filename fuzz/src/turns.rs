//! What hosts and writers send.

use crate::seeds;
use std::sync::LazyLock;
use vitrine::json::Json;
use vitrine::limits::Limits;
use vitrine::turns::batch::Batch;
use vitrine::turns::cursor::Cursor;
use vitrine::turns::materialise;
use vitrine::turns::options::ProjectOptions;
use vitrine::turns::project::Projector;
use vitrine::turns::registry::Registry;
use vitrine::turns::wire::{FrameDecoder, Reply, Request};

static BUNDLES: LazyLock<Vec<Json>> = LazyLock::new(|| seeds::page_bundles().collect());

/// Every token takes at least one byte, and none that is not there.
pub fn cursor(bytes: &[u8]) {
    let mut cursor = Cursor::new(bytes, 0);
    let mut before = 0;
    while cursor.token().is_ok() {
        assert!(cursor.position() > before && cursor.position() <= bytes.len());
        before = cursor.position();
    }
}

/// A refused bundle changes nothing; one that was taken is taken again.
pub fn bundle(bytes: &[u8]) {
    let mut registry = Registry::new();
    let empty = registry.merged().to_string();
    match registry.put_text(bytes) {
        Ok(_) => assert!(registry.put_text(bytes).is_ok(), "refused the second time"),
        Err(_) => assert_eq!(registry.merged().to_string(), empty, "left a trace"),
    }
}

/// What is read from a frame is written as a frame that reads as the same; cutting the stream changes nothing.
pub fn frame(bytes: &[u8]) {
    let read = |step: usize| {
        let mut decoder = FrameDecoder::new(&Limits::default());
        let mut found = Vec::new();
        for piece in bytes.chunks(step) {
            decoder.buffer().extend_from_slice(piece);
            while let Ok(Some(frame)) = decoder.next_frame() {
                if let Ok(request) = Request::decode(frame.header, frame.payload) {
                    again(&request, frame.header.req_id);
                    found.push(format!("{request:?}"));
                }
                if let Ok(reply) = Reply::decode(frame.header, frame.payload) {
                    found.push(format!("{reply:?}"));
                }
            }
        }
        found
    };
    assert_eq!(read(bytes.len().max(1)), read(7), "cut otherwise");
}

fn again(request: &Request<'_>, req_id: u64) {
    let mut written = Vec::new();
    request.encode(req_id, &mut written);
    let mut decoder = FrameDecoder::new(&Limits::default());
    decoder.buffer().extend_from_slice(&written);
    let frame = decoder.next_frame().expect("short").expect("whole");
    let read = Request::decode(frame.header, frame.payload).expect("its own");
    assert_eq!(format!("{read:?}"), format!("{request:?}"));
}

/// A page that can be opened gives one turn for each item.
pub fn page(bytes: &[u8]) {
    let Ok(batch) = Batch::new(bytes.to_vec()) else {
        return;
    };
    let mut registry = Registry::new();
    for bundle in BUNDLES.iter() {
        registry.put(bundle).expect("a bundle of the vectors");
    }
    let mut projector = Projector::new(&registry, ProjectOptions::default());
    let written = projector.fill(batch.range(0, usize::MAX), usize::MAX);
    let turns = materialise::turns(&projector, written);
    assert_eq!(turns.len(), batch.len());
    assert!(Json::parse(Json::Array(turns).to_string().as_bytes()).is_ok());
}
