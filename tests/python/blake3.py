"""BLAKE3 in plain Python, from the paper: slow, and enough for a test that installs nothing."""

import struct

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
MASK = 0xFFFFFFFF


def _mix(v, a, b, c, d, x, y):
    v[a] = (v[a] + v[b] + x) & MASK
    v[d] = _rotate(v[d] ^ v[a], 16)
    v[c] = (v[c] + v[d]) & MASK
    v[b] = _rotate(v[b] ^ v[c], 12)
    v[a] = (v[a] + v[b] + y) & MASK
    v[d] = _rotate(v[d] ^ v[a], 8)
    v[c] = (v[c] + v[d]) & MASK
    v[b] = _rotate(v[b] ^ v[c], 7)


def _rotate(word, by):
    return (word >> by | word << (32 - by)) & MASK


def _compress(chaining, words, counter, length, flags):
    v = [*chaining, *IV[:4], counter & MASK, counter >> 32, length, flags]
    words = list(words)
    for round_number in range(7):
        for column in range(4):
            _mix(v, column, column + 4, column + 8, column + 12, words[2 * column], words[2 * column + 1])
        for i in range(4):
            a, b, c, d = i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4
            _mix(v, a, b, c, d, words[8 + 2 * i], words[9 + 2 * i])
        if round_number < 6:
            words = [words[i] for i in PERMUTATION]
    return [v[i] ^ v[i + 8] for i in range(8)]


def _words(block):
    return struct.unpack("<16I", block.ljust(64, b"\0"))


def _chunk(data, counter, root):
    chaining = IV
    blocks = [data[at : at + 64] for at in range(0, len(data), 64)] or [b""]
    for number, block in enumerate(blocks):
        flags = CHUNK_START if number == 0 else 0
        if number == len(blocks) - 1:
            flags |= CHUNK_END | root
        chaining = _compress(chaining, _words(block), counter, len(block), flags)
    return chaining


def _tree(data, counter, root):
    if len(data) <= 1024:
        return _chunk(data, counter, root)
    chunks = (len(data) + 1023) // 1024
    # The left side is the largest power of two that leaves something to the right.
    left = 1 << (chunks - 1).bit_length() - 1
    words = _tree(data[: left * 1024], counter, 0) + _tree(data[left * 1024 :], counter + left, 0)
    return _compress(IV, words, 0, 64, PARENT | root)


def blake3(data):
    """The 32-byte hash of bytes."""
    return struct.pack("<8I", *_tree(data, 0, ROOT))
