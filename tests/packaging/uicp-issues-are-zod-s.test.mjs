// Promise: code that is written for the issues of Zod 4 takes ours: each kind is assignable to Zod's own type, and so is
// the list; and what a refusal holds at run time has the fields that those types promise.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { init, UICPValidationError, validateBatch, validatePlan } from "vitrine";
import { project, root, run } from "./support/project.mjs";

const CONSUMER = `
import type { z } from "zod";
import type { UICPIssue, UICPValidationError } from "vitrine";

export function read(error: UICPValidationError): z.core.$ZodIssue[] {
  return error.issues;
}

export const each: { [Code in UICPIssue["code"]]: (issue: Extract<UICPIssue, { code: Code }>) => Extract<z.core.$ZodIssue, { code: Code }> } = {
  invalid_type: (issue) => issue,
  unrecognized_keys: (issue) => issue,
  invalid_value: (issue) => issue,
  too_small: (issue) => issue,
  too_big: (issue) => issue,
  invalid_union: (issue) => issue,
  invalid_format: (issue) => issue,
  custom: (issue) => issue,
};

// @ts-expect-error an issue that Zod does not know
export const wrong: z.core.$ZodIssue = { code: "uicp", path: [], message: "" };
`;

test("issues are assignable to Zod's", async (t) => {
  const folder = await project(t, {
    "consumer.mts": CONSUMER,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: "ES2022",
        lib: ["ES2022", "DOM"],
        types: [],
        module: "ESNext",
        moduleResolution: "bundler",
        paths: { zod: [join(root, "node_modules/zod/index.d.cts")] },
      },
      files: ["consumer.mts"],
    }),
  });
  await run(folder, process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json"]);
});

/** What the types promise beside code, path and message. */
const FIELDS = {
  invalid_type: { expected: "string" },
  unrecognized_keys: { keys: "object" },
  invalid_value: { values: "object" },
  too_small: { origin: "string", minimum: "number", inclusive: "boolean" },
  too_big: { origin: "string", maximum: "number", inclusive: "boolean" },
  invalid_union: { errors: "object" },
  invalid_format: { format: "string" },
  custom: {},
};

test("issues have the fields that their types promise", async () => {
  await init({ modules: ["ui"] });
  const close = (params) => ({ op: "window.close", params });
  const refusals = [
    () =>
      validateBatch([
        close({}),
        close({ id: "", force: true }),
        { op: "x", params: {} },
        ...Array(62).fill(close({ id: "w" })),
      ]),
    () => validateBatch("["),
    () => validateBatch([{ ...close({ id: "w" }), traceId: "x", trace_id: "y" }]),
    () => validatePlan({ summary: "s", risks: 1, batch: [] }),
  ];
  const met = new Set();
  for (const refusal of refusals) {
    assert.throws(refusal, (error) => {
      assert.ok(error instanceof UICPValidationError);
      for (const { code, path, message, ...own } of error.issues) {
        met.add(code);
        assert.ok(Array.isArray(path) && message.length > 10);
        const types = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, typeof value]));
        assert.deepEqual(types, FIELDS[code]);
      }
      return true;
    });
  }
  assert.deepEqual([...met].sort(), Object.keys(FIELDS).sort());
});
