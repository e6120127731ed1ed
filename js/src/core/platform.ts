// What the package's types name of a browser, for programs that are compiled without `lib: ["DOM"]`: a service in Node reads
// turns and has no elements. Where that library is there, these add nothing to its own.

// biome-ignore-all lint/suspicious/noEmptyInterface: they merge with those of the library
declare global {
  interface Document {}
  interface DocumentFragment {}
  interface Element {}
  interface HTMLElement {}
  interface Node {}
  interface ShadowRoot {}

  namespace WebAssembly {
    interface Memory {}
    interface Module {}
  }
}

export {};
