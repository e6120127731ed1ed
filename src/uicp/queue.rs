//! What waits to be applied: one line for all, and with it one for each window, since an operation never overtakes
//! another. A `dom.set` contains the one before it in its window when both go to the same target.

use super::envelope::Envelope;
use super::operations::Operation;
use crate::map::Map;
use std::collections::VecDeque;

/// Who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An agent, or the app.
    Agent,
    /// A person in the page.
    Page,
    /// A log: effects are not carried out again.
    Replay,
    /// The adapter: a window that it opens for itself, and all that happens to it, is not for the log.
    Adapter,
}

/// Which operation of which batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    /// The batch.
    pub batch: u64,
    /// The operation's place in it.
    pub index: usize,
}

/// An operation that waits.
#[derive(Debug)]
pub struct Task {
    /// What is to be done.
    pub envelope: Envelope,
    /// Who asked.
    pub origin: Origin,
    /// Whose outcome it is.
    pub ticket: Ticket,
    /// Those that it contains: what becomes of it becomes of them.
    pub absorbed: Vec<Ticket>,
    /// Whether a later one contains it. All that is left of it is the window that it would have made.
    pub contained: bool,
}

/// All that waits.
#[derive(Debug, Default)]
pub struct Queue {
    /// What was taken out of the middle leaves its place empty.
    tasks: VecDeque<Option<Task>>,
    /// The number of the first place.
    first: i64,
    waiting: usize,
    /// The number of the last place of each window's line.
    ends: Map<String, i64>,
}

impl Queue {
    /// Nothing waits?
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Does anything for this window wait, or did it in the same run?
    pub fn knows(&self, line: &str) -> bool {
        self.ends.contains(line)
    }

    /// Puts a task at the end of the line of a window; of the line of those without, which is called "".
    pub fn push(&mut self, line: String, mut task: Task) {
        if let Some(before) = self.end_of(&line).filter(|before| contains(&task, before)) {
            task.absorbed.append(&mut before.absorbed);
            task.absorbed.push(before.ticket);
            before.contained = true;
        }
        let last = self.first + self.tasks.len() as i64;
        self.ends.insert(line, last);
        self.tasks.push_back(Some(task));
        self.waiting += 1;
    }

    fn end_of(&mut self, line: &str) -> Option<&mut Task> {
        let at = usize::try_from(self.ends.get(line)? - self.first).ok()?;
        self.tasks.get_mut(at)?.as_mut()
    }

    /// Puts a task where it is next.
    pub fn put_back(&mut self, task: Task) {
        self.first -= 1;
        self.tasks.push_front(Some(task));
        self.waiting += 1;
    }

    /// Takes the next.
    pub fn pop(&mut self) -> Option<Task> {
        loop {
            let Some(first) = self.tasks.pop_front() else {
                // Nothing waits, so that no line has an end.
                self.ends.clear();
                return None;
            };
            self.first += 1;
            if let Some(task) = first {
                self.waiting -= 1;
                return Some(task);
            }
        }
    }

    /// Takes out what waits of a transaction; all without one.
    pub fn cancel(&mut self, transaction: Option<&str>) -> Vec<Task> {
        let mut gone = Vec::new();
        for place in &mut self.tasks {
            let meant = |task: &mut Task| {
                transaction.is_none_or(|id| task.envelope.txn_id.as_deref() == Some(id))
            };
            gone.extend(place.take_if(meant));
        }
        self.waiting -= gone.len();
        gone.retain(|task| !task.contained);
        gone
    }
}

/// Whether the end state is the same with the earlier task left out. It has to be sure that the later one finds the same
/// target, succeeds if the earlier one does, and cannot be cancelled or skipped alone.
fn contains(later: &Task, earlier: &Task) -> bool {
    let (Operation::DomSet(a), Operation::DomSet(b)) = (&earlier.envelope.op, &later.envelope.op)
    else {
        return false;
    };
    a.target == b.target
        && names_one_element(&a.target)
        && a.sanitize != Some(false)
        && b.sanitize != Some(false)
        && earlier.envelope.idempotency_key.is_none()
        && later.envelope.idempotency_key.is_none()
        && later.envelope.txn_id == earlier.envelope.txn_id
}

/// Whether a target is found whatever it holds: `#root`, or an id. A selector may match in what was set.
fn names_one_element(target: &str) -> bool {
    let id = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    target
        .strip_prefix('#')
        .is_some_and(|name| !name.is_empty() && name.chars().all(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uicp::fields::Html;
    use crate::uicp::operations::Dom;

    fn set(index: usize, window: &str, target: &str) -> Task {
        let dom = Dom {
            window_id: window.into(),
            target: target.into(),
            html: Html(index.to_string()),
            sanitize: None,
        };
        Task {
            envelope: Envelope::new(Operation::DomSet(dom)),
            origin: Origin::Agent,
            ticket: Ticket { batch: 1, index },
            absorbed: Vec::new(),
            contained: false,
        }
    }

    fn append(index: usize, window: &str, target: &str) -> Task {
        let mut task = set(index, window, target);
        if let Operation::DomSet(dom) = task.envelope.op {
            task.envelope.op = Operation::DomAppend(dom);
        }
        task
    }

    /// What comes out: the index, and those that it absorbed.
    fn drain(mut queue: Queue) -> Vec<(usize, Vec<usize>)> {
        let mut out = Vec::new();
        while let Some(task) = queue.pop() {
            if task.contained {
                continue;
            }
            out.push((
                task.ticket.index,
                task.absorbed.iter().map(|ticket| ticket.index).collect(),
            ));
        }
        assert!(queue.is_empty());
        out
    }

    fn queue(tasks: Vec<Task>) -> Queue {
        let mut queue = Queue::default();
        for task in tasks {
            let line = task.envelope.window().unwrap_or_default().to_owned();
            queue.push(line, task);
        }
        queue
    }

    #[test]
    fn sets_of_one_target_in_a_row_become_the_last() {
        let tasks = vec![
            set(0, "a", "#x"),
            set(1, "b", "#x"),
            set(2, "a", "#x"),
            set(3, "a", "#x"),
        ];
        assert_eq!(drain(queue(tasks)), [(1, vec![]), (3, vec![0, 2])]);
    }

    #[test]
    fn other_work_in_the_window_and_other_targets_stand_between() {
        let tasks = vec![
            set(0, "a", "#x"),
            append(1, "a", "#x"),
            set(2, "a", "#x"),
            set(3, "a", "#y"),
            set(4, "a", "#y"),
        ];
        assert_eq!(
            drain(queue(tasks)),
            [(0, vec![]), (1, vec![]), (2, vec![]), (4, vec![3])]
        );
    }

    #[test]
    fn what_could_end_otherwise_is_left_apart() {
        for target in ["x", "#x p", ".x", "#x:empty"] {
            assert_eq!(
                drain(queue(vec![set(0, "a", target), set(1, "a", target)])).len(),
                2,
                "{target}"
            );
        }
        let with = |change: fn(&mut Task)| {
            let mut later = set(1, "a", "#x");
            change(&mut later);
            drain(queue(vec![set(0, "a", "#x"), later])).len()
        };
        assert_eq!(with(|_| ()), 1);
        assert_eq!(
            with(|task| task.envelope.idempotency_key = Some("k".into())),
            2
        );
        assert_eq!(with(|task| task.envelope.txn_id = Some("t".into())), 2);
        // Its key is known when it has succeeded, and only then.
        let mut earlier = set(0, "a", "#x");
        earlier.envelope.idempotency_key = Some("k".into());
        assert_eq!(drain(queue(vec![earlier, set(1, "a", "#x")])).len(), 2);
        let refused = |task: &mut Task| {
            if let Operation::DomSet(dom) = &mut task.envelope.op {
                dom.sanitize = Some(false);
            }
        };
        assert_eq!(with(refused), 2);
    }

    #[test]
    fn what_was_popped_is_contained_in_nothing() {
        let mut queue = queue(vec![set(0, "a", "#x")]);
        let task = queue.pop().unwrap();
        queue.push("a".into(), set(1, "a", "#x"));
        queue.put_back(task);
        assert_eq!(drain(queue), [(0, vec![]), (1, vec![])]);
    }

    #[test]
    fn a_cancelled_transaction_is_taken_out_whole() {
        let mut tasks = vec![
            set(0, "a", "#x"),
            append(1, "a", "#x"),
            append(2, "b", "#x"),
        ];
        tasks[1].envelope.txn_id = Some("t".into());
        let mut queue = queue(tasks);
        let gone: Vec<_> = queue
            .cancel(Some("t"))
            .iter()
            .map(|task| task.ticket.index)
            .collect();
        assert_eq!(gone, [1]);
        assert_eq!(queue.cancel(None).len(), 2);
        assert!(queue.is_empty() && queue.pop().is_none());
    }
}
