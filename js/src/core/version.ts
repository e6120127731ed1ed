// The package's version, written in by the build from Cargo.toml, where the core has its own from.

declare const __VITRINE_VERSION__: string;

/** The version of this package. */
export const packageVersion: string = __VITRINE_VERSION__;
