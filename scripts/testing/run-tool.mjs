import { join } from "node:path";
import { runCommand } from "../process/run-command.mjs";

/** Kept apart from the build of `npm start`, which may be running. */
const TEST_BUILD_DIR = ".next-test";

/**
 * Runs a JavaScript file with this Node: no shell, no .cmd, the same on every system.
 * @param {string[]} path below the root
 * @param {string[]} args
 * @param {import("../process/run-command.mjs").Variables} [variables]
 */
export function runScript(path, args = [], variables = {}) {
  const env = { ...process.env, SVC_BUILD_DIR: TEST_BUILD_DIR, NEXT_TELEMETRY_DISABLED: "1", ...variables };
  return runCommand(process.execPath, [join(...path), ...args], { env });
}

/**
 * @param {string} path below node_modules
 * @param {string[]} args
 * @param {import("../process/run-command.mjs").Variables} [variables]
 */
export function runTool(path, args, variables) {
  return runScript(["node_modules", ...path.split("/")], args, variables);
}
