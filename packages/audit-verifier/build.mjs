import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Writes dist/svc-audit-verify.js, or the file of the argument: one file that an auditor can read and keep. */
const root = fileURLToPath(new URL(".", import.meta.url));

await build({
  entryPoints: [`${root}src/main.ts`],
  outfile: process.argv[2] ?? `${root}dist/svc-audit-verify.js`,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  banner: { js: "#!/usr/bin/env node" },
});
