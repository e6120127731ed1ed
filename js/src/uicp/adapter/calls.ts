// Effects under way: begun in a frame, ended whenever they end.

import { type ApiCall, type EffectEnd, type EffectPorts, runEffect } from "../effects/index.js";
import type { Core } from "./core.js";

/** The effects of one adapter. */
export class Calls {
  readonly #core: Core;
  readonly #ports: EffectPorts;
  /** To be called when the core has something new. */
  readonly #ended: () => void;
  readonly #underWay = new Map<number, AbortController>();

  constructor(core: Core, ports: EffectPorts, ended: () => void) {
    this.#core = core;
    this.#ports = ports;
    this.#ended = ended;
  }

  /** Begins an effect. */
  begin(ticket: number, envelope: ApiCall): void {
    const leaving = new AbortController();
    this.#underWay.set(ticket, leaving);
    void runEffect(envelope, { ...this.#ports, signal: leaving.signal }).then((result) => {
      if (result.status !== "waiting") return this.#end(ticket, result);
      if (!this.#underWay.has(ticket)) return;
      this.#core.effectWaits(ticket);
      this.#ended();
      void result.answer.then((answer) => this.#end(ticket, answer));
    });
  }

  /** Leaves an effect. */
  abort(ticket: number): void {
    const leaving = this.#underWay.get(ticket);
    this.#underWay.delete(ticket);
    leaving?.abort();
  }

  /** Leaves all effects. */
  abortAll(): void {
    for (const ticket of [...this.#underWay.keys()]) this.abort(ticket);
  }

  #end(ticket: number, end: EffectEnd): void {
    if (!this.#underWay.delete(ticket)) return;
    if (end.status === "error") this.#core.effectFailed(ticket, end.error.code, end.error.message);
    else this.#core.effectSucceeded(ticket, end.data);
    this.#ended();
  }
}
