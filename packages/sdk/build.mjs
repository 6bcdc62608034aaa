import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Writes dist/: the same modules as ESM and as CommonJS, each with its declarations beside it, and beside them those of the
 * audit verifier that prove the growth of the log, so that the package needs no other.
 */
const root = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const WITNESS = ["checkpoint", "follow", "merkle", "witness"];
const entryPoints = [
  ...files.map((file) => `${root}src/${file}`),
  ...WITNESS.map((name) => `${root}../audit-verifier/src/${name}.ts`),
];

rmSync(`${root}dist`, { recursive: true, force: true });
for (const format of /** @type {const} */ (["esm", "cjs"])) {
  await build({ entryPoints, outdir: `${root}dist/${format}`, outbase: `${root}..`, format, target: "es2022" });
}
const compiler = `${dirname(createRequire(import.meta.url).resolve("typescript/package.json"))}/bin/tsc`;
execFileSync(process.execPath, [compiler, "-p", root], { stdio: "inherit" });
cpSync(`${root}dist/esm`, `${root}dist/cjs`, { recursive: true, filter: (file) => !file.endsWith(".js") });
// The package is a module; this folder is not.
writeFileSync(`${root}dist/cjs/package.json`, '{ "type": "commonjs" }\n');
