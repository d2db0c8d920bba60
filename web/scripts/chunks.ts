import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const source = fileURLToPath(new URL("../src/", import.meta.url));

/** Tells whether an entry imports a module in its first load or, with `isLazy`, at any time. */
function importsOf(main: string, { isLazy = false } = {}) {
  let modules: Set<string> | undefined;

  function collect(id: string, graph: Graph, found: Set<string>): Set<string> {
    if (found.has(id)) return found;
    found.add(id);
    const info = graph.getModuleInfo(id);
    const next = [...(info?.importedIds ?? []), ...(isLazy ? (info?.dynamicallyImportedIds ?? []) : [])];
    for (const each of next) collect(each, graph, found);
    return found;
  }

  return (id: string, graph: Graph) => {
    modules ??= collect(main, graph, new Set());
    return modules.has(id);
  };
}

/** The icons that some source files import, by the names of lucide's files. */
function iconsOf(isIncluded: (file: string) => boolean): Set<string> {
  const files = globSync("**/*.tsx", { cwd: source }).map((file) => source + file);
  const imports = files
    .filter(isIncluded)
    .flatMap((file) => readFileSync(file, "utf8").match(/{[^{}]*(?=} from "lucide-react")/g));
  const names = imports.join().match(/\b[A-Z]\w*/g) ?? [];
  return new Set(names.map((name) => name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, "-").toLowerCase()));
}

const libraries = "react|react-dom|scheduler|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|react-router";
const isLucide = (id: string) => id.includes("/lucide-react/");
const iconOf = (id: string) => /\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1];

/**
 * The groups of modules that share a chunk. Both entries share most of their first load, and without groups each shared
 * module becomes a file of its own. Modules that only later pages need stay out of the storefront's first load.
 */
export function chunkGroups() {
  const main = `${source}app/storefront/main.tsx`;
  const adminMain = `${source}app/admin/main.tsx`;
  const inStorefront = importsOf(main);
  const inAdmin = importsOf(adminMain);
  const inAnyStorefrontPage = importsOf(main, { isLazy: true });
  const pageIcons = iconsOf((file) => !file.includes("/admin/"));
  let firstIcons: Set<string> | undefined;

  function isCommon(id: string, graph: Graph): boolean {
    if (!isLucide(id)) return inStorefront(id, graph);
    firstIcons ??= iconsOf((file) => inStorefront(file, graph));
    const icon = iconOf(id);
    return icon === undefined || firstIcons.has(icon);
  }

  const tags: ["$initial"] = ["$initial"];
  return [
    { name: "core", test: /rolldown\/runtime/, priority: 4 },
    { name: "core", test: new RegExp(`/node_modules/(${libraries})/|vite/preload-helper`), tags, priority: 3 },
    {
      name: (id: string, graph: Graph) => (isCommon(id, graph) ? "common" : null),
      test: /\/src\/(assets\/brand|shared|app\/\w+\.ts$)|\/lucide-react\//,
      tags,
      priority: 2,
    },
    {
      // The entry's own module waits for the first page, and pages import this chunk.
      name: (id: string, graph: Graph) => (id !== main && inStorefront(id, graph) ? "storefront" : null),
      test: /\/src\/(app|features)\/storefront\/.*tsx?$/,
      tags,
      priority: 1,
    },
    {
      name: (id: string, graph: Graph) => (inAdmin(id, graph) ? "ui" : null),
      test: /\/src\/shared\/(ui|product|hooks)\//,
      tags,
    },
    { name: "icons", test: (id: string) => isLucide(id) && pageIcons.has(iconOf(id) ?? ""), minShareCount: 2 },
    { name: "admin-icons", test: isLucide, minShareCount: 2 },
    {
      name: "product-ui",
      test: /\/src\/(shared\/(ui|product|hooks)\/(?!QuickView\.|Dialog\.)|features\/storefront\/(home\/CategoryTiles|product\/StarRating))/,
    },
    {
      // Without these two chunks, a page of the admin portal would load up to seventy scripts.
      name: (id: string, graph: Graph) => {
        if (id === adminMain || inAnyStorefrontPage(id, graph)) return null;
        return inAdmin(id, graph) ? "admin-first" : "admin-shared";
      },
      minShareCount: 2,
      includeDependenciesRecursively: false, // modules that the storefront needs too stay in its chunks
    },
  ];
}
