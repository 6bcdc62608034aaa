import { readFile, writeFile } from "node:fs/promises";
import { buildDocument } from "../lib/docs/surface/openapi";
import { REGISTRY } from "../lib/docs/surface/registry";

/** Writes public/openapi.json from the registry; with --check, fails when the committed file differs. */
const FILE = "public/openapi.json";

const text = `${JSON.stringify(buildDocument(REGISTRY), null, 2)}\n`;
if (process.argv.includes("--check")) {
  const committed = await readFile(FILE, "utf8").catch(() => "");
  if (committed !== text) {
    console.error(`${FILE} differs from the declared endpoints. Run: npm run openapi`);
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, text);
}
