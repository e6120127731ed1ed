// The surfaces of the benchmark: texts in a column, bound each to a value of its own; rows of a template.

export const SURFACE = "main";
/** Beyond the guardrails: what is measured is larger than they allow. */
export const LIMITS = { components: 10_000, messageBytes: 4 << 20, dataEntries: 100_000 };

/** A column of `count - 1` texts, their values and the beginning: three messages. */
export function column(count) {
  const ids = Array.from({ length: count - 1 }, (_, at) => `text-${at}`);
  const components = [
    { id: "root", component: { Column: { children: { explicitList: ids } } } },
    ...ids.map((id, at) => ({ id, component: { Text: { text: { path: `/r${at}/value` }, usageHint: "body" } } })),
  ];
  const contents = ids.map((_, at) => ({ key: `r${at}`, valueMap: [{ key: "value", valueString: `value ${at}` }] }));
  return [
    { surfaceUpdate: { surfaceId: SURFACE, components } },
    { dataModelUpdate: { surfaceId: SURFACE, contents } },
    begin,
  ];
}

const begin = { beginRendering: { surfaceId: SURFACE, root: "root" } };

/** One key of the data of a column; `turn` makes each another one. */
export const oneKey = (at, turn) => ({
  dataModelUpdate: {
    surfaceId: SURFACE,
    path: `/r${at}`,
    contents: [{ key: "value", valueString: `turn ${turn}` }],
  },
});

/** A list of rows, none yet. */
export function rows() {
  const components = [
    { id: "root", component: { List: { children: { template: { componentId: "row", dataBinding: "/rows" } } } } },
    { id: "row", component: { Row: { children: { explicitList: ["name", "count"] } } } },
    { id: "name", component: { Text: { text: { path: "/name" } } } },
    { id: "count", component: { Text: { text: { path: "/count" } } } },
  ];
  return [{ surfaceUpdate: { surfaceId: SURFACE, components } }, begin];
}

/** A row more. */
export const row = (at) => ({
  dataModelUpdate: {
    surfaceId: SURFACE,
    path: `/rows/${at}`,
    contents: [
      { key: "name", valueString: `row ${at}` },
      { key: "count", valueNumber: at },
    ],
  },
});
