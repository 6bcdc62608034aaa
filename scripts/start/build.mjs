import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Problem } from "../problem.mjs";
import { runCommand } from "../process/run-command.mjs";
import { doOnce } from "./instance-lock.mjs";
import { bundlePageScript, bundlePdfFrame, compressStatic } from "./page-files.mjs";

export const BUILD_DIR = process.env["SVC_BUILD_DIR"] || ".next";
const STAMP = join(BUILD_DIR, "svc-build.json");
const CLIENT_STAMP = join("prisma", "client", "svc-client.json");

/** Never an input of the build. Everything else is: an extra file costs a build, a missing one makes it wrong. */
const NOT_INPUTS = new Set([
  "node_modules",
  "bench",
  "docs",
  "e2e",
  "scripts",
  "test-results",
  "playwright-report",
  "next-env.d.ts",
  "ops",
  "Dockerfile",
  "compose.yaml",
]);
const NOT_INPUTS_BELOW = new Set([join("prisma", "client"), join("prisma", "migrations")]);
const NOT_INPUT_FILE = /(\.(test|cases)\.tsx?|\.md|\.tsbuildinfo|\.log)$/;

export const SOURCES = {
  "front-door": "server.ts",
  worker: "worker.ts",
  operations: "operations.ts",
  env: "lib/platform/env.ts",
  seed: "prisma/seed.ts",
};

/** @param {AbortSignal} signal */
export async function generateClient(signal) {
  const hash = hashFiles([join("prisma", "schema.prisma"), join("node_modules", "prisma", "package.json")]);
  const isGenerated = () => readStamp(CLIENT_STAMP) === hash;
  // Only migrations need the engine that Prisma would download here; any program that runs replaces it.
  const variables = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  await doOnce("generating the database client", "prisma", isGenerated, async () => {
    await runNode([join("prisma", "build", "index.js"), "generate"], variables, signal);
    writeFileSync(CLIENT_STAMP, JSON.stringify({ hash }));
  });
}

/** `next build` and our own bundles, unless they were made from the present files. @param {AbortSignal} signal */
export async function buildService(signal) {
  mkdirSync(BUILD_DIR, { recursive: true });
  await doOnce("building", BUILD_DIR, isBuilt, async () => {
    rmSync(STAMP, { force: true });
    const hash = hashInputs();
    await runNode([join("next", "dist", "bin", "next"), "build"], { NODE_ENV: "production" }, signal);
    const names = /** @type {(keyof typeof SOURCES)[]} */ (Object.keys(SOURCES));
    const pdf = join(BUILD_DIR, "pdf");
    await Promise.all([...names.map(bundle), bundlePageScript(BUILD_DIR), bundlePdfFrame(pdf)]);
    await compressStatic(join(BUILD_DIR, "static"));
    await compressStatic(pdf);
    writeFileSync(STAMP, JSON.stringify({ hash }));
  });
}

export function isBuilt() {
  const hash = readStamp(STAMP);
  return hash !== undefined && hash === hashInputs();
}

/** @param {keyof typeof SOURCES} name @returns {Promise<string>} the file */
export async function bundle(name) {
  const { build } = await import("esbuild");
  const outfile = resolve(BUILD_DIR, `${name}.mjs`);
  // Next writes this file too, but later: Node remembers for the life of the process that there was none when it loaded our
  // first bundle, and would then take Next's pages for ES modules.
  mkdirSync(BUILD_DIR, { recursive: true });
  writeFileSync(join(BUILD_DIR, "package.json"), '{"type": "commonjs"}');
  await build({
    entryPoints: [SOURCES[name]],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node24",
    sourcemap: true,
    logLevel: "silent",
  });
  return outfile;
}

/**
 * @param {string[]} args the first is a file below node_modules
 * @param {Record<string, string>} variables
 * @param {AbortSignal} signal
 */
async function runNode([file = "", ...args], variables, signal) {
  const env = { ...process.env, ...variables, NEXT_TELEMETRY_DISABLED: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" };
  const { code, output } = await runCommand(process.execPath, [join("node_modules", file), ...args], { env, signal });
  signal.throwIfAborted();
  if (code !== 0) throw new Problem(`${args.join(" ")} failed:\n${output.trim()}`);
}

/** @param {string} file */
function readStamp(file) {
  try {
    return /** @type {string} */ (JSON.parse(readFileSync(file, "utf8")).hash);
  } catch {
    return undefined;
  }
}

function hashInputs() {
  const roots = readdirSync(".", { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith(".") && !NOT_INPUTS.has(name),
  );
  return hashFiles(
    roots
      .flatMap((entry) => (entry.isDirectory() ? listFiles(entry.name) : [entry.name]))
      .filter((file) => !NOT_INPUT_FILE.test(file)),
  );
}

/** @param {string} directory @returns {string[]} */
function listFiles(directory) {
  if (NOT_INPUTS_BELOW.has(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/** @param {string[]} files */
function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
