//! Finding an ancestor of a turn in few steps.
//!
//! Pages are asked for with `before_turn_id`, and that turn must be an ancestor of the head. Walking there
//! from the head would make reading a whole context quadratic. So each turn also keeps a *jump pointer*, laid
//! out as in a skew-binary list: a turn jumps as far as its parent's two jumps together when those are
//! equally long, else to its parent. One extra field a turn, computed from the parent and its jump when
//! the turn is written, and any ancestor is reached in O(log depth) point reads (Myers, "An applicative
//! random-access stack", 1983). A turn never changes, so neither do the pointers.

use super::{Turn, Turns};
use vitrine::error::{Code, Error, Result};

/// The jump pointer, with its depth, of a child of `parent`.
///
/// # Errors
/// `Storage` when the store has lost the turn that `parent` jumps to.
pub fn jump_of_child(turns: &(impl Turns + ?Sized), parent: &Turn) -> Result<(u64, u32)> {
    let over = if parent.jump == parent.id {
        parent.clone()
    } else {
        stored(turns, parent.jump)?
    };
    if parent.depth.abs_diff(parent.jump_depth) == over.depth.abs_diff(over.jump_depth) {
        Ok((over.jump, over.jump_depth))
    } else {
        Ok((parent.id, parent.depth))
    }
}

/// Whether `ancestor` is `turn` or lies between it and its root.
///
/// # Errors
/// `Storage` when the engine fails or the store has lost a turn.
pub fn is_ancestor_or_self(
    turns: &(impl Turns + ?Sized),
    ancestor: &Turn,
    turn: u64,
) -> Result<bool> {
    Ok(at_depth(turns, turn, ancestor.depth)?.id == ancestor.id)
}

/// The ancestor of `turn` at `depth`, which is `turn` itself where it is no deeper.
///
/// # Errors
/// `Storage` when the engine fails or the store has lost a turn.
pub fn at_depth(turns: &(impl Turns + ?Sized), turn: u64, depth: u32) -> Result<Turn> {
    let mut at = stored(turns, turn)?;
    while at.depth > depth {
        at = up(turns, &at, depth)?;
    }
    Ok(at)
}

/// One step towards the root, as far as may be without passing `depth`.
fn up(turns: &(impl Turns + ?Sized), at: &Turn, depth: u32) -> Result<Turn> {
    let jump = at.jump_depth >= depth && at.jump_depth < at.depth;
    let next = stored(turns, if jump { at.jump } else { at.parent })?;
    if next.depth >= at.depth {
        return Err(lost(next.id));
    }
    Ok(next)
}

/// The newest turn from which both turns descend, or that one of them is; `None` for turns of different trees.
///
/// # Errors
/// `Storage` when the engine fails or the store has lost a turn.
pub fn common_ancestor(turns: &(impl Turns + ?Sized), a: u64, b: u64) -> Result<Option<Turn>> {
    let (mut a, mut b) = (stored(turns, a)?, stored(turns, b)?);
    if a.root != b.root {
        return Ok(None);
    }
    a = at_depth(turns, a.id, b.depth)?;
    b = at_depth(turns, b.id, a.depth)?;
    while a.id != b.id {
        // At one depth the pointers are equally long. Where they meet, the answer is not above.
        let depth = if a.jump == b.jump || a.jump_depth != b.jump_depth {
            a.depth.saturating_sub(1)
        } else {
            a.jump_depth
        };
        if a.depth == 0 {
            return Err(lost(a.id));
        }
        a = up(turns, &a, depth)?;
        b = up(turns, &b, depth)?;
    }
    Ok(Some(a))
}

/// Up to `limit` turns on the way from `start_depth` to `turn`, oldest first: O(log depth) and one point read a turn.
///
/// # Errors
/// `Storage` when the engine fails or the store has lost a turn.
pub fn path(
    turns: &(impl Turns + ?Sized),
    turn: u64,
    start_depth: u32,
    limit: u32,
) -> Result<Vec<Turn>> {
    let mut found = Vec::new();
    let last = start_depth.saturating_add(limit.saturating_sub(1));
    let mut at = at_depth(turns, turn, last)?;
    while at.depth >= start_depth {
        let parent = at.parent;
        let is_first = at.depth == start_depth;
        found.push(at);
        if is_first {
            break;
        }
        at = stored(turns, parent)?;
    }
    found.reverse();
    Ok(found)
}

/// A turn that another turn or a head names.
///
/// # Errors
/// `Storage` when it is not there.
pub fn stored(turns: &(impl Turns + ?Sized), id: u64) -> Result<Turn> {
    turns.turn(id)?.ok_or_else(|| lost(id))
}

#[cold]
fn lost(id: u64) -> Error {
    Error::new(
        Code::Storage,
        format!("the store is damaged: turn {id}, which others refer to, is not as it was written"),
    )
    .with("turn_id", id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A tree of turns that counts how often it is read.
    #[derive(Default)]
    struct Tree {
        turns: Vec<Turn>,
        reads: Cell<usize>,
    }

    impl Turns for Tree {
        fn turn(&self, id: u64) -> Result<Option<Turn>> {
            self.reads.set(self.reads.get() + 1);
            Ok(usize::try_from(id - 1)
                .ok()
                .and_then(|i| self.turns.get(i))
                .cloned())
        }
    }

    impl Tree {
        fn grow(&mut self, parent: u64) -> u64 {
            let id = self.turns.len() as u64 + 1;
            let (depth, (jump, jump_depth)) = match parent {
                0 => (0, (id, 0)),
                parent => {
                    let parent = stored(self, parent).unwrap();
                    (parent.depth + 1, jump_of_child(self, &parent).unwrap())
                }
            };
            self.turns.push(Turn {
                id,
                parent,
                depth,
                jump,
                jump_depth,
                root: match parent {
                    0 => id,
                    parent => self.turns[parent as usize - 1].root,
                },
                type_id: String::new(),
                type_version: 1,
                encoding: 1,
                uncompressed_len: 0,
                hash: [0; 32],
                fs_root: None,
            });
            id
        }

        fn walks_to(&self, ancestor: u64, mut turn: u64) -> bool {
            while turn > ancestor {
                turn = self.turns[turn as usize - 1].parent;
            }
            turn == ancestor
        }
    }

    #[test]
    fn jumping_agrees_with_walking() {
        let mut tree = Tree::default();
        let mut seed = 1u64;
        for i in 0..300u64 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            // Mostly long branches, some forks, some new roots.
            let parent = match seed >> 60 {
                0 => 0,
                1 | 2 if i > 0 => (seed >> 20) % i + 1,
                _ => i,
            };
            tree.grow(parent);
        }
        for turn in 1..=300 {
            for ancestor in 1..=300 {
                let known = tree.turns[ancestor as usize - 1].clone();
                let jumped = is_ancestor_or_self(&tree, &known, turn).unwrap();
                assert_eq!(
                    jumped,
                    tree.walks_to(ancestor, turn),
                    "{ancestor} of {turn}"
                );
            }
        }
    }

    #[test]
    fn common_ancestors_and_paths_agree_with_walking() {
        let mut tree = Tree::default();
        let mut seed = 7u64;
        for i in 0..200u64 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let parent = match seed >> 61 {
                0 if i > 0 => (seed >> 20) % i + 1,
                1 if i % 50 == 0 => 0,
                _ => i,
            };
            tree.grow(parent);
        }
        let line = |mut turn: u64| {
            let mut line = Vec::new();
            while turn != 0 {
                line.insert(0, turn);
                turn = tree.turns[turn as usize - 1].parent;
            }
            line
        };
        for a in 1..=200 {
            let of_a = line(a);
            for b in 1..=200 {
                let shared = of_a
                    .iter()
                    .zip(&line(b))
                    .take_while(|(x, y)| x == y)
                    .count();
                let expected = shared.checked_sub(1).map(|last| of_a[last]);
                let found = common_ancestor(&tree, a, b).unwrap().map(|turn| turn.id);
                assert_eq!(found, expected, "{a} and {b}");
            }
            for start in 0..of_a.len() + 2 {
                for limit in [1, 3, 1000] {
                    let expected: Vec<u64> = of_a.iter().skip(start).take(limit).copied().collect();
                    let found = path(&tree, a, start as u32, limit as u32).unwrap();
                    let found: Vec<u64> = found.iter().map(|turn| turn.id).collect();
                    assert_eq!(found, expected, "{a} from {start}");
                }
            }
        }
    }

    #[test]
    fn any_ancestor_of_a_long_branch_is_near() {
        let mut tree = Tree::default();
        for i in 0..100_000 {
            tree.grow(i);
        }
        for ancestor in (1..100_000).step_by(997) {
            let known = tree.turns[ancestor - 1].clone();
            tree.reads.set(0);
            assert!(is_ancestor_or_self(&tree, &known, 100_000).unwrap());
            assert!(
                tree.reads.get() <= 60,
                "{} reads to {ancestor}",
                tree.reads.get()
            );
        }
    }
}
