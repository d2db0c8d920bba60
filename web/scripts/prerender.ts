import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, minify, type Plugin, type ResolvedConfig } from "vite";
import { criticalCss } from "./criticalCss.ts";

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;
type Rendered = {
  partials: string;
  templates: Record<string, { markup: string; styledMarkup: string; page?: string }>;
};

const source = "src/app/storefront/prerender/templates.tsx";
const serverBuild = "node_modules/.prerender";

/**
 * Writes `pages/<template>.html`: each page as the server sends it, with slots for data that only the server has, and
 * `pages/partials.jinja`: the macros that fill some of the slots.
 */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  let start = "";
  return {
    name: "prerenderPages",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle() {
      const code = await readFile(join(config.root, "src/app/storefront/prerender/start.js"), "utf8");
      const { code: source } = await minify("start.js", code, { module: true });
      start = this.getFileName(this.emitFile({ type: "asset", name: "start.js", source }));
    },
    async closeBundle() {
      if (config.command !== "build") return;
      const dist = resolve(config.root, config.build.outDir);
      const text = (name: string) => readFile(join(dist, name), "utf8");
      const manifest = JSON.parse(await text(".vite/manifest.json")) as Manifest;
      const frame = withStartScript(start, await text("index.html"));
      const css = await text(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(frame)?.[1] ?? "");
      await mkdir(join(dist, "pages"), { recursive: true });
      const { partials, templates } = await renderAll(config);
      for (const [name, { markup, styledMarkup, page }] of Object.entries(templates)) {
        const files = page ? scriptsOf(manifest, page) : [];
        const document = documentOf(frame, inertUntilStarted(markup), criticalCss(css, styledMarkup), files);
        await writeFile(join(dist, "pages", `${name}.html`), document);
      }
      await writeFile(join(dist, "pages", "partials.jinja"), partials);
      await writeFile(join(dist, "pages", "admin.json"), JSON.stringify(await adminPaths(config.root)));
      // Write these tables last: the server reloads the pages when they change.
      for (const table of ["src/shared/product/sizes.json", "src/shared/head/pages.json"]) {
        await writeFile(join(dist, "pages", basename(table)), await readFile(join(config.root, table)));
      }
    },
  };
}

/** Build the components for Node and render the templates. */
async function renderAll({ root, configFile, mode }: ResolvedConfig): Promise<Rendered> {
  const outDir = join(root, serverBuild);
  await build({
    root,
    configFile,
    mode,
    logLevel: "error",
    build: { ssr: source, outDir, emptyOutDir: true, copyPublicDir: false, manifest: false },
    ssr: { noExternal: true },
  });
  // The API's base address is derived from the page's address. No request is made while rendering.
  Object.assign(globalThis, { window: { location: new URL("http://shop.invalid/") } });
  // Without a query: chunks import this file by its plain address, and a second copy would load React twice.
  const { renderPartials, renderTemplates } = await import(pathToFileURL(join(outDir, "templates.js")).href);
  return { partials: renderPartials(), templates: await renderTemplates() };
}

/** Read the paths of the admin pages from the table of pages, and those of old addresses from the routes. */
async function adminPaths(root: string): Promise<string[]> {
  const pages = await readFile(join(root, "src/app/admin/pageComponents.ts"), "utf8");
  const routes = await readFile(join(root, "src/app/admin/AdminRoutes.tsx"), "utf8");
  const found = [...pages.matchAll(/"\/admin\/([^"]+)": /g), ...routes.matchAll(/<Route path="([\w-]+)"/g)];
  const paths = found.map(([, path = ""]) => path);
  if (!paths.includes("dashboard") || !paths.includes("keys")) {
    throw new Error("The portal's routes are written in another way.");
  }
  return ["login", ...paths];
}

/** Replace the main script by the small start script, which imports the main one. */
function withStartScript(start: string, frame: string): string {
  return frame.replace(
    /<script type="module" crossorigin src="([^"]+)"><\/script>/,
    `<script type="module" crossorigin src="/${start}" data-main="$1"></script>\n<link rel="modulepreload" crossorigin href="$1">`,
  );
}

/** Return the addresses of a page's file and of its imports. */
function scriptsOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, imports = [] } = manifest[key] ?? {};
  if (!file) throw new Error(`The build has no ${key}.`);
  return [`/${file}`, ...imports.flatMap((next) => scriptsOf(manifest, next, seen))];
}

const withoutScripts =
  '<noscript><p class="noscript">This shop needs JavaScript to fill your cart and to keep prices live. ' +
  "Please allow it for this site.</p></noscript>";

/** Until the scripts run, only links and the search form work. All other controls must not take clicks or input. */
const inertUntilStarted = (markup: string) =>
  markup
    .replace(/<main id="content"[^>]*>|<div class="inner">/, `$&${withoutScripts}`)
    .replace(/<(button|input|textarea)(?![^>]* name="search")(?=[\s>])/g, "<$1 inert")
    .replace(/<(input|textarea) inert/g, "$& readonly")
    .replace(/<select(?=[\s>])/g, "<select disabled")
    .replace('class="pgrid waiting"', 'class="pgrid"')
    .replace('fetchPriority="high"', '$& elementtiming="first"');

/** Preload the first image, which the browser would otherwise find late. */
function preloadOf(markup: string): string {
  const [, before = ""] = /<picture>((?:(?!<picture>).)*?)<img [^>]*fetchPriority="high"/.exec(markup) ?? [];
  const sources = [...before.matchAll(/<source ([^>]*?)\/?>/g)].map(([, named = ""]) =>
    named.replace("srcSet=", "imagesrcset=").replace("sizes=", "imagesizes="),
  );
  return sources.map((named) => `<link rel="preload" as="image" ${named} fetchpriority="high">`).join("\n");
}

function documentOf(frame: string, markup: string, style: string, files: string[]): string {
  const stylesheet = /<link rel="stylesheet"[^>]*>/.exec(frame)?.[0] ?? "";
  const address = / href="[^"]*"/.exec(stylesheet)?.[0] ?? "";
  const first = preloadOf(markup);
  // `start.js` loads the interactive scripts after the first paint.
  const imported = /<link rel="modulepreload"[^>]* href="([^"]+)">\s*/g;
  const later = new Set([...[...frame.matchAll(imported)].map(([, file = ""]) => file), ...files]);
  return frame
    .replace(stylesheet, "")
    .replaceAll(imported, "")
    .replace(" data-main=", ` data-later="${[...later].join(" ")}"$&`)
    .replace(/<title>.*<\/title>\s*/, "")
    .replace(/<meta name="description"[^>]*>/, `{{head}}${first}\n<style>${style}</style>`)
    .replace("</head>", `<link data-rest${address}>\n<noscript><link rel="stylesheet"${address}></noscript>\n</head>`)
    .replace('<div id="root"></div>', `<div id="root">${markup}</div>\n{{preloadedState}}`)
    .replace(/\n\s*(?=<)/g, "\n");
}
