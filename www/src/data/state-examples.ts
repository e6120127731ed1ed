// Command lines to begin with, and the document that they are tried on.

import type { Example } from "./examples";

/** What the page's document is made by. */
export const BEGINNING: readonly string[] = [
  "project set active --id vitrine --title 'The library'",
  `project chat set item --global ops 'ref file://OPS.json {"queue": ["build", "publish"], "owner": "Ada"}'`,
  "project chat set item --global --meta theme dark",
  `project chat set item --project notes 'ref file://NOTES.json {"first": "What agents write is data."}'`,
  "project chat set item --chat one greeting Hello",
  "chat create goal 'ship it' --summary 'A first release that people can try'",
  "chat create request 'ship it' 'read the docs' 'Is every example run by a test?'",
  `chat append event 'ship it' 'read the docs' --id e-1 --type progress --body 'Four of seven pages are read.'`,
  `chat append event 'ship it' 'read the docs' --id e-2 --type answer --body 'All examples are run by a test.'`,
  "chat create request 'ship it' 'write the notes'",
];

/** At least one; the first is in the console at the beginning. */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  { name: "Set an item", text: "project chat set item --global ops/owner Grace" },
  { name: "Get an item, mounts and all", text: "project chat get item --global ops" },
  { name: "Mount a new file", text: `project chat set item --global log 'ref file://LOG.json ["started"]'` },
  { name: "Delete an item", text: "project chat delete item --global --meta theme" },
  { name: "A new goal", text: "chat create goal 'tell people' --summary 'A page that says what it is'" },
  { name: "A request", text: "chat create request 'tell people' 'first draft' 'Two screens, no more'" },
  { name: "An event", text: "chat append event 'tell people' 'first draft' --type answer --body 'Here it is.'" },
  { name: "The next event", text: "chat latest" },
  { name: "A key that is none", text: "project chat set item --global my_key 5" },
  { name: "A file that is mounted already", text: "project chat set item --global again 'ref file://OPS.json {}'" },
];
