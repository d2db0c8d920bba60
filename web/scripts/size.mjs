// Prints the gzipped size of what a browser downloads: the first load of each entry, the file of each page and each
// served page. Exits 1 over budget.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const gzipped = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1024;
const sum = (files) => [...files].reduce((total, file) => total + gzipped(file), 0);

function staticKeys(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) staticKeys(next, seen);
  return seen;
}

let isOver = false;
function line(size, budget, name) {
  const verdict = size > budget ? `  OVER ${budget}` : "";
  isOver ||= size > budget;
  console.log(`${size.toFixed(1).padStart(7)} kB  ${name}${verdict}`);
}

const budgets = { "index.html": 130, "admin.html": 220 };
const routeBudget = 25;
const servedBudget = 14; // one initial TCP window, so that a single round trip brings a page without its data

for (const [entry, budget] of Object.entries(budgets)) {
  const keys = [...staticKeys(entry)];
  const styles = sum(new Set(keys.flatMap((key) => manifest[key].css ?? [])));
  console.log(`\n${entry}: ${keys.length} scripts, styles ${styles.toFixed(1)} kB`);
  line(sum(keys.map((key) => manifest[key].file)), budget, `first load of ${budget}`);
}

console.log(`\nEach file on demand, of ${routeBudget}, and what it shares with others beyond the first load:`);
const firstLoads = Object.keys(budgets).map((entry) => staticKeys(entry));
for (const [key, { isDynamicEntry, src, file }] of Object.entries(manifest)) {
  if (!isDynamicEntry) continue;
  const front = firstLoads[/\/(features|shared|app)\/admin\//.test(src ?? "") ? 1 : 0];
  const shared = [...staticKeys(key)].filter((each) => each !== key && !front.has(each));
  const more = sum(shared.map((each) => manifest[each].file));
  line(gzipped(file), routeBudget, `${src ?? file}${more > 0 ? ` and ${more.toFixed(1)} kB shared` : ""}`);
}

console.log(`\nEach page as it is served, before its data, of ${servedBudget}:`);
const served = readdirSync(new URL("pages/", dist)).filter((name) => name.endsWith(".html"));
for (const name of served) line(gzipped(`pages/${name}`), servedBudget, name);
process.exit(isOver ? 1 : 0);
