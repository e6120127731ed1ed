// Effects under way: begun in a frame, ended whenever they end.

import { VitrineError } from "../../core/errors.js";
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
    this.#run(ticket, envelope, leaving).catch(this.#failed);
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

  async #run(ticket: number, envelope: ApiCall, leaving: AbortController): Promise<void> {
    // Of another controller, the ticket is that of another instance of the module.
    const isUnderWay = () => this.#underWay.get(ticket) === leaving;
    const home = this.#openFor(envelope);
    const end = (result: EffectEnd) => {
      if (!isUnderWay()) return;
      this.#end(ticket, result);
      if (home !== undefined && this.#openFor(envelope) === undefined) this.#failed(closed(home, envelope));
    };
    const result = await runEffect(envelope, { ...this.#ports, signal: leaving.signal });
    if (result.status !== "waiting") return end(result);
    if (!isUnderWay()) return;
    this.#core.effectWaits(ticket);
    this.#ended();
    end(await result.answer);
  }

  /** The open window whose value the answer becomes, if it is one's. */
  #openFor({ windowId, params: { into } }: ApiCall): string | undefined {
    const id = into?.scope === "window" ? (into.windowId ?? windowId) : undefined;
    return id !== undefined && this.#ports.shell.content(id) !== null ? id : undefined;
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
    this.#underWay.delete(ticket);
    if (end.status === "error") this.#core.effectFailed(ticket, end.error.code, end.error.message);
    else this.#succeeded(ticket, end.data);
    this.#ended();
  }
}

function closed(window: string, { params: { url } }: ApiCall): VitrineError {
  const message = `The window ${JSON.stringify(window)} was closed before the answer of ${url} came, which nothing shows now. Keep the answer in the scope "workspace", or open the window and ask again.`;
  return new VitrineError("UICP_WINDOW_NOT_FOUND", message);
}
