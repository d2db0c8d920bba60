import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, minify, type Plugin, type ResolvedConfig } from "vite";
import { critical } from "./critical.ts";

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;
type Drawn = { templates: Record<string, { markup: string; looks: string; page?: string }> };

const source = "src/app/served/templates.tsx";
const unpacked = "node_modules/.served";

/** Leaves `pages/<template>.html`: each page as the server sends it, with slots for what only the server knows. */
export function served(): Plugin {
  let config: ResolvedConfig;
  let start = "";
  return {
    name: "served",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle() {
      const code = await readFile(join(config.root, "src/app/served/start.js"), "utf8");
      const { code: source } = await minify("start.js", code, { module: true });
      start = this.getFileName(this.emitFile({ type: "asset", name: "start.js", source }));
    },
    async closeBundle() {
      if (config.command !== "build") return;
      const dist = resolve(config.root, config.build.outDir);
      const text = (name: string) => readFile(join(dist, name), "utf8");
      const manifest = JSON.parse(await text(".vite/manifest.json")) as Manifest;
      const frame = startedBy(start, await text("index.html"));
      const css = await text(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(frame)?.[1] ?? "");
      await mkdir(join(dist, "pages"), { recursive: true });
      const { templates } = await drawn(config);
      for (const [name, { markup, looks, page }] of Object.entries(templates)) {
        const files = page ? scripts(manifest, page) : [];
        const document = documentOf(frame, waiting(markup), critical(css, looks), files);
        await writeFile(join(dist, "pages", `${name}.html`), document);
      }
      await writeFile(join(dist, "pages", "admin.json"), JSON.stringify(await adminPaths(config.root)));
      // The table last: by its time the server knows that there is something new.
      for (const table of ["src/shared/ui/sizes.json", "src/shared/head/pages.json"]) {
        await writeFile(join(dist, "pages", basename(table)), await readFile(join(config.root, table)));
      }
    },
  };
}

/** Build the components for Node, and let them draw. */
async function drawn({ root, configFile, mode }: ResolvedConfig): Promise<Drawn> {
  const outDir = join(root, unpacked);
  await build({
    root,
    configFile,
    mode,
    logLevel: "error",
    build: { ssr: source, outDir, emptyOutDir: true, copyPublicDir: false, manifest: false },
    ssr: { noExternal: true },
  });
  // The API's address is taken from the page's own, of which nothing is asked while drawing.
  Object.assign(globalThis, { window: { location: new URL("http://shop.invalid/") } });
  const { drawAll } = await import(`${pathToFileURL(join(outDir, "templates.js"))}?${Date.now()}`);
  return { templates: await drawAll() };
}

/** The portal's addresses, out of its routes. */
async function adminPaths(root: string): Promise<string[]> {
  const routes = await readFile(join(root, "src/app/admin/AdminRoutes.tsx"), "utf8");
  const paths = [...routes.matchAll(/<Route path="([^"*]+)"/g)].map(([, path = ""]) => path);
  if (!paths.includes("dashboard")) throw new Error("The portal's routes are written in another way.");
  return ["login", ...paths.filter((path) => !path.startsWith("/"))];
}

/** Put the small script that starts the page in the place of its main one, which it then imports. */
function startedBy(start: string, frame: string): string {
  return frame.replace(
    /<script type="module" crossorigin src="([^"]+)"><\/script>/,
    `<script type="module" crossorigin src="/${start}" data-main="$1"></script>\n<link rel="modulepreload" crossorigin href="$1">`,
  );
}

/** A page's file and what it imports, as addresses. */
function scripts(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, imports = [] } = manifest[key] ?? {};
  if (!file) throw new Error(`The build has no ${key}.`);
  return [`/${file}`, ...imports.flatMap((next) => scripts(manifest, next, seen))];
}

const withoutScripts =
  '<noscript><p class="noscript">This shop needs JavaScript to fill your cart and to keep prices live. ' +
  "Please allow it for this site.</p></noscript>";

/**
 * Nothing but links and the search, which is a form with an address, answers before the scripts run: nothing else takes
 * a click or a letter.
 */
const waiting = (markup: string) =>
  markup
    .replace(/<main id="content"[^>]*>|<div class="inner">/, `$&${withoutScripts}`)
    .replace(/<(button|input|textarea)(?![^>]* name="search")(?=[\s>])/g, "<$1 inert")
    .replace(/<(input|textarea) inert/g, "$& readonly")
    .replace(/<select(?=[\s>])/g, "<select disabled")
    .replace('class="pgrid waiting"', 'class="pgrid"')
    .replace('fetchPriority="high"', '$& elementtiming="first"');

/** The picture that shows first, fetched before the browser has read as far as to it. */
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
  // All that makes the page move waits until it is seen: `start.js` fetches it then.
  const imported = /<link rel="modulepreload"[^>]* href="([^"]+)">\s*/g;
  const later = new Set([...[...frame.matchAll(imported)].map(([, file = ""]) => file), ...files]);
  return frame
    .replace(stylesheet, "")
    .replaceAll(imported, "")
    .replace(" data-main=", ` data-later="${[...later].join(" ")}"$&`)
    .replace(/<title>.*<\/title>\s*/, "")
    .replace(/<meta name="description"[^>]*>/, `{{head}}${first}\n<style>${style}</style>`)
    .replace("</head>", `<link data-rest${address}>\n<noscript><link rel="stylesheet"${address}></noscript>\n</head>`)
    .replace('<div id="root"></div>', `<div id="root">${markup}</div>\n{{seeds}}`)
    .replace(/\n\s*(?=<)/g, "\n");
}
