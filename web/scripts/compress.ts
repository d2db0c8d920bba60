import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `name.br` and `name.gz` next to each text asset, so that no server compresses the same file twice. */
export function compressAssets(): Plugin {
  return {
    name: "compressAssets",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    async writeBundle({ dir = "dist" }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = join(dir, name);
          const content = await readFile(file);
          await Promise.all([
            brotli(content).then((small) => writeFile(`${file}.br`, small)),
            zip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
          ]);
        }),
      );
    },
  };
}
