//! What the checker makes of texts: a line of input is a JSON string that holds one, `plan` and `batch` say what it is; a
//! line of output is the JSON of the result, or of all that is wrong.

use std::io::{read_to_string, stdin};
use vitrine::json::Json;
use vitrine::uicp::envelope::Batch;
use vitrine::uicp::issue::Invalid;
use vitrine::uicp::validate;

fn main() -> std::io::Result<()> {
    for line in read_to_string(stdin())?.lines() {
        let case = Json::parse(line.as_bytes())
            .map_err(|error| std::io::Error::other(error.to_string()))?;
        let text = case.get("input").and_then(Json::as_str).unwrap_or_default();
        let is_plan = case.get("plan").is_some();
        let found = if is_plan { plan(text) } else { batch(text) };
        println!("{}", found.unwrap_or_else(|invalid| invalid.to_json()));
    }
    Ok(())
}

fn list(batch: &Batch) -> Json {
    Json::Array(batch.iter().map(|envelope| envelope.to_json()).collect())
}

fn batch(text: &str) -> Result<Json, Invalid> {
    validate::batch(text.as_bytes()).map(|batch| list(&batch))
}

fn plan(text: &str) -> Result<Json, Invalid> {
    let plan = validate::plan(text.as_bytes())?;
    let Json::Object(mut entries) = plan.about() else {
        return Ok(Json::Null);
    };
    entries.push(("batch".to_owned(), list(&plan.batch)));
    Ok(Json::Object(entries))
}
