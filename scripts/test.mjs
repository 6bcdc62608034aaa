import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./process/run-command.mjs";
import { continueOnPinnedNode } from "./start/pinned-node.mjs";
import { showProgress } from "./start/progress.mjs";
import { OTHER_CLIENTS_STAGE } from "./testing/other-clients.mjs";
import { startPauses } from "./testing/pauses.mjs";
import { concludeRun, defineScriptStage, runStages } from "./testing/stage.mjs";
import { INSTALL_STAGE, STATIC_STAGES } from "./testing/static-stages.mjs";
import { BROWSER_STAGE, defineVitestStage } from "./testing/suites.mjs";
import { printTimes } from "./testing/times.mjs";

await continueOnPinnedNode();

/**
 * npm test: on a machine that has Node and npm. Each check counts as one test; the last line is their sum.
 *   --only NAME  the stages with NAME in their name; may be repeated
 *   --changed    only what imports a file that differs from main: lint, types, unit and store tests
 *   --times      no tests: how long each stage and file took when it last ran here
 *   --rough      files in random order, while random processes of the run are stopped for up to half a second (Linux)
 *   --all        (npm run test:all) `*.nightly.*` files and the chaos suite, too
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    changed: { type: "boolean", default: false },
    times: { type: "boolean", default: false },
    rough: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
  },
});
if (values.times) {
  printTimes();
  process.exit();
}
if (values.all) process.env["SVC_TEST_ALL"] = "true";
if (values.rough) process.env["SVC_TEST_ROUGH"] = "true";

/** The build keeps one processor busy and leaves the other to tests that need no build. The longest begin first. */
const BESIDE_BUILD = [
  defineVitestStage("build and first start", "build"),
  defineVitestStage("store tests", "store"),
  defineVitestStage("unit tests", "unit"),
  defineScriptStage("migrations", "scripts/migration.mjs", ["--check"]),
  defineScriptStage("openapi", "node_modules/tsx/dist/cli.mjs", ["scripts/openapi.ts", "--check"]),
  defineScriptStage("clients", "node_modules/tsx/dist/cli.mjs", ["packages/generate/main.ts", "--check"]),
  defineScriptStage("openapi lint", "node_modules/@redocly/cli/bin/cli.js", ["lint", "public/openapi.json"], {
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  }),
  OTHER_CLIENTS_STAGE,
];
/** Each of these keeps all processors busy by itself. */
const ON_BUILD = [
  defineVitestStage("http tests", "http"),
  defineVitestStage("process tests", "process"),
  BROWSER_STAGE,
  ...(values.all ? [defineScriptStage("chaos", "scripts/chaos.mjs", [])] : []),
];

const CHANGED = ["--changed", "main"];
const SHORT = [
  ...STATIC_STAGES.filter(({ name }) => ["format and lint", "types"].includes(name)),
  defineVitestStage("store tests", "store", CHANGED),
  defineVitestStage("unit tests", "unit", CHANGED),
];

const isWanted = (/** @type {{ name: string }} */ { name }) =>
  values.only.length === 0 || values.only.some((part) => name.includes(part));
// Next's types and its build are written to the same directory: the static stages end before the build begins.
const groups = values.changed
  ? [{ stages: SHORT.filter(isWanted), atOnce: 2 }]
  : [
      { stages: STATIC_STAGES.filter(isWanted), atOnce: 2 },
      { stages: BESIDE_BUILD.filter(isWanted), atOnce: 2 },
      { stages: ON_BUILD.filter(isWanted), atOnce: 1 },
    ];

if (groups.every(({ stages }) => stages.length === 0)) {
  const names = [...STATIC_STAGES, ...BESIDE_BUILD, ...ON_BUILD].map(({ name }) => name);
  console.error(`There is no stage with this name. Stages: ${names.join(", ")}.`);
  process.exit(1);
}

const outcomes = await runStages([INSTALL_STAGE]);
if (outcomes.every(({ failed }) => failed === 0)) {
  if (groups.flatMap(({ stages }) => stages).some((stage) => !STATIC_STAGES.includes(stage))) await provideRedis();
  const endPauses = values.rough ? startPauses() : undefined;
  for (const { stages, atOnce } of groups) outcomes.push(...(await runStages(stages, atOnce)));
  await endPauses?.();
}
if (values.changed) showLeftOut();
concludeRun(outcomes);

function showLeftOut() {
  const ran = new Set(SHORT.map(({ name }) => name));
  const names = [...STATIC_STAGES, ...BESIDE_BUILD, ...ON_BUILD].map(({ name }) => name);
  console.log(
    `\nLeft out: ${names.filter((name) => !ran.has(name)).join(", ")}; and tests that import nothing changed.`,
  );
}

/** Tests of the Redis backend need a real one. Without it they are skipped by name. */
async function provideRedis() {
  const mayInstall = process.platform === "linux" && process.getuid?.() === 0 && isOnPath("apt-get");
  if (isOnPath("redis-server") || !mayInstall) return;
  const install = ["install", "--yes", "--no-install-recommends", "redis-server"];
  await showProgress("installing redis-server", async () => {
    if ((await runApt(install)) !== 0 && (await runApt(["update"])) === 0) await runApt(install);
  });
}

/** @param {string[]} args */
async function runApt(args) {
  // The run level keeps the package from starting a server of its own on the usual port.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const { code } = await runCommand("apt-get", args, { env, timeout: 120_000 });
  return code;
}

/** @param {string} command */
function isOnPath(command) {
  return (process.env["PATH"] ?? "").split(delimiter).some((directory) => existsSync(join(directory, command)));
}
