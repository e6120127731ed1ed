//! Who may use the host: whoever has the token, where one is configured.

use std::path::Path;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::{hash, Hash};

/// Shortest token, in characters: 96 bits where they are hexadecimal digits.
const SHORTEST: usize = 24;

/// A bearer token. Only its hash is kept, so that no log and no dump can show it.
#[derive(Debug, Clone)]
pub struct Token(Hash);

impl Token {
    /// Reads the token that `file` holds, without the space around it.
    ///
    /// # Errors
    /// `Storage` when the file cannot be read, `BadRequest` for a token that is short or has characters that no header
    /// can carry.
    pub fn read(file: &Path) -> Result<Token> {
        let text = std::fs::read_to_string(file).map_err(|e| {
            let message = format!("cannot read the token file {}: {e}", file.display());
            Error::new(Code::Storage, message)
        })?;
        let token = text.trim();
        let what = format!("token in {}", file.display());
        if token.len() < SHORTEST {
            let expected = format_args!("at least {SHORTEST} characters");
            return Err(Error::mismatch(
                Code::BadRequest,
                &what,
                expected,
                token.len(),
            ));
        }
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let found = "something else";
            return Err(Error::mismatch(
                Code::BadRequest,
                &what,
                "one line of ASCII without spaces",
                found,
            ));
        }
        Ok(Token(hash(token.as_bytes())))
    }

    /// Holds what a client gave against the token.
    ///
    /// # Errors
    /// `Unauthorized` for none and for another one. `how` says how it is given.
    pub fn check(&self, given: Option<&[u8]>, how: &str) -> Result<()> {
        let message = match given {
            Some(given) if self.is(given) => return Ok(()),
            Some(_) => format!("this is not the host's token; {how}"),
            None => format!("this host wants a token; {how}"),
        };
        Err(Error::new(Code::Unauthorized, message))
    }

    /// In constant time: every byte of both hashes is looked at, and nobody can choose a hash's first bytes at will.
    fn is(&self, given: &[u8]) -> bool {
        let pairs = self.0.iter().zip(hash(given));
        pairs.fold(0, |differences, (a, b)| differences | (a ^ b)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read(text: &str) -> Result<Token> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        fs::write(&file, text).unwrap();
        Token::read(&file)
    }

    #[test]
    fn only_the_token_opens() {
        let token = read("0123456789abcdef01234567\n").unwrap();
        assert_eq!(token.check(Some(b"0123456789abcdef01234567"), ""), Ok(()));
        for given in [
            None,
            Some(&b""[..]),
            Some(b"0123456789abcdef0123456"),
            Some(b"0123456789abcdef01234568"),
        ] {
            assert_eq!(token.check(given, "").unwrap_err().code, Code::Unauthorized);
        }
        assert!(!format!("{token:?}").contains("0123456789abcdef"));
    }

    #[test]
    fn a_weak_or_unusable_token_is_refused() {
        for text in [
            "",
            "short",
            "0123456789abcdef 01234567",
            "0123456789abcdef\n01234567",
            "ééééééééééééééééé",
        ] {
            assert_eq!(read(text).unwrap_err().code, Code::BadRequest, "{text:?}");
        }
        assert_eq!(
            Token::read(Path::new("/nowhere/token")).unwrap_err().code,
            Code::Storage
        );
    }
}
