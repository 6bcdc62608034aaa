import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const ENTRY = "app/_light/browser/entry.ts";
const PDF_ENTRIES = {
  script: "app/_pdf/frame/entry.ts",
  style: "app/_pdf/frame/frame.css",
  worker: "app/_pdf/frame/worker.ts",
};
const PDF_PACKAGE = join("node_modules", "pdfjs-dist");
/** Loaded when a document needs them: tables of Asian text, fonts that every viewer has, decoders. */
const PDF_DATA = ["cmaps", "standard_fonts", "wasm", "iccs"];
const COMPRESSED = new Set([".js", ".mjs", ".css", ".svg", ".json", ".wasm"]);
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

/**
 * The files of the frame that draws PDFs; no page loads any of them. Names hold a hash or the renderer's version.
 * @param {string} directory
 */
export async function bundlePdfFrame(directory) {
  const { build } = await import("esbuild");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const { metafile } = await build({
    entryPoints: Object.values(PDF_ENTRIES),
    outdir: resolve(directory),
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    metafile: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    define: { "import.meta.url": '""' },
    logLevel: "silent",
  });
  const { version } = JSON.parse(readFileSync(join(PDF_PACKAGE, "package.json"), "utf8"));
  const data = `data-${version}/`;
  for (const name of PDF_DATA) cpSync(join(PDF_PACKAGE, name), join(directory, data, name), { recursive: true });
  const files = Object.entries(PDF_ENTRIES).map(([kind, entry]) => {
    const [file = ""] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    return [kind, basename(file)];
  });
  writeFileSync(join(directory, "frame.json"), JSON.stringify({ ...Object.fromEntries(files), data }));
}

/** Files that never change are compressed once, as well as can be. @param {string} directory */
export async function compressStatic(directory) {
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
