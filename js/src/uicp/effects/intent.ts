// `uicp://intent`: a new message in the chat, or a form that leads to one.

import type { Shell } from "../shell/types.js";
import { showClarifier, sizeOf } from "./clarifier.js";
import { type Clarifier, readIntent } from "./intent-body.js";
import { permit } from "./permit.js";
import {
  type ApiCall,
  type EffectEnd,
  EffectError,
  type EffectPorts,
  type EffectResult,
  type Intent,
} from "./types.js";

/** Carries out a call of `uicp://intent`. */
export async function intent(call: ApiCall, ports: EffectPorts): Promise<EffectResult> {
  const { windowId = call.windowId, ...body } = readIntent(call.params.body);
  const about = windowId === undefined ? {} : { windowId };
  const { onIntent } = ports;
  if (onIntent === undefined) {
    throw new EffectError("UICP_NO_PORT", "There is no chat to tell: give createAdapter the option onIntent.");
  }
  await permit("intent", call, ports);
  const dispatch = async (said: Intent) => void (await onIntent({ ...said, ...about }));
  if ("clarifier" in body) return ask(body.clarifier, windowId, dispatch, ports);
  await dispatch({ text: body.text });
  return { status: "ready" };
}

async function ask(
  clarifier: Clarifier,
  about: string | undefined,
  dispatch: (said: Intent) => Promise<void>,
  { shell, enqueue, signal }: EffectPorts,
): Promise<EffectResult> {
  const opening = openingIn(shell);
  const id = windowFor(about, (each) => shell.content(each) !== null || opening.has(each));
  opening.add(id);
  try {
    await enqueue([{ op: "window.create", params: { id, title: clarifier.title, ...sizeOf(clarifier) } }]);
  } finally {
    opening.delete(id);
  }
  const { promise: answer, resolve } = deferred<EffectEnd>();
  const close = () => void enqueue([{ op: "window.close", params: { id } }]).catch(() => undefined);
  showClarifier(shell, id, clarifier, {
    answer: async (data) => {
      await dispatch({ data });
      resolve({ status: "ready", data });
      close();
    },
    cancel: close,
    closed: () => {
      const message = `${clarifier.title}: the question was not answered.`;
      resolve({ status: "error", error: { code: "UICP_EFFECT_CANCELLED", message } });
    },
  });
  if (signal?.aborted) close();
  signal?.addEventListener("abort", close, { once: true });
  return { status: "waiting", answer };
}

/** The windows of questions that are about to open: two may be asked in one frame. */
const OPENING = new WeakMap<Shell, Set<string>>();

function openingIn(shell: Shell): Set<string> {
  const opening = OPENING.get(shell) ?? new Set();
  OPENING.set(shell, opening);
  return opening;
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The window that the body names, unless it is open: what is in it is not the clarifier's to replace and to close. */
function windowFor(named: string | undefined, isOpen: (id: string) => boolean): string {
  if (named !== undefined && !isOpen(named)) return named;
  let number = 1;
  while (isOpen(`clarifier-${number}`)) number += 1;
  return `clarifier-${number}`;
}
