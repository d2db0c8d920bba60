import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const source = fileURLToPath(new URL("../src/", import.meta.url));

/** Tells whether an entry imports one of our modules statically, so that it is part of the entry's first load. */
function firstLoad(main: string) {
  let modules: Set<string> | undefined;
  return (id: string, graph: Graph) => {
    modules ??= staticImports(main, graph);
    return modules.has(id);
  };
}

function staticImports(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || !id.startsWith(source)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) staticImports(next, graph, found);
  return found;
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
 * module becomes a file of its own. What the storefront does not need at first stays out of its first load.
 */
export function chunkGroups() {
  const main = `${source}app/storefront/main.tsx`;
  const inStorefront = firstLoad(main);
  const inAdmin = firstLoad(`${source}app/admin/main.tsx`);
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
  ];
}
