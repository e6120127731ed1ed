// Cloning an object by spreading it, at a place of its own for each shape.
//
// An engine remembers at each place in the code the few shapes it met there. One place that meets all the shapes of a
// registry forgets them, and then copies key by key: a tenth of a whole projection on the benchmark's mixed corpus.

type Clone = (template: Record<string, unknown>) => Record<string, unknown>;

/** Written out, not made in a loop: closures of one function share what the engine remembers. */
const CLONES: readonly Clone[] = [
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
  (template) => ({ ...template }),
];

let given = 0;

/** The clone for a new shape; places are given out in turn, so that a few shapes share one only where there are many. */
export function nextClone(): Clone {
  return CLONES[given++ % CLONES.length] as Clone;
}
