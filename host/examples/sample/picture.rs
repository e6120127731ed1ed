//! Small PNG bar charts, drawn here.

use crate::deflate::zlib;

pub const WIDTH: usize = 640;
pub const HEIGHT: usize = 320;

/// Paper, ink, grid, then the bars' colours.
const PALETTE: [[u8; 3]; 6] = [
    [0xfb, 0xfa, 0xf7],
    [0x33, 0x37, 0x40],
    [0xe3, 0xe1, 0xda],
    [0x4f, 0x6b, 0xed],
    [0x2f, 0x9e, 0x75],
    [0xd9, 0x5b, 0x43],
];
const INK: u8 = 1;
const GRID: u8 = 2;
pub const BLUE: u8 = 3;
pub const GREEN: u8 = 4;
pub const RED: u8 = 5;

/// 3 by 5 glyphs, top row first, three bits a row.
const GLYPHS: &[(char, u16)] = &[
    ('0', 0o75557),
    ('1', 0o26227),
    ('2', 0o71747),
    ('3', 0o71717),
    ('4', 0o55711),
    ('5', 0o74717),
    ('6', 0o74757),
    ('7', 0o71122),
    ('8', 0o75757),
    ('9', 0o75717),
    ('a', 0o25755),
    ('b', 0o65656),
    ('c', 0o34443),
    ('d', 0o65556),
    ('e', 0o74647),
    ('f', 0o74644),
    ('g', 0o34553),
    ('h', 0o55755),
    ('i', 0o72227),
    ('j', 0o11152),
    ('k', 0o55655),
    ('l', 0o44447),
    ('m', 0o57755),
    ('n', 0o65555),
    ('o', 0o25552),
    ('p', 0o65644),
    ('q', 0o25563),
    ('r', 0o65655),
    ('s', 0o34216),
    ('t', 0o72222),
    ('u', 0o55557),
    ('v', 0o55552),
    ('w', 0o55775),
    ('x', 0o55255),
    ('y', 0o55222),
    ('z', 0o71247),
    ('.', 0o00002),
    ('-', 0o00700),
    ('/', 0o11244),
    (':', 0o02020),
    ('%', 0o51245),
];

struct Canvas(Vec<u8>);

impl Canvas {
    fn rect(&mut self, x: usize, y: usize, width: usize, height: usize, colour: u8) {
        for row in y..(y + height).min(HEIGHT) {
            let end = (x + width).min(WIDTH);
            self.0[row * WIDTH + x.min(end)..row * WIDTH + end].fill(colour);
        }
    }

    fn text(&mut self, mut x: usize, y: usize, text: &str) {
        const DOT: usize = 2;
        for c in text.to_lowercase().chars() {
            let rows = GLYPHS
                .iter()
                .find(|(glyph, _)| *glyph == c)
                .map_or(0, |(_, rows)| *rows);
            for bit in 0..15 {
                if rows >> (14 - bit) & 1 == 1 {
                    self.rect(x + bit % 3 * DOT, y + bit / 3 * DOT, DOT, DOT, INK);
                }
            }
            x += 4 * DOT;
        }
    }
}

/// A PNG with one bar a row: its label, its value, its colour.
pub fn bars(title: &str, unit: &str, rows: &[(String, f64, u8)]) -> Vec<u8> {
    let mut canvas = Canvas(vec![0; WIDTH * HEIGHT]);
    canvas.text(16, 14, title);
    let most = rows
        .iter()
        .map(|(_, value, _)| *value)
        .fold(f64::MIN_POSITIVE, f64::max);
    let (left, right, top) = (190, WIDTH - 80, 40);
    for step in 0..=4 {
        canvas.rect(
            left + (right - left) * step / 4,
            top,
            1,
            HEIGHT - top - 12,
            GRID,
        );
    }
    let pitch = (HEIGHT - top - 16) / rows.len().max(1);
    for (row, (label, value, colour)) in rows.iter().enumerate() {
        let y = top + row * pitch;
        canvas.text(16, y + pitch / 2 - 5, label);
        let width = ((right - left) as f64 * value / most) as usize;
        canvas.rect(left, y + pitch / 6, width.max(2), pitch * 2 / 3, *colour);
        canvas.text(
            left + width + 8,
            y + pitch / 2 - 5,
            &format!("{value:.1}{unit}"),
        );
    }
    png(&canvas.0)
}

/// An indexed PNG of 8 bits a pixel.
fn png(pixels: &[u8]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend_from_slice(&(WIDTH as u32).to_be_bytes());
    header.extend_from_slice(&(HEIGHT as u32).to_be_bytes());
    header.extend_from_slice(&[8, 3, 0, 0, 0]);
    chunk(&mut out, b"IHDR", &header);
    chunk(&mut out, b"PLTE", &PALETTE.concat());
    let mut rows = Vec::with_capacity(pixels.len() + HEIGHT);
    for row in pixels.chunks(WIDTH) {
        rows.push(0); // no filter
        rows.extend_from_slice(row);
    }
    chunk(&mut out, b"IDAT", &zlib(&rows));
    chunk(&mut out, b"IEND", b"");
    out
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend_from_slice(&(data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    let sum = crc32(&out[start..]);
    out.extend_from_slice(&sum.to_be_bytes());
}

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            }
        })
    })
}
