// Effects under way: begun in a frame, ended whenever they end.

import { type ApiCall, type EffectEnd, type EffectPorts, runEffect } from "../effects/index.js";
import type { Core } from "./core.js";

/** The effects of one adapter. */
export class Calls {
  readonly #core: Core;
  readonly #ports: EffectPorts;
  /** To be called when the core has something new. */
  readonly #ended: () => void;
  readonly #underWay = new Set<number>();

  constructor(core: Core, ports: EffectPorts, ended: () => void) {
    this.#core = core;
    this.#ports = ports;
    this.#ended = ended;
  }

  /** Begins an effect. */
  begin(ticket: number, envelope: ApiCall): void {
    this.#underWay.add(ticket);
    void runEffect(envelope, this.#ports).then((result) => {
      if (result.status !== "waiting") return this.#end(ticket, result);
      if (!this.#underWay.has(ticket)) return;
      this.#core.effectWaits(ticket);
      this.#ended();
      void result.answer.then((answer) => this.#end(ticket, answer));
    });
  }

  /** Does not wait for an effect any more. */
  abort(ticket: number): void {
    this.#underWay.delete(ticket);
  }

  /** Does not wait for any. */
  abortAll(): void {
    this.#underWay.clear();
  }

  #end(ticket: number, end: EffectEnd): void {
    if (!this.#underWay.delete(ticket)) return;
    if (end.status === "error") this.#core.effectFailed(ticket, end.error.code, end.error.message);
    else this.#core.effectSucceeded(ticket, end.data);
    this.#ended();
  }
}
