import { generateClient } from "./start/build.mjs";
import { installPackages } from "./start/install.mjs";
import { concludeRun, runStages } from "./testing/stage.mjs";
import { STATIC_STAGES } from "./testing/static-stages.mjs";
import { defineVitestStage } from "./testing/suites.mjs";

/** npm run check: the fast part of npm test. Seconds, no database. */
await installPackages();
await generateClient(new AbortController().signal);
concludeRun(await runStages([...STATIC_STAGES, defineVitestStage("unit tests", "unit")], 2));
