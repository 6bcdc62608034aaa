import { continueOnPinnedNode } from "./start/pinned-node.mjs";
import { concludeRun, runStages } from "./testing/stage.mjs";
import { INSTALL_STAGE, STATIC_STAGES } from "./testing/static-stages.mjs";
import { defineVitestStage } from "./testing/suites.mjs";

await continueOnPinnedNode();

/** npm run check: the fast part of npm test. Seconds, no database. */
const installed = await runStages([INSTALL_STAGE]);
const isInstalled = installed.every(({ failed }) => failed === 0);
const stages = isInstalled ? [...STATIC_STAGES, defineVitestStage("unit tests", "unit")] : [];
concludeRun([...installed, ...(await runStages(stages, 2))]);
