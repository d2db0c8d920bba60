import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const files = ["swagger-ui-bundle.js", "swagger-ui.css"];

/** Sends the XSRF token with each unsafe call, as the shop's own pages do. */
const start = `
const xsrf = () => /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const token = xsrf();
    if (token && new URL(request.url, location.href).origin === location.origin)
      request.headers["X-XSRF-TOKEN"] = decodeURIComponent(token);
    return request;
  },
});
`;

/** Copies Swagger UI into the build, for the API's reference alone: no page of the shop loads it. */
export function apiDocs(): Plugin {
  return {
    name: "apiDocs",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle() {
      for (const name of files) {
        const source = readFileSync(new URL(`../node_modules/swagger-ui-dist/${name}`, import.meta.url));
        this.emitFile({ type: "asset", fileName: `api-docs/${name}`, source });
      }
      this.emitFile({ type: "asset", fileName: "api-docs/start.js", source: start });
    },
  };
}
