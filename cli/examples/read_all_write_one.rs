//! What `npm run bench -- state` measures the command line against: reads and parses all files of a folder, sets one
//! leaf, and writes one file with as many syncs as `vitrine-state` does. It takes no lock and validates nothing.
//!
//! `read_all_write_one FOLDER SHARD NUMBER`

use serde_json::Value;
use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, shard, number] = args.as_slice() else {
        return Err(Error::new(ErrorKind::InvalidInput, "FOLDER SHARD NUMBER"));
    };
    let folder = Path::new(folder);
    let shards = folder.join("shards");
    let mut values = vec![read(&folder.join("state.json"))?];
    let path = shards.join(shard);
    for entry in fs::read_dir(&shards)? {
        let entry = entry?.path();
        let mut value = read(&entry)?;
        if entry == path {
            value["LEAF"] = number.parse().map(Value::Number)?;
            let mut text = serde_json::to_string_pretty(&value)?;
            text.push('\n');
            // A new file, a journal, and which names their folders have, before and after.
            let new = path.with_extension("new");
            write(&new, &text)?;
            let journal = folder.join("journal");
            sync(&shards)?;
            sync(folder)?;
            write(&journal, &path.to_string_lossy())?;
            fs::rename(&new, &path)?;
            sync(&shards)?;
            fs::remove_file(&journal)?;
        }
        values.push(value);
    }
    println!("{}", values.len());
    Ok(())
}

fn read(path: &Path) -> Result<Value> {
    Ok(serde_json::from_slice(&fs::read(path)?)?)
}

fn write(path: &Path, text: &str) -> Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn sync(folder: &Path) -> Result<()> {
    File::open(folder)?.sync_all()
}
