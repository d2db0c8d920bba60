import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { compressed } from "./scripts/compress.ts";
import { served } from "./scripts/served.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SHOP_SERVER ?? "http://127.0.0.1:8000";
// The shop takes what changes something from its own addresses only, and this server is none of them.
const asItsOwn = { target: server, changeOrigin: true, headers: { Origin: server } };

/** The portal's addresses in `npm run dev`: a built web is told them by `served`. */
const portal: Plugin = {
  name: "portal",
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (/^\/admin(?![\w.])/.test(request.url ?? "")) request.url = "/admin.html";
      next();
    });
  },
};

/** The icons that files of the web import, by the names of lucide's files. */
function iconsOf(isMeant: (file: string) => boolean): string {
  const source = globSync("src/**/*.tsx", { cwd: here(".") }).filter(isMeant);
  const imports = source.flatMap((file) => readFileSync(here(file), "utf8").match(/{[^{}]*(?=} from "lucide-react")/g));
  const names = imports.join().match(/\b[A-Z]\w*/g) ?? [];
  return [...new Set(names)].map((name) => name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, "-").toLowerCase()).join("|");
}

// Both fronts share most of what they start with. Left alone, each shared module becomes a file of its own. What only
// the portal starts with is nothing that shoppers wait for.
const isPortals = (file: string) => /\/(admin|portal)/.test(file);
const shownToShoppers = iconsOf((file) => !isPortals(file));
const libraries = "react|react-dom|scheduler|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|react-router";
const tags: ["$initial"] = ["$initial"];
const chunks = [
  { name: "core", test: new RegExp(`/node_modules/(${libraries})/|vite/preload-helper`), tags, priority: 2 },
  {
    name: "common",
    test: /\/src\/(shared\/(?!portal\/|orders\/(?!recent)|session\/wayBack)|app\/(hooks|store|socket)\.ts)/,
    tags,
    priority: 1,
  },
  {
    name: "icons",
    test: new RegExp(`/lucide-react/(?!.*/icons/)|/icons/(${shownToShoppers})\\.mjs`),
    tags,
    minShareCount: 2,
  },
  { name: "portal-icons", test: /\/lucide-react\//, tags, minShareCount: 2 },
  { name: "pieces", test: /\/src\/(shared\/ui\/(?!QuickView|Sheet)|features\/catalogue\/(Arches|Stars|Tabs))/ },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), portal, compressed(), served()],
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
    rollupOptions: {
      input: { index: here("./index.html"), admin: here("./admin.html") },
      // How long each plugin took is nothing to tell whoever starts the shop.
      output: isSsrBuild ? {} : { codeSplitting: { groups: chunks } },
      checks: { pluginTimings: false },
    },
  },
  server: {
    proxy: {
      "/api": asItsOwn,
      "/media": server,
      "/socket.io": { ...asItsOwn, ws: true },
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/shared/test/setup.ts"],
    restoreMocks: true,
    testTimeout: 120_000,
    include: ["src/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
  },
}));
