import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { compressAssets } from "./scripts/compress.ts";
import { prerenderPages } from "./scripts/prerender.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SHOP_SERVER ?? "http://127.0.0.1:8000";
// The API refuses writes from another origin than its own, so the proxy sends the API's origin.
const sameOrigin = { target: server, changeOrigin: true, headers: { Origin: server } };

/** Serves the admin's document for its addresses in `npm run dev`. A built web has them in `pages/admin.json`. */
const adminRoutes: Plugin = {
  name: "adminRoutes",
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (/^\/admin(?![\w.])/.test(request.url ?? "")) request.url = "/admin.html";
      next();
    });
  },
};

/** The icons that some source files import, as a pattern of lucide's file names. */
function iconsOf(isIncluded: (file: string) => boolean): string {
  const source = globSync("src/**/*.tsx", { cwd: here(".") }).filter(isIncluded);
  const imports = source.flatMap((file) => readFileSync(here(file), "utf8").match(/{[^{}]*(?=} from "lucide-react")/g));
  const names = imports.join().match(/\b[A-Z]\w*/g) ?? [];
  return [...new Set(names)].map((name) => name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, "-").toLowerCase()).join("|");
}

// Both entries share most of their first load. Without these groups each shared module becomes a file of its own. What
// only the admin needs must not be part of the storefront's first load.
const isAdminFile = (file: string) => /\/admin\//.test(file);
const storefrontIcons = iconsOf((file) => !isAdminFile(file));
const libraries = "react|react-dom|scheduler|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|react-router";
const tags: ["$initial"] = ["$initial"];
const chunks = [
  { name: "core", test: new RegExp(`/node_modules/(${libraries})/|vite/preload-helper`), tags, priority: 2 },
  {
    name: "common",
    test: /\/src\/(assets\/brand\/|shared\/(?!admin\/|product\/stones|orders\/(?!recent)|session\/safeReturnPath)|app\/(hooks|store|socket)\.ts)/,
    tags,
    priority: 1,
  },
  {
    name: "icons",
    test: new RegExp(`/lucide-react/(?!.*/icons/)|/icons/(${storefrontIcons})\\.mjs`),
    tags,
    minShareCount: 2,
  },
  { name: "admin-icons", test: /\/lucide-react\//, tags, minShareCount: 2 },
  {
    name: "product-ui",
    test: /\/src\/(shared\/(ui|product|hooks)\/(?!QuickView\.|Dialog\.)|features\/storefront\/(home\/CategoryTiles|product\/StarRating))/,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), adminRoutes, compressAssets(), prerenderPages()],
  resolve: { alias: { "@": here("./src") } },
  css: {
    preprocessorOptions: {
      // Bootstrap 5 uses @import and deprecated colour functions.
      scss: { quietDeps: true, silenceDeprecations: ["import"] },
    },
  },
  build: {
    target: "es2022",
    manifest: true,
    // The content security policy forbids inline scripts and data: URLs of scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: here("./index.html"), admin: here("./admin.html") },
      // Plugin timings are of no use to a person who starts the shop.
      output: isSsrBuild ? {} : { codeSplitting: { groups: chunks } },
      checks: { pluginTimings: false },
    },
  },
  server: {
    fs: { allow: [".", "../shop/customers/contact_rules.json"] },
    proxy: {
      "/api": sameOrigin,
      "/media": server,
      "/socket.io": { ...sameOrigin, ws: true },
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
