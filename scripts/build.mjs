import { Problem } from "./problem.mjs";
import { buildService, generateClient } from "./start/build.mjs";

/** npm run build: what `npm start` does by itself when something changed. */
const { signal } = new AbortController();
try {
  await generateClient(signal);
  await buildService(signal);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
