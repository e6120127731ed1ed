// Contexts that grew from one root are branches of one family. Told from turn ids alone: two
// branches share every turn up to the fork and none after it.

/** A context's turn ids up to its head, and the words said at each that has any. */
export interface Path {
  contextId: string;
  /** Whether it begins at the root; only then can it be placed. */
  whole: boolean;
  turnIds: readonly string[];
  texts: readonly (string | undefined)[];
}

export interface Branch {
  contextId: string;
  title: string | undefined;
  /** The last turn shared with an older branch of the family; undefined for the oldest. */
  forkedAt: string | undefined;
  forkDepth: number | undefined;
}

export interface Family {
  rootId: string;
  title: string | undefined;
  /** Oldest first. */
  branches: Branch[];
}

const TITLE_LENGTH = 140;

/** Groups whole paths by root; the result's order is that of the first path of each family. */
export function familiesOf(paths: readonly Path[]): Family[] {
  const byRoot = new Map<string, Path[]>();
  for (const path of paths) {
    const root = path.turnIds[0];
    if (root === undefined) continue;
    byRoot.set(root, [...(byRoot.get(root) ?? []), path]);
  }
  return [...byRoot].map(([rootId, members]) => {
    const oldestFirst = members.toSorted((a, b) => compareIds(a.contextId, b.contextId));
    const branches = oldestFirst.map((path, index) => branchOf(path, oldestFirst.slice(0, index)));
    return { rootId, title: firstText(oldestFirst[0]?.texts ?? [], 0), branches };
  });
}

function branchOf(path: Path, older: readonly Path[]): Branch {
  const shared = Math.max(0, ...older.map((other) => sharedLength(path.turnIds, other.turnIds)));
  const forked = shared > 0;
  return {
    contextId: path.contextId,
    title: firstText(path.texts, shared),
    forkedAt: forked ? path.turnIds[shared - 1] : undefined,
    forkDepth: forked ? shared - 1 : undefined,
  };
}

/** How many turns two paths have in common: they agree up to the fork, so halving finds it. */
function sharedLength(a: readonly string[], b: readonly string[]): number {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (a[middle - 1] === b[middle - 1]) low = middle;
    else high = middle - 1;
  }
  return low;
}

function firstText(texts: readonly (string | undefined)[], from: number): string | undefined {
  return texts.slice(from).find((text) => text !== undefined);
}

/** The first line of a text that says something, without its Markdown marks. */
export function titleOf(text: string): string | undefined {
  const line = text
    .slice(0, 2000)
    .split("\n")
    .find((each) => /[\p{L}\p{N}]/u.test(each));
  const plain = line
    ?.replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/^[\s#>*+-]+|\*\*|`/g, "")
    .trim();
  if (!plain) return undefined;
  return plain.length > TITLE_LENGTH ? `${plain.slice(0, TITLE_LENGTH).trimEnd()}…` : plain;
}

/** Orders decimal u64 ids, which a number cannot hold. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
