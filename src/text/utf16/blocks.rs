//! Transcoding by blocks: many characters a step, whatever their lengths are.
//!
//! Text is looked at by windows of 64 bytes. One with few characters that are not ASCII goes by runs of ASCII. In any other
//! a mask says where characters end: its next twelve bits say how the next six characters of at most two bytes, or the next
//! four of at most three, lie, and a table has for each such layout the shuffle that brings one character into each lane.
//! Steps that each wait for the kind of the next character take half as long again: words of several scripts alternate in
//! most text that is not English, and processors cannot foresee them.

use super::{decode, BLOCK};
use core::arch::wasm32::*;
use core::mem::MaybeUninit;
use std::sync::OnceLock;

/// How far a window looks.
const WINDOW: usize = 64;
/// How many bytes a step looks at.
const STEP: usize = 12;
/// Steps a window: the mask holds all that they look at. A fixed number, because one that depends on the text would be
/// foreseen wrongly for most windows.
const STEPS: usize = 4;
/// What has to be there: characters are looked for up to the last place of a window.
const AHEAD: usize = WINDOW + BLOCK;
/// At most so many bytes of a window are not ASCII, where it goes by runs.
const FEW: u32 = 9;
/// Not in the module of markup alone: it would be 1 KB larger, and text is the least of what takes its time.
const BY_LAYOUT: bool = cfg!(any(feature = "turns", feature = "uicp"));

/// Where the next characters lie and what they must be, all in lanes of one character.
#[repr(align(64))]
struct Layout {
    /// Brings the bytes of a character into its lane, the last one lowest.
    shuffle: v128,
    /// What is left of the marks that bytes have besides the bits of the code.
    marks: v128,
    /// The least code that takes as many bytes, and how far the greatest is from it.
    least: v128,
    span: v128,
}

/// The layouts of so many characters of at most so many bytes.
struct Layouts {
    /// By the mask of ends in twelve bytes: a place in `all`, or one that there is not, and how many bytes it takes. The
    /// next step waits for the latter alone.
    of_mask: [u8; 1 << STEP],
    taken: [u8; 1 << STEP],
    all: Vec<Layout>,
}

/// What holds for a character of one, two and three bytes: marks, least code, span.
const BY_LENGTH: [(u32, u32, u32); 3] = [
    (0, 0, 0x7f),
    (0x3080, 0x80, 0x77f),
    (0xe_2080, 0x800, 0xf7ff),
];

impl Layouts {
    #[cold]
    #[inline(never)]
    fn new(characters: usize, longest: usize) -> Self {
        let lane = BLOCK / characters.next_power_of_two();
        let mut made = Layouts {
            of_mask: [u8::MAX; 1 << STEP],
            taken: [0; 1 << STEP],
            all: Vec::new(),
        };
        for number in 0..longest.pow(characters as u32) {
            let (mut rest, mut taken, mut ends) = (number, 0, 0_usize);
            let mut shuffle = [u8::MAX; BLOCK];
            let (mut marks, mut least, mut span) = ([0; BLOCK], [0; BLOCK], [u8::MAX; BLOCK]);
            for at in (0..characters * lane).step_by(lane) {
                let length = rest % longest + 1;
                rest /= longest;
                taken += length;
                ends |= 1 << (taken - 1);
                for byte in 0..length {
                    shuffle[at + byte] = (taken - 1 - byte) as u8;
                }
                let (m, l, s) = BY_LENGTH[length - 1];
                for (place, value) in [(&mut marks, m), (&mut least, l), (&mut span, s)] {
                    place[at..at + lane].copy_from_slice(&value.to_le_bytes()[..lane]);
                }
            }
            // Whatever ends after these characters is the next step's.
            for later in 0..(1 << STEP) >> taken {
                made.of_mask[ends | later << taken] = number as u8;
                made.taken[ends | later << taken] = taken as u8;
            }
            let [shuffle, marks, least, span] =
                [shuffle, marks, least, span].map(|bytes| load(&bytes, 0));
            made.all.push(Layout {
                shuffle,
                marks,
                least,
                span,
            });
        }
        made
    }

    /// Those of six characters of one or two bytes, and of four of one to three.
    fn get() -> &'static [Layouts; 2] {
        static MADE: OnceLock<Box<[Layouts; 2]>> = OnceLock::new();
        MADE.get_or_init(|| Box::new([Layouts::new(6, 2), Layouts::new(4, 3)]))
    }
}

/// Transcodes the beginning of `text` up to the first bytes that are no character: how many bytes were read and how many
/// units written. `units` has room for one a byte and a block more.
pub(super) fn transcode(text: &[u8], units: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    let mut done = Done::default();
    let (mut end, mut end_at) = ([0; 2 * AHEAD], None);
    loop {
        let rest = &text[done.read..];
        let (window, left) = match rest.first_chunk() {
            Some(window) => (window, AHEAD),
            // The end, with zeros behind it, which are characters of one byte.
            None => {
                let at = *end_at.get_or_insert_with(|| {
                    copy(&mut end, rest);
                    done.read
                });
                match end[done.read - at..].first_chunk() {
                    Some(window) => (window, rest.len()),
                    None => break,
                }
            }
        };
        if left == 0 || !done.steps(window, left, units) {
            break;
        }
    }
    (done.read, done.written)
}

/// By blocks, the last of which may overlap the one before: a bulk copy is a call out of wasm.
#[inline(always)]
fn copy(to: &mut [u8; 2 * AHEAD], from: &[u8]) {
    let (Some(last), true) = (from.last_chunk::<BLOCK>(), from.len() < AHEAD) else {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
        return;
    };
    for (to, from) in to
        .as_chunks_mut()
        .0
        .iter_mut()
        .zip(from.as_chunks::<BLOCK>().0)
    {
        *to = *from;
    }
    to[from.len() - BLOCK..from.len()].copy_from_slice(last);
}

/// How far transcoding came.
#[derive(Default)]
struct Done {
    read: usize,
    written: usize,
}

impl Done {
    /// Steps through a window, of which `left` bytes count; false, where it came to bytes that are no character.
    #[inline(always)]
    fn steps(&mut self, window: &[u8; AHEAD], left: usize, units: &mut [MaybeUninit<u16>]) -> bool {
        let blocks = [0, 1, 2, 3].map(|block| load(window, block * BLOCK));
        let others = mask(blocks);
        if others.count_ones() <= FEW || !BY_LAYOUT {
            return self.runs(window, others, left, units);
        }
        let ends = mask(blocks.map(|block| i8x16_gt(block, i8x16_splat(-65)))) >> 1;
        let most = u8x16_max(
            u8x16_max(blocks[0], blocks[1]),
            u8x16_max(blocks[2], blocks[3]),
        );
        let is_narrow = i8x16_bitmask(u8x16_sub_sat(most, u8x16_splat(0x60))) == 0;
        self.by_layout(is_narrow, window, ends, left, units)
    }

    /// Runs of ASCII, and single characters between them.
    #[inline(always)]
    fn runs(
        &mut self,
        window: &[u8; AHEAD],
        mut others: u64,
        left: usize,
        units: &mut [MaybeUninit<u16>],
    ) -> bool {
        let end = left.min(WINDOW);
        let mut at = 0;
        while at < end {
            let Some(room) = units[self.written..].first_chunk_mut::<BLOCK>() else {
                return false;
            };
            let run = others.trailing_zeros() as usize;
            let (taken, made) = if run > 0 {
                widen(room, load(window, at));
                let taken = run.min(BLOCK).min(end - at);
                (taken, taken)
            } else {
                match one(&window[at..], room) {
                    Some(one) => one,
                    None => return false,
                }
            };
            at += taken;
            others = others.checked_shr(taken as u32).unwrap_or(0);
            self.read += taken;
            self.written += made;
        }
        true
    }

    /// Characters by their layouts; what has none is taken by itself.
    #[inline(always)]
    fn by_layout(
        &mut self,
        is_narrow: bool,
        window: &[u8; AHEAD],
        mut ends: u64,
        left: usize,
        units: &mut [MaybeUninit<u16>],
    ) -> bool {
        let [narrow_layouts, broad_layouts] = Layouts::get();
        let (layouts, characters) = if is_narrow {
            (narrow_layouts, 6)
        } else {
            (broad_layouts, 4)
        };
        let mut at = 0;
        for _ in 0..STEPS {
            let Some(room) = units[self.written..].first_chunk_mut::<BLOCK>() else {
                return false;
            };
            let key = ends as usize % (1 << STEP);
            let (mut taken, mut made) = (usize::from(layouts.taken[key]), characters);
            let (codes, bad) = match layouts.all.get(usize::from(layouts.of_mask[key])) {
                Some(layout) if is_narrow => narrow(load(window, at), layout),
                Some(layout) => broad(load(window, at), layout),
                None => (u8x16_splat(0), u8x16_splat(1)),
            };
            if v128_any_true(bad) {
                let Some(one) = one(&window[at..], room) else {
                    return false;
                };
                (taken, made) = one;
            } else {
                store(room, codes);
                if taken > left - at {
                    // What ends behind the text is not of it.
                    taken = left - at;
                    made = (ends & ((1 << taken) - 1)).count_ones() as usize;
                }
            }
            at += taken;
            ends >>= taken;
            self.read += taken;
            self.written += made;
            if at == left {
                break;
            }
        }
        true
    }
}

/// The character that begins `bytes`, if one does: how many bytes and units it takes.
#[inline]
fn one(bytes: &[u8], room: &mut [MaybeUninit<u16>; BLOCK]) -> Option<(usize, usize)> {
    let (code, taken) = decode(bytes)?;
    Some((taken, super::put(code, room)))
}

/// Characters of at most two bytes in lanes of 16 bits: their units, and a bit where there is none.
///
/// Bytes are put together with their marks, and the marks of a character of that length taken off: where
/// they were others, what is left takes another number of bytes.
#[inline(always)]
fn narrow(bytes: v128, layout: &Layout) -> (v128, v128) {
    let lanes = i8x16_swizzle(bytes, layout.shuffle);
    let low = v128_and(lanes, u16x8_splat(0xff));
    let high = u16x8_shr(v128_and(lanes, u16x8_splat(0xff00)), 2);
    let codes = v128_xor(v128_xor(low, high), layout.marks);
    let above = u16x8_max(u16x8_sub(codes, layout.least), layout.span);
    (codes, v128_xor(above, layout.span))
}

/// The same of characters of at most three bytes in lanes of 32 bits. Halves of pairs are none.
#[inline(always)]
fn broad(bytes: v128, layout: &Layout) -> (v128, v128) {
    let lanes = i8x16_swizzle(bytes, layout.shuffle);
    let low = v128_and(lanes, u32x4_splat(0xff));
    let middle = u32x4_shr(v128_and(lanes, u32x4_splat(0xff00)), 2);
    let high = u32x4_shr(v128_and(lanes, u32x4_splat(0xff_0000)), 4);
    let codes = v128_xor(v128_xor(low, middle), v128_xor(high, layout.marks));
    let above = u32x4_max(u32x4_sub(codes, layout.least), layout.span);
    let halves = u32x4_eq(v128_and(codes, u32x4_splat(0xf800)), u32x4_splat(0xd800));
    let bad = v128_or(v128_xor(above, layout.span), halves);
    (u16x8_narrow_i32x4(codes, codes), bad)
}

#[inline(always)]
fn widen(room: &mut [MaybeUninit<u16>; BLOCK], ascii: v128) {
    let [low, high] = [
        u16x8_extend_low_u8x16(ascii),
        u16x8_extend_high_u8x16(ascii),
    ];
    // SAFETY: `room` is 32 bytes; a store has no alignment to keep.
    unsafe {
        v128_store(room.as_mut_ptr().cast(), low);
        v128_store(room.as_mut_ptr().add(8).cast(), high);
    }
}

/// The highest bit of each byte.
#[inline(always)]
fn mask(blocks: [v128; 4]) -> u64 {
    let [a, b, c, d] = blocks.map(|block| u64::from(i8x16_bitmask(block)));
    a | b << BLOCK | c << (2 * BLOCK) | d << (3 * BLOCK)
}

#[inline(always)]
fn load<const N: usize>(bytes: &[u8; N], at: usize) -> v128 {
    debug_assert!(at + BLOCK <= N);
    // SAFETY: `at` is the start of a block, or in the first 64 bytes of a window, which has a block more; a load has no
    // alignment to keep.
    unsafe { v128_load(bytes.as_ptr().add(at).cast()) }
}

#[inline(always)]
fn store(room: &mut [MaybeUninit<u16>; BLOCK], units: v128) {
    // SAFETY: `room` is 32 bytes; a store has no alignment to keep.
    unsafe { v128_store(room.as_mut_ptr().cast(), units) };
}
