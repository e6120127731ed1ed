// The tree that a surface shows, kept as objects: what changed is copied along the paths to it, the rest stays the same
// objects. `src/a2ui/surface/feed.rs` describes the patches.

type Key = string | number;
type Tree = Record<Key, unknown>;

/** A patch: a value, the parts of a list, or a node and what it keeps of the former one. */
export type Patch =
  | [kind: 0, path: Key[], value: unknown]
  | [kind: 1, path: Key[], parts: ([from: number, count: number] | object)[]]
  | [kind: 2, path: Key[], node: object, moves: [to: Key[], from: Key[]][]];

/** The tree after the patches. The one before stays as it was. */
export function patched(tree: object, patches: Patch[]): object {
  const copies = new Set<object>();
  let root: unknown = tree;
  for (const patch of patches) root = changed(root, patch, copies);
  return root as object;
}

/** A copy along the path of the patch. What was copied for an earlier patch is not copied again. */
function changed(root: unknown, patch: Patch, copies: Set<object>): unknown {
  const path = patch[1];
  const last = path.length - 1;
  if (last < 0) return become(root, patch);
  const copy = own(root as Tree, copies);
  let at = copy;
  for (let depth = 0; depth < last; depth++) {
    const key = path[depth] as Key;
    const below = own(at[key] as Tree, copies);
    put(at, key, below);
    at = below;
  }
  const key = path[last] as Key;
  put(at, key, become(at[key], patch));
  return copy;
}

/** What the patch makes of the value at its path. */
function become(former: unknown, patch: Patch): unknown {
  switch (patch[0]) {
    case 0:
      return patch[2];
    case 1: {
      const list: unknown[] = [];
      for (const part of patch[2]) {
        if (Array.isArray(part)) append(list, former as unknown[], part[0], part[1]);
        else list.push(part);
      }
      return list;
    }
    case 2: {
      const [, , node, moves] = patch;
      for (const [to, from] of moves) {
        const last = to.length - 1;
        put(follow(node, to, last), to[last] as Key, follow(former, from, from.length));
      }
      return node;
    }
  }
}

function append(list: unknown[], former: unknown[], from: number, count: number): void {
  for (let at = from; at < from + count; at++) list.push(former[at]);
}

function follow(value: unknown, path: Key[], depth: number): Tree {
  let at = value as Tree;
  for (let step = 0; step < depth; step++) at = at[path[step] as Key] as Tree;
  return at;
}

function own(value: Tree, copies: Set<object>): Tree {
  if (copies.has(value)) return value;
  const copy = (Array.isArray(value) ? value.slice() : { ...value }) as Tree;
  copies.add(copy);
  return copy;
}

/** Sets a key that may be called `__proto__`, which an assignment would not make a property. */
function put(target: Tree, key: Key, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
