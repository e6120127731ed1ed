// The operations as Valibot schemas. What it cannot say is left out, as with Zod.
import * as v from "valibot";

/** As that of Zod. */
export function validator(parsed) {
  const any = v.lazy(() =>
    v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(any), v.record(v.string(), any)]),
  );
  const json = parsed ? v.unknown() : any;
  const text = v.pipe(v.string(), v.minLength(1));
  const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
  const side = v.pipe(v.number(), v.minValue(120));
  const integer = v.pipe(v.number(), v.safeInteger());
  const scope = v.picklist(["window", "workspace", "global"]);
  const place = { x: v.optional(v.number()), y: v.optional(v.number()) };
  const sides = { width: v.optional(side), height: v.optional(side) };
  const html = v.pipe(v.string(), v.maxLength(65_536));
  const dom = { windowId: text, target: text, html, sanitize: v.optional(v.boolean()) };
  const ref = { scope, key: text, windowId: v.optional(text) };
  const watch = { ...ref, selector: v.optional(text), mode: v.optional(v.picklist(["replace", "append"])) };
  const props = v.record(v.string(), json);
  const change = v.strictObject({
    op: v.picklist(["set", "merge", "toggle", "setIfNull"]),
    path: v.optional(v.string()),
    value: v.optional(json),
  });

  const PARAMS = {
    "window.create": {
      id: v.optional(text),
      title: text,
      ...place,
      ...sides,
      zIndex: v.optional(integer),
      size: v.optional(v.picklist(["xs", "sm", "md", "lg", "xl"])),
    },
    "window.update": { id: text, title: v.optional(text), ...place, ...sides, zIndex: v.optional(integer) },
    "window.close": { id: text },
    "window.move": { id: text, x: v.number(), y: v.number() },
    "window.resize": { id: text, width: side, height: side },
    "window.focus": { id: text },
    "dom.set": dom,
    "dom.replace": dom,
    "dom.append": dom,
    "component.render": {
      id: v.optional(text),
      windowId: text,
      target: text,
      type: text,
      props: v.optional(props),
    },
    "component.update": { id: text, props },
    "component.destroy": { id: text },
    "state.set": { ...ref, value: json, ttlMs: v.optional(v.pipe(integer, v.minValue(1))) },
    "state.get": ref,
    "state.patch": { ...ref, ops: v.array(change) },
    "state.watch": watch,
    "state.unwatch": watch,
    "api.call": {
      method: v.optional(v.picklist(["GET", "POST", "PUT", "PATCH", "DELETE"]), "GET"),
      url: text,
      headers: v.optional(v.record(v.string(), v.string())),
      body: v.optional(json),
      idempotencyKey: v.optional(text),
      into: v.optional(v.strictObject(ref)),
    },
    "txn.cancel": { id: v.optional(text) },
  };

  const schema = v.pipe(
    v.array(
      v.variant(
        "op",
        Object.entries(PARAMS).map(([op, params]) =>
          v.strictObject({
            id: v.optional(id),
            idempotencyKey: v.optional(text),
            traceId: v.optional(id),
            txnId: v.optional(id),
            windowId: v.optional(text),
            op: v.literal(op),
            params: v.strictObject(params),
          }),
        ),
      ),
    ),
    v.maxLength(64),
  );

  return (value) => v.parse(schema, value);
}
