// Runs the vectors of `tests/vectors/uicp` against a built package, each as text, as bytes and, where `JSON.parse` gives
// the same value, as that. No imports, because Chromium runs this as well as Node.

/** `⟦text*count⟧` is the text so many times. */
const expand = (text) => text.replace(/⟦([^⟧]*)\*(\d+)⟧/g, (_, unit, count) => unit.repeat(Number(count)));

/** The same value with its keys in order: as text, so that it crosses from a page as it is. */
export function canonical(value) {
  return JSON.stringify(value, (_, inside) => {
    if (typeof inside !== "object" || inside === null || Array.isArray(inside)) return inside;
    // `fromEntries` makes a property of `__proto__`, too.
    return Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What the package makes of an input: the result, or all that is wrong. */
export function outcome({ validateBatch, validatePlan, hintFor, UICPValidationError }, input, plan) {
  try {
    return { result: canonical((plan ? validatePlan : validateBatch)(input)) };
  } catch (error) {
    if (!(error instanceof UICPValidationError)) throw error;
    const { message, pointer, issues } = error;
    return { refusal: canonical({ message, pointer, issues, hint: hintFor(error) }) };
  }
}

/** `code pointer`, and the keys that are not known. */
function told({ code, path, keys }) {
  const escaped = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return `${code} ${escaped.join("")}${keys ? ` ${keys.join(",")}` : ""}`;
}

/** How many vectors there are, and what is wrong with which. */
export function runVectors(vitrine, vectors) {
  const failures = [];
  for (const vector of vectors) {
    const text = expand(vector.input);
    const inputs = { text, bytes: new TextEncoder().encode(text) };
    // What only a text can be, or is cut short in: two keys of one name, a syntax error, a limit met on the way.
    const isText = vector.text || vector.repeated || vector.issues?.[0].startsWith("invalid_format");
    if (!isText) inputs.value = JSON.parse(text);
    for (const [form, input] of Object.entries(inputs)) {
      const { result, refusal } = outcome(vitrine, input, vector.plan);
      const found = result ?? refusal;
      if (vector.issues) {
        const { pointer, issues } = refusal ? JSON.parse(refusal) : {};
        const same = pointer === vector.pointer && canonical(issues?.map(told)) === canonical(vector.issues);
        if (!same) failures.push(`${vector.name}, as ${form}: ${found.slice(0, 500)}`);
      } else if (result !== canonical(JSON.parse(expand(JSON.stringify(vector.result))))) {
        failures.push(`${vector.name}, as ${form}: ${found.slice(0, 500)}`);
      }
    }
  }
  return { count: vectors.length, failures };
}
