import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Writes dist/svc.js, or the file of the argument: one file with everything in it, so that `npx` fetches one package. */
const root = fileURLToPath(new URL(".", import.meta.url));

const outfile = process.argv[2] ?? `${root}dist/svc.js`;

rmSync(outfile, { force: true });
await build({
  entryPoints: [`${root}src/main.ts`],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // commander is CommonJS and asks for Node's own modules by `require`.
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
});
