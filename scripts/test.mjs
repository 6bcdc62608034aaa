import { parseArgs } from "node:util";
import { provideRedis } from "./testing/redis.mjs";
import { runScript, runTool } from "./testing/run-tool.mjs";
import { concludeRun, defineCommandStage, runStages } from "./testing/stage.mjs";
import { INSTALL_STAGE, STATIC_STAGES } from "./testing/static-stages.mjs";
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
    runTool("@redocly/cli/bin/cli.js", ["lint", "public/openapi.json"], {
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    }),
  ),
  defineVitestStage("build and first start", "build"),
  defineVitestStage("http tests", "http"),
  defineVitestStage("process tests", "process"),
  BROWSER_STAGE,
];

const isWanted = (/** @type {{ name: string }} */ { name }) =>
  values.only.length === 0 || values.only.some((part) => name.includes(part));
const sideBySide = [...STATIC_STAGES, defineVitestStage("unit tests", "unit")].filter(isWanted);
const oneByOne = ONE_BY_ONE.filter(isWanted);

if (sideBySide.length + oneByOne.length === 0) {
  const names = [...STATIC_STAGES, ...ONE_BY_ONE].map(({ name }) => name);
  console.error(`No stage is called like that. There are: ${names.join(", ")}, unit tests.`);
  process.exit(1);
}

const outcomes = await runStages([INSTALL_STAGE]);
if (outcomes.every(({ failed }) => failed === 0)) {
  outcomes.push(...(await runStages(sideBySide, 2)));
  if (oneByOne.length > 0) await provideRedis();
  outcomes.push(...(await runStages(oneByOne)));
}
concludeRun(outcomes);
