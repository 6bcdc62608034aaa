import { generateClient } from "../start/build.mjs";
import { installPackages } from "../start/install.mjs";
import { defineCommandStage, defineScriptStage, runScript } from "./stage.mjs";

const CRUISED = [
  "app",
  "inngest",
  "lib",
  "prisma/seed.ts",
  "prisma/seed",
  "server.ts",
  "worker.ts",
  "operations.ts",
  "scripts",
  "e2e",
];
/** Folders that cannot be empty: a cruiser that cannot parse reads nothing, and finds nothing wrong. */
const REQUIRED_FOLDERS = ["app/", "inngest/", "lib/api/", "lib/platform/", "scripts/"];

/** Installs the packages and generates the database client, which all other stages need. */
export const INSTALL_STAGE = defineCommandStage("install", async () => {
  const { signal } = new AbortController();
  await installPackages(signal, { withTools: true });
  await generateClient(signal);
  return { code: 0, output: "" };
});

/** Stages that read the code without running it. */
export const STATIC_STAGES = [
  defineScriptStage("format and lint", "node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]),
  defineScriptStage("lint with types", "node_modules/oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"]),
  defineCommandStage("types", checkTypes),
  defineCommandStage("layers", checkLayers),
  defineScriptStage("dead code", "node_modules/knip/bin/knip.js", ["--no-config-hints"]),
  defineScriptStage("comments", "scripts/check-comments.mjs", []),
];

/** Next writes the types of its routes first. */
async function checkTypes() {
  const written = await runScript("node_modules/next/dist/bin/next", ["typegen"]);
  return written.code === 0 ? runScript("node_modules/typescript/bin/tsc", ["--noEmit"]) : written;
}

async function checkLayers() {
  const options = ["--config", ".dependency-cruiser.cjs", "--output-type", "json"];
  const cruiser = "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs";
  const { code, output } = await runScript(cruiser, [...options, ...CRUISED]);
  /** @type {{ modules: { source: string, dependencies: unknown[] }[], summary: { violations: { from: string, to: string, rule: { name: string } }[] } }} */
  const { modules, summary } = JSON.parse(output.slice(output.indexOf("{")));
  const unread = REQUIRED_FOLDERS.filter(
    (folder) => !modules.some(({ source, dependencies }) => source.startsWith(folder) && dependencies.length > 0),
  );
  if (unread.length > 0) return { code: 1, output: `No module was read in: ${unread.join(", ")}` };
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return { code: broken.length > 0 ? 1 : code, output: broken.join("\n") };
}
