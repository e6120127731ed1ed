// The texts of a state document as one tree, with its mounts marked, and its goals as a list.

const REFERENCE = "ref file://";

/** Where an item is, in the words of the command line. */
export interface ItemPath {
  /** The flags of its scope and area. */
  flags: readonly string[];
  path: string;
}

/** A value of the document. */
export interface Branch {
  name: string;
  /** Of an object or an array; `undefined` for others. */
  children?: Branch[];
  list?: boolean;
  /** Of others: the value. */
  value?: unknown;
  /** The file that is mounted here, whose content this is. */
  mount?: string;
  /** Whether that file is not there. */
  missing?: boolean;
  /** Whether a file is mounted somewhere below. */
  holdsMount?: boolean;
  /** How commands call it, where it is an item. */
  item?: ItemPath;
}

/** A number that JavaScript has no exact value for, as it is written. */
class Digits {
  constructor(readonly digits: string) {}

  toString(): string {
    return this.digits;
  }
}

/** JSON with all digits of its numbers, in engines that tell them. */
function parse(text: string): unknown {
  const exact = (_: string, value: unknown, context?: { source?: string }) => {
    const { source } = context ?? {};
    return typeof value === "number" && source !== undefined && source !== String(value) ? new Digits(source) : value;
  };
  return JSON.parse(text, exact);
}

/** An event of a sub-goal. */
export interface GoalEvent {
  index: number;
  type: string | null;
  body: string | null;
  seen: boolean;
  at: string | null;
}

/** A goal or a sub-goal. */
export interface Goal {
  key: string;
  status: string;
  summary: string;
  subGoals: (Omit<Goal, "subGoals"> & { inFlight: boolean; lastRequest: string | null; events: GoalEvent[] })[];
}

type Json = Record<string, unknown>;

/** The document with its files in their places. */
export function treeOf(root: string, shards: Record<string, string>): Branch {
  const read = new Map<string, unknown>();
  const content = (path: string) => {
    if (!read.has(path)) read.set(path, parse(shards[path] as string));
    return read.get(path);
  };
  const branch = (name: string, value: unknown, item: ItemPath | undefined): Branch => {
    if (typeof value === "string" && value.startsWith(REFERENCE)) {
      const mount = value.slice(REFERENCE.length);
      const there = Object.hasOwn(shards, mount);
      return { ...branch(name, there ? content(mount) : null, item), mount, missing: !there };
    }
    if (typeof value !== "object" || value === null || value instanceof Digits)
      return { name, value, ...(item && { item }) };
    const list = Array.isArray(value);
    const children = Object.entries(value).map(([key, inside]) =>
      branch(key, inside, list ? undefined : below(item, key)),
    );
    const holdsMount = children.some((each) => each.mount !== undefined || each.holdsMount);
    return { name, children, list, ...(holdsMount && { holdsMount }), ...(item && { item }) };
  };
  const whole = branch("", parse(root), undefined);
  for (const { entry, flags } of scopesOf(whole)) markItems(entry, flags);
  return whole;
}

function below(item: ItemPath | undefined, key: string): ItemPath | undefined {
  return item && { flags: item.flags, path: item.path ? `${item.path}/${key}` : key };
}

const child = (branch: Branch | undefined, name: string) => branch?.children?.find((each) => each.name === name);
const textOf = (branch: Branch | undefined) => (typeof branch?.value === "string" ? branch.value : "");

/** All objects that have META and CONTENT, and the flags by which commands name them. */
function scopesOf(root: Branch): { entry: Branch | undefined; flags: string[] }[] {
  const items = child(root, "ITEMS");
  const active = textOf(child(child(root, "ACTIVE-PROJECT"), "PROJECT-ID"));
  const projects = child(items, "PROJECTS")?.children ?? [];
  return [
    { entry: child(items, "GLOBAL"), flags: ["--global"] },
    ...projects.flatMap((project) => {
      const id = textOf(child(project, "PROJECT-ID"));
      // Commands reach the chats of the active project alone.
      const chats = id === active ? (child(project, "CHATS")?.children ?? []) : [];
      return [
        { entry: child(project, "ITEMS"), flags: [`--project=${id}`] },
        ...chats.map((chat) => ({ entry: child(chat, "ITEMS"), flags: [`--chat=${textOf(child(chat, "CHAT-ID"))}`] })),
      ];
    }),
  ];
}

function markItems(entry: Branch | undefined, flags: string[]): void {
  for (const [area, flag] of [
    ["META", "--meta"],
    ["CONTENT", "--content"],
  ] as const) {
    for (const item of child(entry, area)?.children ?? []) mark(item, { flags: [...flags, flag], path: item.name });
  }
}

function mark(branch: Branch, item: ItemPath): void {
  branch.item = item;
  if (branch.list) return;
  for (const inside of branch.children ?? []) mark(inside, { ...item, path: `${item.path}/${inside.name}` });
}

/** The goals by key, and of each its sub-goals. */
export function goalsOf(root: Branch): Goal[] {
  const named = (branch: Branch | undefined) =>
    [...(branch?.children ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  const common = (branch: Branch) => ({
    key: branch.name,
    status: textOf(child(branch, "STATUS")),
    summary: textOf(child(branch, "SUMMARY")),
  });
  const orNull = (branch: Branch | undefined) => (typeof branch?.value === "string" ? branch.value : null);
  return named(child(root, "GOALS")).map((goal) => ({
    ...common(goal),
    subGoals: named(child(goal, "SUB-GOALS")).map((sub) => ({
      ...common(sub),
      inFlight: child(sub, "IN-FLIGHT")?.value === true,
      lastRequest: orNull(child(sub, "LAST-REQUEST")),
      events: (child(sub, "EVENTS")?.children ?? []).map((event, index) => ({
        index,
        type: orNull(child(event, "TYPE")),
        body: orNull(child(event, "BODY")),
        seen: child(event, "SEEN")?.value === true,
        at: orNull(child(event, "CREATED-AT")),
      })),
    })),
  }));
}

/** A value as an argument that is read as the same value. */
export function argumentOf({ children, list, value }: Branch): string {
  return JSON.stringify(plain({ name: "", value, ...(children && { children, list: list ?? false }) }));
}

function plain({ children, list, value }: Branch): unknown {
  if (value instanceof Digits) return raw(value.digits);
  if (!children) return value;
  if (list) return children.map(plain);
  const result: Json = {};
  for (const each of children) result[each.name] = plain(each);
  return result;
}

/** What `JSON.stringify` writes as it is. Engines that tell digits have it; TypeScript does not know it yet. */
const raw = (text: string): unknown => (JSON as { rawJSON?(text: string): unknown }).rawJSON?.(text) ?? Number(text);
