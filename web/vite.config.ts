import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { apiDocs } from "./scripts/apiDocs.ts";
import { chunkGroups } from "./scripts/chunks.ts";
import { compressAssets } from "./scripts/compress.ts";
import { emMediaQueries } from "./scripts/emMediaQueries.ts";
import { prerenderPages } from "./scripts/prerender.ts";
import { pureComponents } from "./scripts/pureComponents.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SHOP_SERVER ?? "http://127.0.0.1:8000";
// The API refuses writes from other origins, so the proxy sends the API's own origin.
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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), pureComponents(), adminRoutes, apiDocs(), compressAssets(), prerenderPages()],
  resolve: { alias: { "@": here("./src") } },
  css: {
    postcss: { plugins: [emMediaQueries] },
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
      output: isSsrBuild ? {} : { codeSplitting: { groups: chunkGroups() } },
      // Hides warnings that do not help a person who starts the shop. Dialog.tsx has its own chunk in the storefront.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
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
}));
