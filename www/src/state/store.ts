import { useSyncExternalStore } from "react";

/** A value that can be watched. Knows no framework; `useStore` is the only thing here that does. */
export class Store<T extends object> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  set(patch: Partial<T>): void {
    this.#value = { ...this.#value, ...patch };
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** What `select` gives of the store's value; it must return the same thing while that has not changed. */
export function useStore<T extends object, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
