// The page's veto.

import { type ApiCall, EffectError, type EffectKind, type EffectPorts } from "./types.js";

/** Asks whether an effect may be; no answer is a no, and a yes to what was left meanwhile comes too late. */
export async function permit(kind: EffectKind, envelope: ApiCall, ports: EffectPorts): Promise<void> {
  const { permissions, signal } = ports;
  let allowed = permissions === undefined;
  try {
    if (permissions !== undefined) allowed = (await permissions({ kind, envelope })) === true;
  } catch {
    // One that throws means no.
  }
  if (signal?.aborted) throw new EffectError("UICP_EFFECT_CANCELLED", `${envelope.params.url} was given up.`);
  if (!allowed) throw new EffectError("UICP_EFFECT_DENIED", `The page does not permit ${envelope.params.url}.`);
}
