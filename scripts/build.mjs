import { exitOnProblem } from "./problem.mjs";
import { buildService, generateClient } from "./start/build.mjs";

/** npm run build: the build that `npm start` makes by itself when something changed. */
const { signal } = new AbortController();

await exitOnProblem(async () => {
  await generateClient(signal);
  await buildService(signal);
});
