//! Findings while a text is being judged: by node first, with their pointers at the end, in one walk.

use super::finding::{Finding, Severity};
use super::registry::{Rule, LIMIT_FINDINGS};
use crate::json::flat::Flat;
use crate::pointer::Pointer;

/// What was found so far.
#[derive(Debug, Default)]
pub struct Notes(Vec<Note>);

#[derive(Debug)]
struct Note {
    at: u32,
    /// The key that the object at the node lacks.
    missing: Option<String>,
    rule: &'static Rule,
    severity: Severity,
    message: String,
}

impl Notes {
    /// An error at a node.
    #[cold]
    pub fn error(&mut self, rule: &'static Rule, at: u32, message: impl Into<String>) {
        self.add(rule, at, message.into(), Severity::Error);
    }

    /// A warning where it is forgiven, else an error.
    #[cold]
    pub fn forgivable(
        &mut self,
        forgiven: bool,
        rule: &'static Rule,
        at: u32,
        message: impl Into<String>,
    ) {
        let severity = match forgiven {
            true => Severity::Warning,
            false => Severity::Error,
        };
        self.add(rule, at, message.into(), severity);
    }

    /// That the object at a node lacks a key.
    #[cold]
    pub fn missing(&mut self, rule: &'static Rule, at: u32, key: &str) {
        let message = format!("expected the required {key}, found nothing");
        self.add(rule, at, message, Severity::Error);
        if let Some(note) = self.0.last_mut() {
            note.missing = Some(key.to_owned());
        }
    }

    fn add(&mut self, rule: &'static Rule, at: u32, message: String, severity: Severity) {
        self.0.push(Note {
            at,
            missing: None,
            rule,
            severity,
            message,
        });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is one an error?
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|note| note.severity == Severity::Error)
    }

    /// Files those from `first` on under another rule.
    pub fn recode(&mut self, first: usize, rule: &'static Rule) {
        for note in self.0.iter_mut().skip(first) {
            note.rule = rule;
        }
    }

    /// The findings, in the order of the text. A text whose pointers are much longer than itself is cut short.
    pub fn findings(
        mut self,
        flat: &Flat<'_>,
        surface: Option<&str>,
        bytes: usize,
    ) -> Vec<Finding> {
        if self.0.is_empty() {
            return Vec::new();
        }
        self.0.sort_by_key(|note| note.at);
        let wanted: Vec<u32> = self.0.iter().map(|note| note.at).collect();
        let pointers = flat.pointers(&wanted, 4 * bytes + (1 << 20));
        let left = self.0.len() - pointers.len();
        let pairs = self.0.into_iter().zip(pointers);
        let mut findings: Vec<Finding> = pairs
            .map(|(note, pointer)| Finding {
                rule: note.rule,
                severity: note.severity,
                pointer: match note.missing {
                    Some(key) => pointer.key(&key),
                    None => pointer,
                },
                message: note.message,
                surface_id: surface.map(str::to_owned),
                message_index: None,
            })
            .collect();
        if left > 0 {
            let message = format!("expected pointers of a bearable length, found {left} findings more than can be listed");
            let mut finding = Finding::error(&LIMIT_FINDINGS, Pointer::root(), message);
            finding.surface_id = surface.map(str::to_owned);
            findings.push(finding);
        }
        findings
    }
}
