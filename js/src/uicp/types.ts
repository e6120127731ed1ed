// What a checked batch is: an envelope for each operation, told apart by `op`.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Whose a value of the state is. */
export type Scope = "window" | "workspace" | "global";

// Types, not interfaces: only they are records, too.
type Place = {
  /** CSS pixels from the workspace's left and top. */
  x?: number;
  y?: number;
  /** CSS pixels, at least 120. */
  width?: number;
  height?: number;
  /** Higher is nearer. */
  zIndex?: number;
};

type Dom = {
  windowId: string;
  /** `#root`, an id or a selector, inside the window. */
  target: string;
  html: string;
  /** `false` is understood, and fails. */
  sanitize?: boolean;
};

type StateRef = {
  scope: Scope;
  key: string;
  windowId?: string;
};

type Watch = StateRef & { selector?: string; mode?: "replace" | "append" };

type Props = { [name: string]: Json };

/** The parameters of each operation, by its name. */
export interface OperationParams {
  "window.create": Place & { id?: string; title: string; size?: "xs" | "sm" | "md" | "lg" | "xl" };
  "window.update": Place & { id: string; title?: string };
  "window.close": { id: string };
  "window.move": { id: string; x: number; y: number };
  "window.resize": { id: string; width: number; height: number };
  "window.focus": { id: string };
  "dom.set": Dom;
  "dom.replace": Dom;
  "dom.append": Dom;
  "component.render": { id?: string; windowId: string; target: string; type: string; props?: Props };
  "component.update": { id: string; props: Props };
  "component.destroy": { id: string };
  "state.set": StateRef & { value: Json; ttlMs?: number };
  "state.get": StateRef;
  "state.patch": StateRef & {
    ops: { op: "set" | "merge" | "toggle" | "setIfNull"; path?: string; value?: Json }[];
  };
  "state.watch": Watch;
  "state.unwatch": Watch;
  "api.call": {
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    url: string;
    headers?: Record<string, string>;
    body?: Json;
    idempotencyKey?: string;
    into?: StateRef;
  };
  "txn.cancel": { id?: string };
}

/** The name of an operation. */
export type OperationName = keyof OperationParams;

interface Head {
  /** 1 to 128 characters. */
  id?: string;
  /** Applied once only. */
  idempotencyKey?: string;
  /** 1 to 128 characters. */
  traceId?: string;
  /** 1 to 128 characters. */
  txnId?: string;
  /** The same as `params.windowId`, where both are given. */
  windowId?: string;
}

/** One operation, checked, in camelCase: which parameters it has follows from `op`. */
export type Envelope<Name extends OperationName = OperationName> = {
  [Each in Name]: Head & { op: Each; params: OperationParams[Each] };
}[Name];

/** A plan, checked. */
export interface Plan {
  summary: string;
  risks: string[];
  batch: Envelope[];
  /** At most 20, trimmed, none of them empty. */
  actorHints: string[];
}
