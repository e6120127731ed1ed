//! Batches and plans, as JSON text.

use vitrine::json::Json;
use vitrine::uicp::validate;

/// What passes passes again, as the same; what does not is told where and why.
pub fn batch(bytes: &[u8]) {
    match validate::batch(bytes) {
        Ok(batch) => {
            let items = batch.iter().map(|envelope| envelope.to_json());
            let text = Json::Array(items.collect()).to_string();
            let again = validate::batch(text.as_bytes());
            assert_eq!(again.map_err(|invalid| invalid.message()), Ok(batch));
        }
        Err(invalid) => assert!(!invalid.issues.is_empty() && !invalid.hint().is_empty()),
    }
    if let Err(invalid) = validate::plan(bytes) {
        assert!(!invalid.issues.is_empty() && !invalid.message().is_empty());
    }
}
