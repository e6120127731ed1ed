/** Shown alone, when the decoder itself could not be started: nothing else would work. */
export function CoreFailure({ error }: { error: unknown }) {
  return (
    <main className="notice">
      <h1>The decoder could not be started</h1>
      <p className="problem-message">{error instanceof Error ? error.message : String(error)}</p>
      <p>
        The Studio needs WebAssembly with SIMD, which Chrome and Edge 91, Firefox 89, Safari 16.4 and everything later
        have. If yours is one of them, look in the network panel for turns.wasm.
      </p>
    </main>
  );
}
