import { parseArgs } from "node:util";
import { generateClient } from "./start/build.mjs";
import { installPackages } from "./start/install.mjs";
import { provideRedis } from "./testing/redis.mjs";
import { runScript, runTool } from "./testing/run-tool.mjs";
import { concludeRun, defineCommandStage, runStages } from "./testing/stage.mjs";
import { STATIC_STAGES } from "./testing/static-stages.mjs";
import { BROWSER_STAGE, defineVitestStage } from "./testing/suites.mjs";

/**
 * npm test: everything, on a machine that has Node and npm. `-- --only store --only build` picks stages by a part of their name.
 * Each check counts as one test; the last line sums all of it.
 */
const { values } = parseArgs({ options: { only: { type: "string", multiple: true, default: [] } } });

const ONE_BY_ONE = [
  defineVitestStage("store tests", "store"),
  defineCommandStage("migrations", () => runScript(["scripts", "check-migrations.mjs"])),
  defineCommandStage("openapi", () => runTool("tsx/dist/cli.mjs", ["scripts/openapi.ts", "--check"])),
  defineCommandStage("openapi lint", () =>
    runTool("@redocly/cli/bin/cli.js", ["lint", "public/openapi.json"], { REDOCLY_TELEMETRY: "off" }),
  ),
  defineCommandStage("build", () => runScript(["scripts", "build.mjs"])),
  defineVitestStage("http tests", "http"),
  defineVitestStage("process tests", "process"),
  BROWSER_STAGE,
];

await installPackages();
await generateClient(new AbortController().signal);
const isWanted = (/** @type {{ name: string }} */ { name }) =>
  values.only.length === 0 || values.only.some((part) => name.includes(part));
const sideBySide = [...STATIC_STAGES, defineVitestStage("unit tests", "unit")].filter(isWanted);
const oneByOne = ONE_BY_ONE.filter(isWanted);
if (oneByOne.some(({ name }) => name === "store tests")) await provideRedis();
concludeRun([...(await runStages(sideBySide, 2)), ...(await runStages(oneByOne))]);
