//! One run: read, check, change, check again, say what to write.

use super::command::{Command, Value};
use super::draft::Draft;
use super::graph::{At, Contents, Graph};
use super::keys::quoted;
use super::outcome::{Exit, Outcome, Refusal, Result, Write};
use super::plan::Plan;
use super::ports::{Filter, Found, Root, Shards, Supplied};
use super::print::{pretty, resolved};
use super::settle::settle;
use super::tape::Tape;
use super::{default_document, default_text, goals, items, latest, reference, schema, FILE_BYTES};
use crate::json::Json;
use crate::map::Map;

/// Where a snapshot is kept.
const SNAPSHOT: [&str; 3] = ["META", "MCP", "STATE-SNAPSHOT"];

pub(super) fn run(
    plan: &Plan,
    root: Root<'_>,
    shards: &mut dyn Shards,
    supplied: Supplied<'_>,
) -> Result<Outcome> {
    let mut supplied = supplied;
    if plan.command == Command::Reset {
        return Ok(reset(root));
    }
    if let Some(now) = supplied
        .now
        .as_deref()
        .filter(|now| now.starts_with(reference::PREFIX))
    {
        let found = quoted(now);
        return Err(Refusal::input(format!(
            "the time: expected RFC 3339, found the reference {found}"
        )));
    }
    // What is no JSON comes before everything that is wrong with the document.
    let input = match supplied.input.take() {
        Some(bytes) => Some(Tape::read("the document to apply", bytes)?),
        None => None,
    };
    if let Some(filter) = plan.filter() {
        let failed =
            |why: String| Refusal::of(Exit::Json, format!("the filter {}: {why}", quoted(filter)));
        filter_of(&mut supplied)?.check(filter).map_err(failed)?;
    }
    let graph = Graph::load(root, shards, None, &Contents::default())?;
    schema::check(&graph)?;
    let mut session = Session {
        root,
        shards,
        graph,
        changed: Vec::new(),
        stdout: String::new(),
    };
    session.carry_out(&plan.command, input, supplied)?;
    Ok(session.outcome())
}

/// The default document, whatever there was.
fn reset(root: Root<'_>) -> Outcome {
    let text = default_text();
    let mut outcome = Outcome::printed("");
    if root.text != Some(text.as_slice()) {
        outcome.writes.push(Write {
            path: root.id.to_owned(),
            text: pretty(&default_document()),
        });
    }
    outcome
}

/// A document that was read and what came of it so far.
struct Session<'a> {
    root: Root<'a>,
    shards: &'a mut dyn Shards,
    graph: Graph,
    /// Identity, and the text that was there before the first change.
    changed: Vec<(String, Option<String>)>,
    stdout: String,
}

impl Session<'_> {
    fn carry_out(
        &mut self,
        command: &Command,
        input: Option<Tape>,
        supplied: Supplied<'_>,
    ) -> Result<()> {
        let mut supplied = supplied;
        // These may mend a document in which a file is missing.
        if !matches!(
            command,
            Command::SetItem(..)
                | Command::DeleteItem(_)
                | Command::Apply { .. }
                | Command::Dump { .. }
        ) {
            self.whole()?;
        }
        match command {
            Command::CreateGoal {
                goal,
                summary,
                status,
            } => self.change(|draft| goals::create(draft, goal, summary, status)),
            Command::CreateRequest {
                goal,
                sub_goal,
                note,
            } => self.change(|draft| goals::request(draft, goal, sub_goal, note.as_deref())),
            Command::AppendEvent {
                goal,
                sub_goal,
                event,
            } => self.change(|draft| {
                goals::append(draft, goal, sub_goal, event, supplied.now.as_deref())
            }),
            Command::Latest { json } => {
                self.stdout = self.change(|draft| latest::latest(draft, *json))?;
                Ok(())
            }
            Command::Apply { filter, .. } => {
                if let Some(input) = input {
                    input.check("the document to apply")?;
                    self.apply(&input)?;
                }
                match filter {
                    Some(filter) => self.apply_filter(filter, filter_of(&mut supplied)?),
                    None => Ok(()),
                }
            }
            Command::Reset => Ok(()),
            Command::Dump { .. } => {
                let snapshot = snapshot(supplied.snapshot.take())?;
                self.change(|draft| {
                    let root = draft.root();
                    let items = draft.field(root, "ITEMS")?;
                    let global = draft.field(items, "GLOBAL")?;
                    let path = SNAPSHOT.map(str::to_owned);
                    items::put(draft, global, &path, Json::String(snapshot))
                })
            }
            Command::SetItem(item, value) => {
                let new = self.new_file(value)?;
                self.change_with(new, |draft| items::set(draft, item, value))
            }
            Command::GetItem(item) => {
                let mut draft = Draft::new(&self.graph);
                let place = items::find(&mut draft, item)?;
                let at = draft.at(&place).ok_or_else(|| self.graph.missing())?;
                self.stdout = pretty(&resolved(&self.graph, at)?);
                Ok(())
            }
            Command::DeleteItem(item) => self.change(|draft| items::delete(draft, item)),
            Command::SetActive { id, title } => self.change(|draft| {
                items::project(draft, id, true)?;
                let root = draft.root();
                let active = draft.field(root, "ACTIVE-PROJECT")?;
                let place = draft.field(active.clone(), "TITLE")?;
                draft.set(place, goals::text_or_null(title.as_deref()))?;
                let place = draft.field(active, "PROJECT-ID")?;
                draft.set(place, id.as_str().into())
            }),
        }
    }

    /// All files are there.
    fn whole(&self) -> Result<()> {
        self.graph.hole.clone().map_or(Ok(()), Err)
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut Draft<'_>) -> Result<T>) -> Result<T> {
        self.change_with(Contents::default(), change)
    }

    /// Changes the document, with new files beside what the draft changes, and checks it as a whole.
    fn change_with<T>(
        &mut self,
        new: Contents,
        change: impl FnOnce(&mut Draft<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut draft = Draft::new(&self.graph);
        let result = change(&mut draft)?;
        let mut contents = draft.contents();
        for (id, text) in new.into_entries() {
            contents.insert(id, text);
        }
        self.take_over(contents)?;
        Ok(result)
    }

    /// Makes these the contents of their files, in memory.
    fn take_over(&mut self, contents: Contents) -> Result<()> {
        let mut changed = Map::default();
        for (id, text) in contents.into_entries() {
            let old = self
                .graph
                .file_with(&id)
                .and_then(|file| self.graph.tape(file));
            let old = old.map(|tape| tape.source().to_owned());
            if !self.changed.iter().any(|known| known.0 == id) {
                self.changed.push((id.clone(), old));
            }
            changed.insert(id, text);
        }
        let before = self.graph.hole.is_some().then(|| self.graph.holes());
        let prior = core::mem::take(&mut self.graph);
        self.graph = Graph::load(self.root, self.shards, Some(prior), &changed)?;
        self.mended(before)?;
        schema::check(&self.graph)
    }

    /// No file is missing; or, where some were before, fewer references lead to such files now, and to none more than then:
    /// each mount of a missing file can be overwritten or deleted by itself (decision 12).
    fn mended(&self, before: Option<Map<String, usize>>) -> Result<()> {
        let Some(hole) = &self.graph.hole else {
            return Ok(());
        };
        let before = before.unwrap_or_default();
        let holes = self.graph.holes();
        let no_more = |(id, count): (&String, &usize)| before.get(id.as_str()) >= Some(count);
        let sum = |holes: &Map<String, usize>| holes.iter().map(|(_, count)| count).sum::<usize>();
        let mended = holes.iter().all(no_more) && sum(&holes) < sum(&before);
        mended.then_some(()).ok_or_else(|| hole.clone())
    }

    /// The file that a mount brings along.
    fn new_file(&mut self, value: &Value) -> Result<Contents> {
        let mut new = Map::default();
        if let Value::Init { target, content } = value {
            let path = reference::located(self.root.path, target);
            let shard = self.shards.open(&path);
            if self.graph.file_with(&shard.id).is_some() {
                return Err(Refusal::state(format!(
                    "{path} is part of the document already, so it gets no first content; set the item to \"ref file://{target}\" alone"
                )));
            }
            let text = pretty(content);
            let old = match shard.found {
                Found::Text(bytes) => String::from_utf8(bytes).ok(),
                Found::Missing => None,
                Found::Unreadable(why) => {
                    return Err(Refusal::state(format!("{path} cannot be written: {why}")))
                }
            };
            self.changed.push((shard.id.clone(), old));
            new.insert(shard.id, text);
        }
        Ok(new)
    }

    fn apply(&mut self, input: &Tape) -> Result<()> {
        let document = Json::parse(input.source().as_bytes());
        let document = document.map_err(|error| Refusal::of(Exit::Json, error.message.as_str()))?;
        self.change(|draft| settle(draft, document))
    }

    fn apply_filter(&mut self, filter: &str, runs: &mut dyn Filter) -> Result<()> {
        self.whole()?;
        let document = resolved(&self.graph, At { file: 0, node: 0 })?.to_string();
        let failed =
            |why: String| Refusal::of(Exit::Json, format!("the filter {}: {why}", quoted(filter)));
        let results = runs.run(filter, &document).map_err(failed)?;
        let [result] = <[String; 1]>::try_from(results)
            .map_err(|results| failed(format!("expected one result, found {}", results.len())))?;
        let result = Tape::read("the filter's result", result.into_bytes())?;
        result.check("the filter's result")?;
        self.apply(&result)
    }

    fn outcome(self) -> Outcome {
        let mut writes = Map::default();
        for (id, old) in self.changed {
            let file = self.graph.file_with(&id);
            let text = file
                .and_then(|file| self.graph.tape(file))
                .map(Tape::source);
            let (Some(file), Some(text)) = (file, text) else {
                continue;
            };
            let is_new_root = file == 0 && self.root.text.is_none();
            if is_new_root || old.as_deref() != Some(text) {
                // The root stands above all that is mounted in it, and so comes last.
                let height = self.graph.files[file].height as u64;
                let text = text.to_owned();
                writes.insert(height << 32 | file as u64, Write { path: id, text });
            }
        }
        Outcome {
            writes: writes.into_sorted().map(|(_, write)| write).collect(),
            ..Outcome::printed(self.stdout)
        }
    }
}

fn filter_of<'a>(supplied: &'a mut Supplied<'_>) -> Result<&'a mut dyn Filter> {
    match &mut supplied.filter {
        Some(filter) => Ok(&mut **filter),
        None => Err(Refusal::input(
            "--jq is for the command line vitrine-state; there is no jq here",
        )),
    }
}

/// A snapshot as compact JSON.
fn snapshot(supplied: Option<core::result::Result<Vec<u8>, String>>) -> Result<String> {
    let failed = |why: &str| Refusal::state(format!("no snapshot to store: {why}"));
    match supplied {
        Some(Ok(bytes)) if bytes.len() > FILE_BYTES => Err(failed(&format!(
            "it may have at most {FILE_BYTES} bytes; this one has more"
        ))),
        Some(Ok(bytes)) => match Json::parse(&bytes) {
            Ok(json) => Ok(json.to_string()),
            Err(error) => Err(failed(&error.message)),
        },
        Some(Err(why)) => Err(failed(&why)),
        None => Err(failed("none was given; name a file with --from FILE")),
    }
}
