//! Newlines as the standard's preprocessing leaves them (section 13.2.3.5): CR LF and CR become LF.

/// Input without carriage returns.
pub(super) struct Normalised {
    pub(super) text: String,
    /// Where in `text` a CR LF became one byte.
    joined: Vec<u32>,
}

pub(super) fn normalise(input: &str) -> Normalised {
    let mut text = String::with_capacity(input.len());
    let mut joined = Vec::new();
    let mut parts = input.split('\r');
    text.push_str(parts.next().unwrap_or(""));
    for part in parts {
        if let Some(rest) = part.strip_prefix('\n') {
            joined.push(text.len() as u32);
            text.push('\n');
            text.push_str(rest);
        } else {
            text.push('\n');
            text.push_str(part);
        }
    }
    Normalised { text, joined }
}

impl Normalised {
    /// The offset in the input of an offset in the text.
    pub(super) fn original(&self, offset: u32) -> u32 {
        offset + self.joined.partition_point(|joined| *joined < offset) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_those_of_the_input() {
        let input = "a\r\nb\rc\r\r\nd\n\re";
        let normalised = normalise(input);
        assert_eq!(normalised.text, "a\nb\nc\n\nd\n\ne");
        for (offset, char) in normalised.text.char_indices().filter(|c| c.1 != '\n') {
            let original = normalised.original(offset as u32) as usize;
            assert_eq!(input[original..].chars().next(), Some(char));
        }
    }
}
