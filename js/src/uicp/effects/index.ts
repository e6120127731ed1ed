// `api.call`: what it does is decided by the scheme of its address.

import { found } from "../../core/arguments.js";
import { writeTextFile } from "./file.js";
import { request } from "./http.js";
import { intent } from "./intent.js";
import { type ApiCall, EffectError, type EffectPorts, type EffectResult, wrong } from "./types.js";

export type { ApiCall, EffectEnd, EffectKind, EffectPorts, EffectResult, Intent } from "./types.js";

/**
 * Carries out a call. It never throws: whatever goes wrong, ports included, is an end with an error.
 *
 * Unknown schemes succeed and do nothing. An address without a scheme is none: there is no page that it could be of.
 */
export async function runEffect(call: ApiCall, ports: EffectPorts): Promise<EffectResult> {
  try {
    return await (schemeOf(call.params.url)?.(call, ports) ?? { status: "ready" });
  } catch (error) {
    const code = error instanceof EffectError ? error.code : "UICP_EFFECT_FAILED";
    const said = error instanceof Error ? error.message : error;
    // A port of the application may throw anything.
    const message = typeof said === "string" ? said : found(said);
    return { status: "error", error: { code, message } };
  }
}

type Effect = (call: ApiCall, ports: EffectPorts) => Promise<EffectResult>;

function schemeOf(url: string): Effect | undefined {
  if (/^uicp:\/\/intent\/?$/i.test(url)) return intent;
  if (/^tauri:\/\/fs\/writeTextFile$/i.test(url)) return writeTextFile;
  if (/^https?:\/\//i.test(url)) return request;
  if (!/^[a-z][a-z\d+.-]*:/i.test(url)) {
    throw wrong("params.url", "an address with its scheme, such as https://api.example/orders", url);
  }
  return undefined;
}
