//! References: what they look like and where they lead (decisions 8 to 11).

use super::keys::quoted;

/// What every reference begins with.
pub(super) const PREFIX: &str = "ref file://";

/// Most bytes of a reference's path, as many as systems open.
const MOST_BYTES: usize = 4096;

/// Whether a path is one that a reference may have, or why not.
pub(super) fn check(target: &str) -> Result<(), String> {
    let reference = || quoted(&format!("{PREFIX}{target}"));
    if target.is_empty() {
        Err(format!("{}: a reference names a file", reference()))
    } else if target.len() > MOST_BYTES {
        Err(format!(
            "{}: a path has at most {MOST_BYTES} bytes",
            reference()
        ))
    } else if target.contains(|c: char| c.is_whitespace() || c.is_control()) {
        Err(format!(
            "{}: the path of a reference holds neither white space nor control characters",
            reference()
        ))
    } else {
        Ok(())
    }
}

/// The path to open: relative ones start at the folder of the state file, and those that begin with `state/` at its
/// parent where that folder is called `state`.
pub(super) fn located(state_path: &str, target: &str) -> String {
    if target.starts_with('/') {
        return target.to_owned();
    }
    let folder = match state_path.rfind('/') {
        Some(0) => "/",
        Some(end) => &state_path[..end],
        None => "",
    };
    let base = match folder.strip_suffix("state") {
        Some(parent)
            if (parent.is_empty() || parent.ends_with('/')) && target.starts_with("state/") =>
        {
            parent
        }
        _ => folder,
    };
    match base {
        "" => target.to_owned(),
        _ if base.ends_with('/') => format!("{base}{target}"),
        _ => format!("{base}/{target}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_starts_at_the_folder_of_the_state_file() {
        for (state, target, path) in [
            ("/a/state/state.json", "OPS.json", "/a/state/OPS.json"),
            (
                "/a/state/state.json",
                "state/OPS.json",
                "/a/OPS.json".replace("/a", "/a/state").as_str(),
            ),
            (
                "/a/other/state.json",
                "state/OPS.json",
                "/a/other/state/OPS.json",
            ),
            (
                "/a/mystate/s.json",
                "state/OPS.json",
                "/a/mystate/state/OPS.json",
            ),
            ("/state/s.json", "state/OPS.json", "/state/OPS.json"),
            ("state/s.json", "state/OPS.json", "state/OPS.json"),
            ("state/s.json", "OPS.json", "state/OPS.json"),
            ("s.json", "state/OPS.json", "state/OPS.json"),
            ("/s.json", "OPS.json", "/OPS.json"),
            ("/a/s.json", "/b/c.json", "/b/c.json"),
            ("/a/s.json", "../%20.json", "/a/../%20.json"),
            ("/a/state/s.json", "stateless/x", "/a/state/stateless/x"),
        ] {
            assert_eq!(located(state, target), path, "{state} {target}");
        }
    }

    #[test]
    fn a_reference_names_a_file_without_white_space() {
        assert!(check("a.json").is_ok() && check("/é/b").is_ok());
        for target in ["", "a b", "a\t", "\u{a0}", "a\u{0}", &"a".repeat(5000)] {
            assert!(check(target).is_err(), "{target:?}");
        }
    }
}
