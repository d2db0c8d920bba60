import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Maps the name of each file in the build to the path of its source. */
const files = {
  "swagger-ui-bundle.js": "../node_modules/swagger-ui-dist/swagger-ui-bundle.js",
  "swagger-ui.css": "../node_modules/swagger-ui-dist/swagger-ui.css",
  "start.js": "apiDocs/start.js",
  "reference.css": "apiDocs/reference.css",
};

/** Copies Swagger UI into the build. Only the API's reference loads it, no page of the shop. */
export function apiDocs(): Plugin {
  return {
    name: "apiDocs",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle() {
      for (const [name, path] of Object.entries(files)) {
        this.emitFile({
          type: "asset",
          fileName: `api-docs/${name}`,
          source: readFileSync(new URL(path, import.meta.url)),
        });
      }
    },
  };
}
