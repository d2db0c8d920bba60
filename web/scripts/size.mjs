// First-load JavaScript of each entry: the entry and everything it imports statically, gzipped. Exits 1 over budget.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const gzipped = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1024;

function staticFiles(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) staticFiles(next, seen);
  return seen;
}

const budgets = { "index.html": 130, "admin.html": 220 };
const routeBudget = 25;
let failed = false;
for (const [entry, budget] of Object.entries(budgets)) {
  const keys = [...staticFiles(entry)];
  const script = keys.reduce((sum, key) => sum + gzipped(manifest[key].file), 0);
  const styles = new Set(keys.flatMap((key) => manifest[key].css ?? []));
  const style = [...styles].reduce((sum, file) => sum + gzipped(file), 0);
  const verdict = script > budget ? "OVER" : "ok";
  failed ||= script > budget;
  console.log(
    `${entry.padEnd(12)} first load ${script.toFixed(1)} kB of ${budget} kB gzip ${verdict}; styles ${style.toFixed(1)} kB`,
  );
}

console.log("\nLoaded on demand:");
for (const chunk of Object.values(manifest)) {
  if (!chunk.isDynamicEntry) continue;
  const size = gzipped(chunk.file);
  const over = size > routeBudget ? `  over ${routeBudget} kB` : "";
  failed ||= size > routeBudget;
  console.log(`${size.toFixed(1).padStart(7)} kB  ${chunk.src ?? chunk.file}${over}`);
}
process.exit(failed ? 1 : 0);
