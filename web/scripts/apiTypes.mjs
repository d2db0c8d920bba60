/**
 * Writes the TypeScript types of the API from its OpenAPI description on standard input. `--check` only reports whether
 * the written types are current.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const target = new URL("../src/shared/api/schema.ts", import.meta.url);
const banner = "/** Generated from the API's description by `make api-types`. Do not edit. */";

const { components } = await json(process.stdin);
const definitions = JSON.parse(
  JSON.stringify(components.schemas).replaceAll("#/components/schemas/", "#/definitions/"),
);
for (const definition of Object.values(definitions)) {
  // A field's title must not become the name of a type, nor must an example beside a reference make another type.
  for (const field of Object.values(definition.properties ?? {}))
    for (const key of ["title", "examples"]) delete field[key];
  // Constraints between fields are checked by the API only.
  if (definition.properties) for (const rule of ["oneOf", "allOf", "not"]) delete definition[rule];
}
// The base query unwraps the envelope of every response, so its types are not needed.
const names = Object.keys(definitions).filter((name) => !/^(Success|PageOf)_/.test(name));
const whole = {
  title: "Schemas",
  type: "object",
  definitions: Object.fromEntries(names.map((name) => [name, definitions[name]])),
  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
  required: names,
  additionalProperties: false,
};
const compiled = await compile(whole, "Schemas", {
  additionalProperties: false,
  bannerComment: banner,
  format: true,
  ignoreMinAndMaxItems: true,
  style: { printWidth: 120 },
});
// The compiler needs one type that refers to all others. The pages do not.
const written = compiled.replace(/export interface Schemas \{[^}]*\}\n/, "");

if (process.argv.includes("--check")) {
  const kept = readFileSync(target, "utf8");
  if (kept !== written) {
    console.error("The web's types of the API are stale: run `make api-types`.");
    process.exit(1);
  }
} else {
  writeFileSync(target, written);
}
