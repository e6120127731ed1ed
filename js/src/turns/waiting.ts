// Waiting: for how long before something is tried again, and until when.

/** How often, and how fast, what failed is tried again. */
export interface RetryOptions {
  /** Tries that may fail in a row before the failure is the caller's. Default: 5. */
  attempts?: number;
  /** Milliseconds before the second try, at most; each later try doubles it. Default: 100. */
  minDelay?: number;
  /** Milliseconds that no wait exceeds. Default: 5000. */
  maxDelay?: number;
}

/** The options, whole. */
export type Retry = Required<RetryOptions>;

export const RETRY: Retry = { attempts: 5, minDelay: 100, maxDelay: 5000 };

/**
 * Milliseconds to wait after `failures` in a row: a random part of an exponentially growing time, so that many clients
 * whose host went away do not come back all at once.
 */
export function backoff({ minDelay, maxDelay }: Retry, failures: number): number {
  return Math.random() * Math.min(maxDelay, minDelay * 2 ** Math.min(failures - 1, 30));
}

/** Waits; an abort ends it with the signal's reason. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** The work's outcome, or the signal's reason: a signal gives up the waiting, not the work. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

/**
 * A signal that aborts when the first of others does, with its reason, until it is released. `AbortSignal.any` came with
 * Node 20.3.
 */
export function firstOf(signals: AbortSignal[]): { signal: AbortSignal; release(): void } {
  const first = new AbortController();
  const release = () => {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  };
  const abort = () => {
    first.abort(signals.find(({ aborted }) => aborted)?.reason);
    release();
  };
  for (const signal of signals) signal.addEventListener("abort", abort, { once: true });
  if (signals.some(({ aborted }) => aborted)) abort();
  return { signal: first.signal, release };
}
