import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/**
 * npm run chaos [-- --only NAME]: kills, hangs, slows and cuts each part of the service under load, one fault at a time, and
 * prints what callers saw. Not part of npm test, because it takes a quarter of an hour. `--only` takes a part of a name.
 */
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });

const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "chaos"];
const env = { ...process.env, CHAOS_ONLY: values.only };
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
