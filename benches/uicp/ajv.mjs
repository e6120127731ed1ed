// The operations as JSON Schema, compiled by Ajv to stop at the first error, told apart by `op`. It checks in place and
// makes nothing. What JSON Schema cannot say is left out, as with Zod; lengths are counted in UTF-16 units, which is
// several times as fast as in characters.
import Ajv from "ajv";

const text = { type: "string", minLength: 1 };
const id = { type: "string", minLength: 1, maxLength: 128 };
const number = { type: "number" };
const integer = { type: "integer" };
const side = { type: "number", minimum: 120 };
const scope = { enum: ["window", "workspace", "global"] };
const any = {};
const object = { type: "object" };

const strict = (properties, required) => ({ type: "object", properties, required, additionalProperties: false });
const place = { x: number, y: number };
const sides = { width: side, height: side };
const dom = strict(
  { windowId: text, target: text, html: { type: "string", maxLength: 65_536 }, sanitize: { type: "boolean" } },
  ["windowId", "target", "html"],
);
const ref = { scope, key: text, windowId: text };
const refs = strict(ref, ["scope", "key"]);
const watch = strict({ ...ref, selector: text, mode: { enum: ["replace", "append"] } }, ["scope", "key"]);
const named = strict({ id: text }, ["id"]);
const change = strict({ op: { enum: ["set", "merge", "toggle", "setIfNull"] }, path: { type: "string" }, value: any }, [
  "op",
]);

const PARAMS = {
  "window.create": strict(
    { id: text, title: text, ...place, ...sides, zIndex: integer, size: { enum: ["xs", "sm", "md", "lg", "xl"] } },
    ["title"],
  ),
  "window.update": strict({ id: text, title: text, ...place, ...sides, zIndex: integer }, ["id"]),
  "window.close": named,
  "window.move": strict({ id: text, ...place }, ["id", "x", "y"]),
  "window.resize": strict({ id: text, ...sides }, ["id", "width", "height"]),
  "window.focus": named,
  "dom.set": dom,
  "dom.replace": dom,
  "dom.append": dom,
  "component.render": strict({ id: text, windowId: text, target: text, type: text, props: object }, [
    "windowId",
    "target",
    "type",
  ]),
  "component.update": strict({ id: text, props: object }, ["id", "props"]),
  "component.destroy": named,
  "state.set": strict({ ...ref, value: any, ttlMs: { type: "integer", exclusiveMinimum: 0 } }, [
    "scope",
    "key",
    "value",
  ]),
  "state.get": refs,
  "state.patch": strict({ ...ref, ops: { type: "array", items: change } }, ["scope", "key", "ops"]),
  "state.watch": watch,
  "state.unwatch": watch,
  "api.call": strict(
    {
      method: { enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
      url: text,
      headers: { type: "object", additionalProperties: { type: "string" } },
      body: any,
      idempotencyKey: text,
      into: refs,
    },
    ["url"],
  ),
  "txn.cancel": strict({ id: text }, []),
};

const schema = {
  type: "array",
  maxItems: 64,
  items: {
    type: "object",
    discriminator: { propertyName: "op" },
    required: ["op"],
    oneOf: Object.entries(PARAMS).map(([op, params]) =>
      strict({ id, idempotencyKey: text, traceId: id, txnId: id, windowId: text, op: { const: op }, params }, [
        "op",
        "params",
      ]),
    ),
  },
};

const compiled = new Ajv({ discriminator: true, allErrors: false, unicode: false, logger: false }).compile(schema);

/** A function that gives a valid value back as it is. It never looks at what may be any JSON. */
export const validator = () => (value) => {
  if (!compiled(value)) throw new Error(compiled.errors[0].message);
  return value;
};
