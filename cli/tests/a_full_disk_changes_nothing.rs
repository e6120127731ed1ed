//! On a disk without room a command ends with 3 and changes nothing.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::process::Command;
use support::Place;

/// A disk of 96 KiB, of which a document and a filling leave a little; then a value that does not fit.
const SCRIPT: &str = r#"
set -e
mount -t tmpfs -o size=96k none "$1"
cd "$1"
export STATE_PATH="$1/state.json"
"$2" project chat set item small 1
"$2" project chat set item mount 'ref file://SHARD.json {"A": 1}'
head -c 60000 /dev/zero > filling
sum() { find . -type f ! -name '*.lock' | sort | xargs sha256sum; }
sum > /dev/shm/before.$$
set +e
"$2" project chat set item mount/big "$(head -c 100000 /dev/zero | tr '\0' x)"
echo "code $?"
sum | cmp - /dev/shm/before.$$ && echo "same"
rm /dev/shm/before.$$
"$2" project chat get item small
rm filling
"$2" project chat set item small 2 && echo "written"
"#;

/// Whether this user may have a disk of their own. Elsewhere `a_failing_disk_changes_nothing` stands for it alone.
fn may_mount(place: &Place) -> bool {
    let mount = "mount -t tmpfs -o size=96k none \"$1\"";
    let tried = Command::new("unshare")
        .args(["-rm", "sh", "-c", mount, "sh"])
        .arg(place.path(""))
        .output();
    tried.is_ok_and(|tried| tried.status.success())
}

#[test]
fn what_does_not_fit_is_refused_and_what_fits_goes_on() {
    let place = Place::new();
    if !may_mount(&place) {
        println!("no disk of 96 KiB is to be had here");
        return;
    }
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", SCRIPT, "sh"])
        .arg(place.path(""))
        .arg(env!("CARGO_BIN_EXE_vitrine-state"))
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "code 3\nsame\n1\nwritten\n",
        "{err}"
    );
    assert!(
        err.starts_with("nothing was written: ") && err.contains("No space left on device"),
        "{err}"
    );
    assert_eq!(err.lines().count(), 1, "{err}");
}
