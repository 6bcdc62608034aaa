import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const ENTRY = "app/_light/browser/entry.ts";
const COMPRESSED = new Set([".js", ".css", ".svg", ".json"]);
/** Smaller files gain nothing. */
const LEAST_BYTES = 1024;

/** The script of pages that load no other, among the files that Next serves. @param {string} buildDir */
export async function bundlePageScript(buildDir) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: [ENTRY],
    outdir: resolve(buildDir, "static", "light"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    logLevel: "silent",
  });
  const script = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY)?.[0] ?? "";
  const url = `/_next/static/light/${basename(script)}`;
  writeFileSync(join(buildDir, "light.json"), JSON.stringify({ script: url }));
}

/** Files that never change are compressed once, as well as can be. @param {string} buildDir */
export async function compressStatic(buildDir) {
  const directory = join(buildDir, "static");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((file) =>
    COMPRESSED.has(extname(file)),
  );
  await Promise.all(
    files.map(async (file) => {
      const path = join(directory, file);
      const bytes = readFileSync(path);
      if (bytes.length < LEAST_BYTES) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      const [small, plain] = await Promise.all([
        promisify(brotliCompress)(bytes, { params }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      writeFileSync(`${path}.br`, small);
      writeFileSync(`${path}.gz`, plain);
    }),
  );
}
