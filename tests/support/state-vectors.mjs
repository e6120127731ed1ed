// Runs the vectors of `tests/vectors/state` against a built package. No imports, because Chromium runs this as well as
// Node.

/** The text of a file in a vector: a string is the text, anything else is printed as files are. */
const text = (file) => (typeof file === "string" ? file : `${JSON.stringify(file, null, 2)}\n`);

const texts = (files = {}) => Object.fromEntries(Object.entries(files).map(([path, file]) => [path, text(file)]));

/** What a vector expects of a step, in the form of an outcome. */
function expected({ exit = 0, stdout = "", stderr, writes = [] }) {
  const written = writes.map(([path, file]) => ({ path, text: text(file) }));
  return { exitCode: exit, stdout, stderr: stderr ? `${stderr}\n` : "", writes: written };
}

/** How many vectors there are, and what is wrong with which. */
export function runVectors({ StateDocument }, vectors) {
  const failures = [];
  for (const { name, path = "state.json", files, steps } of vectors) {
    const { [path]: root, ...shards } = texts(files);
    const document = new StateDocument({ root, shards, path });
    for (const step of steps) {
      const input = {
        stdin: step.stdin === undefined ? undefined : text(step.stdin),
        files: texts(step.given),
        now: step.now,
      };
      const found = JSON.stringify(document.run(step.run, input));
      if (found !== JSON.stringify(expected(step)))
        failures.push(`${name}: ${step.run.join(" ").slice(0, 200)}: ${found.slice(0, 500)}`);
    }
    document.free();
  }
  return { count: vectors.length, failures };
}
