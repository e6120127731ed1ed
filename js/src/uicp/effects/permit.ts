// The page's veto.

import { type ApiCall, EffectError, type EffectKind, type EffectPorts } from "./types.js";

/** Asks whether an effect may be; no answer is a no. */
export async function permit(kind: EffectKind, envelope: ApiCall, { permissions }: EffectPorts): Promise<void> {
  if (permissions === undefined) return;
  let allowed = false;
  try {
    allowed = (await permissions({ kind, envelope })) === true;
  } catch {
    // One that throws means no.
  }
  if (!allowed) throw new EffectError("UICP_EFFECT_DENIED", `The page does not permit ${envelope.params.url}.`);
}
