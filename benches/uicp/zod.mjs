// The operations as Zod schemas: strict objects, told apart by `op`. Rules over several fields, budgets in bytes and
// snake_case are left out: they would need functions of one's own, which Zod only calls.
import { z } from "zod";

/**
 * A function from a value to a validated batch.
 *
 * @param parsed whether `JSON.parse` made the values, so that what may be any JSON need not be looked at
 */
export function validator(parsed) {
  const json = parsed ? z.unknown() : z.json();
  const text = z.string().min(1);
  const id = z.string().min(1).max(128);
  const side = z.number().min(120);
  const scope = z.enum(["window", "workspace", "global"]);
  const place = { x: z.number().optional(), y: z.number().optional() };
  const sides = { width: side.optional(), height: side.optional() };
  const dom = { windowId: text, target: text, html: z.string().max(65_536), sanitize: z.boolean().optional() };
  const ref = { scope, key: text, windowId: text.optional() };
  const watch = { ...ref, selector: text.optional(), mode: z.enum(["replace", "append"]).optional() };
  const props = z.record(z.string(), json);
  const change = z.strictObject({
    op: z.enum(["set", "merge", "toggle", "setIfNull"]),
    path: z.string().optional(),
    value: json.optional(),
  });

  const PARAMS = {
    "window.create": {
      id: text.optional(),
      title: text,
      ...place,
      ...sides,
      zIndex: z.int().optional(),
      size: z.enum(["xs", "sm", "md", "lg", "xl"]).optional(),
    },
    "window.update": { id: text, title: text.optional(), ...place, ...sides, zIndex: z.int().optional() },
    "window.close": { id: text },
    "window.move": { id: text, x: z.number(), y: z.number() },
    "window.resize": { id: text, width: side, height: side },
    "window.focus": { id: text },
    "dom.set": dom,
    "dom.replace": dom,
    "dom.append": dom,
    "component.render": { id: text.optional(), windowId: text, target: text, type: text, props: props.optional() },
    "component.update": { id: text, props },
    "component.destroy": { id: text },
    "state.set": { ...ref, value: json, ttlMs: z.int().positive().optional() },
    "state.get": ref,
    "state.patch": { ...ref, ops: z.array(change) },
    "state.watch": watch,
    "state.unwatch": watch,
    "api.call": {
      method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
      url: text,
      headers: z.record(z.string(), z.string()).optional(),
      body: json.optional(),
      idempotencyKey: text.optional(),
      into: z.strictObject(ref).optional(),
    },
    "txn.cancel": { id: text.optional() },
  };

  const envelopes = Object.entries(PARAMS).map(([op, params]) =>
    z.strictObject({
      id: id.optional(),
      idempotencyKey: text.optional(),
      traceId: id.optional(),
      txnId: id.optional(),
      windowId: text.optional(),
      op: z.literal(op),
      params: z.strictObject(params),
    }),
  );

  const schema = z.array(z.discriminatedUnion("op", envelopes)).max(64);
  return (value) => schema.parse(value);
}
