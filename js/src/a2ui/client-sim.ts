// A client without a screen: what a person would be shown after the messages so far.

import type * as glue from "../../generated/ui.js";
import { jsonText, requireBytes, requireString } from "../core/arguments.js";
import { ui } from "../uicp/module.js";
import { tooLong } from "./bytes.js";
import { Handle } from "./handle.js";
import { type Patch, patched } from "./patches.js";
import type { Finding, Mode } from "./types.js";

const encoder = /* @__PURE__ */ new TextEncoder();

/** Fewer kept trees than this are not worth a look. */
const FEWEST = 64;

/** What a client goes by. */
export interface ClientSimOptions {
  /** `strict` without it. */
  mode?: Mode;
  /** `vitrine/1`: maps with the keys 0 to n-1 are shown as the lists that they stand for. */
  extended?: string;
  /** The pinned catalog, catalog JSON; the standard catalog without it. */
  catalog?: object;
  /** Limits other than the defaults, by name; `nodes`: most nodes that a surface shows at a time, 100,000. */
  limits?: Record<string, number>;
}

/** What a message came to. */
export interface Applied {
  /**
   * The ids of the resolved nodes that came, changed or went, each once. A node that only holds one that changed is not
   * among them.
   */
  changed: string[];
  /** What is wrong. With an error among them nothing of the message was applied. */
  findings: Finding[];
}

/** A component as it is shown. */
export interface ResolvedNode {
  /** The component's id; in a row of a template `id:key`, for each template around it. */
  id: string;
  /** Its type. */
  type: string;
  /** Its share of a Row or Column. */
  weight?: number;
  /**
   * As the component has them, with values in the places of bound values (null where the data model has none) and nodes in
   * the places of children: `child` is a node, `children` a list of nodes; null where the component has not come yet.
   */
  properties: Record<string, unknown>;
  /**
   * By the JSON Pointer of a bound property in `properties`: the path in the data model, from its root. Null where there is
   * none: a row with the key `""` of the whole model, since `/` is the whole.
   */
  bindings?: Record<string, string | null>;
}

/**
 * A client without a screen. It applies messages as a renderer would: a surface is buffered until its rendering is begun,
 * each message is applied as a whole or not at all, a data update costs what it touches and not the size of the surface.
 *
 * @example
 * const sim = new a2ui.ClientSim();
 * for (const message of messages) report(sim.apply(message).findings);
 * const tree = sim.resolve("main");
 */
export class ClientSim {
  #handle: Handle<glue.CoreClientSim>;
  /** The trees that were given out last. */
  readonly #trees = new Map<string, object>();
  /** So many of them, and those of surfaces that are gone are let go of. */
  #most = FEWEST;

  /**
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `BadRequest` for options that are none, with a pointer
   */
  constructor(options: ClientSimOptions = {}) {
    const text = jsonText(options, "ClientSim");
    this.#handle = new Handle("ClientSim", (glue) => new glue.CoreClientSim(text));
  }

  /**
   * The client of a snapshot.
   *
   * @throws VitrineError `BadRequest` where the bytes are no snapshot, or one that its own limits do not allow
   */
  static restore(bytes: Uint8Array): ClientSim {
    requireBytes(bytes, "ClientSim.restore");
    const sim = new ClientSim();
    const restored = new Handle("ClientSim", (glue) => glue.CoreClientSim.restore(bytes));
    sim.#handle.free();
    sim.#handle = restored;
    return sim;
  }

  /**
   * Applies a message: JSON text, or a value that JSON can hold.
   *
   * @throws VitrineError `BadRequest` for a value that it cannot hold, `StaleHandle` after `reinit()` or `free()`
   */
  apply(message: object | string): Applied {
    const text = typeof message === "string" ? message : jsonText(message, "ClientSim.apply");
    const told = this.#handle.call((core) => {
      const long = tooLong(text, core.most);
      if (long !== undefined) return core.refuse(long);
      const place = core.input(3 * text.length);
      const room = new Uint8Array(ui.glue.shared_memory().buffer, place, 3 * text.length);
      return core.apply(encoder.encodeInto(text, room).written);
    });
    return JSON.parse(told);
  }

  /** The ids of the surfaces, in the order of their bytes. */
  surfaces(): string[] {
    return JSON.parse(this.#handle.call((core) => core.surfaces()));
  }

  /**
   * BLAKE3 of the state of a surface, 64 hexadecimal digits: components, data model, root, catalog, styles, whether it is
   * shown, and the epoch in its id. Equal for equal states, whatever the order of independent messages, everywhere. Of a
   * surface that is not there, the hash of none.
   */
  stateHash(surfaceId: string): string {
    requireString(surfaceId, "ClientSim.stateHash: surfaceId");
    return this.#handle.call((core) => core.state_hash(surfaceId));
  }

  /** The data model of a surface; null of one that is not there. */
  dataModel(surfaceId: string): unknown {
    requireString(surfaceId, "ClientSim.dataModel: surfaceId");
    return JSON.parse(this.#handle.call((core) => core.data_model(surfaceId)));
  }

  /**
   * The tree of a surface, bindings and templates resolved; null as long as it is not shown. Rows of maps whose keys are all
   * indices are in numeric order, others by key.
   *
   * What did not change since the last call is the same object as then: a node is another object only when it, or one below
   * it, changed. The trees that were given out before stay as they were; do not write into them.
   */
  resolve(surfaceId: string): ResolvedNode | null {
    requireString(surfaceId, "ClientSim.resolve: surfaceId");
    const shown = this.#handle.call((core) => core.shown(surfaceId));
    const tree = this.#tree(surfaceId, shown);
    return tree as ResolvedNode | null;
  }

  #tree(surfaceId: string, shown: string): object | null {
    const known = this.#trees.get(surfaceId);
    if (shown === "") return known ?? null;
    if (shown === "!") {
      this.#trees.delete(surfaceId);
      return null;
    }
    if (shown.startsWith("=") || known === undefined) {
      if (this.#trees.size >= this.#most) this.#letGo();
      return this.#keep(surfaceId, JSON.parse(shown.slice(1)));
    }
    return this.#keep(surfaceId, patched(known, JSON.parse(shown) as Patch[]));
  }

  /**
   * Looks at all of them, and next when there are twice as many as were left, or as many as there are surfaces: each costs
   * the same, however many.
   */
  #letGo(): void {
    const live = new Set(this.surfaces());
    for (const id of this.#trees.keys()) if (!live.has(id)) this.#trees.delete(id);
    this.#most = Math.max(2 * this.#trees.size, live.size, FEWEST);
  }

  #keep(surfaceId: string, tree: object): object {
    this.#trees.set(surfaceId, tree);
    return tree;
  }

  /** The client as bytes, with its options: JSON lines. */
  snapshot(): Uint8Array {
    return this.#handle.call((core) => core.snapshot());
  }

  /**
   * What was looked at so far: nodes, components, paths and entries, and bytes read and written, by sixteens. To be compared
   * with another amount: how the work grows with the input does not depend on the machine.
   */
  get work(): number {
    return this.#handle.call((core) => core.work());
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#trees.clear();
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
