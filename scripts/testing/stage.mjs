import { inspect } from "node:util";
import { Problem } from "../problem.mjs";
import { runCommand } from "../process/run-command.mjs";
import { saveTimes } from "./times.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: string[], output: string, files?: import("./times.mjs").FileTime[] }} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Stage
 */

/**
 * Runs a JavaScript file with this Node: no shell, no .cmd, the same on every system.
 * @param {string} file below the root
 * @param {string[]} args
 * @param {import("../process/run-command.mjs").Variables} [variables]
 */
export function runScript(file, args, variables = {}) {
  // Kept apart from the build of `npm start`, which may be running.
  const env = { ...process.env, SVC_BUILD_DIR: ".next-test", NEXT_TELEMETRY_DISABLED: "1", ...variables };
  return runCommand(process.execPath, [file, ...args], { env });
}

/** @param {string} name @param {Parameters<typeof runScript>} script */
export function defineScriptStage(name, ...script) {
  return defineCommandStage(name, () => runScript(...script));
}

/**
 * A stage that is one command: it counts as one test.
 * @param {string} name @param {() => Promise<import("../process/run-command.mjs").Result>} work @returns {Stage}
 */
export function defineCommandStage(name, work) {
  return {
    name,
    run: async () => {
      const { code, output } = await work();
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [], output };
    },
  };
}

/** One line for each stage, repeated at the end: the output of a failure may separate them. @type {string[]} */
const summary = [];

/**
 * Runs all stages, `atOnce` of them side by side. A failed stage does not stop the others.
 * @param {Stage[]} stages @param {number} atOnce @returns {Promise<Outcome[]>}
 */
export async function runStages(stages, atOnce = 1) {
  const waiting = [...stages];
  /** @type {Outcome[]} */
  const outcomes = [];
  const work = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) outcomes.push(await runStage(stage));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** @param {Stage} stage @returns {Promise<Outcome>} */
async function runStage({ name, run }) {
  const startedMs = performance.now();
  /** @type {Outcome} */
  const outcome = await run().catch((error) => {
    const output = error instanceof Problem ? error.message : inspect(error);
    return { passed: 0, failed: 1, skipped: [], output };
  });
  const took = (performance.now() - startedMs) / 1_000;
  const seconds = took.toFixed(1);
  saveTimes(name, { seconds: took, tests: outcome.passed + outcome.failed, files: outcome.files ?? [] });
  const counts = `${outcome.passed} passed, ${outcome.failed} failed`;
  const line = `${outcome.failed > 0 ? "✗" : "✓"} ${name.padEnd(24)} ${counts.padEnd(24)} ${seconds.padStart(6)} s`;
  console.log(line);
  // A test that needs a language exists only where the machine has it; the log says which are missing.
  for (const note of new Set(outcome.output.match(/^Not tested here: .*$/gm))) console.log(`    ${note}`);
  if (outcome.failed > 0) console.log(`${outcome.output.trim().replace(/^/gm, "    ")}\n`);
  summary.push(line);
  return outcome;
}

/** The last line of the run, and its exit code. @param {Outcome[]} outcomes */
export function concludeRun(outcomes) {
  const skipped = outcomes.flatMap((outcome) => outcome.skipped);
  const isSkippingAllowed = process.env["CI"] !== "true";
  if (skipped.length > 0)
    console.log(`\nSkipped, which counts as failed in CI:\n${skipped.map((name) => `  ${name}`).join("\n")}`);
  const sum = (/** @type {(outcome: Outcome) => number} */ read) =>
    outcomes.reduce((total, outcome) => total + read(outcome), 0);
  const passed = sum((outcome) => outcome.passed);
  const failed = sum((outcome) => outcome.failed) + (isSkippingAllowed ? 0 : skipped.length);
  const tail = isSkippingAllowed && skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  if (failed > 0) console.log(`\n${summary.join("\n")}`);
  const minutes = (performance.now() / 60_000).toFixed(1);
  console.log(`\nTook ${minutes} min in all.\n${passed} passed, ${failed} failed${tail}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
