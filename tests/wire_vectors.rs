//! Promise: the frames in `tests/vectors/wire/frames.json` are what this code writes and reads. The same file
//! is checked by an encoder that shares nothing with this one, and serves writers in other languages.

#![allow(clippy::unwrap_used)]

use vitrine::error::{Code, Error};
use vitrine::json::Json;
use vitrine::turns::blob::to_hex;
use vitrine::turns::wire::append::Acks;
use vitrine::turns::wire::reply::{
    put_error, Appended, Attached, BlobPut, BundlePut, Head, Welcome,
};
use vitrine::turns::wire::request::{
    AppendBatch, AppendTurn, AttachFs, CtxCreate, CtxFork, GetBefore, GetBlob, GetHead, GetLast,
    GetRangeByDepth, Hello, PutBlob, RegistryPutBundle, Subscribe,
};
use vitrine::turns::wire::{put_frame, FrameDecoder, ItemHead, MessageType, Reply, Request};

const FILE: &str = "tests/vectors/wire/frames.json";
const HASH: [u8; 32] = [0xab; 32];
const ROOT: [u8; 32] = [0xcd; 32];
const PAYLOAD: &[u8] = &[0x82, 0x01, 0x02, 0x02, 0xa2, 0x68, 0x69];

const APPEND: AppendTurn<'static> = AppendTurn {
    context: 7,
    parent: 0,
    type_id: "com.example.Note",
    type_version: 3,
    encoding: 1,
    compression: 0,
    uncompressed_len: 7,
    hash: HASH,
    payload: PAYLOAD,
    idempotency_key: b"k-1",
    fs_root: None,
};

fn requests(batch: &mut Vec<u8>) -> Vec<(&'static str, Request<'_>)> {
    let meta = br#"{"token":"t"}"#;
    let with_and_without_root = [
        APPEND,
        AppendTurn {
            fs_root: Some(ROOT),
            ..APPEND
        },
    ];
    vec![
        (
            "hello",
            Request::Hello(Hello {
                tag: "go-writer",
                meta,
            }),
        ),
        (
            "create an empty context",
            Request::CtxCreate(CtxCreate { base_turn: 0 }),
        ),
        (
            "fork",
            Request::CtxFork(CtxFork {
                base_turn: 0x0102_0304_0506_0708,
            }),
        ),
        ("get head", Request::GetHead(GetHead { context: u64::MAX })),
        ("append", Request::AppendTurn(APPEND)),
        (
            "append to a parent, compressed, without a key",
            Request::AppendTurn(AppendTurn {
                parent: 5,
                compression: 1,
                uncompressed_len: 1000,
                idempotency_key: b"",
                ..APPEND
            }),
        ),
        (
            "append with a file system root and a type in Japanese",
            Request::AppendTurn(AppendTurn {
                type_id: "例.型",
                fs_root: Some(ROOT),
                ..APPEND
            }),
        ),
        (
            "get last",
            Request::GetLast(GetLast {
                context: 7,
                limit: 64,
                include_payload: 1,
            }),
        ),
        ("get blob", Request::GetBlob(GetBlob { hash: HASH })),
        (
            "get before",
            Request::GetBefore(GetBefore {
                context: 7,
                before_turn: 12,
                limit: 64,
                include_payload: 0,
            }),
        ),
        (
            "get range by depth",
            Request::GetRangeByDepth(GetRangeByDepth {
                context: 7,
                start_depth: 3,
                limit: 2,
                include_payload: 1,
            }),
        ),
        (
            "attach a file system root",
            Request::AttachFs(AttachFs {
                turn: 12,
                root: ROOT,
            }),
        ),
        (
            "put a blob",
            Request::PutBlob(PutBlob {
                hash: HASH,
                bytes: PAYLOAD,
            }),
        ),
        (
            "put a registry bundle",
            Request::RegistryPutBundle(RegistryPutBundle {
                id: "b#1",
                bundle: br#"{"bundle_id":"b#1"}"#,
            }),
        ),
        (
            "append a batch",
            Request::AppendBatch(AppendBatch::of(&with_and_without_root, batch)),
        ),
        (
            "subscribe to all contexts",
            Request::Subscribe(Subscribe {
                context: 0,
                after_turn: 0,
            }),
        ),
    ]
}

const ITEM: ItemHead<'static> = ItemHead {
    turn: 1,
    parent: 0,
    depth: 0,
    type_id: "com.example.Note",
    type_version: 3,
    encoding: 1,
    compression: 0,
    uncompressed_len: 7,
    hash: &HASH,
    payload: PAYLOAD,
    payload_at: 0,
};

fn batch() -> Vec<u8> {
    let root = ITEM;
    let unreadable = ItemHead {
        turn: 2,
        parent: 1,
        depth: 1,
        encoding: 0,
        payload: b"",
        ..root
    };
    let mut batch = 2u32.to_le_bytes().to_vec();
    root.write(&mut batch);
    unreadable.write(&mut batch);
    batch
}

fn replies<'a>(
    batch: &'a [u8],
    acks: &'a mut Vec<u8>,
) -> Vec<(&'static str, MessageType, Reply<'a>)> {
    let head = Head {
        context: 7,
        turn: 12,
        depth: 11,
    };
    let ack = Appended {
        context: 7,
        turn: 13,
        depth: 12,
        hash: HASH,
    };
    vec![
        (
            "welcome",
            MessageType::Hello,
            Reply::Welcome(Welcome {
                session: 9,
                version: 1,
            }),
        ),
        ("a head", MessageType::GetHead, Reply::Head(head)),
        ("an ack", MessageType::AppendTurn, Reply::Appended(ack)),
        (
            "two turns, one of them unreadable",
            MessageType::GetLast,
            Reply::Turns(batch),
        ),
        ("a blob", MessageType::GetBlob, Reply::Blob(PAYLOAD)),
        (
            "turns before one",
            MessageType::GetBefore,
            Reply::Turns(batch),
        ),
        (
            "turns by depth",
            MessageType::GetRangeByDepth,
            Reply::Turns(batch),
        ),
        (
            "a file system root is attached",
            MessageType::AttachFs,
            Reply::Attached(Attached {
                turn: 12,
                root: ROOT,
            }),
        ),
        (
            "a blob was put",
            MessageType::PutBlob,
            Reply::BlobPut(BlobPut {
                hash: HASH,
                was_new: 1,
            }),
        ),
        (
            "a registry bundle was there",
            MessageType::RegistryPutBundle,
            Reply::BundlePut(BundlePut { status: 204 }),
        ),
        (
            "a batch was appended",
            MessageType::AppendBatch,
            Reply::Acks(Acks::of(&[ack, Appended { turn: 14, ..ack }], acks)),
        ),
        (
            "a turn for a subscriber",
            MessageType::Subscribe,
            Reply::Pushed {
                context: 7,
                item: ItemHead {
                    // Behind the context and the fields before it.
                    payload_at: 8 + ItemHead::FIXED_LEN + ITEM.type_id.len(),
                    ..ITEM
                },
            },
        ),
    ]
}

/// Name and bytes of every frame, request ids counting from 1.
fn frames() -> Vec<(&'static str, Vec<u8>)> {
    let mut frames = Vec::new();
    let mut empty = Vec::new();
    put_frame(&mut empty, MessageType::Hello.number(), 0, 1, |_| {});
    frames.push(("hello, empty", empty));
    for (name, request) in requests(&mut Vec::new()) {
        let mut frame = Vec::new();
        request.encode(frames.len() as u64 + 1, &mut frame);
        frames.push((name, frame));
    }
    let batch = batch();
    for (name, to, reply) in replies(&batch, &mut Vec::new()) {
        let mut frame = Vec::new();
        reply.encode(to, frames.len() as u64 + 1, &mut frame);
        frames.push((name, frame));
    }
    let mut frame = Vec::new();
    put_error(
        &Error::mismatch(Code::Unprocessable, "payload length", 7, 6),
        u64::MAX,
        &mut frame,
    );
    frames.push(("an error", frame));
    frames
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_file_holds_what_this_code_writes() {
    let text = std::fs::read(FILE).unwrap();
    let vectors = Json::parse(&text).unwrap();
    let written: Vec<(&str, &str)> = vectors
        .as_array()
        .unwrap()
        .iter()
        .map(|v| {
            (
                v.get("name").unwrap().as_str().unwrap(),
                v.get("hex").unwrap().as_str().unwrap(),
            )
        })
        .collect();
    let frames: Vec<(&str, String)> = frames().iter().map(|(n, f)| (*n, hex(f))).collect();
    let frames: Vec<(&str, &str)> = frames.iter().map(|(n, f)| (*n, f.as_str())).collect();
    assert_eq!(written, frames);
    assert_eq!(to_hex(&HASH), "ab".repeat(32));
}

#[test]
fn this_code_reads_what_it_writes() {
    let batch = batch();
    let (mut turns, mut acks) = (Vec::new(), Vec::new());
    let (requests, replies) = (requests(&mut turns), replies(&batch, &mut acks));
    let mut decoder = FrameDecoder::new(&Default::default());
    for (name, frame) in &frames()[1..] {
        decoder.buffer().extend(frame);
        let frame = decoder.next_frame().unwrap().unwrap();
        if let Some((_, request)) = requests.iter().find(|(n, _)| n == name) {
            assert_eq!(
                Request::decode(frame.header, frame.payload),
                Ok(*request),
                "{name}"
            );
        } else if let Some((_, _, reply)) = replies.iter().find(|(n, _, _)| n == name) {
            assert_eq!(
                Reply::decode(frame.header, frame.payload),
                Ok(*reply),
                "{name}"
            );
        } else {
            let reply = Reply::decode(frame.header, frame.payload).unwrap();
            assert!(matches!(reply, Reply::Error { code: 422, .. }), "{name}");
        }
    }
}
