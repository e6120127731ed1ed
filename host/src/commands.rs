//! `vitrine-host verify | backup | restore | stats`.

use crate::progress::Progress;
use crate::store::archive::{ArchiveReader, ArchiveWriter, Record};
use crate::store::redb::{guarded, RedbStorage, DATABASE};
use crate::store::{Snapshot, Storage};
use crate::verify::Verifier;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use vitrine::error::{Code, Error, Result};

/// Looks at everything in a data directory, or in a backup where `path` is a file.
///
/// # Errors
/// `DecodeError` with the number of faults, which have been printed; `Storage` when nothing can be read.
pub fn verify(path: &Path) -> Result<()> {
    let mut verifier = Verifier::default();
    let mut damaged = None;
    let mut payloads = 0u64;
    let mut turns = 0u64;
    let mut look = |record: &Record| {
        match record {
            Record::Turn(..) => turns += 1,
            Record::Blob(..) | Record::LostBlob(..) => payloads += 1,
            _ => {}
        }
        verifier.look_at(record)
    };
    if path.is_file() {
        let mut reader = open_backup(path)?;
        let mut progress = Progress::of_unknown("records");
        while let Some(record) = reader.next_record()? {
            look(&record)?;
            progress.step();
        }
    } else {
        damaged = RedbStorage::check(there(path)?).err();
        let store = RedbStorage::open_unchanged(path)?;
        let read = guarded(|| {
            let snapshot = store.snapshot()?;
            let mut progress = progress_over(&*snapshot)?;
            snapshot.dump(&mut |record| {
                progress.step();
                look(&record)
            })
        });
        // Of a damaged database what can be read is looked at; that not all can be is no news.
        match read {
            Err(e) if damaged.is_none() => return Err(e),
            _ => {}
        }
    }
    let mut faults = verifier.faults();
    faults.extend(damaged.map(|e| e.message.clone()));
    for fault in &faults {
        say(fault);
    }
    say(&format!(
        "{turns} turns, {payloads} payloads, {} faults",
        faults.len()
    ));
    if faults.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{} is damaged; restore a backup, or append what is lost again",
        path.display()
    );
    Err(Error::new(Code::DecodeError, message))
}

/// Writes all of a data directory, which stays as it is, into a new file. A host that is running gives the same at `GET /v1/backup`.
///
/// # Errors
/// `Conflict` when the file exists or a host holds the data, `Storage` when the disk refuses, `DecodeError` when payloads
/// are not in the backup because they cannot be read.
pub fn backup(data: &Path, to: &Path) -> Result<()> {
    let store = RedbStorage::open_unchanged(there(data)?)?;
    let snapshot = guarded(|| store.snapshot())?;
    let file = File::create_new(to).map_err(|e| match e.kind() {
        std::io::ErrorKind::AlreadyExists => Error::new(
            Code::Conflict,
            format!("{} exists; a backup is a new file", to.display()),
        ),
        _ => failed("create", to, &e),
    })?;
    let lost = guarded(|| write_all(&*snapshot, file, to)).inspect_err(|_| {
        // Half a backup is of no use to anyone, and would be in the next one's way.
        let _ = fs::remove_file(to);
    })?;
    if lost > 0 {
        let message = format!(
            "{lost} payloads could not be read and are not in {}, which has all else; verify names them",
            to.display()
        );
        return Err(Error::new(Code::DecodeError, message));
    }
    say(&format!("all of {} is in {}", data.display(), to.display()));
    Ok(())
}

/// Writes a snapshot into a new file; how many payloads could not be read.
fn write_all(snapshot: &dyn Snapshot, file: File, to: &Path) -> Result<u64> {
    let mut progress = progress_over(snapshot)?;
    let mut writer = ArchiveWriter::new(BufWriter::new(file))?;
    let mut lost = 0;
    snapshot.dump(&mut |record| {
        progress.step();
        if let Record::LostBlob(..) = record {
            lost += 1;
        }
        writer.put(&record)
    })?;
    let file = writer
        .finish()?
        .into_inner()
        .map_err(|e| failed("write", to, e.error()))?;
    file.sync_all().map_err(|e| failed("sync", to, &e))?;
    Ok(lost)
}

/// Makes a new data directory of a backup. It gets its name when all of it is there and its hash is right.
///
/// # Errors
/// `Conflict` when the folder exists, `DecodeError` when the backup is damaged, `Storage` when the disk refuses.
pub fn restore(from: &Path, data: &Path) -> Result<()> {
    if data.exists() {
        let message = format!(
            "{} exists; a backup is restored into a new folder",
            data.display()
        );
        return Err(Error::new(Code::Conflict, message));
    }
    let mut reader = open_backup(from)?;
    let mut name = data.file_name().unwrap_or_default().to_owned();
    name.push(".restoring");
    let unfinished = data.with_file_name(name);
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(|e| failed("remove", &unfinished, &e))?;
    }
    let mut progress = Progress::of_unknown("records");
    let restored = RedbStorage::restore(&unfinished, || {
        progress.step();
        reader.next_record()
    });
    drop(restored.inspect_err(|_| {
        // Half a store is of no use to anyone.
        let _ = fs::remove_dir_all(&unfinished);
    })?);
    fs::rename(&unfinished, data).map_err(|e| failed("name", data, &e))?;
    say(&format!(
        "all of {} is in {}",
        from.display(),
        data.display()
    ));
    Ok(())
}

/// Prints what a data directory holds, which stays as it is.
///
/// # Errors
/// `Conflict` when a host holds the data, `Storage` when it cannot be read.
pub fn stats(data: &Path) -> Result<()> {
    let store = RedbStorage::open_unchanged(there(data)?)?;
    let counts = guarded(|| store.snapshot()?.counts())?;
    let names = [
        "contexts",
        "turns",
        "payloads",
        "registry bundles",
        "events",
        "idempotency keys",
    ];
    for (name, count) in names.iter().zip(counts) {
        say(&format!("{name:<20} {count:>14}"));
    }
    let path = data.join(DATABASE);
    let database = fs::metadata(&path)
        .map_err(|e| failed("look at", &path, &e))?
        .len();
    say(&format!("{:<20} {database:>14}", "database, bytes"));
    let files = size_of(&data.join("blobs"))?;
    say(&format!("{:<20} {files:>14}", "payload files, bytes"));
    Ok(())
}

/// The bytes in the files of a folder and of those in it.
fn size_of(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| failed("list", &folder, &e))? {
            let entry = entry.map_err(|e| failed("list", &folder, &e))?;
            let about = entry
                .metadata()
                .map_err(|e| failed("look at", &entry.path(), &e))?;
            if about.is_dir() {
                folders.push(entry.path());
            } else {
                sum += about.len();
            }
        }
    }
    Ok(sum)
}

/// A folder with data in it: a command that reads makes no new store.
fn there(folder: &Path) -> Result<&Path> {
    if folder.join(DATABASE).is_file() {
        return Ok(folder);
    }
    let message = format!(
        "there is no data in {}; name the folder that the host has as --data",
        folder.display()
    );
    Err(Error::new(Code::NotFound, message))
}

fn open_backup(path: &Path) -> Result<ArchiveReader<BufReader<File>>> {
    let file = File::open(path).map_err(|e| failed("open", path, &e))?;
    ArchiveReader::new(BufReader::new(file))
}

fn progress_over(snapshot: &dyn Snapshot) -> Result<Progress> {
    Ok(Progress::of("records", snapshot.counts()?.iter().sum()))
}

/// Whoever started this process may have closed its output; that is no reason to stop.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn failed(doing: &str, path: &Path, e: &std::io::Error) -> Error {
    Error::new(
        Code::Storage,
        format!("cannot {doing} {}: {e}", path.display()),
    )
}
