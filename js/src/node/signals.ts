// Signals that end many calls at once.

import { setMaxListeners } from "node:events";

/** The signal, of which Node takes any number of listeners: from the eleventh on it would warn of a leak. */
export function shared<S extends AbortSignal | undefined>(signal: S): S {
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
  return signal;
}
