"""A client of the binary protocol, written from the wire table alone, that asks a host for every message and holds every
reply against the table.

    python3 client.py HOST PORT

Little-endian. A frame is `len u32 (payload only), msg_type u16, flags u16, req_id u64`, then the payload. It says "ok"
when all replies were as they should be.
"""

import json
import socket
import struct
import sys

from blake3 import blake3


class Connection:
    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.last_id = 0

    def send(self, msg_type, payload, flags=0):
        self.last_id += 1
        self.socket.sendall(struct.pack("<IHHQ", len(payload), msg_type, flags, self.last_id) + payload)
        return self.last_id

    def receive(self):
        length, msg_type, flags, req_id = struct.unpack("<IHHQ", self.exactly(16))
        equal(flags, 0)
        return msg_type, req_id, self.exactly(length)

    def exactly(self, length):
        data = b""
        while len(data) < length:
            more = self.socket.recv(length - len(data))
            if not more:
                raise EOFError("the host has closed the connection")
            data += more
        return data

    def ask(self, msg_type, payload, flags=0):
        """The payload that answers a request."""
        req_id = self.send(msg_type, payload, flags)
        found, found_id, reply = self.receive()
        equal((found, found_id), (msg_type, req_id), reply)
        return reply

    def refused(self, msg_type, payload):
        """The code and the JSON of the ERROR frame that answers a request."""
        req_id = self.send(msg_type, payload)
        found, found_id, reply = self.receive()
        equal((found, found_id), (255, req_id))
        code, length = struct.unpack_from("<II", reply)
        equal(len(reply), 8 + length)
        error = json.loads(reply[8:])
        equal(sorted(error), ["code", "details", "message"])
        return code, error


def equal(found, expected, *more):
    if found != expected:
        raise AssertionError(f"expected {expected!r}, found {found!r} {more!r}")


def counted(data):
    return struct.pack("<I", len(data)) + data


def append_turn(context, payload, parent=0, key=b"", root=b""):
    hint = counted(b"com.example.Note") + struct.pack("<I", 1)
    encoding, compression = 1, 0
    return (
        struct.pack("<QQ", context, parent)
        + hint
        + struct.pack("<III", encoding, compression, len(payload))
        + blake3(payload)
        + counted(payload)
        + counted(key)
        + root
    )


def item(data, at):
    """One item, and where the next one begins."""
    turn, parent, depth, type_len = struct.unpack_from("<QQII", data, at)
    at += 24
    type_id = data[at : at + type_len].decode()
    at += type_len
    version, encoding, compression, length = struct.unpack_from("<IIII", data, at)
    digest = data[at + 16 : at + 48]
    (payload_len,) = struct.unpack_from("<I", data, at + 48)
    at += 52
    payload = data[at : at + payload_len]
    equal((type_id, version, encoding, compression), ("com.example.Note", 1, 1, 0))
    if payload_len:
        equal((len(payload), blake3(payload)), (length, digest))
    return (turn, parent, depth, payload), at + payload_len


def items(data):
    (count,) = struct.unpack_from("<I", data)
    found, at = [], 4
    for _ in range(count):
        one, at = item(data, at)
        found.append(one)
    equal(at, len(data))
    return found


def main(address):
    host = Connection(address)
    equal(blake3(b"").hex(), "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262")

    # 1 HELLO, empty and with a tag.
    session, version = struct.unpack("<QH", host.ask(1, b""))
    equal(version, 1)
    tag, meta = b"python", b"{}"
    hello = struct.pack("<HH", 1, len(tag)) + tag + counted(meta)
    equal(host.ask(1, hello), struct.pack("<QH", session, 1))

    # 2 CTX_CREATE, 4 GET_HEAD
    context, head, depth = struct.unpack("<QQI", host.ask(2, struct.pack("<Q", 0)))
    equal((head, depth), (0, 0))
    equal(host.ask(4, struct.pack("<Q", context)), struct.pack("<QQI", context, 0, 0))

    # 5 APPEND_TURN, plain, repeated, with a file system root
    small, large, root = b"\x81\x01\xa2hi", b"\x81\x01\xc5\x9c\x40" + bytes(40000), b"\x11" * 32
    ack = host.ask(5, append_turn(context, small, key=b"k"))
    first = struct.unpack_from("<Q", ack, 8)[0]
    equal(ack, struct.pack("<QQI", context, first, 0) + blake3(small))
    equal(host.ask(5, append_turn(context, small, key=b"k")), ack)
    ack = host.ask(5, append_turn(context, large, root=root), flags=1)
    second = struct.unpack_from("<Q", ack, 8)[0]
    equal(ack, struct.pack("<QQI", context, second, 1) + blake3(large))

    # 13 APPEND_BATCH
    turns = [(0, append_turn(context, b"\x80")), (1, append_turn(context, b"\x90", root=root))]
    batch = struct.pack("<I", 2) + b"".join(struct.pack("<IH", len(turn), flags) + turn for flags, turn in turns)
    acks = host.ask(13, batch)
    equal(len(acks), 4 + 2 * 52)
    equal(acks[:4], struct.pack("<I", 2))
    third, fourth = struct.unpack_from("<Q", acks, 12)[0], struct.unpack_from("<Q", acks, 64)[0]

    # 6 GET_LAST, 7 GET_BEFORE, 8 GET_RANGE_BY_DEPTH
    rows = [(first, 0, 0, small), (second, first, 1, large), (third, second, 2, b"\x80"), (fourth, third, 3, b"\x90")]
    equal(items(host.ask(6, struct.pack("<QII", context, 10, 1))), rows)
    equal(items(host.ask(6, struct.pack("<QII", context, 2, 0))), [(*row[:3], b"") for row in rows[2:]])
    equal(items(host.ask(7, struct.pack("<QQII", context, third, 1, 1))), rows[1:2])
    equal(items(host.ask(8, struct.pack("<QIII", context, 1, 2, 1))), rows[1:3])

    # 3 CTX_FORK
    fork, head, depth = struct.unpack("<QQI", host.ask(3, struct.pack("<Q", second)))
    equal((head, depth), (second, 1))

    # 9 GET_BLOB, 11 PUT_BLOB, 10 ATTACH_FS
    equal(host.ask(9, blake3(large)), counted(large))
    blob = b"a file"
    equal(host.ask(11, blake3(blob) + counted(blob)), blake3(blob) + b"\x01")
    equal(host.ask(11, blake3(blob) + counted(blob)), blake3(blob) + b"\x00")
    equal(host.ask(10, struct.pack("<Q", first) + root), struct.pack("<Q", first) + root)

    # 12 REGISTRY_PUT_BUNDLE
    fields = {"1": {"name": "text", "type": "string"}}
    types = {"com.example.Note": {"versions": {"1": {"fields": fields}}}}
    bundle = json.dumps({"registry_version": 1, "bundle_id": "b#1", "types": types}).encode()
    equal(host.ask(12, counted(b"b#1") + counted(bundle)), struct.pack("<I", 201))
    equal(host.ask(12, counted(b"b#1") + counted(bundle)), struct.pack("<I", 204))

    # 14 SUBSCRIBE: what was missed, then what comes
    reader = Connection(address)
    subscription = reader.send(14, struct.pack("<QQ", context, third))
    new = host.ask(5, append_turn(context, b"\xc0", key=b"new"))
    fifth = struct.unpack_from("<Q", new, 8)[0]
    for expected in [rows[3], (fifth, fourth, 4, b"\xc0")]:
        msg_type, req_id, pushed = reader.receive()
        equal((msg_type, req_id), (14, subscription))
        equal(struct.unpack_from("<Q", pushed)[0], context)
        equal(item(pushed, 8), (expected, len(pushed)))

    # 255 ERROR: answers the request and keeps the connection
    code, error = host.refused(4, struct.pack("<Q", 999))
    equal((code, error["code"]), (404, "NotFound"))
    wrong = bytearray(append_turn(context, small))
    wrong[-9 - len(small)] ^= 1
    code, error = host.refused(5, bytes(wrong))
    equal((code, error["code"]), (422, "Unprocessable"))
    code, error = host.refused(5, append_turn(context, b"other", key=b"k"))
    equal((code, error["code"]), (409, "Conflict"))
    code, error = host.refused(99, b"")
    equal((code, error["code"]), (400, "BadRequest"))
    code, error = host.refused(6, b"\x00")
    equal((code, error["code"]), (400, "BadRequest"))

    # Pipelined requests are answered in order.
    sent = [host.send(4, struct.pack("<Q", context)) for _ in range(50)]
    equal([host.receive()[1] for _ in sent], sent)
    print("ok")


if __name__ == "__main__":
    main((sys.argv[1], int(sys.argv[2])))
