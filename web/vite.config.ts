import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./scripts/compress";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SHOP_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react(), compressed()],
  resolve: { alias: { "@": here("./src") } },
  css: {
    preprocessorOptions: {
      // Bootstrap 5 is written with @import and the old colour functions.
      scss: { quietDeps: true, silenceDeprecations: ["import"] },
    },
  },
  build: {
    target: "es2022",
    manifest: true,
    // The content security policy allows neither inline scripts nor data: scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: here("./index.html"), admin: here("./admin.html") } },
  },
  server: {
    proxy: {
      "/api": server,
      "/media": server,
      "/socket.io": { target: server, ws: true },
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/shared/test/setup.ts"],
    restoreMocks: true,
    testTimeout: 20_000,
    include: ["src/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
  },
});
