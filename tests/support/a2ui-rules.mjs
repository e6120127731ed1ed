// Runs the vectors of A2UI's validator against a built package, each message as text, as bytes and, where `JSON.parse`
// gives the same value, as that. No imports, because Chromium runs this as well as Node.

/** `⟦text*count⟧` is the text so many times. */
const expand = (text) => text.replace(/⟦([^⟧]*)\*(\d+)⟧/g, (_, unit, count) => unit.repeat(Number(count)));

const FORMS = {
  text: (message) => (typeof message === "string" ? expand(message) : JSON.stringify(message)),
  bytes: (message) => new TextEncoder().encode(FORMS.text(message)),
  // What only a text can be stays one: two keys of one name, a syntax error, a number that no float holds.
  value: (message) => (typeof message === "string" ? expand(message) : message),
};

/** `[finish] [warning] code message pointer` */
function told({ code, severity, pointer, messageIndex }, prefix) {
  return `${prefix}${severity === "warning" ? "warning " : ""}${code} ${messageIndex} ${pointer}`;
}

/** The findings of a stream of messages; a `null` ends a response, and so does the end. */
function run({ createValidator }, options, messages, form) {
  const validator = createValidator(options);
  try {
    return [...messages, null].flatMap((message) => {
      const findings = message === null ? validator.finish() : validator.push(form(message));
      return findings.map((finding) => told(finding, message === null ? "finish " : ""));
    });
  } finally {
    validator.free();
  }
}

/** A case of one component as a stream: an update, and, where references matter, two more components and a begin. */
function streamOfComponent({ component, props, others, findings = [], options }) {
  const more = others ? ["leaf", "x"].map((id) => ({ id, component: { Divider: {} } })) : [];
  const components = [{ id: "c", component: { [component]: props } }, ...more];
  const messages = [{ surfaceUpdate: { surfaceId: "s", components } }];
  if (others) messages.push({ beginRendering: { surfaceId: "s", root: "c" } });
  const place = `0 /surfaceUpdate/components/0/component/${component}`;
  const at = (finding) => finding.replace(/ ([^ ]*)$/, ` ${place}$1`);
  return { messages, findings: findings.map(at), options };
}

/** How many vectors there are, and what is wrong with which. */
export function runRules({ a2ui }, { streams, catalog }) {
  const failures = [];
  for (const vector of [...streams, ...catalog]) {
    const { messages, findings, options } = vector.component ? streamOfComponent(vector) : vector;
    for (const [name, form] of Object.entries(FORMS)) {
      const found = run(a2ui, options, messages, form);
      if (JSON.stringify(found) !== JSON.stringify(findings))
        failures.push(`${vector.name ?? JSON.stringify(vector)}, as ${name}: ${JSON.stringify(found).slice(0, 500)}`);
    }
  }
  return { count: streams.length + catalog.length, failures };
}
