import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The package finds its wasm beside its own file, which a pre-bundled copy would have lost.
  optimizeDeps: { exclude: ["vitrine"] },
  build: {
    // The page's security policy takes no data: URLs for code, and every target browser has modulepreload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    sourcemap: true,
    rollupOptions: {
      input: { index: "index.html", "gateway-worker": "src/gateway/worker.ts" },
      // A service worker answers only below its own address, so its name is fixed and at the top.
      output: { entryFileNames: ({ name }) => (name === "gateway-worker" ? "[name].js" : "assets/[name]-[hash].js") },
    },
  },
  server: { host: "127.0.0.1", port: 9012 },
});
