import { readFileSync } from "node:fs";

const table = readFileSync("../api/auth/policy_table.py", "utf8");
const access = readFileSync("../api/auth/portal_pages.py", "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name as string);

/** The names of all calls and pages of the API's policy table, which an owner may use. */
export const operations = all(table, /Operation\(\s*"(\w+)"/g);
export const pages = all(access, /"([\w/-]+)":/g);
