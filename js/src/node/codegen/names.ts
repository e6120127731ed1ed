// From names in a bundle, which may be anything, to identifiers that are each there once.

const RESERVED = new Set(
  "any as async await boolean break case catch class const continue debugger default delete do else enum export extends false finally for from function if implements import in instanceof interface let new null number object of package private protected public return static string super switch symbol this throw true try type typeof undefined unknown var void while with yield never bigint".split(
    " ",
  ),
);

/** Hands out identifiers. */
export class Names {
  readonly #taken: Set<string>;

  /** @param taken what the program around them uses */
  constructor(taken: string[]) {
    this.#taken = new Set(taken);
  }

  /** PascalCase of the last part of a dotted name, with as many parts before it as it takes to be alone. */
  take(name: string, suffix = ""): string {
    const parts = name.split(".").map(pascal).filter(Boolean);
    for (let count = 1; count <= parts.length; count++) {
      const found = this.#free(safe(parts.slice(-count).join("") + suffix));
      if (found) return found;
    }
    for (let number = 2; ; number++) {
      const found = this.#free(safe(`${parts.join("")}${suffix}_${number}`));
      if (found) return found;
    }
  }

  #free(identifier: string): string | undefined {
    // A type and the value that encodes it have names that differ in their first letter alone.
    const value = lower(identifier);
    if (this.#taken.has(identifier) || this.#taken.has(value)) return undefined;
    this.#taken.add(identifier).add(value);
    return identifier;
  }
}

/** The name of the value that goes with a type. */
export function lower(identifier: string): string {
  return identifier.charAt(0).toLowerCase() + identifier.slice(1);
}

/** A name as the key of an object: itself where it may stand so. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Text in a comment, where it must not end it. */
export function comment(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll("*/", "*\\/").replaceAll("\u2028", " ").replaceAll("\u2029", " ");
}

function pascal(part: string): string {
  const words = part.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function safe(identifier: string): string {
  const whole = /^[A-Za-z_]/.test(identifier) ? identifier : `T${identifier}`;
  return RESERVED.has(whole) || RESERVED.has(lower(whole)) ? `${whole}Type` : whole;
}
