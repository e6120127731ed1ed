// Effects under way: begun in a frame, ended whenever they end.

import { type ApiCall, type EffectEnd, type EffectPorts, runEffect } from "../effects/index.js";
import type { Core } from "./core.js";

/** The effects of one adapter. */
export class Calls {
  readonly #core: Core;
  readonly #ports: EffectPorts;
  /** To be called when the core has something new. */
  readonly #ended: () => void;
  /** To be called with what nobody waits for. */
  readonly #failed: (error: unknown) => void;
  readonly #underWay = new Map<number, AbortController>();

  constructor(core: Core, ports: EffectPorts, ended: () => void, failed: (error: unknown) => void) {
    this.#core = core;
    this.#ports = ports;
    this.#ended = ended;
    this.#failed = failed;
  }

  /** Begins an effect. */
  begin(ticket: number, envelope: ApiCall): void {
    const leaving = new AbortController();
    this.#underWay.set(ticket, leaving);
    // The module may have stopped meanwhile, or begun anew.
    this.#run(ticket, envelope, leaving.signal).catch(this.#failed);
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

  async #run(ticket: number, envelope: ApiCall, signal: AbortSignal): Promise<void> {
    const result = await runEffect(envelope, { ...this.#ports, signal });
    if (result.status !== "waiting") return this.#end(ticket, result);
    if (!this.#underWay.has(ticket)) return;
    this.#core.effectWaits(ticket);
    this.#ended();
    this.#end(ticket, await result.answer);
  }

  #succeeded(ticket: number, data: unknown): void {
    try {
      this.#core.effectSucceeded(ticket, data);
    } catch (error) {
      // What cannot be kept is no answer. Where it is the module that cannot go on, this is refused too.
      const reason = error instanceof Error ? error.message : String(error);
      this.#core.effectFailed(ticket, "UICP_EFFECT_FAILED", `The answer cannot be kept: ${reason}`);
    }
  }

  #end(ticket: number, end: EffectEnd): void {
    if (!this.#underWay.delete(ticket)) return;
    if (end.status === "error") this.#core.effectFailed(ticket, end.error.code, end.error.message);
    else this.#succeeded(ticket, end.data);
    this.#ended();
  }
}
